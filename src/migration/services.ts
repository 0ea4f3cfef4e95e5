import type { Evaluation } from '../analysis/evaluate.js';
import type { FoundRequest } from '../analysis/requests/found-request.js';
import { writesAddress } from '../analysis/requests/hook-bases.js';
import { isGivenProxy } from '../analysis/requests/purposes.js';
import { interceptorsOf } from '../analysis/requests/request-interceptors.js';
import { attribute } from '../analysis/service.js';
import type { Service } from '../analysis/service.js';
import type { Topic } from '../analysis/project.js';
import { contains, isFunction, sourceOf } from '../analysis/syntax/tree.js';
import type { Node, Tree } from '../analysis/syntax/tree.js';
import { isAbsolute } from '../analysis/values/library.js';
import type { Configuration } from '../configuration/configuration.js';
import { pathOf } from '../http/request.js';
import { foreignRoutes, onlyGitLab } from '../http/service-names.js';
import { isKnown, show, toKnown } from '../http/text.js';
import type { Place } from '../http/text.js';

// The services that requests go to, as far as other requests tell

/** A request, and whose it is. */
export interface Attributed {
  readonly found: FoundRequest;
  readonly service: Service;
  /** What asks the project's own server, which passes it on to GitLab, or what does so there: they move together. */
  readonly isPassedOn?: true;
}

/** Attributes each request by itself, then by what the project serves, and by what else the same object sends. */
export function attributeAll(
  found: readonly FoundRequest[],
  evaluation: Evaluation,
  configuration: Configuration,
): readonly Attributed[] {
  const { project } = evaluation;
  const served = servedBases(found);
  for (const base of served) project.others?.offer('base served', base);
  const isServed = (base: string): boolean => served.has(base) || project.others?.has('base served', base) === true;
  const attributed = found.map((request) => {
    const service = attribute(request, project, configuration);
    return { found: request, service: service === 'unknown' && isOwn(request, isServed) ? 'other' : service };
  });
  return withoutPage(withoutForeign(withStandIns(withoutServed(attributed, evaluation))));
}

/**
 * The page asks the project for a route that the project has and answers itself, whatever it says of GitLab there. One that
 * it passes on is GitLab's on both sides.
 */
function withoutServed(requests: readonly Attributed[], evaluation: Evaluation): readonly Attributed[] {
  const { project } = evaluation;
  const isOfServer = (one: Attributed): boolean => isToServer(evaluation, one);
  const served = requests.filter(({ found, service }) => isServedRoute(found) && service !== 'gitlab');
  const passedOn = new Set(
    served.filter(({ found }) => !answersItself(found)).map(({ found }) => toServedRoute(found)),
  );
  const own = new Map(
    served.flatMap(({ found, service }) => (answersItself(found) ? [[toServedRoute(found), service] as const] : [])),
  );
  const asked = new Set(requests.filter(isOfServer).flatMap(({ found }) => routesOf(found)));
  const offered: [Topic, Iterable<string>][] = [
    ['route served', [...own].flatMap(([route, service]) => (service === 'other' ? [route] : []))],
    ['route passed on', passedOn],
    ['route asked for', asked],
  ];
  for (const [topic, routes] of offered) for (const route of routes) project.others?.offer(topic, route);
  const isThere = (topic: Topic, routes: ReadonlySet<string>, route: string): boolean =>
    routes.has(route) || project.others?.has(topic, route) === true;
  return requests.map((one): Attributed => {
    const route = toServedRoute(one.found);
    if (served.includes(one) && passedOn.has(route))
      return isThere('route asked for', asked, route) ? { ...one, service: 'gitlab', isPassedOn: true } : one;
    if (!isOfServer(one)) return one;
    for (const each of routesOf(one.found)) {
      const service = own.get(each) ?? (project.others?.has('route served', each) === true ? 'other' : null);
      if (service !== null) return { ...one, service };
      if (isThere('route passed on', passedOn, each)) return { ...one, isPassedOn: true };
    }
    return one;
  });
}

/** It says that it is for GitLab, and goes to the server that the page came from: nothing out of sight puts a host before it. */
function isToServer(evaluation: Evaluation, { found, service }: Attributed): boolean {
  const { sender, hooks = [], request } = found;
  if (service !== 'gitlab' || request.version === null || !isWithoutHost(found)) return false;
  if (sender === null || sender.client.ofPrograms === true) return false;
  return ![...hooks, ...interceptorsOf(evaluation, sender)].some(writesAddress);
}

