import type { Evaluation } from '../analysis/evaluate.js';
import { openTree } from '../analysis/evaluate.js';
import { findRequests } from '../analysis/requests.js';
import type { FoundRequest } from '../analysis/sending.js';
import { attribute } from '../analysis/service.js';
import type { Service } from '../analysis/service.js';
import { isGuarded } from '../analysis/guards.js';
import type { Configuration } from '../configuration/configuration.js';
import type { Request, Version } from '../http/request.js';

/** A request that the project makes, and what is to be thought of it. */
export interface Judged {
  readonly found: FoundRequest;
  readonly service: Service;
  /** Null if nothing tells. */
  readonly version: Version | null;
  readonly guarded: boolean;
  /** The v3 bases that it stands behind, each named by the place of its version. Without a base in sight: all that it may stand behind. */
  readonly bases: readonly string[];
}

/** All requests of a project's files, other services' included: an edit must not touch what they read. */
export function judgeRequests(evaluation: Evaluation, configuration: Configuration): Judged[] {
  const trees = evaluation.project.files.flatMap((file) => openTree(evaluation, file) ?? []);
  const found = findRequests(evaluation, trees);
  const attributed = found.map((request) => ({
    found: request,
    service: attribute(request, evaluation.project, configuration),
  }));
  const bases = basesOf(attributed);
  return attributed.map(({ found: request, service }) => ({
    found: request,
    service,
    ...placeBehind(request, bases, configuration),
    guarded: isGuarded(request),
  }));
}

/** The GitLab bases of each file, and those of the whole project under the empty name. */
type Bases = ReadonlyMap<string, ReadonlyMap<string, Version>>;

/** A request without a base in sight speaks the version that the bases around it agree on, and may stand behind any of them. */
function placeBehind(
  { request, tree, sender }: FoundRequest,
  bases: Bases,
  { assume }: Configuration,
): Pick<Judged, 'version' | 'bases'> {
  const own = baseOf(request);
  if (request.version !== null)
    return { version: request.version, bases: own === null || request.version === 'v4' ? [] : [own] };
  const declared = sender?.call.version;
  if (declared !== undefined) return { version: declared, bases: [] };
  const near = bases.get(tree.file) ?? bases.get('') ?? new Map<string, Version>();
  const versions = new Set(near.values());
  const [only] = versions;
  const agreed = versions.size === 1 && only !== undefined ? only : null;
  const version = bases.has(tree.file) ? (agreed ?? assume) : (assume ?? agreed);
  return { version, bases: [...near].flatMap(([base, speaks]) => (speaks === 'v3' && version === 'v3' ? [base] : [])) };
}

function baseOf({ base, version }: Request): string | null {
  const last = version === null ? undefined : base.findLast((piece) => piece.kind === 'known' && piece.source !== null);
  return last?.kind === 'known' && last.source !== null ? `${last.source.file}:${String(last.source.end)}` : null;
}

function basesOf(requests: readonly { found: FoundRequest; service: Service }[]): Bases {
  const bases = new Map<string, Map<string, Version>>();
  for (const { found, service } of requests) {
    const { version } = found.request;
    const base = baseOf(found.request);
    if (service !== 'gitlab' || version === null || base === null) continue;
    for (const name of [found.tree.file, ''])
      bases.set(name, (bases.get(name) ?? new Map<string, Version>()).set(base, version));
  }
  return bases;
}
