import type { TSESTree } from '@typescript-eslint/types';
import { known, passThrough, search, slice, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { argumentsOf } from './calls.js';
import { recordPutBy } from './entries.js';
import { evaluate } from '../evaluate.js';
import { textual } from './texts.js';
import type { Evaluation } from '../evaluate.js';
import { queryHole, resolveText, startsWith } from './library.js';
import type { At } from './members.js';
import { calleeName } from '../syntax/tree.js';
import type { Tree } from '../syntax/tree.js';
import { emptyRecord, toOrigin, toText, unknownAt } from '../value.js';
import type { Frame, Origin, TextValue, Value } from '../value.js';
import { assignedPath, appendEntry, keyOf, withoutEntry } from './mutations.js';
import { mayHaveHappened } from './presence.js';
import type { Step } from './steps.js';

/** `url.searchParams.append(name, value)` and `url.search = …` of a URL object. */
export function applyUrlMutation(
  evaluation: Evaluation,
  tree: Tree,
  { node, conditional }: Step,
  frame: Frame | null,
  before: TextValue,
): Value {
  const sign = search(before.text, /\?/) === null ? '?' : '&';
  const at = { tree, node, frame };
  if (node.type === 'CallExpression') {
    const kept = calleeName(node) === 'delete' ? withoutParameter(evaluation, at, node, before.text) : before.text;
    const put = recordPutBy(evaluation, tree, node, frame);
    const appended = appendEntry(tree, node, argumentsOf(evaluation, tree, node, frame), emptyRecord);
    const record = put ?? (conditional ? mayHaveHappened(emptyRecord, appended) : appended);
    return { ...before, text: [...kept, ...known(sign), queryHole({ ...record, query: true }, at)] };
  }
  const part =
    node.type === 'AssignmentExpression' ? assignedPath(evaluation, tree, node.left, frame)?.join('.') : null;
  if (part === 'hash' || part === 'username' || part === 'password') return before;
  if (node.type === 'AssignmentExpression' && part === 'pathname')
    return setPathname(evaluation, { tree, node, frame }, node, before);
  if (node.type !== 'AssignmentExpression' || node.operator !== '=' || part !== 'search')
    return unknownAt(tree, node, frame);
  const value = evaluate(evaluation, tree, node.right, frame);
  const text =
    value.kind === 'record' ? [queryHole({ ...value, query: true }, at)] : toText(value, tree, node.right, frame);
  return { ...before, text: replaceQuery(before.text, startsWith(text, '?') ? slice(text, 1) : text) };
}

/** `url.searchParams.delete('owned')`: what was put into the query is, perhaps, not in it any more. */
function withoutParameter(evaluation: Evaluation, at: At, call: TSESTree.CallExpression, text: Text): Text {
  const name = keyOf(argumentsOf(evaluation, at.tree, call, at.frame));
  return text.map((piece) => {
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
