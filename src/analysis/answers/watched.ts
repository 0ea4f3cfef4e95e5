import { calleeName, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { Answer, Context } from './answer.js';
import { readHeld } from './held.js';

// What watchers are given: https://vuejs.org/guide/essentials/watchers.html, https://docs.angularjs.org/api/ng/type/$rootScope.Scope#$watch

/** What a function is given that watches what is kept under a name: `watch: { project(now) { … } }`, `$scope.$watch('project', (now) => …)`. */
export function readWatched(context: Context, owner: FunctionNode, index: number): Answer | null {
  const name = index < 2 ? watchedBy(context.tree, owner) : null;
  return name === null ? null : readHeld(context, name);
}

function watchedBy(tree: Tree, owner: FunctionNode): string | null {
  const parent = tree.parents.get(owner);
  if (parent?.type === 'CallExpression') {
    const [path] = parent.arguments;
    const isWatch = /^\$watch(?:Collection)?$/.test(calleeName(parent)) && parent.arguments[1] === owner;
    return isWatch && path !== undefined ? lastOf(nameOfKey(path, true)) : null;
  }
  const own = propertyAround(tree, owner);
  const isHandler = own !== null && nameOfKey(own.key, own.computed) === 'handler';
  const watched = isHandler ? propertyAround(tree, tree.parents.get(own)) : own;
  const home = watched === null ? null : propertyAround(tree, tree.parents.get(watched));
  return watched !== null && home !== null && nameOfKey(home.key, home.computed) === 'watch'
    ? lastOf(nameOfKey(watched.key, watched.computed))
    : null;
}

/** The property whose value a function or a record is. */
function propertyAround(tree: Tree, value: Node | undefined): Extract<Node, { type: 'Property' }> | null {
  const parent = value === undefined ? undefined : tree.parents.get(value);
  return parent?.type === 'Property' && parent.value === value ? parent : null;
}

/** `project` of `board.project`. */
function lastOf(path: string | null): string | null {
  return path?.split('.').at(-1) ?? null;
}
