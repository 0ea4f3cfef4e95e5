import type { TSESTree } from '@typescript-eslint/types';
import { frameAround } from './bindings.js';
import type { At } from './members.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { findVariable, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { choose, optionsOf, unknownAt } from '../value.js';
import type { Value } from '../value.js';

// What a program keeps in a map of its own: https://tc39.es/ecma262/#sec-map-objects

/**
 * `labs.get(host)`: the objects and the functions that `labs.set(host, …)` puts in, for whatever key. Null unless all that
 * is done with the map is in sight: it is a variable that is handed to nobody, or a private member.
 */
export function readKeptInMap(
  evaluation: Evaluation,
  { tree, node, frame }: At,
  call: TSESTree.CallExpression,
): Value | null {
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || nameOfKey(callee.property, callee.computed) !== 'get') return null;
  const uses = usesOf(tree, callee.object);
  if (uses === null) return null;
  const puts = uses.flatMap((use) => putBy(tree, use) ?? []);
  const values = puts.map((put) => evaluate(evaluation, tree, put, frameAround(tree, frame, put)));
  if (values.length === 0 || !values.flatMap(optionsOf).every(isObject)) return null;
  return choose(values, () => unknownAt(tree, node, frame));
}

/** Texts are left out: which of them a key stands for decides what is sent. */
function isObject({ kind }: Value): boolean {
  return kind === 'instance' || kind === 'function' || kind === 'record' || kind === 'client';
}

/** Wherever a map is named; null if it is none, begins with something in it, or is handed on. */
function usesOf(tree: Tree, map: Node): readonly Node[] | null {
  const uses = map.type === 'Identifier' ? usesOfVariable(tree, map) : usesOfPrivate(tree, map);
  return uses?.every((use) => isAsked(tree, use)) === true ? uses : null;
}

function usesOfVariable(tree: Tree, map: TSESTree.Identifier): Node[] | null {
  const variable = findVariable(tree, map);
  const [definition, ...others] = variable?.defs ?? [];
  const home = definition?.node as Node | undefined;
  if (variable === null || others.length > 0 || home?.type !== 'VariableDeclarator') return null;
  if (!isNewMap(home.init) || isExportedHere(tree, home)) return null;
  return variable.references.filter(({ init }) => init !== true).map(({ identifier }) => identifier as Node);
}

/** `export const labs = new Map()`. */
function isExportedHere(tree: Tree, declarator: Node): boolean {
  const declaration = tree.parents.get(declarator);
  return declaration !== undefined && tree.parents.get(declaration)?.type === 'ExportNamedDeclaration';
}

function usesOfPrivate(tree: Tree, map: Node): Node[] | null {
  const property = map.type === 'MemberExpression' ? map.property : null;
  if (property?.type !== 'PrivateIdentifier') return null;
  const isMade = tree.classes.some(({ body }) =>
    body.body.some(
      (element) =>
        element.type === 'PropertyDefinition' &&
        element.key.type === 'PrivateIdentifier' &&
        element.key.name === property.name &&
        isNewMap(element.value),
    ),
  );
  return isMade
    ? tree.readings.filter(
        (node) =>
          node.type === 'MemberExpression' &&
          node.property.type === 'PrivateIdentifier' &&
          node.property.name === property.name,
      )
    : null;
}

function isNewMap(init: Node | null): boolean {
  return (
    init?.type === 'NewExpression' &&
    init.callee.type === 'Identifier' &&
    /^(?:Weak)?Map$/.test(init.callee.name) &&
    init.arguments.length === 0
  );
}

/** Whether a use of a map is no more than a member of it: `labs.has(host)`. */
function isAsked(tree: Tree, use: Node): boolean {
  const member = tree.parents.get(use);
  return member?.type === 'MemberExpression' && member.object === use && !member.computed;
}

/** The value of `labs.set(key, value)`. */
function putBy(tree: Tree, use: Node): Node | null {
  const member = tree.parents.get(use);
  const call = member === undefined ? undefined : tree.parents.get(member);
  if (member?.type !== 'MemberExpression' || call?.type !== 'CallExpression' || call.callee !== member) return null;
  return nameOfKey(member.property, member.computed) === 'set' ? (call.arguments[1] ?? null) : null;
}
