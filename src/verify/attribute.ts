import type { Configuration } from '../configuration/configuration.js';
import type { Request } from '../http/request.js';
import { findRoutes } from '../http/route.js';
import { foreignRoutes, hostMatches, isForeignBase, onlyGitLab, weigh } from '../http/service-names.js';
import type { Service } from '../http/service-names.js';
import { show, toKnown } from '../http/text.js';

export type Hosts = Pick<Configuration, 'hosts' | 'notHosts'>;

/**
 * Whose API a request was for, by what it said itself. What has neither `/api/v3` nor `/api/v4` in its path is none of
 * GitLab's API.
 *
 * @param headers its headers' names in lower case, or `name: value`
 */
export function attributeSent(request: Request, headers: readonly string[], { hosts, notHosts }: Hosts): Service {
  const host = show(request.base);
  if (request.version === null || notHosts.some((name) => hostMatches(host, name))) return 'other';
  if (hosts.some((name) => hostMatches(host, name))) return 'gitlab';
  if (isForeignBase(host)) return 'other';
  const own = weigh([host, ...headers, ...tokenNames(request)]);
  return own === 'unknown' ? attributeRoute(request) : own;
}

function tokenNames({ parameters }: Request): string[] {
  return parameters.map(({ name }) => show(name)).filter((name) => /token/i.test(name));
}

/** A number of projects or users is anybody's. */
function attributeRoute({ method, segments }: Request): Service {
  const path = show(segments.flatMap(({ slash, text }) => [...slash, ...text]));
  const isDistinctive = findRoutes(toKnown(method), segments).some(({ distinctive }) => distinctive);
  if (isDistinctive && onlyGitLab.test(path)) return 'gitlab';
  return foreignRoutes.test(path) ? 'other' : 'unknown';
}
