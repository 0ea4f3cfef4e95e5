import type { Reference, Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { exportsOf } from '../modules.js';
import { hasMarkup } from '../syntax/script-blocks.js';
import {
  childrenOf,
  decoratorsOf,
  enclosingFunction,
  findDeclaration,
  isClass,
  isFunction,
  nameOfKey,
} from '../syntax/tree.js';
import type { ClassNode, FunctionNode, Node, Tree } from '../syntax/tree.js';

/**
 * Whether nothing calls a function: it has a name, its file keeps the name to itself, and all who know what bears the
 * name are seen to use something else of it. A wrapper's `put` that nobody needs sends nothing.
 */
export function isIdle(tree: Tree, node: FunctionNode): boolean {
  const before = known.get(node);
  if (before !== undefined) return before;
  const idle = !hasMarkup(tree.file) && isUnused(tree, node);
  known.set(node, idle);
  return idle;
}

const known = new WeakMap<FunctionNode, boolean>();

function isUnused(tree: Tree, node: FunctionNode): boolean {
  const parent = tree.parents.get(node);
  if (node.type === 'FunctionDeclaration')
    return node.id !== null && hasOnlyUses(tree, findDeclaration(tree, node.id), () => false);
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' && hasOnlyUses(tree, findDeclaration(tree, parent.id), () => false);
    case 'Property':
      return isUnusedProperty(tree, parent);
    case 'MethodDefinition':
      return parent.kind === 'method' && isUnusedMember(tree, parent);
    case 'PropertyDefinition':
      return isUnusedMember(tree, parent);
    default:
      return false;
  }
}

function isUnusedProperty(tree: Tree, property: TSESTree.Property): boolean {
  const name = property.kind === 'init' ? nameOfKey(property.key, property.computed) : null;
  const record = tree.parents.get(property);
  if (name === null || record === undefined) return false;
  return keepsSelf(record, name) && isUsedFor(tree, record, (used) => used !== name);
}

/** A method of a class, by all that its file makes of the class. */
function isUnusedMember(tree: Tree, member: TSESTree.MethodDefinition | TSESTree.PropertyDefinition): boolean {
  const name = member.static || decoratorsOf(member).length > 0 ? null : nameOfKey(member.key, member.computed);
  const home = tree.parents.get(tree.parents.get(member) ?? member);
  if (name === null || !isClass(home) || decoratorsOf(home).length > 0) return false;
  const isMade = (use: Node): boolean => {
    const made = tree.parents.get(use);
    return made?.type === 'NewExpression' && made.callee === use && isUsedFor(tree, made, (used) => used !== name);
  };
  return inheritsNoUse(tree, home, name) && hasOnlyUses(tree, variableOfClass(tree, home), isMade);
}

/** Whether neither a class nor those that it extends, all of the file, ask `this` for a name. */
function inheritsNoUse(tree: Tree, { body, superClass }: ClassNode, name: string, heirs = 0): boolean {
  if (!keepsSelf(body, name) || heirs > mostHeirs) return false;
  if (superClass === null) return true;
  const [definition, ...others] = superClass.type === 'Identifier' ? (variableOf(tree, superClass)?.defs ?? []) : [];
  const parent = definition?.node as Node | undefined;
  return isClass(parent) && others.length === 0 && inheritsNoUse(tree, parent, name, heirs + 1);
}

const mostHeirs = 16;

function variableOfClass(tree: Tree, node: ClassNode): Variable | null {
  if (node.type === 'ClassDeclaration') return node.id === null ? null : findDeclaration(tree, node.id);
  const parent = tree.parents.get(node);
  return node.id === null && parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
    ? findDeclaration(tree, parent.id)
    : null;
}

/** Inside of a record or class `this` is asked for other names only, and given to nobody. */
function keepsSelf(node: Node, name: string): boolean {
  return childrenOf(node).every((child) => {
    if (child.type === 'ThisExpression') return false;
    if (child.type !== 'MemberExpression' || child.object.type !== 'ThisExpression') return keepsSelf(child, name);
    const used = nameOfKey(child.property, child.computed);
    return used !== null && used !== name && (!child.computed || keepsSelf(child.property, name));
  });
}

type NameTest = (name: string) => boolean;

