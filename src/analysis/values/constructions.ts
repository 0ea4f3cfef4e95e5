import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { contains, findDeclaration, isClass, isFunction, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';

// Where classes are made instances of

interface Construction {
  readonly tree: Tree;
  readonly call: TSESTree.NewExpression;
  /** It stands in the class, which makes it of what others made: `clone() { return new Query(this.path) }`. */
  readonly inside: boolean;
}

/**
 * The `new` expressions that make instances of the class whose constructor this is: those of the file, else those of
 * others, beside what the class makes of itself.
 */
export function constructionsOf(evaluation: Evaluation, tree: Tree, owner: FunctionNode): readonly Construction[] {
  const parent = tree.parents.get(owner);
  const home =
    parent?.type === 'MethodDefinition' && parent.kind === 'constructor'
      ? tree.parents.get(tree.parents.get(parent) ?? parent)
      : owner;
  const variable = home === undefined ? null : variableOf(tree, home);
  if (variable === null) return [];
  const own = variable.references.flatMap(({ identifier }) => {
    const call = tree.parents.get(identifier);
    if (call?.type !== 'NewExpression' || call.callee !== identifier) return [];
    return [{ tree, call, inside: isClass(home) && contains(home, call) }];
  });
  if (!isClass(home) || own.some(({ inside }) => !inside)) return own;
  return [...own, ...constructedElsewhere(evaluation, tree, home, variable.name)];
}

/** The `new` expressions of other files that name a class as its own file does. */
function constructedElsewhere(evaluation: Evaluation, tree: Tree, home: Node, name: string): readonly Construction[] {
  const named = constructionsByName(evaluation).get(name) ?? [];
  return named.filter((each) => {
    const value = each.tree === tree ? null : evaluate(evaluation, each.tree, each.call.callee, null);
    return value?.kind === 'class' && value.node === home;
  });
}

const constructions = new WeakMap<Evaluation, ReadonlyMap<string, readonly Construction[]>>();

function constructionsByName(evaluation: Evaluation): ReadonlyMap<string, readonly Construction[]> {
  const before = constructions.get(evaluation);
  if (before !== undefined) return before;
  const found = new Map<string, Construction[]>();
  for (const file of evaluation.project.files) {
    const tree = openTree(evaluation, file);
    for (const call of tree?.calls ?? []) {
      if (tree === null || call.type !== 'NewExpression' || call.arguments.length === 0) continue;
      const { callee } = call;
      const name = callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
      const key = callee.type === 'Identifier' ? callee.name : (name ?? '');
      const group = found.get(key);
      const construction = { tree, call, inside: false };
      if (group === undefined) found.set(key, [construction]);
      else group.push(construction);
    }
  }
  constructions.set(evaluation, found);
  return found;
}

/** The variable that a class or function is known by: its own name, or the one that it is put in. */
function variableOf(tree: Tree, home: Node): Variable | null {
  const holder = tree.parents.get(home);
  if (holder?.type === 'VariableDeclarator' && holder.init === home) return findDeclaration(tree, holder.id);
  return (isClass(home) || isFunction(home)) && home.id !== null ? findDeclaration(tree, home.id) : null;
}
