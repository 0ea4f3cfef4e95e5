import type { TSESTree } from '@typescript-eslint/types';
import { handlersOfAnswers } from '../../analysis/answers/interceptors.js';
import { renewBudget } from '../../analysis/budget.js';
import { evaluate, openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { inheritedOf } from '../../analysis/requests/client-defaults.js';
import type { FoundRequest, Sender } from '../../analysis/requests/found-request.js';
import { findDeclaration, isFunction, nameOfKey } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { optionsOf } from '../../analysis/value.js';
import type { Value } from '../../analysis/value.js';
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
  if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier' || isSeenElsewhere(tree, holder))
    return false;
  const references = findDeclaration(tree, holder.id)?.references ?? [];
  const reads = references.filter(({ init }) => init !== true);
  return reads.every((each) => each.isReadOnly() && isReadOfOther(tree, each.identifier, fields));
}

/** Whether anything but who awaits the answer may be given it: an interceptor, a callback, a function among the options. */
function isGivenOn(evaluation: Evaluation, { tree, sender, answerHooks = [] }: FoundRequest): boolean {
  if (sender === null || answerHooks.length > 0 || handlersOfAnswers(evaluation, sender).length > 0) return true;
  if (isGivenOnByClient(evaluation, tree, sender)) return true;
  const { roles } = sender.call;
  return sender.node.arguments.some((argument, index) => {
    const role = roles[index] ?? 'other';
    if (argument.type === 'ObjectExpression') return role !== 'body' && argument.properties.some(mayTakeAnswer);
    return role === 'other' || role === 'options' ? !plain.has(argument.type) : isFunction(argument);
  });
}

/** Whether what the client was made with, or told for all that it sends, may be given the answer: `{ transformResponse }`. */
function isGivenOnByClient(evaluation: Evaluation, tree: Tree, sender: Sender): boolean {
  if (isNamedAnywhere(evaluation, sender.client.interceptsAll ?? [])) return true;
  renewBudget(evaluation, tree);
  return optionsOf(evaluate(evaluation, tree, sender.node.callee, null)).some(
    (value) =>
      value.kind === 'client' &&
      inheritedOf(evaluation, value, tree).some((given) => given.role === 'options' && mayHoldTaker(given.value)),
  );
}

const named = new WeakMap<Evaluation, Map<string, boolean>>();

/** Whether a file has one of the names in its text, whatever it means there: `$.ajaxSetup({ success })`. */
function isNamedAnywhere(evaluation: Evaluation, names: readonly string[]): boolean {
  if (names.length === 0) return false;
  const known = named.get(evaluation) ?? new Map<string, boolean>();
  named.set(evaluation, known);
  return names.some((name) => {
    const isNamed =
      known.get(name) ??
      evaluation.project.files.some((file) => openTree(evaluation, file)?.text.includes(name) === true);
    known.set(name, isNamed);
    return isNamed;
  });
}

/** Whether a function that is called with the answer may stand in options. */
function mayHoldTaker(value: Value): boolean {
  return optionsOf(value).some((option) => {
    switch (option.kind) {
      case 'text':
      case 'absent':
        return false;
      case 'list':
        return option.items.some(mayHoldTaker);
      case 'record':
        return (
          option.open ||
          [...option.entries].some(([name, entry]) => !withoutAnswer.test(name) && mayHoldTaker(entry.value))
        );
      default:
        return true;
    }
  });
}

const plain: ReadonlySet<string> = new Set(['Literal', 'TemplateLiteral', 'BinaryExpression']);

/** Options that are no functions, or functions which are called with no answer. */
const withoutAnswer =
  /^(?:method|type|verb|ur[il]|path|baseURL|base|prefixUrl|host(?:name)?|port|protocol|headers|params|qs|query|searchParams|data|body|json|form|auth|timeout|responseType|dataType|contentType|withCredentials|https?Agent|agent|dispatcher|retry|validateStatus|paramsSerializer|signal|beforeRequest|beforeRetry|beforeRedirect|beforeSend|onRequest)$/;

/** Whether an option may be a function that is called with the answer. */
function mayTakeAnswer(option: TSESTree.ObjectLiteralElement): boolean {
  return option.type !== 'Property' || !withoutAnswer.test(nameOfKey(option.key, option.computed) ?? '');
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

const script = /\.[cm]?[jt]sx?$/i;

/** What a module exports, and what stands in the script of a component, whose template may read it. */
function isSeenElsewhere(tree: Tree, holder: Node): boolean {
  const declaration = tree.parents.get(holder);
  const around = declaration === undefined ? undefined : tree.parents.get(declaration);
  return around?.type === 'ExportNamedDeclaration' || (around?.type === 'Program' && !script.test(tree.file));
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
