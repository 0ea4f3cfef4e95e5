import { evaluate } from '../evaluate.js';
import { usesByName } from '../requests/named-uses.js';
import type { NamedUse } from '../requests/named-uses.js';
import { findDeclaration, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import { agree } from './answer.js';
import type { Answer, Context } from './answer.js';
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
  const given = usesElsewhere(context, owner).flatMap(({ tree, node }) =>
    givenToUse({ ...context, tree, frame: null, entered: new Map() }, node, index),
  );
  const answer = agree(withoutFailures(given.filter((one) => one !== null)));
  return answer === null ? null : { ...answer, handed: true };
}

/** The expressions of the project that are the function. */
function usesElsewhere({ evaluation, tree }: Context, owner: FunctionNode): NamedUse[] {
  const name = nameOf(tree, owner);
  const uses = name === null ? [] : usesByName(evaluation, tree, name);
  if (uses.length > mostUses) return [];
  const named = uses.filter((use) =>
    optionsOf(evaluate(evaluation, use.tree, use.node, null)).some(
      (option) => option.kind === 'function' && option.node === owner,
    ),
  );
  return [...named, ...ownUses(tree, owner)];
}

/** The mentions of the function by the variable that holds it: `module.exports = { present }` beside `present(project)`. */
function ownUses(tree: Tree, owner: FunctionNode): NamedUse[] {
  const parent = tree.parents.get(owner);
  const id = owner.type === 'FunctionDeclaration' ? owner.id : parent?.type === 'VariableDeclarator' ? parent.id : null;
  const references = (id === null ? null : findDeclaration(tree, id))?.references ?? [];
  return references.flatMap((each) => (each.isRead() ? [{ tree, node: each.identifier }] : []));
}

/** What a function is called where it stands: `module.exports = (project) => …` is the default. */
function nameOf(tree: Tree, owner: FunctionNode): string | null {
  if (owner.type === 'FunctionDeclaration') return owner.id?.name ?? 'default';
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
