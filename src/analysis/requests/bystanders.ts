import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { findVariable } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { FunctionValue, InstanceValue, Value } from '../value.js';

/*
 * A large program leads from any of its files to thousands of others in which nothing stands of GitLab's, its
 * bystanders: whoever follows every call through them parses the whole of it. Their functions have a part in a request
 * only if a caller gives them something to make one of.
 */

/** How far calls are followed: wherever they lead, or into bystanders only with something told. */
export type Reach = 'all' | 'told';

/** Whether a call of a function gives it something that a request can be made of. */
export function hasPart(
  evaluation: Evaluation,
  { frame, self, bound }: FunctionValue,
  args: readonly Value[],
): boolean {
  return frame !== null || [self, ...bound, ...args].some((one) => one !== null && tells(evaluation, one, 2));
}

/**
 * Whether a call is one of a bystander's function that gets nothing but what the caller of the function around it gives:
 * it is followed from there.
 */
export function isLeftToCallers(
  evaluation: Evaluation,
  tree: Tree,
  { callee, arguments: args }: TSESTree.CallExpression | TSESTree.NewExpression,
): boolean {
  return (
    args.every((arg) => isPassedOn(tree, arg)) &&
    isImportedFromBystander(evaluation, tree, callee) &&
    args.every((arg) => arg.type === 'Literal' || !tells(evaluation, evaluate(evaluation, tree, arg, null), 2))
  );
}

/** Whether an argument is what the function around it is given, or no text. */
function isPassedOn(tree: Tree, arg: Node): boolean {
  if (arg.type === 'Literal') return typeof arg.value !== 'string';
  const variable = variableAtRoot(tree, arg);
  return variable?.defs.some(({ type }) => (type as string) === 'Parameter') === true;
}

/** Whether what is called is a bystander's, by its import: to see what it is takes a look at another file. */
export function isImportedFromBystander({ project }: Evaluation, tree: Tree, callee: Node): boolean {
  const definition = variableAtRoot(tree, callee)?.defs[0];
  const declaration = definition?.parent as Node | null | undefined;
  if (declaration?.type !== 'ImportDeclaration') return false;
  const file = project.resolve(tree.file, declaration.source.value);
  return file !== null && project.isBystander(file);
}

/** The variable of `a`, `a.b` and `a.b.c`. */
function variableAtRoot(tree: Tree, node: Node): ReturnType<typeof findVariable> {
  if (node.type === 'MemberExpression' && !node.computed) return variableAtRoot(tree, node.object);
  return node.type === 'Identifier' ? findVariable(tree, node) : null;
}

/** A text, a client, or what may hold one. */
function tells(evaluation: Evaluation, value: Value, depth: number): boolean {
  return optionsOf(value).some((option) => {
    switch (option.kind) {
      case 'text':
        return (
          option.primitive === 'string' && option.text.some((piece) => piece.kind === 'known' && piece.text !== '')
        );
      case 'record':
        return depth > 0 && [...option.entries.values()].some((entry) => tells(evaluation, entry.value, depth - 1));
      case 'list':
        return depth > 0 && option.items.some((item) => tells(evaluation, item, depth - 1));
      case 'instance':
        return tellsOfItself(evaluation, option, depth);
      case 'absent':
      case 'unknown':
        return false;
      default:
        return true;
    }
  });
}

function tellsOfItself(evaluation: Evaluation, { of, args }: InstanceValue, depth: number): boolean {
  const isBystander = evaluation.project.isBystander(of.tree.file);
  return !isBystander || (depth > 0 && (args ?? []).some((arg) => tells(evaluation, arg, depth - 1)));
}
