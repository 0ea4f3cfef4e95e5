/** https://docs.docker.com/reference/dockerfile/ */
import { Arg, DockerfileParser, Env } from 'dockerfile-ast';
import type { Instruction } from 'dockerfile-ast';
import { emptyDocument, joinDocuments } from '../document.js';
import type { Document, DocumentRequest, Reader } from '../document.js';
import { toEnvironment } from '../environment.js';
import type { Variable } from '../environment.js';
import { excerptFrom, excerptOf, charactersOf, placeIn } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';
import { findSettings } from '../settings.js';
import type { SettingText } from '../settings.js';
import { findHashComments, readEmbedded } from '../shell/read.js';

interface Position {
  readonly line: number;
  readonly character: number;
}

export const read: Reader = (file, text) => {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
  const toOffset = ({ line, character }: Position): number => (starts[line] ?? text.length) + character;
  const variables: Variable[] = [];
  const parts: Document[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction instanceof Env || instruction instanceof Arg)
      variables.push(...variablesOf(instruction, file, text, toOffset));
    const script = toScript(instruction, file, text, toOffset) ?? toDownload(instruction, file, text, toOffset);
    if (script !== null) parts.push(readEmbedded(script, toEnvironment(variables)));
  }
  const { requests, ...document } = joinDocuments([...parts, emptyDocument]);
  return {
    ...document,
    requests: [...requests, ...findSettings(unusedTexts(variables, requests))],
    comments: findHashComments(text),
  };
};

/** The variables that no command of the file makes an address of: what runs in the image reads them. */
function unusedTexts(variables: readonly Variable[], requests: readonly DocumentRequest[]): SettingText[] {
  const used = requests.flatMap(({ request }) =>
    request.base.flatMap((piece) => (piece.kind === 'known' ? (piece.source?.literal.start ?? []) : [])),
  );
  return variables.flatMap(({ name, value }) => {
    const place = placeIn(value, 0, value.text.length);
    return used.includes(place.start) ? [] : [{ text: value.text, place, names: [name] }];
  });
}

function variablesOf(
  instruction: Env | Arg,
  file: string,
  text: string,
  toOffset: (position: Position) => number,
): Variable[] {
  const property = instruction instanceof Env ? instruction.getProperties() : [instruction.getProperty()];
  return property.flatMap((one): Variable[] => {
    const range = one?.getValueRange();
    if (one === null || range == null) return [];
    const [start, end] = [toOffset(range.start), toOffset(range.end)];
    const quoted = /^["']/.test(text.slice(start, end)) ? 1 : 0;
    return [{ name: one.getName(), value: excerptOf(file, text, start + quoted, end - quoted) }];
  });
}

/** What a shell runs, or reads from a here-document; the words of the form of JSON are those of a command. Lines that are all comment are taken out before. */
function toScript(
  instruction: Instruction,
  file: string,
  text: string,
  toOffset: (position: Position) => number,
): Excerpt | null {
  const range = instruction.getArgumentsRange();
  if (!/^(?:RUN|CMD|ENTRYPOINT|HEALTHCHECK)$/i.test(instruction.getKeyword()) || range === null) return null;
  const [start, end] = [toOffset(range.start), toOffset(range.end)];
  const flags = /^(?:--[\w-]+(?:=\S+)?(?:\s|\\\r?\n)+)*(?:CMD\s+)?/.exec(text.slice(start, end))?.[0].length ?? 0;
  const script = text.slice(start + flags, end);
  const words = /^\s*\[/.test(script) ? withoutBrackets(script) : script;
  const body = bodyOf(text, start + flags);
  if (body !== null) return excerptOf(file, text, body.start, body.end);
  const hidden = [...script.matchAll(/^[^\S\n]*#[^\n]*(?:\n|$)/gm)].map(
    ({ index, 0: line }) => [index, index + line.length] as const,
  );
  const characters = charactersOf(text, start + flags, end)
    .map((character, index) => ({ ...character, text: words.charAt(index) }))
    .filter((_, index) => !hidden.some(([from, to]) => from <= index && index < to));
  return excerptFrom(file, text, characters, (put) => put);
}

/** `ADD <address> <place>` as the command that does the same; null for other instructions. */
function toDownload(
  instruction: Instruction,
  file: string,
  text: string,
  toOffset: (position: Position) => number,
): Excerpt | null {
  const range = instruction.getArgumentsRange();
  if (!/^ADD$/i.test(instruction.getKeyword()) || range === null) return null;
  const [start, end] = [toOffset(range.start), toOffset(range.end)];
  const flags = /^(?:--[\w-]+(?:=\S+)?\s+)*/.exec(text.slice(start, end))?.[0].length ?? 0;
  const words = withoutBrackets(text.slice(start + flags, end)).replace(/\s\S+\s*$/, (target) =>
    ' '.repeat(target.length),
  );
  const characters = charactersOf(text, start + flags, end).map((character, index) => ({
    ...character,
    text: words.charAt(index),
  }));
  const at = start + flags;
  const name = 'curl '.split('').map((letter) => ({ text: letter, start: at, end: at }));
  // No shell reads it, so what one would take for a pattern stands for itself.
  return excerptFrom(file, text, [...name, ...characters], (put) => put.replaceAll('\\', ''));
}

/** `["curl", "https://…"]`: strings of JSON are words between quotes. */
function withoutBrackets(script: string): string {
  return script.replaceAll(/"(?:[^"\\]|\\.)*"|[[\],]/g, (part) => (part.startsWith('"') ? part : ' '));
}

/** The lines of `RUN <<NAME`. */
function bodyOf(text: string, at: number): { readonly start: number; readonly end: number } | null {
  const [first, name] = /^<<-?["']?(\w+)(?!\w)[^\n]*\n/.exec(text.slice(at)) ?? [];
  if (first === undefined || name === undefined) return null;
  const start = at + first.length;
  const end = text.slice(start).search(new RegExp(`^\\t*${name}\\s*$`, 'm'));
  return end === -1 ? null : { start, end: start + end };
}
