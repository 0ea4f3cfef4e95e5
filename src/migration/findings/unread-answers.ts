import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { findDeclaration, nameOfKey } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import type { Change } from '../../catalogue/change.js';

/**
 * Whether nothing is read of an answer that a row is about: it is awaited and dropped, `await api.put(path, body)`, or kept in
 * a constant of which other fields are read, `answer.data.name`. A row about more than fields is never answered so.
 */
export function isUnread({ tree, node, chain, answerHooks = [] }: FoundRequest, row: Change): boolean {
  const fields = fieldsOf(row);
  if (fields === null || chain.length > 0 || answerHooks.length > 0) return false;
  const awaited = tree.parents.get(node);
  const holder = awaited?.type === 'AwaitExpression' ? tree.parents.get(awaited) : undefined;
  if (holder?.type === 'ExpressionStatement') return true;
  if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier') return false;
  const references = findDeclaration(tree, holder.id)?.references ?? [];
  const reads = references.filter(({ init }) => init !== true);
  return reads.every((each) => each.isReadOnly() && isReadOfOther(tree, each.identifier, fields));
}

/** The first names of the fields that a row is about; null if it is about something else too. */
function fieldsOf({ answers = [], behaves }: Change): ReadonlySet<string> | null {
  if (behaves !== undefined || answers.length === 0) return null;
  const isOfFields = answers.every(
    ({ fields, paginated, headers, statuses, body }) =>
      fields !== undefined && [paginated, headers, statuses, body].every((part) => part === undefined),
  );
  const names = answers.flatMap(({ fields = {} }) => Object.keys(fields));
  return isOfFields ? new Set(names.map((name) => name.split('.')[0] ?? name)) : null;
}

/** `answer.data.name`, `answer.status`. */
function isReadOfOther(tree: Tree, identifier: Node, fields: ReadonlySet<string>): boolean {
  const [first, second] = namesRead(tree, identifier) ?? [];
  if (first === undefined) return false;
  if (/^(?:status|statusCode|statusText|ok|headers)$/.test(first)) return true;
  return /^(?:data|body)$/.test(first) && second !== undefined && !fields.has(second) && !/^\d+$/.test(second);
}

/** The names that are read one of the other; null where one is computed, written or called. */
function namesRead(tree: Tree, node: Node): string[] | null {
  const member = tree.parents.get(node);
  if (member?.type !== 'MemberExpression' || member.object !== node) return isTaken(tree, node) ? null : [];
  const name = nameOfKey(member.property, member.computed);
  const rest = name === null ? null : namesRead(tree, member);
  return name === null || rest === null ? null : [name, ...rest];
}

function isTaken(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  return (
    (parent?.type === 'CallExpression' && parent.callee === node) ||
    (parent?.type === 'AssignmentExpression' && parent.left === node)
  );
}
