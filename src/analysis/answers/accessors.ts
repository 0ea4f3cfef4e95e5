import type { TSESTree } from '@typescript-eslint/types';
import type { Evaluation } from '../evaluate.js';
import { calleeName, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { methodOfLodash, ofElements } from './curried-reads.js';

/** What takes fields of a value by their names: `'public' in project`, `_.groupBy(projects, 'visibility_level')`. */
export interface Access {
  /** What they are fields of, or what has elements that they are fields of. */
  readonly of: Node;
  readonly ofElements: boolean;
  readonly names: readonly FieldName[];
}

interface FieldName {
  readonly node: Node;
  readonly name: string;
}

/** Null if a call or an operator takes no field by its name. */
export function findAccess(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.CallExpression | TSESTree.BinaryExpression,
): Access | null {
  if (node.type === 'CallExpression') return findOwn(tree, node) ?? findInLodash(evaluation, tree, node);
  const names = namesIn(node.left);
  return node.operator === 'in' && names.length > 0 ? { of: node.right, ofElements: false, names } : null;
}

const ofLanguage = /^(?:Reflect\.(?:get|has)|Object\.hasOwn)$|\bhasOwn(?:Property)?\.call$/;

/**
 * `project.hasOwnProperty('public')`, `Object.hasOwn(project, 'public')`, `Reflect.get(project, 'public')`,
 * `Object.keys(project).includes('public')`.
 */
function findOwn(tree: Tree, call: TSESTree.CallExpression): Access | null {
  const [first, second] = call.arguments;
  const { callee } = call;
  if (first === undefined || callee.type !== 'MemberExpression') return null;
  if (calleeName(call) === 'hasOwnProperty') return toAccess(callee.object, first);
  const listed = /^(?:includes|indexOf)$/.test(calleeName(call)) ? listedBy(tree, callee.object) : null;
  if (listed !== null) return toAccess(listed, first);
  if (second === undefined || nameOfKey(second, true) === null) return null;
  return ofLanguage.test(sourceOf(tree, callee)) ? toAccess(first, second) : null;
}

/** `project` of `Object.keys(project)`. */
function listedBy(tree: Tree, list: Node): Node | null {
  const isList = list.type === 'CallExpression' && listing.test(sourceOf(tree, list.callee));
  return isList ? (list.arguments[0] ?? null) : null;
}

const listing = /^(?:Object\.(?:keys|getOwnPropertyNames)|Reflect\.ownKeys|(?:_|lodash)\.keys)$/;

function toAccess(of: Node, named: Node): Access | null {
  const names = namesIn(named);
  return names.length === 0 ? null : { of, ofElements: false, names };
}

const ofWhole = /^(?:get|has|result)$/;

/** `_.groupBy(projects, 'visibility_level')`, `get(project, 'public')`. */
function findInLodash(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression): Access | null {
  const [of, named] = call.arguments;
  const names = namesIn(named);
  const method = of === undefined || names.length === 0 ? null : methodOfLodash(evaluation, tree, call);
  if (of === undefined || method === null) return null;
  return ofWhole.test(method) || ofElements.test(method) ? { of, ofElements: ofElements.test(method), names } : null;
}

/** The names that an argument holds: a text, a list of them, the keys of a record. */
function namesIn(argument: Node | undefined): FieldName[] {
  const nodes =
    argument?.type === 'ArrayExpression'
      ? argument.elements.flatMap((element) => element ?? [])
      : argument?.type === 'ObjectExpression'
        ? argument.properties.flatMap((each) => (each.type === 'Property' && !each.shorthand ? [each.key] : []))
        : argument === undefined
          ? []
          : [argument];
  return nodes.flatMap((node) => {
    const name = nameOfKey(node, argument?.type !== 'ObjectExpression');
    return name === null || !/^\w+$/.test(name) ? [] : [{ node, name }];
  });
}
