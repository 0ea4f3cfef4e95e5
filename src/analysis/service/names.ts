import type { TSESTree } from '@typescript-eslint/types';
import type { Project } from '../project.js';
import { ancestorsOf, isClass, isFunction, nameOfKey, sourceOf, toTree } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// The names that stand around an expression

/** The tree of the file that a piece is written in. */
export function treeOf(file: string, tree: Tree, project: Project): Tree | null {
  if (file === tree.file) return tree;
  const parsed = project.parse(file);
  return parsed === null ? null : toTree(parsed);
}

/** What holds the text that begins there. */
export function holdersAt(tree: Tree, start: number): string[] {
  const node = tree.literals.get(start);
  return node === undefined ? [] : holdersOf(tree, node, 4);
}

/** The names of the variables and properties that a node's value is put in, and what stands beside it to tell its kind. */
export function holdersOf(tree: Tree, node: Node, most: number): string[] {
  const names: string[] = [];
  let steps = 0;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (isFunction(ancestor) || isClass(ancestor) || steps > most) break;
    steps += 1;
    if (ancestor.type === 'VariableDeclarator') names.push(...nameOfDeclared(tree, ancestor.id));
    else if (ancestor.type === 'AssignmentExpression') names.push(sourceOf(tree, ancestor.left).slice(0, 80));
    else if (ancestor.type === 'Property' || ancestor.type === 'PropertyDefinition')
      names.push(nameOfKey(ancestor.key, ancestor.computed) ?? '');
    else names.push(...kindsIn(ancestor));
  }
  return names;
}

/** `{ type: 'gitlab', url: 'https://…' }`, `['gitlab', 'https://…']` */
function kindsIn(node: Node): string[] {
  if (node.type === 'ArrayExpression') return node.elements.slice(0, 1).flatMap(textOf);
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) => {
    const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
    return property.type === 'Property' && name !== null && kindName.test(name) ? textOf(property.value) : [];
  });
}

const kindName = /^(?:type|kind|name|id|provider|service|vendor|forge|platform)$/i;

function textOf(node: Node | null): string[] {
  return node?.type === 'Literal' && typeof node.value === 'string' ? [node.value] : [];
}

/** `{ GITLAB_URL, GITHUB_URL }` names several values, and tells of none of them which it is. */
function nameOfDeclared(tree: Tree, id: TSESTree.VariableDeclarator['id']): string[] {
  const isOfSeveral = id.type === 'ObjectPattern' && id.properties.length > 1;
  return isOfSeveral ? [] : [sourceOf(tree, id).slice(0, 80)];
}

/** The functions and classes that a node stands in. */
export function namesAround(tree: Tree, node: Node): string[] {
  return [...ancestorsOf(tree, node)].flatMap((ancestor) => {
    if (isClass(ancestor) || ancestor.type === 'FunctionDeclaration')
      return ancestor.id === null ? [] : [ancestor.id.name];
    if (ancestor.type === 'VariableDeclarator') return ancestor.id.type === 'Identifier' ? [ancestor.id.name] : [];
    if (ancestor.type === 'MethodDefinition' || ancestor.type === 'Property')
      return [nameOfKey(ancestor.key, ancestor.computed) ?? ''];
    if (ancestor.type === 'AssignmentExpression') return [sourceOf(tree, ancestor.left).slice(0, 80)];
    return [];
  });
}

/** What was asked for on the way to a node, which says whose a request is, and nothing of a base that is named after another. */
export function kindsAround(tree: Tree, node: Node): string[] {
  let inner = node;
  return [...ancestorsOf(tree, node)].flatMap((ancestor) => {
    const asked = kindsAsked(ancestor, inner);
    inner = ancestor;
    return asked;
  });
}

/** `gitlab` of `case 'gitlab':` and of `if (kind === 'gitlab')`, for what is done then. */
function kindsAsked(node: Node, inner: Node): string[] {
  if (node.type === 'SwitchCase') return node.test === inner ? [] : textOf(node.test);
  if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return [];
  const { test, consequent } = node;
  const isAsked = consequent === inner && test.type === 'BinaryExpression' && /^===?$/.test(test.operator);
  return isAsked ? [...textOf(test.left), ...textOf(test.right)] : [];
}
