import type { TSESTree } from '@typescript-eslint/types';
import { known, passThrough, search, slice, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { argumentsOf, enter } from './calls.js';
import { recordPutBy } from './entries.js';
import { evaluate } from '../evaluate.js';
import { textual } from './texts.js';
import type { Evaluation } from '../evaluate.js';
import { queryHole, resolveText, startsWith } from './library.js';
import type { At } from './members.js';
import { calleeName, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { choose, emptyRecord, toOrigin, toText, unknownAt } from '../value.js';
import type { Frame, Origin, RecordValue, TextValue, Value } from '../value.js';
import { assignedPath, appendEntry, keyOf, withoutEntry } from './entry-changes.js';
import { changesOfCall } from './mutation-places.js';
import type { Change } from './mutation-places.js';
import { mayHaveHappened } from './presence.js';
import type { Step } from './steps.js';

/**
 * `url.searchParams.append(name, value)` and `url.search = …` of a URL object.
 *
 * @param isShared it is done to other addresses too
 */
export function applyUrlMutation(
  evaluation: Evaluation,
  tree: Tree,
  { node, conditional }: Step,
  frame: Frame | null,
  before: TextValue,
  isShared = false,
): Value {
  const sign = search(before.text, /\?/) === null ? '?' : '&';
  const at = { tree, node, frame };
  if (node.type === 'CallExpression') {
    const changes = node.arguments.flatMap((argument) => changesOfCall(evaluation, tree, node, argument));
    if (changes.length > 0) return applyCalled(evaluation, at, node, changes, conditional, before);
    const kept = calleeName(node) === 'delete' ? withoutParameter(evaluation, at, node, before.text) : before.text;
    const put = recordPutBy(evaluation, tree, node, frame);
    const appended = appendEntry(tree, node, argumentsOf(evaluation, tree, node, frame), emptyRecord);
    const own = isShared ? withoutPlaces(appended) : appended;
    const record = put ?? (conditional ? mayHaveHappened(emptyRecord, own) : own);
    return { ...before, text: [...kept, ...known(sign), queryHole({ ...record, query: true }, at)] };
  }
  const part = node.type === 'AssignmentExpression' ? partAssigned(evaluation, tree, node.left, frame) : null;
  if (part === 'hash' || part === 'username' || part === 'password') return before;
  if (node.type === 'AssignmentExpression' && part === 'pathname' && !isShared)
    return setPathname(evaluation, { tree, node, frame }, node, before);
  if (node.type !== 'AssignmentExpression' || node.operator !== '=' || part !== 'search')
    return unknownAt(tree, node, frame);
  const value = evaluate(evaluation, tree, node.right, frame);
  const text =
    value.kind === 'record' ? [queryHole({ ...value, query: true }, at)] : toText(value, tree, node.right, frame);
  const query = startsWith(text, '?') ? slice(text, 1) : text;
  return { ...before, text: replaceQuery(before.text, isShared ? query.map(withoutPlace) : query) };
}

/** So deep do functions give each other an address to change. */
const deepest = 8;

/** `addPage(url, page)`, `addPage(url.searchParams, page)`: what a function of the project does to the address that it is given. */
function applyCalled(
  evaluation: Evaluation,
  { tree, node, frame }: At,
  call: TSESTree.CallExpression,
  changes: readonly Change[],
  conditional: boolean,
  before: TextValue,
): Value {
  if ((frame?.depth ?? 0) > deepest) return unknownAt(tree, node, frame);
  const args = argumentsOf(evaluation, tree, call, frame);
  return changes.reduce<Value>((value, change) => {
    if (value.kind !== 'text') return unknownAt(tree, node, frame);
    const step = { node: change.node, conditional: conditional || !isSure(change) };
    const after = applyUrlMutation(evaluation, change.tree, step, enter(change.by, args, frame), value, true);
    return step.conditional && step.node.type !== 'CallExpression'
      ? choose([value, after], () => unknownAt(tree, node, frame))
      : after;
  }, before);
}

function withoutPlace(piece: Text[number]): Text[number] {
  return piece.kind === 'hole' ? { ...piece, place: null } : { ...piece, source: null };
}

/** What is put into the query of any of several addresses is no place for what one of them needs. */
function withoutPlaces(record: RecordValue): RecordValue {
  const entries = [...record.entries].map(([name, entry]) => [name, { ...entry, written: null }] as const);
  return { ...record, entries: new Map(entries) };
}

/** Whether a function does something whenever it is called, by where that stands. */
function isSure({ tree, node, by }: Change): boolean {
  const statement = tree.parents.get(node);
  return (
    by.node.body === node || (statement?.type === 'ExpressionStatement' && tree.parents.get(statement) === by.node.body)
  );
}

/** `search` of `url.search = query` and `this.url.search = query`. */
function partAssigned(evaluation: Evaluation, tree: Tree, left: Node, frame: Frame | null): string | null {
  const isField = left.type === 'MemberExpression' && left.object.type === 'MemberExpression';
  if (isField) return nameOfKey(left.property, left.computed);
  return assignedPath(evaluation, tree, left, frame)?.join('.') ?? null;
}

/** `url.searchParams.delete('owned')`: what was put into the query is, perhaps, not in it any more; of a name out of sight, nor is what would be. */
function withoutParameter(evaluation: Evaluation, at: At, call: TSESTree.CallExpression, text: Text): Text {
  const name = keyOf(argumentsOf(evaluation, at.tree, call, at.frame));
  const begin = search(text, /\?/)?.start;
  const whole =
    name === null
      ? [...passThrough(slice(text, 0, begin), 'pathname'), ...(begin === undefined ? [] : slice(text, begin))]
      : text;
  return whole.map((piece) => {
    const origin = piece.kind === 'hole' ? toOrigin(piece) : null;
    if (piece.kind !== 'hole' || origin === null || origin.record === null) return piece;
    return { ...piece, origin: { ...origin, record: withoutEntry(origin.record, [name]) } satisfies Origin };
  });
}

/** What is set as a search takes the place of the address's own query, and of one that would be written there. */
function replaceQuery(address: Text, query: Text): Text {
  const path = passThrough(slice(address, 0, search(address, /\?/)?.start), 'pathname');
  return toKnown(query) === '' ? path : [...path, ...known('?'), ...query];
}

/** What is set as a pathname holds no query, whatever is put into it. */
function setPathname(
  evaluation: Evaluation,
  at: At,
  { operator, right }: TSESTree.AssignmentExpression,
  { text, ...before }: TextValue,
): Value {
  const value = textual(evaluate(evaluation, at.tree, right, at.frame), at.tree, right, at.frame);
  const kept = operator === '=' ? resolveText(text, known('/')) : text;
  const grown = operator === '=' || operator === '+=';
  if (!grown || value.kind !== 'text' || search(text, /\?/) !== null) return unknownAt(at.tree, at.node, at.frame);
  const path = operator === '=' && startsWith(value.text, '/') ? slice(value.text, 1) : value.text;
  return { ...before, text: [...kept, ...passThrough(path, 'pathname')] };
}
