import type { FoundRequest } from '../analysis/requests/found-request.js';
import { isOfPipeline } from '../analysis/requests/settings-read.js';
import { isProxiedPrefix } from '../analysis/requests/purposes.js';
import { isSentFromOutside } from '../analysis/requests/unseen-senders.js';
import type { OfHost, Project } from '../analysis/project.js';
import type { Configuration } from '../configuration/configuration.js';
import { findRoutes } from '../http/route.js';
import type { Request, Version } from '../http/request.js';
import { isKnown, show, toKnown } from '../http/text.js';
import type { Attributed } from './services.js';
import type { FindSettings, Setting } from './settings.js';

// The bases that requests stand behind, and those that move together

/** Bases, each with those that move together with it. */
type Mates = ReadonlyMap<string, readonly string[]>;

/** What GitLab's bases of a file, or of a project, say. */
interface Near {
  /** The version, if they agree on one. */
  readonly agreed: Version | null;
  /** Those that say v3, and their mates. */
  readonly v3: readonly string[];
}

/** What the bases of a project tell of the requests behind them. */
export interface KnownBases {
  readonly mates: Mates;
  /** By file, and for the whole project under the empty name. */
  readonly near: ReadonlyMap<string, Near>;
  /** Those of the program that a file is part of, if the project's do not agree; null if it has none. */
  readonly nearIn: (file: string) => Near | null;
}

/** Where a request stands. */
export interface Placement {
  /** Null if nothing tells. */
  readonly version: Version | null;
  /**
   * The v3 bases that it stands behind, each named by the place of its version. Without a base in sight: all that it
   * may stand behind. A base that is mocked and the bases of its mocks move together.
   */
  readonly bases: readonly string[];
  /** The settings that its base may come from, or that may stand in the place of it. */
  readonly settings: readonly Setting[];
  /** What all files send tells of it: no base is in sight in its own, or it answers for whatever server. */
  readonly far: boolean;
}

/** A request, and whether it stands under a test of the version. */
export interface Guarded extends Attributed {
  readonly guarded: boolean;
}

/** The GitLab bases of a project. */
export function findBases(requests: readonly Guarded[], project: Project): KnownBases {
  const mates = findMates(requests, project);
  const bases = basesOf(requests);
  const near = new Map([...bases].map(([name, each]) => [name, toNear(each, mates)]));
  if (near.size > 0) project.others?.offer('base', anyBase);
  return { mates, near, nearIn: openPrograms(bases, mates, project) };
}

/** What another package of the repository speaks, which no program has together with a file, says nothing of that. */
function openPrograms(bases: BasesByFile, mates: Mates, { areTogether }: Project): KnownBases['nearIn'] {
  const speaking = new Set(bases.get('')?.values());
  if (areTogether === undefined || speaking.size < 2) return () => null;
  const files = [...bases.keys()].filter((name) => name !== '');
  const known = new Map<string, Near | null>();
  const find = (file: string): Near | null => {
    const together = files.filter((other) => areTogether(file, other));
    if (together.length === 0) return null;
    const all = new Map<string, Speaks>();
    for (const [base, speaks] of together.flatMap((each) => [...(bases.get(each) ?? [])])) addBase(all, base, speaks);
    return toNear(all, mates);
  };
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const near = find(file);
    known.set(file, near);
    return near;
  };
}

/**
 * A request without a base in sight speaks the version that the bases around it agree on, and may stand behind any of them.
 * Where they don't agree nobody knows its version, and those of v3 wait for it: once they had moved all would seem to agree.
 */
