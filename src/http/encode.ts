import type { KnownPiece, Piece, Text } from './text.js';
import { known, slice } from './text.js';

/** How the characters of a value stand for it: percent-encoded in a query or a path, or as they are. */
export type Form = 'query' | 'path' | 'raw';

const escape = /^%[0-9A-Fa-f]{2}$/;
const unreserved = /^[\w\-.!~*'()]+$/;
const parts = /%[0-9A-Fa-f]{2}|[\w\-.!~*'()]+|[\s\S]/gu;

/**
 * The value as one segment of a path or one value of a query, encoded once. What is encoded already stays as it is,
 * and pieces that need nothing are the same pieces.
 */
export function encodeOnce(text: Text, form: Form): Text {
  const result: Piece[] = [];
  let run: KnownPiece[] = [];
  for (const piece of text) {
    if (piece.kind === 'known') run.push(piece);
    else {
      result.push(...encodeKnown(run, form), piece.encoded ? piece : { ...piece, encoded: true, wrap: 'encode' });
      run = [];
    }
  }
  return [...result, ...encodeKnown(run, form)];
}

/** Pieces beside each other are read as one text: an escape may begin in one and end in the next. */
function encodeKnown(run: readonly KnownPiece[], form: Form): Text {
  const result: Piece[] = [];
  let kept = 0;
  let at = 0;
  for (const part of run
    .map(({ text }) => text)
    .join('')
    .match(parts) ?? []) {
    const encoded = encodePart(part, form);
    if (encoded !== part) {
      result.push(...slice(run, kept, at), ...known(encoded));
      kept = at + part.length;
    }
    at += part.length;
  }
  return kept === 0 ? run : [...result, ...slice(run, kept, at)];
}

function encodePart(part: string, form: Form): string {
  if (unreserved.test(part)) return part;
  if (form !== 'raw' && escape.test(part)) return part;
  if (form === 'query' && part === '+') return '%20';
  return encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}

/** What a query's characters stand for. Characters that are no valid encoding stand for themselves. */
export function decodeQuery(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