/** Whether what an expression gives is only ever asked for members of such names. */
function isUsedFor(tree: Tree, node: Node, allows: NameTest): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'ExpressionStatement':
      return true;
    case 'MemberExpression':
      return parent.object === node && isAllowed(nameOfKey(parent.property, parent.computed), allows);
    case 'AwaitExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return isUsedFor(tree, parent, allows);
    case 'VariableDeclarator':
      return parent.init === node && isBoundFor(tree, parent.id, allows);
    case 'AssignmentExpression':
      return parent.operator === '=' && parent.right === node && isBoundFor(tree, parent.left, allows);
    case 'ReturnStatement':
      return isReturnedFor(tree, enclosingFunction(tree, parent), allows);
    case 'ArrowFunctionExpression':
      return parent.body === node && isReturnedFor(tree, parent, allows);
    default:
      return false;
  }
}

/** What waits for a promise is handed what it holds. */
function isAllowed(name: string | null, allows: NameTest): boolean {
  return name !== null && name !== 'then' && allows(name);
}

/** The value under a name, or taken apart into names. */
function isBoundFor(tree: Tree, pattern: Node, allows: NameTest): boolean {
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.every(
      (property) => property.type === 'Property' && isAllowed(nameOfKey(property.key, property.computed), allows),
    );
  const variable = pattern.type === 'Identifier' ? variableOf(tree, pattern) : null;
  return hasOnlyUses(tree, variable, (use) => isUsedFor(tree, use, allows));
}

function variableOf(tree: Tree, name: Node): Variable | null {
  return findDeclaration(tree, name) ?? tree.references.get(name)?.resolved ?? null;
}

/** What a function gives back is what its calls are. */
function isReturnedFor(tree: Tree, node: FunctionNode | null, allows: NameTest): boolean {
  if (node === null || node.generator) return false;
  const parent = tree.parents.get(node);
  const name = node.type === 'FunctionDeclaration' ? node.id : parent?.type === 'VariableDeclarator' ? parent.id : null;
  const variable = name?.type === 'Identifier' ? findDeclaration(tree, name) : null;
  return hasOnlyUses(tree, variable, (use) => {
    const call = tree.parents.get(use);
    return call?.type === 'CallExpression' && call.callee === use && isUsedFor(tree, call, allows);
  });
}

const underWay = new WeakSet<Variable>();

/** Whether the file keeps a variable to itself, and all that read it are uses of this kind. What only an idle function reads nobody does. */
function hasOnlyUses(tree: Tree, variable: Variable | null, isUse: (use: Node) => boolean): boolean {
  if (variable === null || isShared(tree, variable)) return false;
  if (underWay.has(variable)) return true;
  underWay.add(variable);
  const reads = variable.references.filter((reference) => reference.isRead() || isType(reference));
  const only = reads.every(({ identifier }) => isUse(identifier) || isInIdle(tree, identifier));
  underWay.delete(variable);
  return only;
}

/** Scope managers of JavaScript alone know no types. */
function isType(reference: Partial<Pick<Reference, 'isTypeReference'>>): boolean {
  return reference.isTypeReference === true;
}

function isInIdle(tree: Tree, node: Node): boolean {
  const around = enclosingFunction(tree, node);
  return around !== null && isIdle(tree, around);
}

/** Whether code of other files may know a variable: it is exported, or a script's, which all scripts of a page share. */
function isShared(tree: Tree, variable: Variable): boolean {
  const isTop = variable.scope.type === 'module' || variable.scope.type === 'global';
  if (!isTop) return variable.scope.type === 'with';
  const { names, stars, whole, merged } = exportsOf(tree);
  if (!isModule(tree) && names.size + stars.length + merged.length === 0 && whole === null) return true;
  const isOf = (node: Node): boolean =>
    variable.defs.some((definition) => definition.node === node || definition.name === node);
  const exported = [...[...names.values()].filter(({ source }) => source === null).map(({ node }) => node), ...merged];
  return [...exported, ...(whole === null ? [] : [whole])].some(
    (node) => isOf(node) || isNamedIn(tree, node, variable),
  );
}

/** A name anywhere in what is exported, but in what its functions do. */
function isNamedIn(tree: Tree, node: Node, variable: Variable): boolean {
  if (node.type === 'Identifier') return variableOf(tree, node) === variable;
  return !isFunction(node) && childrenOf(node).some((child) => isNamedIn(tree, child, variable));
}

/** A file of which no other sees more than it exports. */
function isModule({ program, scopes }: Tree): boolean {
  if (program.body.some(({ type }) => /^(?:Import|Export)/.test(type))) return true;
  const unknown = scopes.globalScope?.through ?? [];
  return unknown.some(({ identifier }) => 'name' in identifier && /^(?:require|module|exports)$/.test(identifier.name));
}
