import type { TSESTree } from '@typescript-eslint/types';
import { ancestorsOf, calleeName, contains, findVariable, isFunction, sourceOf, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/**
 * Whether a call asks if a base stands in front of a text already, so that it is put there if not:
 * `path.startsWith(root) ? path : root + path`. What comes of that is the same whatever follows the base, and for another
 * base that stands in the same constant.
 */
export function isPrefixTest(tree: Tree, call: TSESTree.CallExpression): boolean {
  const [base] = call.arguments;
  if (call.callee.type !== 'MemberExpression' || !asking.test(calleeName(call))) return false;
  if (base?.type !== 'Identifier' || !isBase(tree, base)) return false;
  const [text, prefix] = [sourceOf(tree, call.callee.object), sourceOf(tree, base)];
  const decided = decidedBy(tree, call);
  let isPut = false;
  if (decided !== null)
    walk(decided, (node) => {
      isPut ||= isPutBefore(tree, node, prefix, text);
    });
  return isPut;
}

/** A constant that names a host or a version, which no path that is changed does: `'/projects/'` may begin one. */
function isBase(tree: Tree, name: TSESTree.Identifier): boolean {
  const definition = findVariable(tree, name)?.defs[0]?.node as Node | undefined;
  if (definition?.type !== 'VariableDeclarator' || definition.init === null) return false;
  return kindOf(tree, definition) === 'const' && /:\/\/|\/api\/v[34]\b/.test(sourceOf(tree, definition.init));
}

function kindOf(tree: Tree, declarator: Node): string {
  const declaration = tree.parents.get(declarator);
  return declaration?.type === 'VariableDeclaration' ? declaration.kind : '';
}

const asking = /^(?:startsWith|includes|indexOf|lastIndexOf)$/;

/** The choice that a test is made for. */
function decidedBy(tree: Tree, test: Node): Node | null {
  for (const ancestor of ancestorsOf(tree, test)) {
    if (ancestor.type === 'ConditionalExpression' || ancestor.type === 'IfStatement')
      return contains(ancestor.test, test) ? ancestor : null;
    if (isFunction(ancestor)) return null;
  }
  return null;
}

/** `root + path`, `` `${root}${path}` ``. */
function isPutBefore(tree: Tree, node: Node, prefix: string, text: string): boolean {
  if (node.type === 'BinaryExpression')
    return node.operator === '+' && sourceOf(tree, node.left) === prefix && sourceOf(tree, node.right) === text;
  if (node.type !== 'TemplateLiteral') return false;
  const [first, second, ...others] = node.expressions.map((expression) => sourceOf(tree, expression));
  return first === prefix && second === text && others.length === 0 && node.quasis[0]?.value.raw === '';
}
