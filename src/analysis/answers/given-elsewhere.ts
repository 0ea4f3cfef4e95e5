import type { Variable } from '@typescript-eslint/scope-manager';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { exportsOf } from '../modules.js';
import { usesByName } from '../requests/named-uses.js';
import type { NamedUse } from '../requests/named-uses.js';
import { contains, enclosingFunction, findDeclaration, findVariable, isClass, nameOfKey } from '../syntax/tree.js';
import type { ClassNode, FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import { superclassesOf } from '../values/classes.js';
import { agreeIn } from './answer.js';
import type { Answer, Context } from './answer.js';
import { classMadeBy, givenToClassUse } from './constructors.js';
import { withoutFailures } from './failures.js';
import { givenToUse } from './given.js';

// What functions are given where no variable of their file alone leads: methods, and functions that other files may call

const mostUses = 200;

/**
 * What a parameter is given where the project calls the function by a name, or gives it to who calls it. Asked only where
 * nothing else tells, and by those who make no edit of it: a method and what a file exports may be called by others too.
 */
export function readGivenElsewhere(context: Context, owner: FunctionNode, index: number): Answer | null {
  if (!context.kept || context.entered.has(owner)) return null;
  const home = classMadeBy(context.tree, owner);
  const givenBy = home === null ? givenToUse : givenToClassUse;
  const given = usesOf(context, home ?? owner).flatMap(({ tree, node }) =>
    givenBy({ ...context, tree, frame: null, entered: new Map() }, node, index),
  );
  const known = withoutFailures(given.filter((one) => one !== null));
  // What else the project makes and gives it is left aside, unless nothing else is known.
  const brought = known.filter((one) => one?.layer !== 'made');
  const answer = agreeIn(context, known) ?? agreeIn(context, brought);
  return answer === null ? null : { ...answer, handed: true };
}

/** The expressions of the project that are the function, or the class. */
export function usesOf(
  { evaluation, tree }: Pick<Context, 'evaluation' | 'tree'>,
  owner: FunctionNode | ClassNode,
): NamedUse[] {
  const uses = namesOf(tree, owner).flatMap((name) => usesByName(evaluation, tree, name));
  if (uses.length > mostUses) return [];
  const parents = parentsOf(evaluation, tree, owner);
  const named = uses.filter(
    (use) =>
      isCalledByParent(use, parents) ||
      optionsOf(evaluate(evaluation, use.tree, use.node, null)).some(
        (option) => (option.kind === 'function' || option.kind === 'class') && option.node === owner,
      ),
  );
  return [...named, ...ownUses(tree, owner)];
}

/** The classes that the class of a method extends. */
function parentsOf(evaluation: Evaluation, tree: Tree, owner: FunctionNode | ClassNode): Node[] {
  const method = tree.parents.get(owner);
  if (method?.type !== 'MethodDefinition' || method.kind !== 'method' || method.static) return [];
  const home = tree.parents.get(tree.parents.get(method) ?? method);
  const value = isClass(home) && home.superClass !== null ? evaluate(evaluation, tree, home, null) : null;
  return value === null ? [] : superclassesOf(evaluation, value).map(({ node }) => node);
}

/** `this.fill(raw)` in a class of which an heir says what `fill` does. */
function isCalledByParent({ tree, node }: NamedUse, parents: readonly Node[]): boolean {
  if (parents.length === 0 || node.type !== 'MemberExpression' || node.object.type !== 'ThisExpression') return false;
  return parents.some((parent) => tree.classes.includes(parent as ClassNode) && contains(parent, node));
}

/** The mentions of the function by the variable that holds it: `module.exports = { present }` beside `present(project)`. */
function ownUses(tree: Tree, owner: FunctionNode | ClassNode): NamedUse[] {
  const references = variablesOf(tree, owner).flatMap((variable) => variable.references);
  return references.flatMap((each) => (each.isRead() ? [{ tree, node: each.identifier }] : []));
}

function variablesOf(tree: Tree, owner: FunctionNode | ClassNode): readonly Variable[] {
  const id = owner.type === 'FunctionDeclaration' ? owner.id : null;
  const declared = id === null ? null : findDeclaration(tree, id);
  const holders = [declared, variableAround(tree, owner), variableAround(tree, wrapperOf(tree, owner))];
  // A class has a variable of its own within itself.
  const own = isClass(owner) ? tree.scopes.getDeclaredVariables(owner) : [];
  return [...own, ...holders.filter((each) => each !== null)];
}

/** The variable that an expression is put into. */
function variableAround(tree: Tree, node: Node | null): Variable | null {
  const parent = node === null ? undefined : tree.parents.get(node);
  if (parent?.type === 'VariableDeclarator') return findDeclaration(tree, parent.id);
  return parent?.type === 'AssignmentExpression' ? findVariable(tree, parent.left) : null;
}

/** `(function () { function Site(raw) { … } return Site; })()`, which compilers make of a class. */
function wrapperOf(tree: Tree, owner: Node): Node | null {
  const wrapper = owner.type === 'FunctionDeclaration' ? enclosingFunction(tree, owner) : null;
  const call = wrapper === null ? undefined : tree.parents.get(wrapper);
  return call?.type === 'CallExpression' && call.callee === wrapper ? call : null;
}

/** What a function is called by, here and where it is all that its module exports: `module.exports = Site`. */
function namesOf(tree: Tree, owner: FunctionNode | ClassNode): string[] {
  const name = nameOf(tree, owner);
  const { whole, names } = exportsOf(tree);
  const isOwn = (node: Node | null | undefined): boolean =>
    node === owner || (node?.type === 'Identifier' && node.name === name);
  const isDefault = name !== 'default' && (isOwn(whole) || names.get('default')?.node === owner);
  return [...(name === null ? [] : [name]), ...(isDefault ? ['default'] : [])];
}

/** What a function is called where it stands: `module.exports = (project) => …` is the default. */
export function nameOf(tree: Tree, owner: FunctionNode | ClassNode): string | null {
  if (owner.type === 'FunctionDeclaration' || owner.type === 'ClassDeclaration') return owner.id?.name ?? 'default';
  const parent = tree.parents.get(owner);
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : null;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return nameOfKey(parent.key, parent.computed);
    case 'AssignmentExpression':
      return nameOfTarget(parent.left);
    case 'ExportDefaultDeclaration':
      return 'default';
    default:
      return null;
  }
}

function nameOfTarget(left: Node): string | null {
  if (left.type !== 'MemberExpression') return null;
  const name = nameOfKey(left.property, left.computed);
  const isModule = left.object.type === 'Identifier' && left.object.name === 'module' && name === 'exports';
  return isModule ? 'default' : name;
}
