import type { Reference, Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { isEmpty, readGathered, toElement, toList } from './made.js';
import { readImported } from './exported.js';
import { readFilled } from './collections.js';
import { readCaught } from './failures.js';
import { isNoText, readCollected, toPiece } from './pieces.js';
import { readActionPart } from './handed.js';
import { isGivenNothing, readParameterAnswer, readStateAnswer } from './given.js';
import { readPut } from './grown.js';
import type { IsOwn } from './grown.js';
import { bindHeld, readEntry, readHeld } from './held.js';
import { isStore } from './stores.js';
import { readDelivered } from './webhooks.js';
import { isProp } from '../syntax/template.js';
import { contains, findDeclaration, findVariable, isFunction, nameOfKey, sourceOf, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Answer, Context } from './answer.js';
import { readAnswer } from '../responses.js';
import { agreeIn, agreeOnSome, bind, settle } from './answer.js';

// What variables hold of answers

export function readVariableAnswer(context: Context, node: TSESTree.Identifier): Answer | null {
  return (
    readFilledVariable(context, node) ??
    readKnownVariable(context, node) ??
    readDelivered(context.tree, node) ??
    readHeldVariable(context, node)
  );
}

/** A variable that is given a collection without anything in it, or a parameter that is one, and is filled. */
function readFilledVariable(context: Context, node: TSESTree.Identifier): Answer | null {
  const variable = context.kept ? findVariable(context.tree, node) : null;
  const home = variable?.defs[0]?.node as Node | undefined;
  const isOpen = home?.type === 'VariableDeclarator' ? home.init !== null && isUnfilled(home.init) : isFunction(home);
  return variable !== null && isOpen ? readFilled(context, variable) : null;
}

/** `{}`, `new Map()`, `Object.create(null)`. */
function isUnfilled(init: Node): boolean {
  const made = unwrap(init);
  if (made.type === 'NewExpression')
    return made.arguments.length === 0 && /^(?:Weak)?(?:Map|Set)$/.test(nameOfCallee(made));
  return made.type === 'CallExpression' ? nameOfCallee(made) === 'create' : isEmpty(made);
}

const boxes = /Subject$|^(?:writable|ref|shallowRef|signal|atom|observable|makeVar|createSignal|createStore)$/;

/**
 * What another module keeps under the name that is imported, what a box is filled with, what a pattern takes of a store,
 * and a store of Svelte, `$projects`.
 */
function readHeldVariable(context: Context, node: TSESTree.Identifier): Answer | null {
  if (!context.kept) return null;
  const variable = findVariable(context.tree, node);
  const [definition, ...others] = variable?.defs ?? [];
  if (variable !== null && isProp(context.tree, variable)) return readHeld(context, node.name);
  if (definition === undefined && node.name.startsWith('$')) return readHeld(context, node.name.slice(1));
  const home = definition?.node as Node | undefined;
  if (home === undefined || others.length > 0) return null;
  if (isFunction(home)) return readActionPart(context, home, node, definition?.name as Node);
  if (home.type === 'ImportSpecifier')
    return readHeld(context, sourceOf(context.tree, home.imported)) ?? toList(readEntry(context, node));
  if (home.type !== 'VariableDeclarator' || home.init === null) return null;
  if (home.id.type === 'ObjectPattern')
    return isStore(context.tree, home.init) ? bindHeld(context, home.id, definition?.name as Node) : null;
  const made = unwrap(home.init);
  const isBox = (made.type === 'NewExpression' || made.type === 'CallExpression') && boxes.test(nameOfCallee(made));
  return isBox ? readHeld(context, node.name) : null;
}

function nameOfCallee({ callee }: TSESTree.NewExpression | TSESTree.CallExpression): string {
  if (callee.type === 'MemberExpression') return nameOfKey(callee.property, callee.computed) ?? '';
  return callee.type === 'Identifier' ? callee.name : '';
}

function readKnownVariable(context: Context, node: TSESTree.Identifier): Answer | null {
  const variable = findVariable(context.tree, node) ?? findDeclaration(context.tree, node);
  const [definition] = variable?.defs ?? [];
  const home = definition?.node as Node | undefined;
  if (variable === null || definition === undefined || home === undefined) return null;
  const first = context.first?.get(variable);
  if (first !== undefined) return first;
  const writes = variable.references.filter((reference) => reference.isWrite() && !isDefault(context, reference));
  const name = definition.name as Node;
  if (isFunction(home)) {
    const given = readParameterAnswer(context, home, name);
    const isNothing = given === null && writes.length > 0 && isGivenNothing(context, home, name);
    return readAgain(context, node, variable, given, writes, isNothing);
  }
  if ((definition.type as string) === 'ImportBinding') return readImported(context, variable);
  if (home.type === 'CatchClause') return readCaught(context, home, name);
  if (home.type !== 'VariableDeclarator') return null;
  const start = home.id === name ? startOf(context, home, writes) : null;
  if (start !== null && isNothingYet(context.tree, start)) {
    const pieces = isNoText(context.tree, start)
      ? readCollected(context, variable, writes.slice(1).map(toWritten))
      : readGathered(context, variable);
    if (pieces !== null || home.init !== null) return pieces;
  }
  if (writes.length > 1 && home.id === name && (home.init === null || isEmpty(home.init)))
    return readSeveral(context, variable, home.init === null ? writes : writes.slice(1));
  if (home.init !== null && writes.length > 1) {
    const extended = home.id === name ? readExtended(context, home, node, writes.slice(1)) : null;
    return extended ?? readAgain(context, node, variable, readDeclaredAnswer(context, home, name), writes.slice(1));
  }
  if (home.init !== null) return readStateAnswer(context, home, name) ?? readDeclaredAnswer(context, home, name);
  const [write] = writes;
  return writes.length === 1 && write?.writeExpr != null && home.id === name && !isLoop(context.tree, home)
    ? readAnswer(context, write.writeExpr)
    : readDeclaredAnswer(context, home, name);
}

/** `{ data: projects = [] }`: nothing in place of nothing. Another default may be what the name holds; only reports leave it aside. */
function isDefault({ tree, kept }: Context, { identifier, writeExpr }: Reference): boolean {
  const pattern = writeExpr == null ? undefined : tree.parents.get(writeExpr);
  if (pattern?.type !== 'AssignmentPattern' || !contains(pattern.left, identifier)) return false;
  return kept || isEmpty(pattern.right);
}

/** `project = { ...project, seen: true }`: what was declared, with more. Null if anything else is assigned. */
function readExtended(
  context: Context,
  home: TSESTree.VariableDeclarator,
  node: TSESTree.Identifier,
  writes: readonly Reference[],
): Answer | null {
  const records = writes.map(({ identifier, writeExpr }) => {
    const parent = context.tree.parents.get(identifier);
    const isPlain = parent?.type === 'AssignmentExpression' && parent.left === identifier && parent.operator === '=';
    return isPlain && writeExpr != null && isExtension(context, writeExpr, node) ? writeExpr : null;
  });
  const last = records.at(-1);
  if (last == null || records.includes(null)) return null;
  return records.some((record) => record !== null && contains(record, node))
    ? readDeclaredAnswer(context, home, home.id)
    : readAnswer(context, last);
}

function isExtension({ tree }: Context, written: Node, node: TSESTree.Identifier): boolean {
  if (written.type !== 'ObjectExpression') return false;
  const [first] = written.properties;
  if (first?.type !== 'SpreadElement' || first.argument.type !== 'Identifier') return false;
  return findVariable(tree, first.argument) === findVariable(tree, node);
}

/**
 * What a variable holds first and is assigned again, `body = JSON.parse(body)`, `list = list || []`: what they all are. Only
 * reports leave aside what nobody knows.
 */
function readAgain(
  context: Context,
  node: TSESTree.Identifier,
  variable: Variable,
  first: Answer | null,
  all: readonly Reference[],
  isNothing = false,
): Answer | null {
  const writes = all.filter(({ writeExpr }) => writeExpr == null || !contains(writeExpr, node));
  if (writes.length === 0) return first;
  const inner: Context = { ...context, first: new Map([...(context.first ?? []), [variable, first]]) };
  const values = writes.map((write) => assignedTo(context, write));
  const isOwn = isVariable(context.tree, variable);
  const answers = values.flatMap((value) => (value === null ? [null] : readPut(inner, value, isOwn)));
  return agreeOnSome(context, isNothing ? answers : [first, ...answers]);
}

/** Null if it is no plain assignment. */
function assignedTo({ tree }: Context, { identifier, writeExpr }: Reference): Node | null {
  const parent = tree.parents.get(identifier);
  const isPlain = parent?.type === 'AssignmentExpression' && parent.left === identifier && parent.operator === '=';
  return isPlain ? (writeExpr ?? null) : null;
}

/** What is assigned, or what is added to it: `if (text) text += chunk; else text = chunk`. */
function readSeveral(context: Context, variable: Variable, writes: readonly Reference[]): Answer | null {
  const isAddition = ({ identifier }: Reference): boolean => {
    const parent = context.tree.parents.get(identifier);
    return parent?.type === 'AssignmentExpression' && parent.operator === '+=';
  };
  return writes.some(isAddition)
    ? readCollected(context, variable, writes.map(toWritten))
    : readAssigned(context, variable, writes);
}

/** `let projects = null`, to which answers are assigned: what they all are. */
function readAssigned(context: Context, variable: Variable, writes: readonly Reference[]): Answer | null {
  const values = writes.map((write) => assignedTo(context, write));
  const known = values.flatMap((value) => value ?? []);
  const isOwn = isVariable(context.tree, variable);
  return known.length < values.length
    ? null
    : agreeIn(
        context,
        known.flatMap((value) => readPut(context, value, isOwn)),
      );
}

function isVariable(tree: Tree, variable: Variable): IsOwn {
  return (node) => node.type === 'Identifier' && findVariable(tree, node) === variable;
}

function isLoop(tree: Tree, declarator: Node): boolean {
  const loop = tree.parents.get(tree.parents.get(declarator) ?? declarator);
  return loop?.type === 'ForOfStatement' && contains(loop.left, declarator);
}

/** What a declaration, or a loop's, gives to the name, or to the pattern, `name`. */
export function readDeclaredAnswer(context: Context, home: TSESTree.VariableDeclarator, name: Node): Answer | null {
  if (home.init !== null) return bind(readAnswer(context, home.init), home.id, name);
  const loop = context.tree.parents.get(context.tree.parents.get(home) ?? home);
  if (loop?.type !== 'ForOfStatement' || !contains(loop.left, home)) return null;
  const of = readAnswer(context, loop.right);
  const element = (loop.await ? toPiece(of) : null) ?? toElement(of);
  return bind(loop.await ? settle(element) : element, home.id, name);
}

/** What a variable holds first, `let all = []`; also where it is only declared above, `var all; all = [];`, as compilers of CoffeeScript do. */
function startOf({ tree }: Context, { init }: TSESTree.VariableDeclarator, writes: readonly Reference[]): Node | null {
  const [first] = writes;
  if (init !== null || first?.writeExpr == null) return init;
  const parent = tree.parents.get(first.identifier);
  return parent?.type === 'AssignmentExpression' && parent.operator === '=' ? first.writeExpr : null;
}

/** What a text or a list is put together from. */
function isNothingYet(tree: Tree, node: Node): boolean {
  return isNoText(tree, node) || (node.type === 'ArrayExpression' && isEmpty(node));
}

function toWritten({ identifier }: Reference): Node {
  return identifier;
}
