import type { Evaluation } from '../evaluate.js';
import { findDeclaration, findVariable, isFunction, contains, nameOfKey, walk } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { FunctionValue, Value } from '../value.js';
import type { FoundRequest } from '../requests/found-request.js';
import { handlersOfAnswers } from './interceptors.js';

// What a client's own functions ask of the statuses of all its answers

/** A status where it is read, as `reads.ts` gives those of single answers. */
export interface StatusNode {
  readonly tree: Tree;
  readonly node: Node;
}

/** Where the options of a request's client, `validateStatus`, `hooks.afterResponse`, and its interceptors read a status. */
export function findStatusNodes(evaluation: Evaluation, { sender, answerHooks = [] }: FoundRequest): StatusNode[] {
  if (sender === null) return [];
  const names = new Set(['status', ...(sender.client.answer?.status ?? [])]);
  const given = [...handlersOfAnswers(evaluation, sender), ...valuesOf(answerHooks, 'answer')];
  return [
    ...functionsOf(valuesOf(answerHooks, 'status')).flatMap(readParameter),
    ...functionsOf(given).flatMap((each) => readMembers(each, names)),
  ];
}

function valuesOf(hooks: NonNullable<FoundRequest['answerHooks']>, of: 'status' | 'answer'): Value[] {
  return hooks.flatMap((hook) => (hook.of === of ? [hook.value] : []));
}

function functionsOf(values: readonly Value[]): FunctionValue[] {
  return values.flatMap(optionsOf).filter((value) => value.kind === 'function');
}

/** `(status) => status === 200`. */
function readParameter({ tree, node: { params } }: FunctionValue): StatusNode[] {
  const [name] = params;
  const variable = name === undefined ? null : findDeclaration(tree, name);
  return (variable?.references ?? []).map(({ identifier }) => ({ tree, node: identifier }));
}

/** `(answer) => answer.status`, `({ status }) => status`, `(failure) => failure.response.status`. */
function readMembers({ tree, node: hook }: FunctionValue, names: ReadonlySet<string>): StatusNode[] {
  const found: StatusNode[] = [];
  walk(hook, (node) => {
    if (node.type === 'MemberExpression' && names.has(nameOfKey(node.property, node.computed) ?? '')) {
      if (isOfParameter(tree, node.object, hook)) found.push({ tree, node: node.property });
    } else if (node.type === 'Property' && names.has(nameOfKey(node.key, node.computed) ?? '')) {
      if (isPatternOfParameter(tree, node)) found.push({ tree, node: node.key });
    }
  });
  return found;
}

function isOfParameter(tree: Tree, node: Node, hook: FunctionNode): boolean {
  if (node.type === 'MemberExpression') return isOfParameter(tree, node.object, hook);
  if (node.type === 'ChainExpression') return isOfParameter(tree, node.expression, hook);
  const definition = node.type === 'Identifier' ? findVariable(tree, node)?.defs[0] : undefined;
  return definition !== undefined && isFunction(definition.node) && contains(hook, definition.node);
}

/** A name in the pattern that a function takes its argument apart by. */
function isPatternOfParameter(tree: Tree, property: Node): boolean {
  const parent = tree.parents.get(property);
  if (parent?.type === 'ObjectPattern' || parent?.type === 'Property' || parent?.type === 'AssignmentPattern')
    return isFunction(tree.parents.get(parent)) || isPatternOfParameter(tree, parent);
  return false;
}
