import type { Evaluation } from '../analysis/evaluate.js';
import { openTree } from '../analysis/evaluate.js';
import { findRequests } from '../analysis/requests.js';
import type { FoundRequest } from '../analysis/sending.js';
import { attribute } from '../analysis/service.js';
import type { Service } from '../analysis/service.js';
import { isGuarded } from '../analysis/guards.js';
import type { Configuration } from '../configuration/configuration.js';
import type { Version } from '../http/request.js';

/** A request that the project makes, and what is to be thought of it. */
export interface Judged {
  readonly found: FoundRequest;
  readonly service: Service;
  /** Null if nothing tells. */
  readonly version: Version | null;
  readonly guarded: boolean;
}

/** All requests of a project's files, other services' included: an edit must not touch what they read. */
export function judgeRequests(evaluation: Evaluation, configuration: Configuration): Judged[] {
  const found = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null ? [] : findRequests(evaluation, tree);
  });
  const attributed = found.map((request) => ({ found: request, service: attribute(request, evaluation.project, configuration) }));
  const versions = versionsOf(attributed);
  return attributed.map(({ found: request, service }) => ({
    found: request,
    service,
    version: request.request.version ?? versions.get(request.tree.file) ?? configuration.assume ?? versions.get('') ?? null,
    guarded: isGuarded(request),
  }));
}

/** The version that the GitLab bases of each file agree on; that of the whole project under the empty name. */
function versionsOf(requests: readonly { found: FoundRequest; service: Service }[]): Map<string, Version | null> {
  const versions = new Map<string, Version | null>();
  for (const { found, service } of requests) {
    const { version } = found.request;
    if (service !== 'gitlab' || version === null) continue;
    for (const name of [found.tree.file, '']) {
      const before = versions.get(name);
      versions.set(name, before === undefined || before === version ? version : null);
    }
  }
  return versions;
}
