import type { TSESTree } from '@typescript-eslint/types';
import { ancestorsOf, decoratorsOf, findVariable, isClass, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/*
 * The page of a component stands in a file of its own, which is not read: `templateUrl` of Angular, and whatever shows
 * `$scope` of AngularJS, or the controller itself. It reads what they hold by its names.
 *
 * https://angular.dev/api/core/Component#templateUrl
 * https://docs.angularjs.org/api/ng/directive/ngController
 */

/** What a component keeps a record in, or what is written to in it, where a page out of sight reads it; null if none does. */
export function findPageHolder(tree: Tree, node: Node): Node | null {
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'PropertyDefinition') return isOnPage(tree, ancestor) ? ancestor.key : null;
    if (ancestor.type === 'AssignmentExpression') return isPageMember(tree, ancestor.left) ? ancestor.left : null;
    if (!/^(?:Property|ObjectExpression|ArrayExpression|MemberExpression|TSAsExpression)$/.test(ancestor.type))
      return null;
  }
  return null;
}

function isPageMember(tree: Tree, written: Node): boolean {
  if (written.type !== 'MemberExpression') return false;
  const { object } = written;
  if (object.type === 'MemberExpression') return isPageMember(tree, object);
  if (object.type === 'ThisExpression') return isOnPage(tree, written) || isOfAngularJS(tree);
  return object.type === 'Identifier' && isOfAngularJS(tree) && (isScope(object) || isAliasOfThis(tree, object));
}

/** Whether a class around is a component that names its page. */
function isOnPage(tree: Tree, node: Node): boolean {
  const around = [...ancestorsOf(tree, node)].find(isClass);
  const decorators = around === undefined ? [] : decoratorsOf(around);
  return decorators.some((decorator) => /\btemplateUrl\b/.test(sourceOf(tree, decorator)));
}

function isOfAngularJS({ text }: Tree): boolean {
  return /\bangular\s*\.\s*module\b|\$(?:http|resource|scope)\b/.test(text);
}

function isScope({ name }: TSESTree.Identifier): boolean {
  return name === '$scope' || name === '$rootScope';
}

/** `var vm = this`. */
function isAliasOfThis(tree: Tree, name: TSESTree.Identifier): boolean {
  return (
    findVariable(tree, name)?.defs.some((definition) => {
      const home = definition.node as Node;
      return home.type === 'VariableDeclarator' && home.init?.type === 'ThisExpression';
    }) === true
  );
}
