import { describeRequest } from '../../http/request.js';
import type { Piece } from '../../http/text.js';
import type { ChainCall, FoundRequest } from '../requests/found-request.js';
import { isGuarded, isTried } from './guards.js';
import type { Surroundings } from './guards.js';
import { ancestorsOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/**
 * Requests to v4 whose base alone is chosen, `legacy ? '/api/v3' : '/api/v4'`: whatever else they send, v3 is sent too, so
 * the choice is no excuse for what v4 does not have. One that stands in any branch, or has a part that does, may
 * hang on the same choice. Nor is a test an excuse for a request that is sent to v4 alone.
 *
 * @param guarded requests under a test of the version
 */
export function findUnchosen(guarded: readonly FoundRequest[], surroundings: Surroundings): ReadonlySet<FoundRequest> {
  const alike = new Map<string, FoundRequest[]>();
  for (const found of guarded) {
    const key = nameCalls(found);
    alike.set(key, [...(alike.get(key) ?? []), found]);
  }
  const groups = [...alike.values()];
  const both = groups
    .filter(isSameForBoth)
    .flat()
    .filter((found) => found.request.version === 'v4' && !mayDependOnVersion(found, surroundings));
  return new Set([...both, ...groups.filter((group) => isForV4Alone(group, surroundings)).flat()]);
}

/** A request by the calls that lead to it, whatever base it has. */
export function nameCalls(found: FoundRequest): string {
  return [found, ...found.chain].map(({ tree, node }) => `${tree.file}:${String(node.range[0])}`).join(' ');
}

function isSameForBoth(requests: readonly FoundRequest[]): boolean {
  const versions = new Set(requests.map(({ request }) => request.version));
  const sent = new Set(requests.map(({ request }) => describeRequest(request)));
  return versions.has('v3') && versions.has('v4') && sent.size === 1;
}

/** One request, which is sent to v4 and to nothing else: a test of the version lets it through as it is. */
function isForV4Alone(requests: readonly FoundRequest[], surroundings: Surroundings): boolean {
  const [found, ...others] = requests;
  if (found === undefined || others.length > 0 || found.request.version !== 'v4') return false;
  const isAdded = found.request.parameters.some(
    ({ written }) => written.in === 'record' && written.property.kind === 'assignment',
  );
  return !isAdded && !isMade(found) && !isTried(found) && !hasPartInBranch(found, surroundings);
}

/** Whether something else has a hand in what is sent. */
function isMade({ hooks = [], rewritten }: FoundRequest): boolean {
  return hooks.length > 0 || rewritten !== undefined;
}

function mayDependOnVersion(found: FoundRequest, surroundings: Surroundings): boolean {
  const { tree, node, chain, request } = found;
  return (
    isMade(found) ||
    isGuarded({ ...found, request: { ...request, base: [] } }, surroundings) ||
    isBranch(tree, node) ||
    chain.some(mayDiffer) ||
    hasPartInBranch(found, surroundings)
  );
}

/** A method of several classes may be another one in that of v4. */
function mayDiffer({ tree, node, inherits }: ChainCall): boolean {
  return inherits === true || isBranch(tree, node);
}

function hasPartInBranch({ tree, node, request }: FoundRequest, { treeOf }: Surroundings): boolean {
  const pieces: readonly Piece[] = [
    ...request.method,
    ...request.segments.flatMap(({ slash, text }) => [...slash, ...text]),
    ...request.parameters.flatMap(({ name }) => name),
  ];
  const literals = pieces.flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null ? [piece.source.literal] : [],
  );
  const records = request.parameters.flatMap(({ written }) =>
    written.in === 'record' ? [written.property.record.place] : [],
  );
  const [start, end] = node.range;
  const apart = [...literals, ...records].filter((at) => at.file !== tree.file || at.start < start || end < at.end);
  return apart.some((at) => {
    const home = at.file === tree.file ? tree : treeOf(at.file);
    const literal = home?.literals.get(at.start);
    return home === null || literal === undefined || isBranch(home, literal);
  });
}

/** Whether something decides about a node: a test, what fails, or what leaves before it. */
function isBranch(tree: Tree, node: Node): boolean {
  let child = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    switch (ancestor.type) {
      case 'ConditionalExpression':
      case 'IfStatement':
        if (child !== ancestor.test) return true;
        break;
      case 'LogicalExpression':
        if (child === ancestor.right) return true;
        break;
      case 'SwitchCase':
      case 'CatchClause':
        return true;
      case 'BlockStatement':
        if (ancestor.body.some((statement) => statement.type === 'IfStatement' && statement.range[1] <= child.range[0]))
          return true;
        break;
      default:
    }
    child = ancestor;
  }
  return false;
}
