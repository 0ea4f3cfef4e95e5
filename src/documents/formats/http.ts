/** https://www.jetbrains.com/help/idea/exploring-http-syntax.html and https://github.com/Huachao/vscode-restclient */
import { parseRequest } from '../../http/request.js';
import { known, passThrough, search, show, slice } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { emptyDocument } from '../document.js';
import type { Document, DocumentRequest, Reader } from '../document.js';
import { evidenceOf } from '../evidence.js';
import { excerptFrom, excerptOf, placeIn, toCharacters, toPlainText, withoutReturns } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';
import { readBody, toMethod } from '../shell/sent.js';

export const read: Reader = (file, text) => ({
  ...readHttp(excerptOf(file, text)),
  comments: [...text.matchAll(/^\s*(?:#|\/\/)(?!##)([^\r\n]*)/gm)].map(({ index, 0: all, 1: value = '' }) => ({
    value,
    start: index + all.length - value.length - 1,
    end: index + all.length,
  })),
});

interface Variables {
  readonly values: Map<string, Text>;
  readonly holders: Map<string, string>;
}

/** Requests as they are written down: a line with the method and the address, headers, an empty line, the body. */
export function readHttp(excerpt: Excerpt): Document {
  const script = withoutReturns(excerpt);
  const lines = toLines(script);
  const variables: Variables = { values: new Map(), holders: new Map() };
  const requests: DocumentRequest[] = [];
  for (const block of splitBlocks(lines)) {
    const rest = block.filter(({ text }) => !setVariable(text, variables));
    const request = readRequest(rest, script, variables);
    if (request !== null) requests.push(request);
  }
  return { ...emptyDocument, requests };
}

interface Line {
  readonly text: Excerpt;
}

function toLines(excerpt: Excerpt): Line[] {
  const characters = toCharacters(excerpt);
  let at = 0;
  return excerpt.text.split('\n').map((line) => {
    const own = characters.slice(at, at + line.length);
    at += line.length + 1;
    return { text: excerptFrom(excerpt.file, excerpt.whole, own, excerpt.encode) };
  });
}

function splitBlocks(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [[]];
  for (const line of lines) {
    if (line.text.text.startsWith('###')) blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks;
}

function cut(excerpt: Excerpt, from: number, to = excerpt.text.length): Excerpt {
  return excerptFrom(excerpt.file, excerpt.whole, toCharacters(excerpt).slice(from, to), excerpt.encode);
}

/** `@name = value`. */
function setVariable(line: Excerpt, { values, holders }: Variables): boolean {
  const found = /^@([\w.-]+)\s*=(.*)$/.exec(line.text);
  if (found === null) return false;
  const [, name = '', written = ''] = found;
  const value = written.trim();
  const start = line.text.indexOf(value, name.length + 1);
  const own = cut(line, start, start + value.length);
  const { file, start: place } = placeIn(own, 0, own.text.length);
  values.set(name, fill(own, values));
  holders.set(`${file}:${String(place)}`, name);
  return true;
}

/** `{{name}}` is a variable of the file, or one that is out of sight. */
function fill(excerpt: Excerpt, values: ReadonlyMap<string, Text>): Text {
  const literal = placeIn(excerpt, 0, excerpt.text.length);
  const text: Text[number][] = [];
  let at = 0;
  const setting = { quoting: 'bare', literal, joinable: false } as const;
  const plain = (from: number, to: number): void => {
    for (const piece of toPlainText(cut(excerpt, from, to)))
      if (piece.kind === 'known' && piece.source !== null)
        text.push({ ...piece, source: { ...piece.source, ...setting } });
  };
  for (const { index, 0: all, 1: written = '' } of excerpt.text.matchAll(/\{\{([^}]*)\}\}/g)) {
    const name = written.trim();
    plain(at, index);
    const place = placeIn(excerpt, index, index + all.length);
    const writer = { known: (put: string) => put, hole: (written: string) => written };
    const source = { ...setting, ...place, verbatim: true, writer };
    text.push(
      ...(values.get(name) ?? [{ kind: 'hole', place, label: all, encoded: false, span: 'segment', source } as const]),
    );
    at = index + all.length;
  }
  plain(at, excerpt.text.length);
  return text;
}

const start = /^(?:(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\s+)?((?:https?:\/\/|\{\{|\/)\S*)(?:\s+HTTP\/[\d.]+)?\s*$/;

function readRequest(lines: readonly Line[], whole: Excerpt, { values, holders }: Variables): DocumentRequest | null {
  const index = lines.findIndex(({ text }) => start.test(text.text));
  const line = lines[index]?.text;
  const found = line === undefined ? null : start.exec(line.text);
  if (line === undefined || found === null) return null;
  const [, method, address = ''] = found;
  const from = line.text.indexOf(address, method?.length ?? 0);
  const rest = lines.slice(index + 1);
  const empty = rest.findIndex(({ text }) => text.text.trim() === '');
  const head = (empty === -1 ? rest : rest.slice(0, empty)).filter(({ text }) => !/^\s*(?:#|\/\/)/.test(text.text));
  const more = head.filter(({ text }) => /^\s*[?&]/.test(text.text));
  const headers = head.filter((one) => !more.includes(one)).map(({ text }) => fill(text, values));
  const parameters = more.map(({ text }) => passThrough(fill(cut(text, text.text.search(/\S/)), values), 'parameters'));
  const parts = [fill(cut(line, from, from + address.length), values), ...parameters];
  const body = readRest(empty === -1 ? [] : rest.slice(empty + 1), values);
  const written = method === undefined ? null : toPlainText(cut(line, 0, method.length));
  const parsed = parseRequest(
    toMethod(written, 'GET'),
    parts.flatMap((part) => trim(part)),
  );
  const request = { ...parsed, parameters: [...parsed.parameters, ...(body ?? [])] };
  const [first, last] = [placeIn(line, 0, line.text.length), lines.at(-1)?.text];
  const end = last === undefined ? first.end : placeIn(last, 0, last.text.length).end;
  return {
    request: body === null ? { ...request, unseen: ['body'] } : request,
    place: { ...first, file: whole.file, end: Math.max(first.end, end) },
    calls: [],
    evidence: evidenceOf(request, headers, holders),
    sent: true,
    tail: false,
    reads: [],
  };
}

function trim(text: Text): Text {
  const end = search(text, /\s+$/);
  return end === null ? text : slice(text, 0, end.start);
}

function readRest(lines: readonly Line[], values: ReadonlyMap<string, Text>): ReturnType<typeof readBody> {
  const until = lines.findIndex(({ text }) => /^\s*(?:>|<|#)/.test(text.text));
  const texts = (until === -1 ? lines : lines.slice(0, until)).map(({ text }) => fill(text, values));
  const body = texts.flatMap((text, index) => (index === 0 ? text : [...known('\n'), ...text]));
  if (show(body).trim() === '') return until === -1 || !lines.some(({ text }) => text.text.startsWith('<')) ? [] : null;
  return readBody(trim(body), null);
}
