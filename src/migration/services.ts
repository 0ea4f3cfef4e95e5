import type { FoundRequest } from '../analysis/requests/found-request.js';
import { attribute } from '../analysis/service.js';
import type { Service } from '../analysis/service.js';
import type { Project } from '../analysis/project.js';
import { sourceOf } from '../analysis/syntax/tree.js';
import { isAbsolute } from '../analysis/values/library.js';
import type { Configuration } from '../configuration/configuration.js';
import { pathOf } from '../http/request.js';
import { foreignRoutes, onlyGitLab } from '../http/service-names.js';
import { isKnown, show, toKnown } from '../http/text.js';

// The services that requests go to, as far as other requests tell

/** A request, and whose it is. */
export interface Attributed {
  readonly found: FoundRequest;
  readonly service: Service;
}

/** Attributes each request by itself, then by what the project serves, and by what else the same object sends. */
export function attributeAll(
  found: readonly FoundRequest[],
  project: Project,
  configuration: Configuration,
): readonly Attributed[] {
  const served = servedBases(found);
  for (const base of served) project.others?.offer('base served', base);
  const isServed = (base: string): boolean => served.has(base) || project.others?.has('base served', base) === true;
  const attributed = found.map((request) => {
    const service = attribute(request, project, configuration);
    return { found: request, service: service === 'unknown' && isOwn(request, isServed) ? 'other' : service };
  });
  return withoutPage(withoutForeign(withoutServed(attributed, project)));
}

/** The page asks the project for a route that the project has, whatever it says of GitLab there. */
function withoutServed(requests: readonly Attributed[], project: Project): readonly Attributed[] {
  const served = new Map(
    requests.flatMap(({ found, service }) =>
      isServedRoute(found) && service !== 'gitlab' ? [[toServedRoute(found, methodOf(found)), service] as const] : [],
    ),
  );
  for (const [route, service] of served) if (service === 'other') project.others?.offer('route served', route);
  const serviceOf = (route: string): Service | null =>
    served.get(route) ?? (project.others?.has('route served', route) === true ? 'other' : null);
  return requests.map((one) => {
    if (one.service !== 'gitlab' || one.found.request.version === null || !isWithoutHost(one.found)) return one;
    const [own, any] = [methodOf(one.found), anyMethod].map((method) => serviceOf(toServedRoute(one.found, method)));
    return { ...one, service: own ?? any ?? one.service };
  });
}

const anyMethod = '*';

function methodOf({ request: { method } }: FoundRequest): string {
  return toKnown(method) ?? anyMethod;
}

/** A path that a server answers, all of it in sight, and by more than passing it on. */
function isServedRoute({ answered, tree, node, request: { base, version, segments } }: FoundRequest): boolean {
  if (answered?.server !== true || version === null || !isKnown(base) || segments.length === 0) return false;
  const isWhole = segments.every(({ text }) =>
    text.every((piece) => piece.kind === 'known' || piece.span === 'segment'),
  );
  return isWhole && !/prox|forward|upstream|target/i.test(sourceOf(tree, node));
}

/** `GET /api/v3/projects/{}`, for whichever project. */
function toServedRoute({ request: { base, segments } }: FoundRequest, method: string): string {
  const names = segments.map(({ text }) => show(text).replace(/^\d+$|^.*\{\}.*$/, '{}'));
  return `${method} ${[show(base).replace(/^(?=\w)/, '/'), ...names].join('/')}`;
}

/** A base behind which routes of another service are asked for, `/repos`, need not be GitLab's because its file names that. */
function withoutForeign(requests: readonly Attributed[]): readonly Attributed[] {
  const foreign = new Set(
    requests.flatMap(({ found, service }) =>
      service === 'other' && foreignRoutes.test(pathOf(found.request)) ? prefixesOf(found) : [],
    ),
  );
  if (foreign.size === 0) return requests;
  return requests.map((one) => {
    const { found, service } = one;
    const isForeign = service === 'gitlab' && prefixesOf(found).some((prefix) => foreign.has(prefix));
    return isForeign && !onlyGitLab.test(pathOf(found.request)) ? { ...one, service: 'unknown' } : one;
  });
}

/** The base, and where the prefix of an API is written in it. */
function prefixesOf({ request: { base } }: FoundRequest): string[] {
  return base.flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null && /\/api\/v3/.test(piece.text)
      ? [`${piece.source.literal.file}:${String(piece.source.literal.start)} ${show(base)}`]
      : [],
  );
}

/** Where the project serves an API of its own: `/api/v3` of `app.use('/api/v3', routes)`. */
function servedBases(found: readonly FoundRequest[]): ReadonlySet<string> {
  return new Set(
    found.flatMap(({ answered, request: { base, version } }) =>
      answered?.server === true && version !== null && isKnown(base) ? [show(base).replace(/^(?=\w)/, '/')] : [],
    ),
  );
}

/**
 * A request without a host goes to the server that the page came from, which the project is if it serves the base; one to
 * this computer to a server that is tried here. So do mocks of it, and what tests compare.
 */
function isOwn({ answered, request: { base } }: FoundRequest, isServed: (base: string) => boolean): boolean {
  if (answered?.server === true || !isKnown(base)) return false;
  const path = show(base).replace(thisComputer, '');
  return path.startsWith('/') && isServed(path);
}

const thisComputer = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?(?=\/)/;

/**
 * An address without a host is not behind a base that the same object is given in writing elsewhere in the file: it may be
 * any service's, unless headers there speak of GitLab.
 */
function withoutPage(requests: readonly Attributed[]): readonly Attributed[] {
  const given = new Set(
    requests.flatMap(({ found, service }) =>
      service === 'gitlab' && isAbsolute(found.request.base) ? keysOfSender(found) : [],
    ),
  );
  const isOfPage = ({ found, service }: Attributed): boolean =>
    service === 'gitlab' && isWithoutHost(found) && keysOfSender(found).some((key) => given.has(key));
  const told = new Set(requests.filter((one) => isOfPage(one) && tellsOfGitLab(one.found)).map(baseOnPage));
  return requests.map((one) => (isOfPage(one) && !told.has(baseOnPage(one)) ? { ...one, service: 'unknown' } : one));
}

function isWithoutHost({ answered, request: { base, version } }: FoundRequest): boolean {
  if (answered !== null) return false;
  return version === null ? base.length === 0 : isKnown(base) && /^\/(?!\/)/.test(show(base));
}

function tellsOfGitLab({ headers }: FoundRequest): boolean {
  return headers.some((header) => /private-token/i.test(header));
}

/** Each path without a prefix stands for itself. */
function baseOnPage({ found: { tree, node, request } }: Attributed): string {
  const { base, version } = request;
  return `${tree.file} ${version === null ? String(node.range[0]) : show(base)}`;
}

/** The file and the object whose method sends a request. */
function keysOfSender({ tree, sender }: FoundRequest): string[] {
  if (sender === null) return [];
  const { callee } = sender.node;
  return [`${tree.file} ${sourceOf(tree, callee.type === 'MemberExpression' ? callee.object : callee)}`];
}
