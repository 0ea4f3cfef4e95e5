import type { TSESTree } from '@typescript-eslint/types';
import { ancestorsOf, contains, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';

// How a function that is given messages of several kinds tells them apart

const kinds = /^(?:type|action|kind|command|cmd|method|topic)$/;

/** What the kind of a message is compared with where a node stands in a function: `case LOADED:`, `if (action.type === LOADED)`. */
export function testsAround(tree: Tree, owner: FunctionNode, at: Node): Node[] {
  for (const ancestor of ancestorsOf(tree, at)) {
    if (ancestor === owner) break;
    const tests = testsOf(tree, ancestor, at);
    if (tests.length > 0) return tests;
  }
  return [];
}

function testsOf(tree: Tree, ancestor: Node, at: Node): Node[] {
  if (ancestor.type === 'SwitchCase') return casesOf(tree, ancestor);
  const isTested = ancestor.type === 'IfStatement' || ancestor.type === 'ConditionalExpression';
  if (!isTested || !contains(ancestor.consequent, at) || ancestor.test.type !== 'BinaryExpression') return [];
  const { left, right } = ancestor.test;
  const isType = (node: Node): boolean =>
    kinds.test(
      node.type === 'Identifier'
        ? node.name
        : node.type === 'MemberExpression'
          ? (nameOfKey(node.property, node.computed) ?? '')
          : '',
    );
  return isType(left) ? [right] : isType(right) ? [left] : [];
}

/** Cases without statements of their own fall through to the next. */
function casesOf(tree: Tree, at: TSESTree.SwitchCase): Node[] {
  const statement = tree.parents.get(at);
  if (statement?.type !== 'SwitchStatement') return [];
  const before = statement.cases.slice(0, statement.cases.indexOf(at)).reverse();
  const ends = before.findIndex(({ consequent }) => consequent.length > 0);
  const falling = ends === -1 ? before : before.slice(0, ends);
  return [at, ...falling].flatMap(({ test }) => test ?? []);
}
