import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isTestFile } from '../service.js';
import { ancestorsOf, calleeName, isClass, isFunction, nameOfKey, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';

// Records that stand where a type is asked for, beside the class that implements it

const known = new WeakMap<Evaluation, Map<string, boolean>>();

/**
 * Whether the project writes a record for an interface: `const gists: Source = { list }`, `new Report({ list })`. Those of
 * tests take the place of what runs elsewhere.
 *
 * @param key names the interface, as `keyOf` does
 */
export function hasStandIn(
  evaluation: Evaluation,
  key: string,
  keyOf: (tree: Tree, name: Node) => string | null,
): boolean {
  const own = known.get(evaluation) ?? new Map<string, boolean>();
  known.set(evaluation, own);
  const before = own.get(key);
  if (before !== undefined) return before;
  own.set(key, false);
  const trees = evaluation.project.files.flatMap((file) =>
    isTestFile(file) ? [] : (openTree(evaluation, file) ?? []),
  );
  const name = key.slice(key.lastIndexOf('#') + 1);
  const uses = trees.flatMap((tree) =>
    tree.identifiers
      .filter((each) => each.name === name && tree.parents.get(each)?.type === 'TSTypeReference')
      .filter((each) => keyOf(tree, each) === key)
      .map((each) => ({ tree, node: each })),
  );
  const places = uses.flatMap(({ tree, node }) => takenBy(tree, node));
  const found =
    uses.some(({ tree, node }) => isWrittenOut(evaluation, tree, node)) ||
    trees.some((tree) => isGivenRecord(evaluation, tree, places));
  own.set(key, found);
  return found;
}

/** `const gists: Source = { … }`, `{ … } as Source`. */
function isWrittenOut(evaluation: Evaluation, tree: Tree, type: Node): boolean {
  for (const ancestor of ancestorsOf(tree, type)) {
    switch (ancestor.type) {
      case 'TSTypeReference':
      case 'TSTypeAnnotation':
      case 'Identifier':
        continue;
      case 'VariableDeclarator':
        return isRecord(evaluation, tree, ancestor.init);
      case 'PropertyDefinition':
        return isRecord(evaluation, tree, ancestor.value);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return isRecord(evaluation, tree, ancestor.expression);
      default:
        return false;
    }
  }
  return false;
}

/** What takes something of a type: a function or class by its name, and in which place. */
interface Taker {
  readonly name: string;
  readonly index: number;
}

function takenBy(tree: Tree, type: Node): Taker[] {
  const [, annotation, binding] = ancestorsOf(tree, type);
  if (annotation?.type !== 'TSTypeAnnotation' || binding === undefined) return [];
  const around = [...ancestorsOf(tree, binding)];
  const owner = around.find(isFunction);
  const index = owner === undefined ? -1 : owner.params.findIndex((each) => each === binding || around.includes(each));
  const name = owner === undefined ? null : nameOfTaker(tree, owner);
  return name === null || index < 0 ? [] : [{ name, index }];
}

function nameOfTaker(tree: Tree, owner: FunctionNode): string | null {
  const parent = tree.parents.get(owner);
  if (owner.type === 'FunctionDeclaration') return owner.id?.name ?? null;
  if (parent?.type === 'VariableDeclarator') return parent.id.type === 'Identifier' ? parent.id.name : null;
  if (parent?.type !== 'MethodDefinition') return null;
  const home = [...ancestorsOf(tree, parent)].find(isClass);
  return parent.kind === 'constructor' ? (home?.id?.name ?? null) : nameOfKey(parent.key, parent.computed);
}

function isGivenRecord(evaluation: Evaluation, tree: Tree, takers: readonly Taker[]): boolean {
  return takers.some(({ name, index }) =>
    tree.calls.some(
      (call) =>
        (call.type === 'NewExpression'
          ? call.callee.type === 'Identifier' && call.callee.name === name
          : calleeName(call) === name) && isRecord(evaluation, tree, call.arguments[index]),
    ),
  );
}

/** A record, or the name of one. */
function isRecord(evaluation: Evaluation, tree: Tree, node: Node | null | undefined): boolean {
  if (node === null || node === undefined) return false;
  const inner = unwrap(node);
  if (inner.type === 'ObjectExpression') return true;
  return (
    inner.type === 'Identifier' &&
    optionsOf(evaluate(evaluation, tree, inner, null)).some(({ kind }) => kind === 'record')
  );
}
