import type { TSESTree } from '@typescript-eslint/types';
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
import { ancestorsOf, calleeName, isClass, isFunction, nameOfKey, sourceOf, toTree } from './syntax/tree.js';
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
  if (isOfPage(found) || isOfNoRoute(found) || isOfOwnApi(found) || isOfNamedRoute(found)) return 'unknown';
  const isNamed = isAbsolute(found.request.base) && isKnown(found.request.base);
  const near = weighFirst([
    () => toLevel([...namesAround(found.tree, found.node), ...kindsAround(found.tree, found.node)]),
    () => levelOfFile(found.tree, isNamed ? 'names' : 'all'),
  ]);
  const ofPage = isBelowPage(found);
  const isOfAnother = isBesideNamed(found) || isSignedOtherwise(found);
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
 * whether that has a header of GitLab's, unless another request has it.
 */
function weighBase(
  { tree: own, chain }: FoundRequest,
  places: readonly BasePlace[],
  { ofPage, isOfAnother }: { readonly ofPage: boolean; readonly isOfAnother: boolean },
): Service {
  const callees = chain.flatMap(({ node }) => (node.type === 'CallExpression' ? [calleeName(node)] : []));
  const files = ofPage ? places.map(({ tree }) => tree) : [own];
  return weighFirst([
    ...places.map(
      ({ tree, node }) =>
        () =>
          toLevel(namesAround(tree, node)),
    ),
    () => toLevel(callees),
    ...files.map((tree) => () => levelOfFile(tree, 'sources')),
    ...(isOfAnother ? [] : files.map((tree) => () => levelOfFile(tree, 'headers'))),
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

/** `/api/projects`: what the page's server has behind `/api`, where GitLab has a version. */
function isOfOwnApi({ request: { version, base, segments }, answered, sender }: FoundRequest): boolean {
  const [first, second] = segments;
  if (answered !== null || sender === null || version !== null || base.length > 0) return false;
  if (first === undefined || show(first.slash) !== '/' || toKnown(first.text) !== 'api') return false;
  return second !== undefined && beginsRoute(toKnown(second.text) ?? '');
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

/** A variable of the environment, also by its own name, that says more than that it is an address, and does not say GitLab: `TAIGA_URL`. */
function hasForeignVariable(base: Text): boolean {
  const [first] = base;
  const name = first?.kind === 'hole' ? /(?:\benv\.|^)([A-Z][A-Z\d_]*)$/.exec(first.label)?.[1] : undefined;
  return name?.split('_').some((word) => word.length > 2 && !plainWords.test(word)) === true;
}

/**
 * A setting that says nothing, `env.BACKEND_URL + '/api/v3'`, or a name that says something else, `mediaUrl`, beside a base
 * that is named after GitLab: what the file says of GitLab, it says of the other one.
 */
function isBesideNamed({ request: { base }, tree }: FoundRequest): boolean {
  const [first] = base;
  if (first?.kind !== 'hole' || !(setting.test(first.label) || isForeignName(first.label))) return false;
  const own = new Set(base.map((piece) => (piece.kind === 'known' ? piece.source?.literal.start : undefined)));
  return prefixesIn(tree).some(
    ({ start, words }) => !own.has(start) && !words.includes(first.label) && gitlab.test(words),
  );
}

/** `mediaUrl`: a name that says more than that it is an address. */
function isForeignName(label: string): boolean {
  const words = /^[A-Za-z\d]+$/.test(label) ? label.split(/(?<=[a-z\d])(?=[A-Z])/) : [];
  return words.length > 1 && words.some((word) => word.length > 2 && !plainWords.test(word.toUpperCase()));
}

/** Who asks says who it is in a way that GitLab's API never took: by a key of the service's own, or by a name and a password. */
function isSignedOtherwise({ tree, headers, sender, request }: FoundRequest): boolean {
  const given = sender?.node.arguments ?? [];
  return (
    (sender !== null && callsBehind(tree, sender.node).some(isGivenPassword)) ||
    request.parameters.some(({ name }) => /^api_?key$/i.test(show(name))) ||
    headers.some((header) => /^(?:x-api-(?:key|user)|authorization: (?:basic|api-?key))\b/i.test(header)) ||
    given.some((argument) => argument.type === 'ObjectExpression' && argument.properties.some(isPassword))
  );
}

/** `auth: { username, password }` among a request's options; OAuth's `auth: { bearer }` is GitLab's too. */
function isPassword(property: TSESTree.ObjectLiteralElement): boolean {
  if (property.type !== 'Property' || nameOfKey(property.key, property.computed) !== 'auth') return false;
  const { value } = property;
  return (
    value.type === 'ObjectExpression' &&
    value.properties.some(
      (each) => each.type === 'Property' && /^user(?:name)?$/.test(nameOfKey(each.key, each.computed) ?? ''),
    )
  );
}

const setting = /\benv\.\w|^(?:config|conf|cfg|settings)\w*\./i;

interface Prefix {
  readonly start: number;
  /** The expression around it. */
  readonly words: string;
}

const prefixes = new WeakMap<Tree, readonly Prefix[]>();

/** Where the prefix of an API is put behind something in a file. */
function prefixesIn(tree: Tree): readonly Prefix[] {
  const known = prefixes.get(tree) ?? tree.texts.filter(isPrefix).map((text) => toPrefix(tree, text));
  prefixes.set(tree, known);
  return known;
}

function isPrefix(text: Tree['texts'][number]): boolean {
  return text.type === 'Literal'
    ? /\/api\/v[34]\b/.test(String(text.value))
    : text.quasis.some(({ value }) => /\/api\/v[34]\b/.test(value.raw));
}

function toPrefix(tree: Tree, text: Tree['texts'][number]): Prefix {
  const parent = tree.parents.get(text);
  const whole = parent?.type === 'BinaryExpression' ? parent : text;
  return { start: text.range[0], words: sourceOf(tree, whole).slice(0, 200) };
}

/** Words that any service's address may be named by. */
const plainWords =
  /^(?:API|APP|URL|URI|URLS|BASE|HOST|HOSTNAME|SERVER|ENDPOINT|ROOT|ORIGIN|DOMAIN|REMOTE|ADDRESS|SERVICE|BACKEND|TARGET|DEFAULT|CONFIG|HTTP|HTTPS|PATH|PREFIX|PUBLIC|PRIVATE|INTERNAL|MY|OUR|GIT|SCM|VCS|REPO|REPOS|REPOSITORY|FORGE|CODE|SOURCE|NEXT|VITE|VUE|REACT|NUXT|CI|PROJECT|PROJECTS|VERSION|V3|V4)$/;

/** `request(…).query(…).auth(name, password)`: the calls that follow in a chain. */
function callsBehind(tree: Tree, call: Node): readonly TSESTree.CallExpression[] {
  const member = tree.parents.get(call);
  const next = member?.type === 'MemberExpression' && member.object === call ? tree.parents.get(member) : undefined;
  return next?.type === 'CallExpression' && next.callee === member ? [next, ...callsBehind(tree, next)] : [];
}

/** `.auth(name, password)`; a token is given with its kind, `.auth(token, { type: 'bearer' })`, or behind neither, `.auth(null, null, true, token)`. */
function isGivenPassword({ callee, arguments: given }: TSESTree.CallExpression): boolean {
  const [name, password] = given;
  if (callee.type !== 'MemberExpression' || nameOfKey(callee.property, callee.computed) !== 'auth') return false;
  const isNobody = name?.type === 'Literal' && name.value === null;
  return password !== undefined && password.type !== 'ObjectExpression' && !isNobody;
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

/** The tree of the file that a piece is written in. */
function treeOf(file: string, tree: Tree, project: Project): Tree | null {
  if (file === tree.file) return tree;
  const parsed = project.parse(file);
  return parsed === null ? null : toTree(parsed);
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

function holdersAt(tree: Tree, start: number): string[] {
  const node = tree.literals.get(start);
  return node === undefined ? [] : holdersOf(tree, node, 4);
}

/** The names of the variables and properties that a node's value is put in, and what stands beside it to tell its kind. */
function holdersOf(tree: Tree, node: Node, most: number): string[] {
  const names: string[] = [];
  let steps = 0;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (isFunction(ancestor) || isClass(ancestor) || steps > most) break;
    steps += 1;
    if (ancestor.type === 'VariableDeclarator') names.push(...nameOfDeclared(tree, ancestor.id));
    else if (ancestor.type === 'AssignmentExpression') names.push(sourceOf(tree, ancestor.left).slice(0, 80));
    else if (ancestor.type === 'Property' || ancestor.type === 'PropertyDefinition')
      names.push(nameOfKey(ancestor.key, ancestor.computed) ?? '');
    else names.push(...kindsIn(ancestor));
  }
  return names;
}

/** `{ type: 'gitlab', url: 'https://…' }`, `['gitlab', 'https://…']` */
function kindsIn(node: Node): string[] {
  if (node.type === 'ArrayExpression') return node.elements.slice(0, 1).flatMap(textOf);
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) => {
    const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
    return property.type === 'Property' && name !== null && kindName.test(name) ? textOf(property.value) : [];
  });
}

const kindName = /^(?:type|kind|name|id|provider|service|vendor|forge|platform)$/i;

function textOf(node: Node | null): string[] {
  return node?.type === 'Literal' && typeof node.value === 'string' ? [node.value] : [];
}

/** `{ GITLAB_URL, GITHUB_URL }` names several values, and tells of none of them which it is. */
function nameOfDeclared(tree: Tree, id: TSESTree.VariableDeclarator['id']): string[] {
  const isOfSeveral = id.type === 'ObjectPattern' && id.properties.length > 1;
  return isOfSeveral ? [] : [sourceOf(tree, id).slice(0, 80)];
}

/** The functions and classes that a node stands in. */
function namesAround(tree: Tree, node: Node): string[] {
  return [...ancestorsOf(tree, node)].flatMap((ancestor) => {
    if (isClass(ancestor) || ancestor.type === 'FunctionDeclaration')
      return ancestor.id === null ? [] : [ancestor.id.name];
    if (ancestor.type === 'VariableDeclarator') return ancestor.id.type === 'Identifier' ? [ancestor.id.name] : [];
    if (ancestor.type === 'MethodDefinition' || ancestor.type === 'Property')
      return [nameOfKey(ancestor.key, ancestor.computed) ?? ''];
    if (ancestor.type === 'AssignmentExpression') return [sourceOf(tree, ancestor.left).slice(0, 80)];
    return [];
  });
}

/** What was asked for on the way to a node, which says whose a request is, and nothing of a base that is named after another. */
function kindsAround(tree: Tree, node: Node): string[] {
  let inner = node;
  return [...ancestorsOf(tree, node)].flatMap((ancestor) => {
    const asked = kindsAsked(ancestor, inner);
    inner = ancestor;
    return asked;
  });
}

/** `gitlab` of `case 'gitlab':` and of `if (kind === 'gitlab')`, for what is done then. */
function kindsAsked(node: Node, inner: Node): string[] {
  if (node.type === 'SwitchCase') return node.test === inner ? [] : textOf(node.test);
  if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return [];
  const { test, consequent } = node;
  const isAsked = consequent === inner && test.type === 'BinaryExpression' && /^===?$/.test(test.operator);
  return isAsked ? [...textOf(test.left), ...textOf(test.right)] : [];
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
