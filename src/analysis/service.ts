import { pathOf } from '../http/request.js';
import { beginsRoute, findRoutes } from '../http/route.js';
import { foreignRoutes, gitlab, hostMatches, isForeignBase, onlyGitLab, weigh } from '../http/service-names.js';
import type { Service } from '../http/service-names.js';
import { isKnown, show, toKnown } from '../http/text.js';
import { isAbsolute } from './values/library.js';
import type { Piece, Text } from '../http/text.js';
import type { Configuration } from '../configuration/configuration.js';
import type { Project } from './project.js';
import type { FoundRequest } from './requests/found-request.js';
import {
  hasForeignVariable,
  isAmongNamed,
  isBesideNamed,
  isForOtherAddress,
  isInOtherClass,
  isSignedOtherwise,
} from './service/beside.js';
import { holdersAt, holdersOf, kindsAround, namesAround, treeOf } from './service/names.js';
import { calleeName, sourceOf } from './syntax/tree.js';
import type { Node, Tree } from './syntax/tree.js';
import { toOrigin } from './value.js';

export type { Service };

/** What the analysis weighs, nearest first: each level decides if it speaks for one side only. */
export function attribute(found: FoundRequest, project: Project, configuration: Configuration): Service {
  if (found.answered?.server === true && !isMockRoute(found)) return servedAs(found);
  const host = show(found.request.base);
  if (configuration.notHosts.some((name) => hostMatches(host, name))) return 'other';
  if (found.sender?.client.declared === true) return 'gitlab';
  if (configuration.hosts.some((name) => hostMatches(host, name))) return 'gitlab';
  if (isForeignBase(host)) return 'other';
  const path = pathOf(found.request);
  const routes = findRoutes(null, found.request.segments);
  const named = hostNamed(found.request.base);
  const isNamedLab = !github.test(named) && weigh([named]) === 'gitlab';
  const own = isNamedLab ? 'gitlab' : weigh(evidenceOf(found, project));
  if (own !== 'unknown') return own;
  if (routes.some(({ distinctive }) => distinctive) && onlyGitLab.test(path)) return 'gitlab';
  if (foreignRoutes.test(path)) return 'other';
  if (github.test(named)) return 'unknown';
  if (isOfPage(found) || isOfNoRoute(found) || isOfOwnApi(found) || isOfNamedRoute(found) || isForOtherAddress(found))
    return 'unknown';
  const isNamed = isAbsolute(found.request.base) && isKnown(found.request.base);
  const near = weighFirst([
    () => toLevel([...namesAround(found.tree, found.node), ...kindsAround(found.tree, found.node)]),
    () => levelOfFile(found.tree, isNamed ? 'names' : 'all'),
  ]);
  const ofPage = isBelowPage(found);
  const isOfAnother =
    isBesideNamed(found) || isAmongNamed(found, project) || isInOtherClass(found) || isSignedOtherwise(found);
  if (near === 'gitlab' && (isNamed || ofPage || hasForeignVariable(found.request.base) || isOfAnother))
    return weighBase(found, placesOf(found, project), { ofPage, isOfAnother });
  const isBare =
    found.request.base.length === 0 ||
    (found.sender === null && found.document?.sent !== true && found.request.version === null);
  return near === 'unknown' && isBare ? weighFirst([() => toLevel(project.names)]) : near;
}

/**
 * `gitlab.example.com` of `https://gitlab.example.com/api/v3`. Names and headers beside it may speak of what else the program
 * does: `{ github: { url: 'https://gitlab.example.com' } }`.
 */
function hostNamed(base: Text): string {
  const [, host = ''] = /^(?:(?:[a-z]+:)?\/\/)?([^/]+)/i.exec(show(base)) ?? [];
  return isAbsolute(base) || /\w\.\w/.test(host) ? host : '';
}

const github = /git-?hub/i;

/**
 * What stands around the base itself, and the functions that were called with it; then what its file is called and imports, and
 * whether that has a header of GitLab's, unless another request has it, or this one a header of its own to sign with.
 */
function weighBase(
  { tree: own, chain, headers }: FoundRequest,
  places: readonly BasePlace[],
  { ofPage, isOfAnother }: { readonly ofPage: boolean; readonly isOfAnother: boolean },
): Service {
  const callees = chain.flatMap(({ node }) => (node.type === 'CallExpression' ? [calleeName(node)] : []));
  const files = ofPage ? places.map(({ tree }) => tree) : [own];
  const isSigned = headers.some((header) => /^authorization\b/i.test(header));
  return weighFirst([
    ...places.map(
      ({ tree, node }) =>
        () =>
          toLevel(namesAround(tree, node)),
    ),
    () => toLevel(callees),
    ...files.map((tree) => () => levelOfFile(tree, 'sources')),
    ...(isOfAnother || isSigned ? [] : files.map((tree) => () => levelOfFile(tree, 'headers'))),
  ]);
}

