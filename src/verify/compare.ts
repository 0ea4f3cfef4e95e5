import type { Finding, Result } from '../migration/finding.js';
import type { JudgedRequest } from './judge.js';

/** A finding of a run, and the findings of the source that say the same. */
export interface Compared {
  readonly finding: Finding;
  readonly judged: JudgedRequest;
  readonly same: readonly Finding[];
}

/** Finds for each finding of a run what `check` says of the source that sent the request. */
export function compare(requests: readonly JudgedRequest[], source: Result): Compared[] {
  const all = [...source.findings, ...source.possible, ...source.guarded, ...source.acknowledged];
  return requests.flatMap((judged) =>
    judged.findings.map((finding) => ({
      finding,
      judged,
      same: all.filter((other) => other.change === finding.change && isAbout(other, finding, judged)),
    })),
  );
}

/**
 * The same request, sent by a file that the finding speaks of. A wrapper's request is found at the call of the wrapper,
 * so each place that led to the request counts; a request that nobody is known to have sent may be any.
 */
function isAbout(found: Finding, sent: Finding, { trail }: JudgedRequest): boolean {
  const files = [found.place, ...found.from].map(({ file }) => file);
  const isNear = trail.length === 0 || trail.some(({ file }) => files.includes(file));
  return isNear && (sent.rule === 'no-v3-prefix' ? true : isSameRequest(found.request, sent.request));
}

/**
 * The prefix stands for all requests behind it; any other finding for one, with unknown parts as `{}`. A call that is made
 * for several ids is found once, with the first.
 */
function isSameRequest(pattern: string | null, request: string | null): boolean {
  if (pattern === null || request === null) return pattern === request;
  const [method = '', path = ''] = splitRequest(pattern);
  const [sentMethod = '', sentPath = ''] = splitRequest(request);
  return (method === '{}' || method === sentMethod) && toMatcher(path.replace(/\/\d+(?=\/|$)/g, '/{}')).test(sentPath);
}

function splitRequest(request: string): string[] {
  return request.replace(/\?.*$/s, '').split(' ');
}

function toMatcher(path: string): RegExp {
  const parts = path.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}/?$`, 's');
}
