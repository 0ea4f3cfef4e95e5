import type { FoundRequest } from '../../analysis/requests/found-request.js';
import type { Request } from '../../http/request.js';
import { findRoutes, matchPath } from '../../http/route.js';
import { toKnown } from '../../http/text.js';
import type { Piece, Place } from '../../http/text.js';
import type { Edit } from '../finding.js';
import type { Refusal } from './splice.js';

/**
 * A constant that is a value, `token` of `'/user?private_token=' + token`, takes no part of a path or a query and loses
 * nothing: whoever else reads it, reads the value.
 *
 * @param edits those of the request's address
 */
export function refuseInValues(request: Request, edits: readonly Edit[], found: FoundRequest): Refusal | null {
  const values = valuesOf(request, found);
  const spoilt = values.find((value) => edits.some((edit) => isIn(edit, value.literal) && spoils(edit, value)));
  return spoilt === undefined
    ? null
    : { refusal: `the address would change in a constant that holds a value of it, \`${spoilt.text}\`` };
}

interface Value {
  readonly literal: Place;
  readonly text: string;
}

/** The literals that nothing of the address but values stands in, other than those in the call that sends it. */
function valuesOf(request: Request, { tree, node }: FoundRequest): Value[] {
  const { base, segments, parameters } = request;
  const syntax = new Set(
    [
      ...base,
      ...segments.flatMap(({ slash }) => slash),
      ...wordsOf(request),
      ...parameters.flatMap(({ name, written }) =>
        written.in === 'url' ? [...written.separator, ...name, ...written.equals] : [],
      ),
    ].flatMap(keysOf),
  );
  const values = [
    ...segments.flatMap(({ text }) => text),
    ...parameters.flatMap(({ written, value }) => (written.in === 'url' ? (value ?? []) : [])),
  ];
  const own: Place = { file: tree.file, start: node.range[0], end: node.range[1] };
  return values.flatMap((piece): Value[] => {
    if (piece.kind === 'hole' || piece.source === null || syntax.has(keyOf(piece.source.literal))) return [];
    const { literal } = piece.source;
    return isIn(literal, own) ? [] : [{ literal, text: piece.text }];
  });
}

/** The segments that are words of the route, `projects`: alone in a literal they are a path, and no value. */
export function wordsOf({ method, segments }: Pick<Request, 'method' | 'segments'>): Piece[] {
  return findRoutes(toKnown(method), segments).flatMap(({ route }) => {
    const taken = matchPath(route, segments)?.taken ?? [];
    const words = route.tokens.flatMap(({ kind }, index) => (kind === 'literal' ? (taken[index] ?? []) : []));
    return words.flatMap(({ text }) => text);
  });
}

function keysOf(piece: Piece): string[] {
  return piece.kind === 'known' && piece.source !== null ? [keyOf(piece.source.literal)] : [];
}

function keyOf({ file, start }: Place): string {
  return `${file}:${String(start)}`;
}

function isIn({ file, start, end }: Place, around: Place): boolean {
  return file === around.file && around.start <= start && end <= around.end;
}

function spoils({ text, start, end }: Edit, value: Value): boolean {
  return /[/?&=#%]/.test(text) || (text === '' && end - start >= value.text.length);
}