export function placeBehind(
  found: FoundRequest,
  { mates, near, nearIn }: KnownBases,
  { assume }: Configuration,
  findSettings: FindSettings,
): Placement {
  const { request, tree, sender, answered } = found;
  const own = baseOf(request);
  const settings = answered === null ? findSettings(found) : [];
  const given = settings.flatMap(({ version, base }) => (version === 'v3' ? [base] : []));
  if (request.version !== null) {
    const bases = own === null || request.version === 'v4' ? [] : withMates([own, ...given], mates);
    return { version: request.version, bases, settings, far: false };
  }
  const declared = sender?.call.version ?? (isOfPipeline(found) ? 'v4' : undefined);
  if (declared !== undefined) return { version: declared, bases: [], settings: [], far: false };
  if (settings.length > 0)
    return { version: agreeOn(settings) ?? assume, bases: withMates(given, mates), settings, far: true };
  const all: Near = nearIn(tree.file) ?? near.get('') ?? { agreed: null, v3: [] };
  const { agreed, v3 } = near.get(tree.file) ?? all;
  const version = near.has(tree.file) ? (agreed ?? assume) : (assume ?? agreed);
  const isFromOutside = isSentFromOutside(found);
  const bases = version === 'v4' ? [] : isFromOutside ? all.v3 : v3;
  return { version, bases, settings, far: answered !== null || isFromOutside || !near.has(tree.file) };
}

function agreeOn(settings: readonly Setting[]): Version | null {
  const [only = null, ...others] = new Set(settings.map(({ version }) => version));
  return others.length === 0 ? only : null;
}

/** Whether the address of a request without a version is wholly in sight: a page, an OAuth endpoint, another host. */
export function isElsewhere({ base }: Request): boolean {
  return base.length > 0 && isKnown(base);
}

/**
 * Whether a request goes to what else a host serves, `/oauth/token` or `/profile`: its file puts `/api/v3` behind the same
 * expression elsewhere, and no route of the API is behind it here.
 *
 * @param hosts those of `hostsOf`
 */
export function isBesideApi({ request, tree }: FoundRequest, hosts: ReadonlySet<string>): boolean {
  const host = request.version === null && request.base.length === 1 ? hostLabel(request) : null;
  return (
    host !== null &&
    hosts.has(`${tree.file} ${host}`) &&
    beginsInSight(request) &&
    findRoutes(null, request.segments).length === 0
  );
}

/** Whether the prefix of the API cannot be in what nobody sees of the path. */
function beginsInSight({ segments }: Request): boolean {
  const [first = null, second = null] = segments.map(({ text }) => toKnown(text));
  return first !== null && (first !== 'api' || second !== null);
}

/** The expressions that files put the prefix of the API behind, each with its file: `config.url` of `config.url + '/api/v3/user'`. */
export function hostsOf(judged: readonly { readonly found: FoundRequest }[]): ReadonlySet<string> {
  return new Set(
    judged.flatMap(({ found: { request, tree } }) => {
      const host = request.version === null ? null : hostLabel(request);
      return host === null ? [] : [`${tree.file} ${host}`];
    }),
  );
}

/** A name alone may be another variable somewhere else. */
function hostLabel({ base: [host] }: Request): string | null {
  return host?.kind === 'hole' && /^[\w$]+(?:\.[\w$]+)+$/.test(host.label) ? host.label : null;
}

function withMates(bases: readonly string[], mates: Mates): readonly string[] {
  return [...new Set(bases.flatMap((base) => [base, ...(mates.get(base) ?? [])]))];
}

/** The name of the base that a request is behind, if an edit can move it. */
export function baseOf({ base, version }: Request): string | null {
  const last = version === null ? undefined : base.findLast((piece) => piece.kind === 'known' && piece.source !== null);
  return last?.kind === 'known' && last.source !== null ? `${last.source.file}:${String(last.source.end)}` : null;
}

/** A base, and what it is there for: to send to, to answer in place of GitLab, or to be passed on to it. */
interface Use {
  readonly base: string;
  readonly host: string | null;
  readonly kind: 'sent' | 'mock' | 'proxy';
}

