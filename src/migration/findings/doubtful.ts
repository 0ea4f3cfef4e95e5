import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { writesAddress } from '../../analysis/requests/hook-bases.js';
import { interceptorsOf } from '../../analysis/requests/request-interceptors.js';
import { calleeName } from '../../analysis/syntax/tree.js';
import { precedesBase } from '../choose.js';
import type { Judged } from '../judge.js';
import type { Claim, Obstacle } from '../settle.js';
import { basesByName, namesOfBase } from './bases-by-name.js';
import { isGiven, openWrappers } from './stray-calls.js';
import type { Wrappers } from './stray-calls.js';

/**
 * What v4 changes of requests that may be GitLab's, where a client sends them that nobody is seen to make, or a function
 * writes their address before they are sent, with the bases that they may stand behind: a base must not move before somebody has said whether it is theirs.
 * So must none while a base that may be GitLab's takes its place in a member of the same name.
 *
 * @param possible the claims of requests of which nothing tells whose they are
 * @param all every request, for the functions of the project that they go through
 */
export function listDoubtful(
  possible: readonly Claim[],
  all: readonly Judged[],
  evaluation: Evaluation,
): Map<Obstacle, readonly string[]> {
  const wrappers = openWrappers(all, evaluation);
  const doubtful = possible.filter(
    ({ finding, judged: { found, settings } }) =>
      precedesBase(finding) &&
      (isOfUnseenClient(found) ||
        isOfUnseenWrapper(found, wrappers) ||
        settings.length > 0 ||
        isAddressed(evaluation, found)),
  );
  const named = basesByName(all, evaluation);
  const alike = possible.flatMap(
    ({ finding: { place, change }, judged: { found } }): [Obstacle, readonly string[]][] => {
      const bases =
        found.request.version === 'v3' ? namesOfBase(found, evaluation).flatMap((name) => named.get(name) ?? []) : [];
      return bases.length === 0 ? [] : [[{ place, what: change }, bases]];
    },
  );
  return new Map([
    ...doubtful.map(({ finding: { place, change }, judged }) => [{ place, what: change }, judged.bases] as const),
    ...alike,
  ]);
}

/**
 * `this.http.post(path)`, `client.post(path)`, with a client that comes from whoever calls. What a library sends itself, or
 * a client made in sight, goes where is written there; what belongs to a page goes to its server.
 */
function isOfUnseenClient({ sender, tree, request: { version, base } }: FoundRequest): boolean {
  if (sender === null || sender.client.ofPage === true || version !== null || base.length > 0) return false;
  const { callee } = sender.node;
  return sender.file === tree.file && callee.type === 'MemberExpression' && isGiven(tree, callee.object);
}

/** `ctx.api.get(path)`, where a class of the project has a `get` that sends: it may be an instance of that. */
function isOfUnseenWrapper({ sender, tree, node, request }: FoundRequest, { basesOf }: Wrappers): boolean {
  const call = tree.parents.get(node);
  if (sender !== null || request.version !== null || request.base.length > 0) return false;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  return isGiven(tree, call.callee.object) && basesOf(calleeName(call)) !== null;
}

/** `.use((request) => { if (direct) request.url = base + request.url })`: whether the base is put there, nobody knows. */
function isAddressed(
  evaluation: Evaluation,
  { sender, hooks = [], request: { version, base } }: FoundRequest,
): boolean {
  if (sender === null || version !== null || base.length > 0) return false;
  return [...hooks, ...interceptorsOf(evaluation, sender)].some(writesAddress);
}
