import type { ParameterLocation, Request } from '../../http/request.js';
import { isKnown, lengthOf, search, show, slice } from '../../http/text.js';
import type { HolePiece, Text } from '../../http/text.js';
import type { Client, QueryMatch } from '../clients/client.js';
import { startsWith } from '../values/library.js';
import { unknownAt } from '../value.js';
import type { Given, Value } from '../value.js';

// Code that answers requests: mocks, and servers

/** How a request is met that the program does not send but answers, or only speaks of. */
export interface Answered {
  readonly query: QueryMatch;
  /** A server's route, which may be of an API of its own. */
  readonly server: boolean;
  /** It meets whatever is sent behind its base, `/api/v3/**`, and sends nothing there. */
  readonly all?: true;
}

/** The address of a mock without the word that says what is compared with it. */
export function toAnswered({ answers }: Client, address: Text): { answered: Answered | null; address: Text } {
  if (answers === undefined) return { answered: null, address };
  const server = answers.server === true;
  const matcher = Object.entries(answers.matchers ?? {}).find(([word]) => startsWith(address, word));
  const rest = matcher === undefined ? address : slice(address, matcher[0].length);
  return { answered: { query: matcher?.[1] ?? answers.query, server }, address: markWildcards(rest) };
}

/** `:id(\\d+)`, `:id?` and `*`; the last may stand for several segments. */
const wildcard = /:[A-Za-z_]\w*(?:\([^()]*\))?[?+*]?|\(\.\*\)|\*+\w*/;

/** What stands for any text in a pattern is a hole. */
function markWildcards(text: Text): Text {
  return text.flatMap((piece): Text => (piece.kind === 'known' ? markPiece([piece]) : [piece]));
}

function markPiece(text: Text): Text {
  const found = search(text, wildcard);
  const [piece] = found === null ? [] : slice(text, found.start, found.end);
  if (found === null || piece?.kind !== 'known' || piece.source?.verbatim !== true) return text;
  const hole: HolePiece = {
    kind: 'hole',
    place: piece.source,
    label: piece.text,
    encoded: !isOpen(piece.text),
    span: isOpen(piece.text) ? 'open' : 'segment',
    source: piece.source,
  };
  return [...slice(text, 0, found.start), hole, ...markPiece(slice(text, found.end, lengthOf(text)))];
}

function isOpen(pattern: string): boolean {
  return /^[(*]|[*+]$/.test(pattern);
}

/** A mock may look at the address and the parameters by a function, which is no handler then; a list is an answer. */
export function toMatchers({ answers }: Client, given: readonly Given[]): readonly Given[] {
  if (answers === undefined) return given;
  return given.flatMap((one) => {
    if (one.value.kind === 'list' && one.role !== 'method') return [];
    const looks = answers.server !== true && /^(?:url|query|body)/.test(one.role) && one.value.kind === 'function';
    return [looks ? { ...one, value: unknownAt(one.tree, one.node, one.frame) } : one];
  });
}

/** Whether a hole is written as something that decides itself what it matches. */
export function isMatcher({ label, source }: HolePiece): boolean {
  const text = label.trim();
  return (
    source === undefined && (/^\/.*\/[a-z]*$/s.test(text) || /^(?:async\b|function\b|new RegExp|[^{]*=>)/.test(text))
  );
}

/** Whether two requests may be for the same path, as far as it is in sight. */
export function isSamePath(
  { segments: one }: Pick<Request, 'segments'>,
  { segments: other }: Pick<Request, 'segments'>,
): boolean {
  return (
    one.length === other.length &&
    one.some(({ text }, index) => isKnown(text) && isSameText(text, other[index]?.text ?? [])) &&
    one.every(({ text }, index) => mayBeSameText(text, other[index]?.text ?? []))
  );
}

function isSameText(one: Text, other: Text): boolean {
  return show(one) === show(other);
}

function mayBeSameText(one: Text, other: Text): boolean {
  return isSameText(one, other) || !isKnown(one) || !isKnown(other);
}

/** Where a mock takes whatever parameters. */
export function unmatchedIn(
  answered: Answered | null,
  queries: readonly Value[],
  bodies: readonly Value[],
): readonly ParameterLocation[] {
  if (answered === null) return [];
  const anyQuery = answered.query === 'nothing' || queries.some((value) => !saysParameters(value));
  return [...(anyQuery ? (['query'] as const) : []), ...(bodies.length === 0 ? (['body'] as const) : [])];
}

/** `query(true)` takes any query, and a function looks at it itself. */
function saysParameters(value: Value): boolean {
  return !(isSwitch(value) || (value.kind === 'unknown' && isMatcher(value.hole)));
}

/** `true`, where parameters could stand. */
export function isSwitch(value: Value): boolean {
  return value.kind === 'text' && value.primitive === 'boolean';
}
