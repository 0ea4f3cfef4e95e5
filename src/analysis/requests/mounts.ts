import { renewBudget } from '../budget.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { calleeName } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { ClientValue, Given } from '../value.js';

// The paths that routers of a server are put behind

/** `app.use('/api', router)`, in the file that makes the router or in one that gets it from there. */
export function mountsOf(evaluation: Evaluation, { client, made }: ClientValue): Given[] {
  const { mounts } = client;
  if (mounts === undefined || made === null) return [];
  return listMounts(evaluation, mounts).flatMap(({ router, path }) => (router === made.node ? [path] : []));
}

interface Mount {
  /** What made the router. */
  readonly router: Node;
  readonly path: Given;
}

const known = new WeakMap<Evaluation, Map<string, readonly Mount[]>>();

function listMounts(evaluation: Evaluation, member: string): readonly Mount[] {
  const own = known.get(evaluation) ?? new Map<string, readonly Mount[]>();
  known.set(evaluation, own);
  const mounts =
    own.get(member) ??
    evaluation.project.files.flatMap((file) => {
      const tree = openTree(evaluation, file);
      return tree === null ? [] : mountsIn(evaluation, tree, member);
    });
  own.set(member, mounts);
  return mounts;
}

function mountsIn(evaluation: Evaluation, tree: Tree, member: string): Mount[] {
  return tree.calls.flatMap((node): Mount[] => {
    const [path, ...handlers] = node.arguments;
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
    if (path === undefined || handlers.length === 0 || calleeName(node) !== member) return [];
    renewBudget(evaluation, tree);
    const value = evaluate(evaluation, tree, path, null);
    if (value.kind !== 'text') return [];
    return handlers.flatMap((handler): Mount[] => {
      const mounted = evaluate(evaluation, tree, handler, null);
      const router = mounted.kind === 'client' ? mounted.made?.node : undefined;
      return router === undefined ? [] : [{ router, path: { role: 'url', value, node, tree, frame: null } }];
    });
  });
}
