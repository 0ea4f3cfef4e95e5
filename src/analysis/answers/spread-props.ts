import { contains } from '../syntax/tree.js';
import type { ClassNode, FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { TSESTree } from '@typescript-eslint/types';
import type { Answer, Context } from './answer.js';
import { giftsToComponent } from './gifts.js';
import { nameOf } from './given-elsewhere.js';
import { agreeOnGifts } from './held.js';

// The properties of a component of React that an element spreads an answer into: `<Row {...project} />`

/** What the first parameter of a function holds that is a component. */
export function readSpreadParameter(context: Context, owner: FunctionNode, index: number): Answer | null {
  return index === 0 ? readSpread(context, owner) : null;
}

/** `this.props` of a component that is a class; null for any other member. */
export function readSpreadMember(context: Context, { object }: TSESTree.MemberExpression, name: string): Answer | null {
  if (name !== 'props' || object.type !== 'ThisExpression') return null;
  const home = context.tree.classes.findLast((each) => contains(each, object));
  return home === undefined ? null : readSpread(context, home);
}

function readSpread(context: Context, component: FunctionNode | ClassNode): Answer | null {
  if (!context.kept) return null;
  const name = nameOfComponent(context.tree, component);
  return name === null ? null : agreeOnGifts(context, `spread <${name}>`, giftsToComponent(context.evaluation, name));
}

/** `const Row = memo(forwardRef((props) => …))`. */
function nameOfComponent(tree: Tree, component: FunctionNode | ClassNode): string | null {
  const own = nameOf(tree, component);
  if (own !== null) return own;
  let at: Node = component;
  for (let parent = tree.parents.get(at); parent?.type === 'CallExpression'; parent = tree.parents.get(at)) at = parent;
  const holder = tree.parents.get(at);
  return holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier' ? holder.id.name : null;
}
