import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { calleeName, findVariable, isFunction, nameOfKey, unwrap, walk } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { merging } from '../values/mutation-places.js';
import { deepest, isGiven, partNamed } from './rewriting.js';
import type { Part, Sight } from './rewriting.js';

// The parameters that a function which is given a request before it is sent puts to it

/** A parameter by its name, and where in the request it goes. */
export interface Added {
  readonly part: Part;
  readonly name: string;
}

/** What a hook is given: a whole request, or its query or its body alone. */
export type Given = 'request' | 'query' | 'body';

/**
 * The parameters that a hook adds by name: `config.params.ref_name = …`, `{ ...config.data, branch_name }`,
 * `url.searchParams.set('ref_name', …)`, `` `${config.url}?ref_name=…` ``, and what functions of the project add that it
 * gives the request to.
 */
export function findAdded(sight: Sight, hook: FunctionNode, of: Given): readonly Added[] {
  const found: Added[] = [];
  const holder: Holder = { tree: sight.tree, hook, of };
  walk(hook, (node) => {
    if (node.type === 'AssignmentExpression') found.push(...addedByAssignment(holder, node));
    else if (node.type === 'Property') found.push(...addedByProperty(node));
    else if (node.type === 'ObjectExpression') found.push(...addedBySpread(holder, node));
    else if (node.type === 'CallExpression') found.push(...addedByCall(sight, holder, node));
    else found.push(...addedByText(node));
  });
  return found;
}

interface Holder {
  readonly tree: Tree;
  readonly hook: FunctionNode;
  readonly of: Given;
}

/** The part that an expression holds: `config.params`, `config.params || {}`, a variable of that, or what the hook is given. */
function partOf(holder: Holder, node: Node, variables = 3): Part | null {
  const inner = unwrap(node);
  if (inner.type === 'LogicalExpression') return partOf(holder, inner.left, variables);
  if (inner.type === 'MemberExpression') return partNamed(inner.property, inner.computed) ?? null;
  if (inner.type !== 'Identifier') return null;
  const definition = findVariable(holder.tree, inner)?.defs[0]?.node as Node | undefined;
  if (definition === holder.hook) return holder.of === 'request' ? partDestructured(holder.hook, inner) : holder.of;
  if (definition?.type !== 'VariableDeclarator' || definition.init === null || variables === 0) return null;
  return definition.id.type === 'Identifier'
    ? partOf(holder, definition.init, variables - 1)
    : (partNamed(inner, false) ?? null);
}

/** `({ params }) => …`. */
function partDestructured({ params: [first] }: FunctionNode, name: TSESTree.Identifier): Part | null {
  return first?.type === 'ObjectPattern' ? (partNamed(name, false) ?? null) : null;
}

/** `config.params.ref_name = …`, `config.params = { ...config.params, ref_name }`. */
function addedByAssignment(holder: Holder, { left, right }: TSESTree.AssignmentExpression): Added[] {
  if (left.type !== 'MemberExpression') return [];
  const name = nameOfKey(left.property, left.computed);
  const part = partOf(holder, left.object);
  const own = part === null || name === null ? [] : [{ part, name }];
  return [...own, ...keysSpreadInto(partNamed(left.property, left.computed), right)];
}

/** `{ ...config, params: { ...config.params, ref_name } }`, `request.clone({ setParams: { ref_name } })`. */
function addedByProperty({ key, computed, value }: TSESTree.Property): Added[] {
  if (nameOfKey(key, computed) === 'setParams') return keysIn('query', value);
  return keysSpreadInto(partNamed(key, computed), value);
}

/** Those of a record that others are spread into. */
function keysSpreadInto(part: Part | undefined, value: Node): Added[] {
  const record = unwrap(value);
  const isAdding = record.type === 'ObjectExpression' && record.properties.some(({ type }) => type === 'SpreadElement');
  return part !== undefined && isAdding ? keysIn(part, record) : [];
}

function keysIn(part: Part, value: Node): Added[] {
  const record = unwrap(value);
  if (record.type !== 'ObjectExpression') return [];
  return record.properties.flatMap((each) => {
    const name = each.type === 'Property' ? nameOfKey(each.key, each.computed) : null;
    return name === null ? [] : [{ part, name }];
  });
}

/** `{ ...params, ref_name }`. */
function addedBySpread(holder: Holder, record: TSESTree.ObjectExpression): Added[] {
  return record.properties.flatMap((each) => {
    const part = each.type === 'SpreadElement' ? partOf(holder, each.argument) : null;
    return part === null ? [] : keysIn(part, record);
  });
}

/** `url.searchParams.set('ref_name', …)`, `Object.assign(config.params, { ref_name })`, `withBranch(config)`. */
function addedByCall(sight: Sight, holder: Holder, call: TSESTree.CallExpression): readonly Added[] {
  const name = calleeName(call);
  if (/^(?:set|append)$/.test(name) && call.callee.type === 'MemberExpression') {
    const [key] = call.arguments;
    const part = partOf(holder, call.callee.object);
    const written = key === undefined ? null : nameOfKey(key, true);
    return part === null || written === null ? [] : [{ part, name: written }];
  }
  if (merging.test(name)) {
    const part = call.arguments.map((argument) => partOf(holder, argument)).find((each) => each !== null);
    return part == null ? [] : call.arguments.flatMap((argument) => keysIn(part, argument));
  }
  return addedByHelper(sight, holder, call);
}

function addedByHelper(sight: Sight, { hook, of }: Holder, call: TSESTree.CallExpression): readonly Added[] {
  const [first] = call.arguments;
  if (sight.depth >= deepest || first === undefined || !isGiven(sight, first, hook)) return [];
  const called = evaluate(sight.evaluation, sight.tree, call.callee, null);
  if (called.kind !== 'function' || !isFunction(called.node)) return [];
  return findAdded({ ...sight, tree: called.tree, depth: sight.depth + 1 }, called.node, of);
}

/** `config.url + '&ref_name=main'`. */
function addedByText(node: Node): Added[] {
  const text = node.type === 'TemplateElement' ? node.value.raw : node.type === 'Literal' ? String(node.value) : '';
  return Array.from(text.matchAll(/(?:^|[?&])([\w[\]]+)=/g), ([, name = '']): Added => ({ part: 'query', name }));
}