/** Bases of mocks and proxies, and of the requests that they may answer or pass on, each with the others. */
function findMates(requests: readonly Attributed[], project: Project): Mates {
  const uses = requests.flatMap(({ found, service, isPassedOn: isRelay }): Use[] => {
    const base = service === 'gitlab' && found.request.version === 'v3' ? baseOf(found.request) : null;
    const kind = found.answered === null ? (isPassedOn(found) ? 'proxy' : 'sent') : isRelay === true ? 'proxy' : 'mock';
    return base === null ? [] : [{ base, host: hostOf(found.request), kind }];
  });
  const distinct = [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
  for (const use of distinct) meet(use, project);
  if (requests.some(isOfUnknownHost)) project.others?.offer('host of a base', anyHost);
  const mates = new Map<string, string[]>();
  const pairs = distinct
    .filter(({ kind }) => kind !== 'sent')
    .flatMap((use) => distinct.filter((other) => areMates(use, other)).map((other) => [use.base, other.base] as const));
  for (const [one, other] of pairs) {
    addMate(mates, one, other);
    addMate(mates, other, one);
  }
  return mates;
}

function isPassedOn({ document, tree, node }: FoundRequest): boolean {
  return document === undefined ? isProxiedPrefix(tree, node) : document.proxied === true;
}

const anyHost = '';

/** A mock may answer what is sent without a host, whosever it is. */
function isOfUnknownHost({ found: { answered, request }, service }: Attributed): boolean {
  return service === 'unknown' && answered === null && request.version === 'v3' && hostOf(request) === null;
}

/** The topic `base` has one key: which base speaks for requests without one is told by all. */
export const anyBase = '';

/** Mocks and proxies in one part of a project may have their mates in another. */
function meet({ host, kind }: Use, { others }: Project): void {
  others?.offer('host of a base', host ?? anyHost);
  if (kind === 'sent') return;
  others?.askFor({ topic: 'host of a base', host: kind === 'proxy' ? null : host });
}

/** Whether a base of another part may be the one that is asked for. */
export function isHostAskedFor({ host }: OfHost, key: string): boolean {
  return mayBeSame(host, key === anyHost ? null : key);
}

function addMate(mates: Map<string, string[]>, base: string, mate: string): void {
  const known = mates.get(base);
  if (known === undefined) mates.set(base, [mate]);
  else known.push(mate);
}

/** Two bases that requests are sent to are none. What is passed on was sent without a host, or to one that is out of sight. */
function areMates(one: Use, other: Use): boolean {
  if (one.kind === 'mock' || other.kind === 'mock') return mayBeSame(one.host, other.host);
  return one.kind !== other.kind && one.host === null && other.host === null;
}

/** Whether two requests may go to the same server. */
export function mayMeet(one: Request, other: Request): boolean {
  return mayBeSame(hostOf(one), hostOf(other));
}

function mayBeSame(host: string | null, other: string | null): boolean {
  return host === null || other === null || host === other;
}

/** Null if it is out of sight, or a mock answers for any. */
export function hostOf({ base }: Request): string | null {
  const host = isKnown(base)
    ? show(base)
        .toLowerCase()
        .replace(/^(?:[a-z]+:)?\/\//, '')
        .split('/')[0]
    : '';
  return host === undefined || host === '' ? null : host.replace(/^.*@/, '');
}

/** What stands under a test of the version stays as it is: of what else is asked it tells nothing, before the move and after. */
type Speaks = Version | 'either';

function toNear(bases: ReadonlyMap<string, Speaks>, mates: Mates): Near {
  const [only = null, ...others] = new Set(bases.values());
  const v3 = [...bases].flatMap(([base, speaks]) => (speaks === 'v3' ? [base] : []));
  return { agreed: others.length === 0 && only !== 'either' ? only : null, v3: withMates(v3, mates) };
}

type BasesByFile = ReadonlyMap<string, ReadonlyMap<string, Speaks>>;

/** The GitLab bases of each file, and those of the whole project under the empty name. */
function basesOf(requests: readonly Guarded[]): BasesByFile {
  const bases = new Map<string, Map<string, Speaks>>();
  for (const { found, service, guarded } of requests) {
    const { version } = found.request;
    const base = baseOf(found.request);
    if (service !== 'gitlab' || version === null || base === null) continue;
    for (const name of [found.tree.file, '']) {
      const known = bases.get(name) ?? new Map<string, Speaks>();
      addBase(known, base, guarded ? 'either' : version);
      bases.set(name, known);
    }
  }
  return bases;
}

/** What is sent without a test of the version tells what its base speaks. */
function addBase(bases: Map<string, Speaks>, base: string, speaks: Speaks): void {
  bases.set(base, speaks === 'either' ? (bases.get(base) ?? speaks) : speaks);
}
