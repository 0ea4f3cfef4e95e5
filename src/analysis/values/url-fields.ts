import type { TSESTree } from '@typescript-eslint/types';
import type { Evaluation } from '../evaluate.js';
import { calleeName, enclosingFunction, findDeclaration, findVariable, nameOfKey, nodesIn } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { choose, optionsOf, unknownAt } from '../value.js';
import type { ClassValue, Frame, Value } from '../value.js';
import { isThis } from './class-tables.js';
import { isQuery, queryNamedBy } from './query-names.js';
import { applyUrlMutation } from './url-mutations.js';

// Addresses that instances keep, and methods change

/** What changes an address, and the method that does it. */
interface UrlChange {
  readonly node: TSESTree.CallExpression | TSESTree.AssignmentExpression;
  readonly owner: FunctionNode | null;
}

/**
 * An address in a field, with what methods of the class may put into its query: which of them were called nobody knows.
 *
 * @param frameOf what code in a method of the instance knows
 */
export function withUrlChanges(
  evaluation: Evaluation,
  of: ClassValue,
  name: string,
  frameOf: (owner: FunctionNode) => Frame,
  value: Value | null,
): Value | null {
  if (value === null || !optionsOf(value).some(({ kind }) => kind === 'text')) return value;
  return (changesOf(of).get(name) ?? []).reduce((before, change) => {
    const frame = change.owner === null ? null : frameOf(change.owner);
    const after = optionsOf(before).map((option) => applyChange(evaluation, of, change, frame, option));
    const options = change.node.type === 'CallExpression' ? after : [...optionsOf(before), ...after];
    return choose(options, () => unknownAt(of.tree, change.node, frame));
  }, value);
}

function applyChange(
  evaluation: Evaluation,
  { tree }: ClassValue,
  { node }: UrlChange,
  frame: Frame | null,
  before: Value,
): Value {
  return before.kind === 'text'
    ? applyUrlMutation(evaluation, tree, { node, conditional: true }, frame, before, true)
    : before;
}

const known = new WeakMap<Node, ReadonlyMap<string, readonly UrlChange[]>>();

/** By the names of the fields. */
function changesOf(of: ClassValue): ReadonlyMap<string, readonly UrlChange[]> {
  const before = known.get(of.node);
  if (before !== undefined) return before;
  const { tree, node: root } = of;
  const changes = new Map<string, UrlChange[]>();
  const add = (address: Node | null, node: UrlChange['node']): void => {
    const name = address === null ? null : fieldHolding(tree, address);
    if (name !== null)
      changes.set(name, [...(changes.get(name) ?? []), { node, owner: enclosingFunction(tree, node) }]);
  };
  for (const call of nodesIn(tree.calls, root))
    if (call.type === 'CallExpression') add(addressOfQuery(tree, call), call);
  for (const assignment of nodesIn(tree.assignments, root))
    if (partOf(assignment.left) !== null) add((assignment.left as TSESTree.MemberExpression).object, assignment);
  known.set(root, changes);
  return changes;
}

/** `url` of `this.url`, and of the variable that holds it. */
function fieldHolding(tree: Tree, address: Node): string | null {
  if (address.type === 'MemberExpression')
    return isThis(tree, address.object) ? nameOfKey(address.property, address.computed) : null;
  const { id, init } = declaratorOf(tree, address) ?? {};
  return id?.type === 'Identifier' && init?.type === 'MemberExpression' ? fieldHolding(tree, init) : null;
}

/** `this.url` of `this.url.searchParams.append(name, value)`, also by way of a variable. */
function addressOfQuery(tree: Tree, call: TSESTree.CallExpression): Node | null {
  if (call.callee.type !== 'MemberExpression' || !/^(?:append|set|delete)$/.test(calleeName(call))) return null;
  const query = call.callee.object;
  if (query.type === 'MemberExpression') return isQuery(query) ? query.object : null;
  const declarator = declaratorOf(tree, query);
  const named = declarator === null ? null : queryNamedBy(declarator);
  return named !== null && findVariable(tree, query) === findDeclaration(tree, named.name) ? named.address : null;
}

function declaratorOf(tree: Tree, use: Node): TSESTree.VariableDeclarator | null {
  const node = use.type === 'Identifier' ? (findVariable(tree, use)?.defs[0]?.node as Node | undefined) : undefined;
  return node?.type === 'VariableDeclarator' ? node : null;
}

/** `search` of `this.url.search = query`. */
function partOf(left: Node): string | null {
  const name = left.type === 'MemberExpression' ? nameOfKey(left.property, left.computed) : null;
  return name !== null && /^(?:search|pathname|href|hash|username|password)$/.test(name) ? name : null;
}
