import type { TSESTree } from '@typescript-eslint/types';
import { handlersOfAnswers } from '../../analysis/answers/interceptors.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { findDeclaration, isFunction, nameOfKey } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import type { Change } from '../../catalogue/change.js';

/**
 * Whether nothing is read of an answer that a row is about: it is awaited and dropped, `await api.put(path, body)`, or kept in
 * a constant of which other fields are read, `answer.data.name`. A row about more than fields is never answered so.
 */
export function isUnread(evaluation: Evaluation, found: FoundRequest, row: Change): boolean {
  const { tree, node, chain } = found;
  const fields = fieldsOf(row);
  if (fields === null || chain.length > 0 || isGivenOn(evaluation, found)) return false;
  const awaited = tree.parents.get(node);
  const holder = awaited?.type === 'AwaitExpression' ? tree.parents.get(awaited) : undefined;
  if (holder?.type === 'ExpressionStatement') return true;
  if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier') return false;
  const references = findDeclaration(tree, holder.id)?.references ?? [];
  const reads = references.filter(({ init }) => init !== true);
  return reads.every((each) => each.isReadOnly() && isReadOfOther(tree, each.identifier, fields));
}

/** Whether anything but who awaits the answer may be given it: an interceptor, a callback, a function among the options. */
function isGivenOn(evaluation: Evaluation, { sender, answerHooks = [] }: FoundRequest): boolean {
  if (sender === null || answerHooks.length > 0 || handlersOfAnswers(evaluation, sender).length > 0) return true;
  const { roles } = sender.call;
  return sender.node.arguments.some((argument, index) => {
    const role = roles[index] ?? 'other';
    if (argument.type === 'ObjectExpression') return role !== 'body' && argument.properties.some(mayTakeAnswer);
    return role === 'other' || role === 'options' ? !plain.has(argument.type) : isFunction(argument);
  });
}

const plain: ReadonlySet<string> = new Set(['Literal', 'TemplateLiteral', 'BinaryExpression']);

const harmless =
  /^(?:method|type|verb|ur[il]|path|baseURL|base|prefixUrl|host(?:name)?|port|protocol|headers|params|qs|query|searchParams|data|body|json|form|auth|timeout|responseType|dataType|contentType)$/;

/** Whether an option may be a function that is called with the answer. */
function mayTakeAnswer(option: TSESTree.ObjectLiteralElement): boolean {
  return option.type !== 'Property' || !harmless.test(nameOfKey(option.key, option.computed) ?? '');
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