/** What a server may answer a request by: its route, by its method or by any, or all that is behind its base. */
function routesOf(found: FoundRequest): string[] {
  return [toServedRoute(found), toServedRoute(found, anyMethod), toBaseOfAll(found)];
}

function toBaseOfAll({ request: { base } }: FoundRequest): string {
  return `${anyMethod} ${show(base).replace(/^(?=\w)/, '/')}/*`;
}

const anyMethod = '*';

function methodOf({ request: { method } }: FoundRequest): string {
  return toKnown(method) ?? anyMethod;
}

/** A path that a server answers, all of it in sight, or that it passes on with all that is behind it. */
function isServedRoute({ answered, tree, node, request: { base, version, segments } }: FoundRequest): boolean {
  if (answered?.server !== true || version === null || !isKnown(base)) return false;
  if (segments.length === 0) return node.type === 'CallExpression' && isGivenProxy(tree, node);
  return segments.every(({ text }) => text.every((piece) => piece.kind === 'known' || piece.span === 'segment'));
}

const passing =
  /prox|forward|upstream|target|relay|gitlab|\bpipe\s*\(|\boriginalUrl\b|\b(?:req|request|ctx|context)\.(?:url|path|href)\b|\b(?:fetch|axios|got|request|https?)\b\s*[.(]/i;

/** Whether all that a server does for a route is in sight, and asks nobody else: a function that stands there. */
function answersItself({ tree, node }: FoundRequest): boolean {
  const call = node.type === 'CallExpression' ? node : tree.parents.get(node);
  if (call?.type !== 'CallExpression') return false;
  const handlers = call.arguments.filter(({ type }) => type !== 'Literal' && type !== 'TemplateLiteral');
  return (
    handlers.length > 0 &&
    handlers.every((handler) => isFunction(handler)) &&
    !handlers.some((handler) => passing.test(sourceOf(tree, handler)) || handsBothOn(tree, handler))
  );
}

/** `(req, res) => gitlab.relay(req, res)`. */
function handsBothOn(tree: Tree, handler: Node): boolean {
  const [asked, given] = isFunction(handler) ? handler.params.map((parameter) => sourceOf(tree, parameter)) : [];
  return tree.calls.some(
    (call) =>
      contains(handler, call) &&
      [asked, given].every((name) => call.arguments.some((argument) => sourceOf(tree, argument) === name)),
  );
}

/** `GET /api/v3/projects/{}`, for whichever project. */
function toServedRoute(found: FoundRequest, method = methodOf(found)): string {
  const { base, segments } = found.request;
  if (segments.length === 0) return toBaseOfAll(found);
  const names = segments.map(({ text }) => show(text).replace(/^\d+$|^.*\{\}.*$/, '{}'));
  return `${method} ${[show(base).replace(/^(?=\w)/, '/'), ...names].join('/')}`;
}

/** A host that comes from afar, in whose place one of GitLab's stands if it does not, `process.env.HOST || 'https://gitlab…'`, is one of GitLab's too. */
function withStandIns(requests: readonly Attributed[]): readonly Attributed[] {
  const hosts = requests.flatMap(({ found, service }) => (service === 'gitlab' ? hostOf(found) : []));
  return requests.map((one) => {
    const [first] = one.service === 'unknown' ? one.found.request.base : [];
    const standIn = first?.kind === 'hole' ? first.standIn : undefined;
    const isThere = ({ file, start, end }: Place): boolean =>
      file === standIn?.file && standIn.start <= start && end <= standIn.end;
    return standIn !== undefined && hosts.some(isThere) ? { ...one, service: 'gitlab' } : one;
  });
}

/** Where the host is written that a request goes to. */
function hostOf({ request: { base } }: FoundRequest): Place[] {
  const [first] = isAbsolute(base) ? base : [];
  return first?.kind === 'known' && first.source !== null ? [first.source.literal] : [];
}

/**
 * A base behind which routes of another service are asked for, `/repos`, need not be GitLab's because its file names that.
 * What is sent with a header of GitLab's is GitLab's.
 */
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
    const isNamed = onlyGitLab.test(pathOf(found.request)) || tellsOfGitLab(found);
    return isForeign && !isNamed ? { ...one, service: 'unknown' } : one;
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
