import { findRoutes } from '../../http/route.js';
import { toKnown } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { resolveCallee } from '../values/calls.js';
import type { Tree } from '../syntax/tree.js';
import type { ClientValue } from '../value.js';
import type { FoundRequest } from './found-request.js';
import { readHidden } from './sending.js';

/**
 * What the instances of a resource send by methods of their own, `issue.$update()`: the placeholders of its address are
 * filled with what they hold, `{ id: '@id' }`. Where they come from, and who calls them, is a page's to know. Routes that
 * nothing is known of are left to the calls that are in sight.
 */
export function findBoundInstances(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  if (!/['"`]@\w/.test(tree.text)) return [];
  return tree.calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || call.arguments.length < 2) return [];
    const callee = resolveCallee(evaluation, tree, call, null);
    if (callee.kind !== 'client' || callee.client.placeholders !== 'optional') return [];
    const made = evaluate(evaluation, tree, call, null);
    return made.kind === 'client' && made.made?.node === call && isBound(made)
      ? readHidden(evaluation, made, call, tree).filter(({ request }) => findRoutes(null, request.segments).length > 0)
      : [];
  });
}

function isBound({ inherited }: ClientValue): boolean {
  return inherited.some(
    ({ value }) =>
      value.kind === 'record' &&
      [...value.entries.values()].some(
        (entry) => entry.value.kind === 'text' && /^@\w/.test(toKnown(entry.value.text) ?? ''),
      ),
  );
}
