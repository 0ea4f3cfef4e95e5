import { renewBudget } from '../../analysis/budget.js';
import { angularjsResource } from '../../analysis/clients/angularjs-resource.js';
import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { programsOf } from '../../analysis/requests/documents.js';
import { requestsBehind } from '../../analysis/responses.js';
import { calleeName, toPlace } from '../../analysis/syntax/tree.js';
import type { Unresolved } from '../finding.js';
import type { Judged } from '../judge.js';
import { toCall } from './senders.js';

const reason =
  'it sends what the thing holds by now to where the thing came from, and what that is nobody can tell: look at the fields that v4 takes otherwise';

/**
 * `project.$update()` of a thing that a resource of AngularJS gave, with the bases that must wait.
 *
 * https://docs.angularjs.org/api/ngResource/service/$resource
 */
export function listResourceInstances(
  all: readonly Judged[],
  evaluation: Evaluation,
): [Unresolved, readonly string[]][] {
  const own = all.filter(
    ({ found, service, version }) =>
      found.sender?.client === angularjsResource && service === 'gitlab' && version === 'v3',
  );
  if (own.length === 0) return [];
  const bases = new Map(own.map((each) => [toCall(each.found), each.bases]));
  const told = new Set(all.map(({ found }) => found.node));
  return programsOf(evaluation.project).flatMap((file) => {
    const tree = openTree(evaluation, file);
    return (tree?.calls ?? []).flatMap((call): [Unresolved, readonly string[]][] => {
      if (tree === null || call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return [];
      if (!/^\$(?!get$|query$)\w/.test(calleeName(call)) || told.has(call)) return [];
      renewBudget(evaluation, tree);
      const asked = requestsBehind(evaluation, tree, call.callee.object);
      const behind = asked.flatMap((found) => bases.get(toCall(found)) ?? []);
      return behind.length === 0 ? [] : [[{ place: toPlace(tree, call), reason }, [...new Set(behind)]]];
    });
  });
}