/** A client whose base is a path, `/api/v3`, asks the server that the page is from: a file that speaks of GitLab may be a part of anything. */
function isBelowPage({ request: { base }, sender, answered }: FoundRequest): boolean {
  return answered === null && sender !== null && base.length > 0 && isKnown(base) && /^\//.test(show(base));
}

/** Whatever else the file speaks of: the page's server need not be GitLab, and passes on what it likes. */
function isOfPage({ request, sender, answered }: FoundRequest): boolean {
  return answered === null && sender?.client.ofPage === true && request.version === null && request.base.length === 0;
}

/**
 * A path without a base, all of it in sight, in which no path of GitLab's begins: a file, or a server of the program's own.
 * What a wrapper or a client that nobody knows puts before it is another matter.
 */
function isOfNoRoute({ request: { version, base, segments }, answered, sender, chain }: FoundRequest): boolean {
  const isWhole = sender !== null && chain.length === 0 && answered === null && version === null && base.length === 0;
  const names = segments.map(({ text }) => toKnown(text));
  return (
    isWhole &&
    names.some((name) => name !== '') &&
    !names.some((name) => name === null || beginsRoute(name.replace(/\.json$/, '')))
  );
}

/** `/api/projects`, `/rest/projects`: what the page's server has behind `/api`, where GitLab has a version, or behind what GitLab does not have. */
function isOfOwnApi({ request: { version, base, segments }, answered, sender }: FoundRequest): boolean {
  const [first, second] = segments;
  if (answered !== null || sender === null || version !== null || !base.every(isOfRequest)) return false;
  if (first === undefined || show(first.slash) !== '/' || !/^(?:api|rest|ajax)$/.test(toKnown(first.text) ?? ''))
    return false;
  return second !== undefined && beginsRoute(toKnown(second.text) ?? '');
}

/** The host that the program itself was asked by: `http://${req.headers.host}`. */
function isOfRequest(piece: Piece): boolean {
  return piece.kind === 'known'
    ? /^https?:\/\/$/.test(piece.text)
    : /^(?:\w+\.)?req(?:uest)?\.(?:headers\.host|get\('host'\)|host(?:name)?)$/.test(piece.label);
}

/** `root + 'gitlab/hook'`: what a server has behind a route that is called after GitLab, where no path of GitLab's begins. */
function isOfNamedRoute({ request: { version, segments }, answered }: FoundRequest): boolean {
  const [first, ...rest] = segments.map(({ text }) => toKnown(text));
  if (answered !== null || version !== null || first == null || !gitlab.test(first) || beginsRoute(first)) return false;
  return rest.length > 0 && rest.every((name) => name !== null && name !== '' && !beginsRoute(name));
}

/** A server's own routes, unless only GitLab has them: then it may stand for GitLab, whatever it is called. */
function servedAs({ request }: FoundRequest): Service {
  return request.version !== null && onlyGitLab.test(pathOf(request)) ? 'unknown' : 'other';
}

/** A route of a mock; behind no version in sight it must be GitLab's by its words. */
function isMockRoute({ request, tree, node }: FoundRequest): boolean {
  if (!isMock(tree, node)) return false;
  return request.version !== null || findRoutes(null, request.segments).some(({ distinctive }) => distinctive);
}

const mockName = /mock|fake|stub|dummy|simulat|emulat|fixture/i;
const testPath = /(?:^|[/._-])(?:tests?|specs?|__tests__|e2e|cypress|testing)(?:[/._-]|$)/i;
/** `board.cy.js` of Cypress, `boardSpec.js` of Jasmine. */
const testName = /\.cy\.[jt]sx?$|[a-z]Spec\.[jt]sx?$/;

/** Whether a file holds tests, by its name. */
export function isTestFile(file: string): boolean {
  return testPath.test(file) || testName.test(file);
}

/** Whether code stands for a service in tests: by the file's name, or by what it is kept in. */
export function isMock(tree: Tree, node: Node): boolean {
  const callee = node.type === 'CallExpression' ? [sourceOf(tree, node.callee).slice(0, 80)] : [];
  const names = [tree.file, ...namesAround(tree, node), ...callee];
  return isTestFile(tree.file) || names.some((name) => mockName.test(name));
}

interface BasePlace {
  readonly tree: Tree;
  readonly node: Node;
}

/** Where the request's base is written: what stands around it speaks of the base, whatever else the file calls. */
function placesOf({ request, tree }: FoundRequest, project: Project): BasePlace[] {
  return request.base.flatMap((piece): BasePlace[] => {
    const origin = piece.kind === 'hole' ? toOrigin(piece) : null;
    if (piece.kind === 'hole') return origin === null ? [] : [origin];
    const home = piece.source === null ? null : treeOf(piece.source.file, tree, project);
    const node = piece.source === null ? undefined : home?.literals.get(piece.source.literal.start);
    return home === null || node === undefined ? [] : [{ tree: home, node }];
  });
}

