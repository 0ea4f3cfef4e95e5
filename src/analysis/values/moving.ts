import type { Variable } from '@typescript-eslint/scope-manager';
import type { HolePiece, Place } from '../../http/text.js';
import { enclosingFunction, findVariable, isFunction, nameOfKey, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { toOrigin } from '../value.js';

// Whether an expression may be moved

/** Whether an expression means the same where another text stands: its names are declared there and not written to in between. */
export function canMove(hole: HolePiece, to: Place): boolean {
  const origin = toOrigin(hole);
  if (origin === null) return false;
  const { tree, node } = origin.local ?? origin;
  if (tree.file !== to.file) return false;
  if (hasEffects(node)) return false;
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

const pure =
  /^(?:encodeURIComponent|String|Number|parseInt|toString|trim|replace|join|concat|slice|get|stringify|toLowerCase|toUpperCase)$/;

/** What is done once must not be done earlier than what stands before it. */
function hasEffects(node: Node): boolean {
  let found = false;
  walk(node, (inner) => {
    const called = inner.type === 'CallExpression' ? inner.callee : null;
    const name =
      called?.type === 'MemberExpression'
        ? nameOfKey(called.property, called.computed)
        : called?.type === 'Identifier'
          ? called.name
          : '';
    if (
      (called !== null && !pure.test(name ?? '')) ||
      /^(?:Await|Yield|Assignment|Update|New)Expression$/.test(inner.type)
    )
      found = true;
  });
  return found;
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
