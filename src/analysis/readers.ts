import type { Place } from '../http/text.js';
import type { FoundRequest } from './sending.js';
import { contains, enclosingFunction, findVariable, isFunction, nameOfKey, sourceOf, walk } from './tree.js';
import type { Node, Tree } from './tree.js';
import { toOrigin } from './value.js';
import type { HolePiece } from '../http/text.js';
import type { Variable } from '@typescript-eslint/scope-manager';

/**
 * Another reader of the constant that a text stands in, that is no request in sight: a comparison, an argument of a
 * function that nobody sees. Null if there is none. An edit of the text would change what it reads.
 *
 * @param requests the requests of the project
 */
export function findOtherReader(tree: Tree, place: Place, requests: readonly FoundRequest[]): string | null {
  const literal = tree.texts.find(({ range }) => range[0] <= place.start && place.end <= range[1]);
  const variable = literal === undefined ? null : holderOf(tree, literal);
  return variable === null
    ? null
    : readersOf(
        tree,
        variable,
        requests.filter((request) => request.tree === tree || request.chain.length > 0),
        0,
      );
}

/** The variable that an expression's value is put in, alone or as a property of a record. */
function holderOf(tree: Tree, node: Node): Variable | null {
  let at = node;
  for (let parent = tree.parents.get(at); parent !== undefined; at = parent, parent = tree.parents.get(at)) {
    if (parent.type === 'VariableDeclarator')
      return parent.init === at && parent.id.type === 'Identifier' ? findDeclaration(tree, parent.id) : null;
    if (parent.type === 'CallExpression' && !isTextMethod(parent, at)) return null;
    if (isFunction(parent) || /Statement$|Declaration$/.test(parent.type)) return null;
  }
  return null;
}

function isTextMethod(call: Node, node: Node): boolean {
  return call.type === 'CallExpression' && call.callee === node;
}

function findDeclaration(tree: Tree, name: Node): Variable | null {
  for (const scope of tree.scopes.scopes) {
    for (const variable of scope.variables)
      if (variable.defs.some((definition) => (definition.name as Node) === name)) return variable;
  }
  return null;
}

const deepest = 4;

function readersOf(tree: Tree, variable: Variable, requests: readonly FoundRequest[], depth: number): string | null {
  for (const reference of variable.references) {
    if (!reference.isRead() || depth > deepest) continue;
    const reader = readAt(tree, reference.identifier, requests, depth);
    if (reader !== null) return reader;
  }
  return null;
}

const logs = /^(?:log|debug|info|warn|error|trace|assert)$/;

function readAt(tree: Tree, identifier: Node, requests: readonly FoundRequest[], depth: number): string | null {
  if (isInRequest(tree, identifier, requests)) return null;
  let at = identifier;
  for (let parent = tree.parents.get(at); parent !== undefined; at = parent, parent = tree.parents.get(at)) {
    if (isComparison(parent)) return describe(tree, identifier, parent);
    if (parent.type === 'CallExpression' || parent.type === 'NewExpression') {
      const called =
        parent.callee.type === 'MemberExpression'
          ? (nameOfKey(parent.callee.property, parent.callee.computed) ?? '')
          : '';
      if (parent.callee === at || logs.test(called)) return null;
      return describe(tree, identifier, parent);
    }
    if (parent.type === 'VariableDeclarator') {
      const next = parent.id.type === 'Identifier' ? findDeclaration(tree, parent.id) : null;
      return next === null ? null : readersOf(tree, next, requests, depth + 1);
    }
    if (isFunction(parent) || /Statement$/.test(parent.type)) return null;
  }
  return null;
}

function isComparison(node: Node): boolean {
  return (
    (node.type === 'BinaryExpression' && node.operator !== '+') ||
    node.type === 'SwitchCase' ||
    node.type === 'SwitchStatement'
  );
}

function isInRequest(tree: Tree, node: Node, requests: readonly FoundRequest[]): boolean {
  return requests.some(
    (request) =>
      (request.tree === tree && contains(request.node, node)) || request.chain.some((call) => contains(call, node)),
  );
}

function describe(tree: Tree, identifier: Node, reader: Node): string {
  const line = tree.text.slice(0, reader.range[0]).split('\n').length;
  return `\`${sourceOf(tree, identifier)}\` is also read in line ${String(line)}, by code whose purpose is out of sight`;
}

// Moving an expression

/** Whether an expression means the same where another text stands: its names are declared there and not written to in between. */
export function canMove(hole: HolePiece, to: Place): boolean {
  const origin = toOrigin(hole);
  if (origin === null || hole.place === null || hole.place.file !== to.file || origin.tree.file !== to.file)
    return false;
  const { tree, node } = origin;
  if (inOneStatement(tree, node, to)) return true;
  return !hasCall(node) && variablesIn(tree, node).every((variable) => isStable(tree, variable, to));
}

function variablesIn(tree: Tree, node: Node): Variable[] {
  const variables: Variable[] = [];
  walk(node, (inner) => {
    const variable = inner.type === 'Identifier' && tree.references.has(inner) ? findVariable(tree, inner) : null;
    if (variable !== null) variables.push(variable);
  });
  return variables;
}

function inOneStatement(tree: Tree, node: Node, to: Place): boolean {
  for (let at: Node | undefined = node; at !== undefined; at = tree.parents.get(at)) {
    if (/Statement$|^VariableDeclaration$|^PropertyDefinition$/.test(at.type))
      return at.range[0] <= to.start && to.end <= at.range[1];
    if (isFunction(at))
      return at.body.range[0] <= to.start && to.end <= at.body.range[1] && at.body.type !== 'BlockStatement';
  }
  return false;
}

/** A call might give something else when it is made earlier. */
function hasCall(node: Node): boolean {
  let found = false;
  walk(node, (inner) => {
    if (
      inner.type === 'CallExpression' &&
      !(inner.callee.type === 'Identifier' && inner.callee.name === 'encodeURIComponent')
    )
      found = true;
  });
  return found;
}

/** Never written again, and declared before the place, around it. */
function isStable(tree: Tree, variable: Variable, to: Place): boolean {
  const block = variable.scope.block as Node;
  const [definition] = variable.defs;
  const home = definition?.node as Node | undefined;
  const around = block.range[0] <= to.start && to.end <= block.range[1];
  const written = variable.references.some((reference) => reference.isWrite() && reference.init !== true);
  if (!around || written || home === undefined) return false;
  return isFunction(home) || home.range[1] <= to.start || enclosingFunction(tree, home) === null;
}
