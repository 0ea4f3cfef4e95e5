import { createRequire } from 'node:module';
import type * as Jsonc from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import type { Parameter, ParameterLocation } from '../../http/request.js';
import { known, lengthOf, search, show, slice, split } from '../../http/text.js';
import type { Place, Text } from '../../http/text.js';
import { placeOfText } from '../excerpt.js';

/** What a command sends. */
export interface Sent {
  readonly method: Text;
  readonly address: Text;
  readonly parameters: readonly Parameter[];
  readonly unseen: readonly ParameterLocation[];
  readonly headers: readonly Text[];
}

/** `a=b&c=d`: parameters of one text. */
export function readForm(text: Text, location: ParameterLocation, whole: Place | null, raw: boolean): Parameter[] {
  const { parts } = raw ? { parts: [text] } : split(text, '&');
  const only = parts.length === 1;
  return parts.map((part, index) => {
    const equals = search(part, /=/);
    const own = only ? whole : placeWithSign(text, parts, index);
    return {
      name: equals === null ? part : slice(part, 0, equals.start),
      value: equals === null ? null : slice(part, equals.end),
      location,
      written: { in: 'word', whole: own, raw },
    };
  });
}

/** A part of a form with the `&` that goes with it. */
function placeWithSign(text: Text, parts: readonly Text[], index: number): Place | null {
  const start = parts.slice(0, index).reduce((sum, part) => sum + lengthOf(part) + 1, 0);
  const end = start + lengthOf(parts[index] ?? []);
  return placeOfText(index === 0 ? slice(text, 0, end + 1) : slice(text, start - 1, end));
}

let parseTree: typeof Jsonc.parseTree | null = null;

/** Loaded at its first use, which most runs do not come to. */
function loadParser(): typeof Jsonc.parseTree {
  return (createRequire(import.meta.url)('jsonc-parser') as typeof Jsonc).parseTree;
}

/** The members of a JSON object: holes stand for numbers, or parts of strings. Null if the text is no such object. */
export function readJson(text: Text): Parameter[] | null {
  const units = text.map((piece) => (piece.kind === 'known' ? piece.text : '0')).join('');
  if (!/^\s*\{/.test(units)) return null;
  parseTree ??= loadParser();
  const root = parseTree(units);
  if (root?.type !== 'object') return null;
  return (root.children ?? []).flatMap(({ children: [key, value] = [] }): Parameter[] =>
    key === undefined
      ? []
      : [
          {
            name: slice(text, key.offset + 1, key.offset + key.length - 1),
            value: value === undefined ? null : toValue(text, value),
            location: 'body',
            written: { in: 'word', whole: null, raw: true },
          },
        ],
  );
}

function toValue(text: Text, { type, offset, length }: Node): Text | null {
  if (type === 'string') return slice(text, offset + 1, offset + length - 1);
  return type === 'number' || type === 'boolean' ? asJson(slice(text, offset, offset + length)) : null;
}

/**
 * A value that stands in JSON without quotes: text that takes its place gets them. In a text of a program nobody puts them,
 * and it has no place.
 */
export function asJson(text: Text): Text {
  return text.map((piece) => {
    const writer = piece.kind === 'known' ? piece.source?.writer : undefined;
    if (piece.kind === 'hole' || piece.source === null) return piece;
    if (writer === undefined) return { ...piece, source: null };
    const write = (value: string): string | null => writer.known(isPlain(value) ? value : JSON.stringify(value));
    return { ...piece, source: { ...piece.source, writer: { ...writer, known: write } } };
  });
}

function isPlain(value: string): boolean {
  return /^(?:true|false|null|-?\d+)$/.test(value);
}

/** A body: JSON, a form, or something else. */
export function readBody(text: Text, whole: Place | null): readonly Parameter[] | null {
  const written = show(text);
  if (/^\s*[[{]/.test(written)) return readJson(text);
  if (text.length === 1 && text[0]?.kind === 'hole') return null;
  return readForm(text, 'body', whole, false);
}

/** A method as it is sent, or a default one that is not written. */
export function toMethod(written: Text | null, otherwise: string): Text {
  if (written === null) return known(otherwise);
  return written.map((piece) => (piece.kind === 'known' ? { ...piece, text: piece.text.toUpperCase() } : piece));
}
