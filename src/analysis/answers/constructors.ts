import type { TSESTree } from '@typescript-eslint/types';
import { constructorOf, findSuperCall } from '../values/classes.js';
import { calleeName, decoratorsOf, isClass, isExportedHere, nodesIn } from '../syntax/tree.js';
import type { ClassNode, FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { Context } from './answer.js';
import { usesOf } from './given-elsewhere.js';
import { givenByCall } from './given.js';
import type { GivenAnswers } from './given.js';

// What constructors are given: by `new`, and by heirs that call them

const unknown: GivenAnswers = [null];
const deepestHeirs = 12;

/** The class whose constructor a function is; null of any other function. */
export function classMadeBy(tree: Tree, owner: FunctionNode): ClassNode | null {
  const parent = tree.parents.get(owner);
  if (parent?.type !== 'MethodDefinition' || parent.kind !== 'constructor') return null;
  const home = tree.parents.get(tree.parents.get(parent) ?? parent);
  return isClass(home) ? home : null;
}

/**
 * What a constructor is given by all who make an instance of its class. Not all are seen of a class that leaves its file
 * or is decorated, or whose instances are asked for their constructor.
 */
export function givenToClass(before: Context, home: ClassNode, index: number): GivenAnswers {
  const context = { ...before, depth: before.depth + 1 };
  const { tree } = context;
  const isOpen = decoratorsOf(home).length > 0 || tree.text.includes('.constructor(');
  const uses = isOpen || context.depth > deepestHeirs ? null : usesOfClass(tree, home);
  if (uses === null) return unknown;
  const given = uses.flatMap((use) => givenToClassUse(context, use, index));
  return given.includes(null) ? unknown : given;
}

/** The expressions that are the class, `this` of its static methods too; null if it is written to, or exported. */
function usesOfClass(tree: Tree, home: ClassNode): Node[] | null {
  const holder = tree.parents.get(home);
  const isHeld = holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier';
  if ((home.type === 'ClassExpression' && !isHeld) || isExportedHere(tree, home)) return null;
  const declaring = isHeld ? [home, holder] : [home];
  const variables = declaring.flatMap((node) => tree.scopes.getDeclaredVariables(node));
  const references = variables.flatMap((variable) => variable.references).filter(({ init }) => init !== true);
  if (references.some((reference) => reference.isWrite())) return null;
  const own = nodesIn(tree.calls, home).flatMap(({ callee }) => (callee.type === 'ThisExpression' ? [callee] : []));
  return [...references.map(({ identifier }) => identifier as Node), ...own];
}

/** What a constructor is given where an expression is its class. */
export function givenToClassUse(context: Context, use: Node, index: number): GivenAnswers {
  const parent = context.tree.parents.get(use);
  switch (parent?.type) {
    case 'NewExpression':
      return parent.callee === use ? givenByCall(context, parent, index) : unknown;
    case 'ClassDeclaration':
    case 'ClassExpression':
      return givenByHeir(context, parent, index);
    case 'MemberExpression':
      return parent.object === use ? [] : unknown;
    case 'BinaryExpression':
    case 'TSTypeReference':
      return [];
    default:
      return unknown;
  }
}

/** What an heir gives to the constructor of the class that it extends. */
function givenByHeir(context: Context, heir: ClassNode, index: number): GivenAnswers {
  const isMute = constructorOf({ node: heir }) === null;
  const call = isMute ? null : findSuperCall({ node: heir });
  if (call !== null && !passesAllOn(call)) return givenByCall(context, call, index);
  return isMute || call !== null ? givenToHeir(context, heir, index) : unknown;
}

/** What a class without a constructor of its own is given; in reports, by whoever is seen to make instances of it. */
export function givenToHeir(context: Context, heir: ClassNode, index: number): GivenAnswers {
  const given = givenToClass(context, heir, index);
  if (!context.kept || !given.includes(null) || context.depth > deepestHeirs) return given;
  return usesOf(context, heir).flatMap(({ tree, node }) =>
    givenToClassUse({ ...context, tree, depth: context.depth + 1 }, node, index).filter((one) => one !== null),
  );
}

/** `super(...args)`, `Parent.apply(this, arguments)`: all that the heir is given. */
export function passesAllOn(call: TSESTree.CallExpression): boolean {
  const { arguments: given } = call;
  const last = given.at(-1);
  if (calleeName(call) === 'apply') return last?.type === 'Identifier' && last.name === 'arguments';
  return last?.type === 'SpreadElement' && given.every((each) => each === last || each.type === 'ThisExpression');
}

/** `raw` of `constructor(private raw)`, which puts it on `this`. */
export function parameterNamed(home: ClassNode | FunctionNode, name: string): Node | null {
  const named = (constructorOf({ node: home })?.params ?? []).map(propertyOf).find((each) => each?.name === name);
  return named ?? null;
}

function propertyOf(parameter: TSESTree.Parameter): TSESTree.Identifier | null {
  if (parameter.type !== 'TSParameterProperty') return null;
  const { parameter: inner } = parameter;
  return inner.type === 'Identifier' ? inner : inner.left;
}
