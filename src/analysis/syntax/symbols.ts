import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { isEnvironmentFile } from '../environment.js';
import { ancestorsOf, enclosingFunction, isClass, isFunction, nameOfKey, nodeAround, unwrap } from './tree.js';
import type { Node, Tree } from './tree.js';

/**
 * The names of what a place stands in, outermost first: `ProjectsApi.star`, `api.urls.star`. These are classes, functions
 * and methods, what the top of a file declares or assigns, and the keys of records there. Null where nothing has a name.
 *
 * A callback has none, and neither have the variables of a function: who renames one has moved nothing.
 */
export function symbolAt(tree: Tree, place: Place): string | null {
  if (isEnvironmentFile(tree.file)) return variableAt(tree.text, place);
  const inside = nodeAround(tree, place);
  const names: string[] = [];
  for (const node of [inside, ...ancestorsOf(tree, inside)]) {
    const name = nameOf(tree, node, names.length > 0);
    if (name !== null) names.unshift(name);
  }
  return names.length === 0 ? null : names.join('.');
}

/** `NAME=value`: https://nodejs.org/api/environment_variables.html#dotenv */
function variableAt(text: string, { start }: Place): string | null {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1).split('\n', 1)[0] ?? '';
  return /^\s*(?:export\s+)?([\w.]+)\s*=/.exec(line)?.[1] ?? null;
}

/** @param named whether something in it has a name */
function nameOf(tree: Tree, node: Node, named: boolean): string | null {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
    case 'TSEnumDeclaration':
      return isNamedByOwner(tree, node) ? null : (node.id?.name ?? null);
    case 'TSModuleDeclaration':
      return node.id.type === 'Identifier' ? node.id.name : null;
    case 'TSEnumMember':
      return nameOfKey(node.id, false);
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return nameOfKey(node.key, node.computed);
    case 'Property':
      return isOwner(node.value) || named || isDeclared(tree, node) ? nameOfKey(node.key, node.computed) : null;
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' && (isOwner(node.init) || isWrapper(node.init) || isOutermost(tree, node))
        ? node.id.name
        : null;
    case 'AssignmentExpression':
      return isOwner(node.right) || isOutermost(tree, node) ? nameOfTarget(node.left) : null;
    default:
      return null;
  }
}

/** What has its name from where it is put rather than from itself: `const star = function () {}`. */
function isNamedByOwner(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'Property':
      return nameOfKey(parent.key, parent.computed) !== null;
    case 'VariableDeclarator':
      return parent.init === node;
    case 'AssignmentExpression':
      return nameOfTarget(parent.left) !== null;
    default:
      return false;
  }
}

function isOwner(value: Node | null): boolean {
  const inner = value === null ? null : unwrap(value);
  return isFunction(inner) || isClass(inner);
}

/** A function that another makes of one: `const load = useCallback(() => …)`, `debounce(async () => …)`. */
function isWrapper(value: Node | null): boolean {
  return value?.type === 'CallExpression' && value.callee.type === 'Identifier' && value.arguments.some(isOwner);
}

/** At the top of the file, whatever blocks are around it. */
function isOutermost(tree: Tree, node: Node): boolean {
  return enclosingFunction(tree, node) === null;
}

/** A key of what a file declares, or is: what is handed to a call is no declaration. */
function isDeclared(tree: Tree, property: Node): boolean {
  if (!isOutermost(tree, property)) return false;
  for (const around of ancestorsOf(tree, property)) {
    if (isPartOfRecord(around)) continue;
    if (around.type === 'ExpressionStatement') return tree.file.endsWith('.json');
    return declaring.has(around.type);
  }
  return false;
}

function isPartOfRecord({ type }: Node): boolean {
  return type === 'ObjectExpression' || type === 'Property' || type === 'ArrayExpression' || type.startsWith('TS');
}

const declaring: ReadonlySet<string> = new Set([
  'VariableDeclarator',
  'AssignmentExpression',
  'ExportDefaultDeclaration',
  'PropertyDefinition',
]);

/** `exports.star` is `star`, and `Api.prototype.star` is `Api.star`; `this` is what is around it. */
function nameOfTarget(target: TSESTree.Node): string | null {
  const names = namesOfTarget(target)?.filter((name) => !unnamed.has(name)) ?? [];
  return names.length === 0 ? null : names.join('.');
}

const unnamed: ReadonlySet<string> = new Set(['this', 'module', 'exports', 'prototype']);

function namesOfTarget(target: TSESTree.Node): string[] | null {
  if (target.type === 'Identifier') return [target.name];
  if (target.type === 'ThisExpression') return ['this'];
  if (target.type !== 'MemberExpression') return null;
  const outer = namesOfTarget(target.object);
  const name = nameOfKey(target.property, target.computed);
  return outer === null || name === null ? null : [...outer, name];
}