/** What the words of one level say. */
interface Level {
  readonly service: Service;
  /** They speak of GitLab, and perhaps of others too. */
  readonly isNamed: boolean;
}

function toLevel(words: readonly string[]): Level {
  return { service: weigh(words), isNamed: words.some((word) => gitlab.test(word)) };
}

function weighFirst(levels: readonly (() => Level)[]): Service {
  for (const weighLevel of levels) {
    const { service, isNamed } = weighLevel();
    if (service !== 'unknown' || isNamed) return service;
  }
  return 'unknown';
}

/** The request's own words: its host, what fills the base, header and parameter names, the library. */
function evidenceOf(found: FoundRequest, project: Project): string[] {
  const { request, sender } = found;
  return [
    ...request.base.flatMap((piece) => wordsOf(found.tree, piece, project)),
    ...request.parameters.map(({ name }) => show(name)).filter((name) => /token/i.test(name)),
    ...found.headers.filter((header) => !deliveryHeader.test(header)),
    ...request.parameters.flatMap(({ name, value }) =>
      /token/i.test(show(name)) && value !== null ? value.flatMap(labelOf) : [],
    ),
    ...(sender === null ? [] : sender.client.modules.filter((name) => gitlab.test(name))),
  ];
}

/** What GitLab sends to those whom it tells of an event. */
const deliveryHeader = /^x-gitlab-/i;

function labelOf(piece: Piece): string[] {
  return piece.kind === 'hole' ? [piece.label] : [];
}

/** A piece's text, and the name of what holds it: `const GITLAB_API = '…'`. */
function wordsOf(tree: Tree, piece: Text[number], project: Project): string[] {
  if (piece.kind === 'hole') {
    const origin = toOrigin(piece);
    if (origin === null) return [piece.label];
    return [piece.label, sourceOf(origin.tree, origin.node).slice(0, 200), ...holdersOf(origin.tree, origin.node, 3)];
  }
  if (piece.source === null) return [piece.text];
  const { file, literal, variable } = piece.source;
  const home = treeOf(file, tree, project);
  const holders = home === null ? [] : holdersAt(home, literal.start);
  return [piece.text, ...(file === tree.file ? [] : [file]), ...(variable === undefined ? [] : [variable]), ...holders];
}

/**
 * The words of a file that may speak of a request: its name and what it imports; with its identifiers; with its texts
 * too; its headers of GitLab's alone. The identifiers of a file that calls two services speak of either, so that they do not tell whose a host is that
 * stands there by name.
 */
type FileWords = 'sources' | 'names' | 'all' | 'headers';

const levelsOfFiles = new WeakMap<Tree, Record<FileWords, Level>>();

/** What a file's words say of all requests in it; computed once. */
function levelOfFile(tree: Tree, words: FileWords): Level {
  const levels = levelsOfFiles.get(tree) ?? weighFile(tree);
  levelsOfFiles.set(tree, levels);
  return levels[words];
}

function weighFile(tree: Tree): Record<FileWords, Level> {
  const { sources, names, texts } = collectNames(tree);
  return {
    sources: toLevel(sources),
    names: toLevel([...sources, ...names]),
    all: toLevel([...sources, ...names, ...texts]),
    headers: toLevel(texts.filter((text) => /^private-token$/i.test(text))),
  };
}

interface FileNames {
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

function collectNames(tree: Tree): FileNames {
  const sources = new Set<string>([tree.file, ...pagesOf(tree)]);
  const names = new Set<string>();
  const texts = new Set<string>();
  for (const statement of tree.program.body)
    if (statement.type === 'ImportDeclaration' && !beside.test(statement.source.value))
      sources.add(statement.source.value);
  for (const { name } of tree.identifiers) if (!beside.test(name)) names.add(name);
  for (const text of tree.texts)
    if (text.type === 'Literal' && typeof text.value === 'string' && isWord(text.value) && !isAside(text.value))
      texts.add(text.value);
  return { sources: [...sources], names: [...names], texts: [...texts] };
}

/** The pages that a userscript says it is for: `// @match https://gitlab.com/*`. */
function pagesOf({ text }: Tree): string[] {
  const start = text.indexOf('==UserScript==');
  if (start === -1) return [];
  const head = text.slice(start, text.indexOf('==/UserScript==', start));
  return [...head.matchAll(/^\s*\/\/\s*@(?:match|include|connect)\s+(\S+)/gm)].map(([, page = '']) => page);
}

/** Icons, and what lets users sign in: whoever has them need not ask GitLab for anything. */
const beside = /icon|logo|^(?:Ai|Bi|Di|Fa|Im|Io|Ri|Si|Tb|Vsc)\d?Git[Ll]ab|passport|next-auth|strategy|provider/i;

/** A link to a page is no address of the API. */
function isAside(text: string): boolean {
  return beside.test(text) || /^https?:\/\/[^/]+\/(?!api\b).*\w/i.test(text);
}

function isWord(text: string): boolean {
  return text.length < 80 && !/\s/.test(text);
}
