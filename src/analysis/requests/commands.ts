import { known, lengthOf, slice } from '../../http/text.js';
import type { Text } from '../../http/text.js';

/** A request that a text has all of: the command of a shell that sends it, or its method and its address. */
export interface Command {
  /** Null if the words that would tell it stand elsewhere. */
  readonly method: Text | null;
  readonly address: Text;
  /** Not between quotes of the shell, whose signs `&` and `?` would be. */
  readonly bare: boolean;
  readonly body: boolean;
  readonly headers: readonly string[];
  /** The method and the address alone, which others write for servers of their own. */
  readonly line?: true;
}

const hole = '\uE000';
const sender = /(?:^|[\s;&|(/])(?:curl|wget)\s/;
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
 * The request of a command for curl or wget (https://curl.se/docs/manpage.html): `curl -X DELETE "https://…"`; and of a
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
      body: false,
      headers: [],
      line: true,
    };
  const found = isCommand(units) ? findAddress(units) : null;
  if (found === null) return null;
  return {
    method: readMethod(text, units),
    address: slice(text, found.start, found.end),
    bare: found.bare,
    body: body.test(units),
    headers: [...units.matchAll(header)].map(([, , said = '']) => said),
  };
}

/** Whether a text calls curl or wget, or has the words of such a call. */
export function isCommand(text: string): boolean {
  return sender.test(text) || words.test(text);
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
