import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { rolesOf } from '../values/calls.js';
import type { FoundRequest } from '../requests/found-request.js';
import { ancestorsOf, calleeName, childrenOf, nameOfKey, toPlace } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Place } from '../../http/text.js';
import type { Value } from '../value.js';

/** A field that a mock answers with, where it is written as a property. */
export interface ReplyField {
  readonly name: string;
  readonly key: Place;
  /** The key can be given another name as it stands. */
  readonly plain: boolean;
}

/** A status that a mock answers with, where it is written as a number. */
export interface ReplyStatus {
  readonly status: number;
  readonly place: Place;
}

/**
 * The fields of the records that stand in a mock's answer, in the function that gives it, or in a constant that it names,
 * which other places may use too; those of other records in them are left out.
 */
export function findReplyFields(evaluation: Evaluation, found: FoundRequest): ReplyField[] {
  renewBudget(evaluation, found.tree);
  const fields = answeringArguments(found).flatMap((node) => fieldsIn({ evaluation, tree: found.tree }, node));
  return [
    ...new Map(fields.toReversed().map((field) => [`${field.key.file}:${String(field.key.start)}`, field])).values(),
  ];
}

/** The statuses that a mock answers with: `.reply(200)`, `[200, body]`, `{ status: 200 }`, `response.status(200)`. */
export function findReplyStatuses(found: FoundRequest): ReplyStatus[] {
  return answeringArguments(found).flatMap((node) => statusesIn(found.tree, node));
}

function statusesIn(tree: Tree, node: Node): ReplyStatus[] {
  if (node.type === 'Literal' && typeof node.value === 'number')
    return isStatus(tree, node) ? [{ status: node.value, place: toPlace(tree, node) }] : [];
  return childrenOf(node).flatMap((child) => statusesIn(tree, child));
}

/** The first argument of the call that answers or sets it, the first element of a list, the value of its property. */
function isStatus(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'CallExpression':
      return parent.arguments[0] === node
        ? /^(?:reply|replyOnce|status|sendStatus|code|writeHead)$/.test(calleeName(parent))
        : /^(?:get|post|put|patch|delete|mock|once)(?:Once)?$/.test(calleeName(parent));
    case 'ArrayExpression':
      return parent.elements[0] === node;
    case 'Property':
      return /^status(?:Code)?$/.test(nameOfKey(parent.key, parent.computed) ?? '');
    default:
      return false;
  }
}

/** What a mock is told to answer. */
function answeringArguments({ tree, sender, answered }: FoundRequest): readonly Node[] {
  if (sender === null || answered === null) return [];
  const roles = rolesOf(sender.call, []);
  const own = sender.node.arguments.filter((_, index) => {
    const role = roles[index] ?? 'other';
    return role === 'other' || (answered.server && role === 'options');
  });
  const replies = resumingArguments(tree, sender.node, sender.client.resumes ?? []);
  return [...own, ...replies];
}

/** What is given to the call that ends a mock: `.reply(200, body)`. */
function resumingArguments(tree: Tree, node: Node, resumes: readonly string[]): readonly Node[] {
  let inner = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'CallExpression' && ancestor.callee === inner) {
      const name = inner.type === 'MemberExpression' ? (nameOfKey(inner.property, inner.computed) ?? '') : '';
      if (resumes.includes(name)) return ancestor.arguments;
    } else if (ancestor.type !== 'MemberExpression' || ancestor.object !== inner) return [];
    inner = ancestor;
  }
  return [];
}

/** Properties whose value is the answer itself, or the function that gives it. */
const holders = /^(?:handler|body|data|json|payload|response)$/;

interface Where {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
}

function fieldsIn(where: Where, node: Node): ReplyField[] {
  const { evaluation, tree } = where;
  if (node.type === 'Identifier') return fieldsOf(evaluate(evaluation, tree, node, null));
  if (node.type !== 'Property') return partsOf(node).flatMap((part) => fieldsIn(where, part));
  const name = nameOfKey(node.key, node.computed);
  const held = name !== null && holders.test(name) ? fieldsIn(where, node.value) : [];
  if (name === null || tree.parents.get(node)?.type !== 'ObjectExpression') return held;
  const plain = !node.computed && !node.shorthand && !node.method;
  return [{ name, key: toPlace(tree, node.key), plain }, ...held];
}

/** What stands in a node, without what only is called or has a member taken of it. */
function partsOf(node: Node): Node[] {
  const taken = node.type === 'CallExpression' ? node.callee : node.type === 'MemberExpression' ? node.object : null;
  return childrenOf(node).filter(
    (child) => child.type !== 'Identifier' || (child !== taken && node.type !== 'MemberExpression'),
  );
}

/** What a constant has that is a record, or a list of them. */
function fieldsOf(value: Value): ReplyField[] {
  if (value.kind === 'list') return value.items.flatMap(fieldsOf);
  if (value.kind !== 'record') return [];
  return [...value.entries].flatMap(([name, { written }]) =>
    written === null ? [] : [{ name, key: written.key, plain: false }],
  );
}
