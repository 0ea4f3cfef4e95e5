import type { Sent } from '../../documents/shell/sent.js';
import type { Parameter, ParameterLocation } from '../../http/request.js';
import { known, lengthOf, show, slice, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { hole, splitCommand } from './command-words.js';
import { findReader } from './programs.js';

/** A request that a text has all of: the command of a shell that sends it, or its method and its address. */
export interface Command {
  /** Null if the words that would tell it stand elsewhere. */
  readonly method: Text | null;
  readonly address: Text;
  /** Not between quotes of the shell, whose signs `&` and `?` would be. */
  readonly bare: boolean;
  readonly parameters: readonly Parameter[];
  readonly unseen: readonly ParameterLocation[];
  readonly headers: readonly string[];
  /** The method and the address alone, which others write for servers of their own. */
  readonly line?: true;
}

const sender = /(?:^|[\s;&|(/])(?:curl|wget)\s/;
/** HTTPie and xh, whose names are those of schemes too: where a command begins, with a method or an address behind the options. */
const httpie =
  /(?:^|[\n;&|(])\s*(?:(?:sudo|time|\w+=\S*)\s+)*(?:[\w.-]*\/)*(?:https?|xhs?)\s+(?:-{1,2}[a-z][\w-]*(?:=[^\s/]+|\s[^\s/-][^\s/]*)?\s+)*(?:(?:[A-Z]{3,7}|\uE000)\s+)?['"]?(?:https?:\/\/|\uE000|[\w$.{:-]+\}*\/api\/v[34]\b)/;
/** The words of a command without its name, for a function that puts it before them: `-X POST "https://…"`. */
const words = /^\s*-{1,2}[a-z][\w-]*[\s=]/i;
/** Behind a scheme or a hole; what else stands before the version is a host, or the name that one is filled in for: `$HOST`, `%s`, `{{host}}`. */
const address =
  /(['"]?)((?:https?:\/\/|\uE000(?=\/)|(?:[\w.:-]+|%\w|\$\{?\w+\}?|\{{1,2}\w*\}{1,2})(?=\/api\/v[34]\b))[^\s'"]*)(['"]?)/;
/** A word of which nothing is in sight, with the one before it. */
const unseen = /(\S+)\s+(['"]?)(\uE000)\2(?=\s|$)/g;
const valued =
  /^-\w*[AFHKTXbdemouwx]$|^--(?:request|method|header|data[\w-]*|form[\w-]*|post-data|body-data|output|user|config|cookie[\w-]*|proxy|max-time|connect-timeout|retry)$/;
const method = /(?:^|\s)(?:-X|--request|--method)[\s=]*['"]?([A-Za-z]+|\uE000)/;
const header = /\s(?:-H|--header)[\s=]*(['"])(.*?)\1/g;
const body = /\s(?:-d|--data[\w-]*|-F|--form[\w-]*|--post-data|--body-data|-T|--upload-file)\b/;

const line = /^(GET|HEAD|POST|PUT|PATCH|DELETE|\uE000) +((?:https?:\/\/|\/|\uE000)\S*)$/;

/**
 * The request of a command for curl, wget or HTTPie (https://curl.se/docs/manpage.html): `curl -X DELETE "https://…"`; and of a
 * text like the first line of a message, `DELETE https://…`. Null for other text, and for a command without an address in sight.
 */
export function readCommand(text: Text): Command | null {
  const units = text.map((piece) => (piece.kind === 'known' ? piece.text : hole)).join('');
  const [whole, verb = '', target = ''] = line.exec(units) ?? [];
  if (whole !== undefined)
    return {
      method: slice(text, 0, verb.length),
      address: slice(text, whole.length - target.length, whole.length),
      bare: false,
      parameters: [],
      unseen: [],
      headers: [],
      line: true,
    };
  const found = isCommand(units) ? findAddress(units) : null;
  if (found === null) return null;
  const sent = readSent(text, units, found.start);
  const isHttpie = !sender.test(units) && httpie.test(units);
  return {
    method: isHttpie ? withoutPlace(sent?.method ?? null) : readMethod(text, units),
    address: slice(text, found.start, found.end),
    bare: found.bare,
    parameters: sent?.parameters ?? [],
    unseen: sent?.unseen ?? (body.test(units) ? ['body'] : []),
    headers: isHttpie
      ? (sent?.headers ?? []).map(describe)
      : [...units.matchAll(header)].map(([, , said = '']) => said),
  };
}

/** Whether a text calls curl, wget or HTTPie, or has the words of such a call. */
export function isCommand(text: string): boolean {
  return sender.test(text) || words.test(text) || httpie.test(text.replaceAll(/\$\{[^{}]*\}/g, hole));
}

/** What the command around an address sends, as its program reads the words; null if nobody can tell them. */
function readSent(text: Text, units: string, address: number): Sent | null {
  const command = splitCommand(text, units, address);
  const name = command.findIndex((word) => findReader(show(word.text)) !== null);
  const read = findReader(name === -1 ? 'curl' : show(command[name]?.text ?? []));
  return read?.(command.slice(name + 1), null)[0] ?? null;
}

function describe(header: Text): string {
  return header.map((piece) => (piece.kind === 'known' ? piece.text : piece.label)).join('');
}

/** The method has no place: it goes together with other words. */
function withoutPlace(method: Text | null): Text | null {
  const written = method === null ? null : toKnown(method);
  return written === null ? method : known(written);
}

/** Whether a text begins with a method and an address: `GET /projects`. */
export function beginsLine(text: string): boolean {
  return /^[A-Z]{3,6} +(?:https?:|\/|\$)/.test(text);
}

/** Where the address stands: the one in sight, or else the last word that may be one. */
function findAddress(units: string): { start: number; end: number; bare: boolean } | null {
  const found = address.exec(units);
  if (found !== null) {
    const [, opening = '', written = '', closing] = found;
    const start = found.index + opening.length;
    return { start, end: start + written.length, bare: opening === '' || opening !== closing };
  }
  const word = [...units.matchAll(unseen)].findLast(([, before = '']) => !valued.test(before));
  const end = word === undefined ? -1 : units.lastIndexOf(hole, word.index + word[0].length) + hole.length;
  return word === undefined ? null : { start: end - hole.length, end, bare: word[2] === '' };
}

/** The method has no place: the shell's flag goes together with others. */
function readMethod(text: Text, units: string): Text | null {
  const said = method.exec(units);
  if (said !== null) {
    const end = said.index + said[0].length;
    return said[1] === hole
      ? slice(text, end - 1, Math.min(end, lengthOf(text)))
      : known((said[1] ?? '').toUpperCase());
  }
  if (!sender.test(units)) return null;
  if (/\s(?:-I|--head|--spider)\b/.test(units)) return known('HEAD');
  return known(body.test(units) && !/\s(?:-G|--get)\b/.test(units) ? 'POST' : 'GET');
}
