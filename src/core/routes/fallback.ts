import { commonRoutes, distinctiveRoutes, v4Routes } from '../../catalogue/routes.js';
import { parseRequest } from '../../http/request.js';
import { RouteTable, parseRoute } from '../../http/route.js';
import type { Route } from '../../http/route.js';
import { known } from '../../http/text.js';
import { RequestTextError, translate } from '../../http/translate.js';
import { translateText } from '../../http/translate-text.js';
import { isSecret } from '../authentication.js';
import { ApiError, plainError } from '../errors.js';
import type { Parameters } from '../parameters.js';
import { structured } from '../parameters.js';

/** What is asked of paths that the core does not serve: 410, 405, 501 or 404. */

/** A request as it came over HTTP. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
}

const v3 = /^\/api\/v3(?=[/?]|$)/;
const v4 = /^\/api\/v4(?=[/?]|$)/;

export function isV3({ url }: Asked): boolean {
  return v3.test(url);
}

/**
 * What GitLab says since release 11.0, with what the request is in v4, and by which changes. `v4` is null if v4 has
 * nothing for it.
 *
 * @param body what stood in the body
 */
export function refuseV3(asked: Asked, body: Parameters): ApiError {
  const error = 'API V3 is no longer supported. Use API V4 instead.';
  return new ApiError(410, { error, ...translateAsked(asked, body) });
}

function translateAsked({ method, url }: Asked, body: Parameters): { v4: string | null; changes: readonly string[] } {
  try {
    const { replacement, changes } = translateText(`${method} ${withoutSecrets(url, body)}`);
    return { v4: replacement, changes };
  } catch (error) {
    if (error instanceof RequestTextError) return { v4: null, changes: [] };
    throw error;
  }
}

/** The body's parameters stand behind those of the query, as `translate` writes them. What is kept is not written anew. */
function withoutSecrets(url: string, body: Parameters): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const written = query.split('&').filter((part) => part !== '' && !isSecret(readName(part)));
  const added = [...body].flatMap(([name, value]) =>
    value === structured || isSecret(name) ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  );
  const parameters = [...written, ...added].join('&');
  return parameters === '' ? path : `${path}?${parameters}`;
}

/** The name of `name=value`, decoded. */
function readName(part: string): string {
  return [...new URLSearchParams(part).keys()][0] ?? '';
}

interface Entry {
  readonly route: Route;
}

const servedMethods: Readonly<Record<string, readonly string[]>> = {
  '/notification_settings': ['GET', 'HEAD', 'PUT'],
  '/groups/:id/notification_settings': ['GET', 'HEAD', 'PUT'],
  '/projects/:id/notification_settings': ['GET', 'HEAD', 'PUT'],
  '/events': ['GET', 'HEAD'],
  '/users/:id/events': ['GET', 'HEAD'],
  '/projects/:id/events': ['GET', 'HEAD'],
  '/openapi.json': ['GET', 'HEAD'],
};

const served = new RouteTable<Entry>(
  Object.entries(servedMethods).map(([path, methods]) => ({
    route: parseRoute(`${methods.join('|')} ${path}` as never),
  })),
);

const knownRoutes = new RouteTable<Entry>(
  [...distinctiveRoutes, ...commonRoutes, ...v4Routes].map((pattern) => ({ route: parseRoute(pattern) })),
);

/** Why there is no answer. */
export function refuseUnserved({ method, url }: Asked): ApiError {
  if (!v4.test(url)) return plainError(404);
  const { segments } = parseRequest(known(method), known(url));
  const own = listMethods(served.findAll(segments));
  // With an empty segment, `//events`, a path is none of the core's, though its words are.
  if (own.includes(method)) return plainError(404);
  if (own.length > 0) return plainError(405, { Allow: own.join(', ') });
  const all = listMethods(knownRoutes.findAll(segments));
  const methods = all.filter((each) => isV4(each, url));
  if (methods.includes(method)) return notServed(method, url);
  if (all.includes(method)) return plainError(404);
  return methods.length > 0 ? plainError(405, { Allow: methods.join(', ') }) : plainError(404);
}

function listMethods(entries: readonly Entry[]): string[] {
  const methods = entries.flatMap(({ route }) => (route.methods === 'any' ? [] : route.methods));
  const all = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  return [...new Set(all)].sort();
}

/** Whether v4 has the route: what the catalogue would still move there is a leftover of v3. */
function isV4(method: string, url: string): boolean {
  const request = parseRequest(known(method), known(url.split('?')[0] ?? ''));
  return translate(request).replacement === request;
}

function notServed(method: string, url: string): ApiError {
  const path = url.split('?')[0] ?? '';
  return new ApiError(501, {
    error: '501 Not Implemented',
    message: `${method} ${path} is a route of API v4 that this core does not serve. It serves notification settings and events only.`,
  });
}
