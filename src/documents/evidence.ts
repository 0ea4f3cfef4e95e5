import type { Request } from '../http/request.js';
import type { Piece, Place, Text } from '../http/text.js';

/** Variables of GitLab CI that are GitLab's own address or a key to it, and headers that no other service has. */
const own = /\bCI_(?:SERVER_(?:URL|HOST|FQDN)|API_\w+|JOB_TOKEN)\b|^\s*["']?(?:job|deploy)-token\s*:/i;

/** What tells whose API a request is for: its headers, and what the variables are called that it is made of. */
export function evidenceOf(
  { base, parameters }: Request,
  headers: readonly Text[],
  holders: ReadonlyMap<string, string>,
): string[] {
  const pieces = [...base, ...headers.flat(), ...parameters.flatMap(({ name, value }) => [...name, ...(value ?? [])])];
  const words = [...headers.map(written), ...base.flatMap((piece) => holderOf(piece, holders))];
  const labels = [...base, ...headers.flat()].flatMap((piece) => (piece.kind === 'hole' ? [piece.label] : []));
  const isOwn = [...headers.map(written), ...pieces.map(labelOf)].some((text) => own.test(text));
  return [...words, ...labels, ...(isOwn ? ['gitlab'] : [])];
}

function labelOf(piece: Piece): string {
  return piece.kind === 'hole' ? piece.label : piece.text;
}

function written(text: Text): string {
  return text.map(labelOf).join('');
}

function holderOf(piece: Piece, holders: ReadonlyMap<string, string>): string[] {
  const literal: Place | undefined = piece.kind === 'known' ? piece.source?.literal : undefined;
  const name = literal === undefined ? undefined : holders.get(`${literal.file}:${String(literal.start)}`);
  return name === undefined ? [] : [name];
}
