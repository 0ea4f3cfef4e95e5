import type { TSESTree } from '@typescript-eslint/types';
import { gitlab } from '../../http/service-names.js';
import { show } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import type { Project } from '../project.js';
import type { FoundRequest } from '../requests/found-request.js';
import { ancestorsOf, findVariable, isClass, isFunction, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { isAbsolute } from '../values/library.js';
import { toOrigin } from '../value.js';
import { holdersAt, treeOf } from './names.js';

// Requests to others that stand beside those to GitLab: their bases have names of their own, or they are signed otherwise

/** A variable of the environment, also by its own name, that says more than that it is an address, and does not say GitLab: `TAIGA_URL`. */
export function hasForeignVariable(base: Text): boolean {
  const [first] = base;
  if (first?.kind !== 'hole') return false;
  const origin = toOrigin(first);
  const labels = [first.label, ...(origin === null ? [] : [sourceOf(origin.tree, origin.node)])];
  const names = labels.flatMap((label) => /(?:\benv\.|^)([A-Z][A-Z\d_]*)$/.exec(label)?.slice(1) ?? []);
  return names.some((name) => name.split('_').some((word) => word.length > 2 && !plainWords.test(word)));
}

/**
 * A setting that says nothing, `env.BACKEND_URL + '/api/v3'`, or a name that says something else, `mediaUrl`, beside a base
 * that is named after GitLab: what the file says of GitLab, it says of the other one.
 */
export function isBesideNamed({ request: { base }, tree }: FoundRequest): boolean {
  const [first] = base;
  if (first?.kind !== 'hole') return false;
  const { label } = first;
  if (isOtherKey(label, tree)) return true;
  if (!setting.test(label) && !isForeignName(label)) return false;
  const own = new Set(base.map((piece) => (piece.kind === 'known' ? piece.source?.literal.start : undefined)));
  return prefixesIn(tree).some(({ start, words }) => !own.has(start) && !words.includes(label) && gitlab.test(words));
}

/** `urls.ci` beside `urls.gitlab`, `config.get('board.url')` beside `config.get('gitlab.url')`: a key of its own in a record that has GitLab's address too. */
function isOtherKey(label: string, tree: Tree): boolean {
  return [...label.matchAll(/[.'"]/g)].some(({ index }) => {
    const [record, key] = [label.slice(0, index + 1), label.slice(index + 1)];
    return (
      record !== 'this.' &&
      /^\w+\b(?!\()/.test(key) &&
      !addressKey.test(key) &&
      addressesIn(tree).some((each) => each === record)
    );
  });
}

const addressKey = /^(?:api|ur[il]|base\w*|host\w*|server|endpoint|root|origin|domain|address|prefix|path|default)\b/i;

const records = new WeakMap<Tree, readonly string[]>();

/** What a file reads an address of GitLab's from, by its name: `urls.` of `urls.gitlab`, `config.get('` of `config.get('gitlab.url')`. */
function addressesIn(tree: Tree): readonly string[] {
  const known = records.get(tree) ?? [...tree.text.matchAll(addressOfGitLab)].map(([, record = '']) => record);
  records.set(tree, known);
  return known;
}

const addressOfGitLab =
  /(?<![\w.])((?:\w+\.)+(?:\w+\(['"])?)git[-_]?lab(?:(?:[-_.]?(?:ur[il]|host|api|base|address|endpoint|server|root)\w*)|(?![\w.-]))/gi;

/** `{ gitlab: { url: '…/api/v3' }, registry: { url: '…/api/v3' } }`: one of several bases in writing, by its own name or its host's, of which others are named after GitLab. */
export function isAmongNamed({ request: { base }, tree }: FoundRequest, project: Project): boolean {
  const [first] = base;
  const source = first?.kind === 'known' ? first.source : null;
  if (source?.variable !== undefined) return isVariableAmongNamed(source.variable, tree);
  const home = source === null ? null : treeOf(source.file, tree, project);
  if (source === null || home === null) return false;
  const { start } = source.literal;
  if (!isAbsolute(base) && hasAddressBeside(home, start)) return false;
  const [, host = ''] = /^https?:\/\/([\w-]+)/.exec(show(base)) ?? [];
  return (
    [...holdersAt(home, start), host].some((name) => name.split(wordBounds).some(isTelling)) &&
    prefixesIn(home).some(
      (other) =>
        other.start !== start && [other.words, ...holdersAt(home, other.start)].some((name) => gitlab.test(name)),
    )
  );
}

/** `{ base_url: 'api/v3', url: 'https://gitlab.acme.example' }`: a base without a host stands behind the address beside it. */
function hasAddressBeside(tree: Tree, start: number): boolean {
  const literal = tree.literals.get(start);
  const property = literal === undefined ? undefined : tree.parents.get(literal);
  const record = property?.type === 'Property' ? tree.parents.get(property) : undefined;
  return record?.type === 'ObjectExpression' && record.properties.some(isAddressOfGitLab);
}

function isAddressOfGitLab(property: TSESTree.ObjectLiteralElement): boolean {
  const value = property.type === 'Property' && property.value.type === 'Literal' ? property.value.value : null;
  return typeof value === 'string' && /^https?:/.test(value) && gitlab.test(value);
}

/** `OPS_API` of `.env`, beside `GITLAB_API`. */
function isVariableAmongNamed(variable: string, tree: Tree): boolean {
  const names = tree.identifiers.map(({ name }) => name).filter((name) => /^[A-Z\d_]+$/.test(name));
  return (
    variable.split('_').some(isTelling) &&
    names.some(
      (name) => name !== variable && gitlab.test(name) && /_(?:API|UR[IL]|BASE|HOST|ENDPOINT)(?:_|$)/.test(name),
    )
  );
}

const wordBounds = /[^A-Za-z\d]+|(?<=[a-z\d])(?=[A-Z])/;

/** A word of a name that says more than that it is an address, or the address of which stage. */
function isTelling(word: string): boolean {
  return word.length > 2 && !plainWords.test(word.toUpperCase()) && !stageWords.test(word);
}

const stageWords =
  /^(?:prod(?:uction)?|stag(?:e|ing)|dev(?:elopment)?|test(?:ing)?|env(?:ironment)?s?|live|main|old|new|local(?:host)?|legacy|mirror|fallback|site|upstream|company|(?:base|host|api|server|root)ur[il]|rest|client|instance|options|settings|module|exports|axios|request|location|link)$/i;

/** `mediaUrl`, `kimai`: a name that says more than that it is an address. */
function isForeignName(label: string): boolean {
  const [name = ''] = /(?<=^|^this\.)[A-Za-z\d]+$/.exec(label) ?? [];
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])/);
  if (words.length === 1) return name.length > 3 && name === label && isTelling(name);
  return words.some((word) => word.length > 2 && !plainWords.test(word.toUpperCase()));
}

/** It is sent by a class of its own, `Tracker`, beside one that is called after GitLab and puts the prefix behind its host too; none is the other's parent. */
export function isInOtherClass({ tree, node }: FoundRequest): boolean {
  const own = classAround(tree, node);
  if (own === null || gitlab.test(own) || inherits(tree, own)) return false;
  return prefixesIn(tree).some(({ start }) => {
    const literal = tree.literals.get(start);
    return literal !== undefined && gitlab.test(classAround(tree, literal) ?? '');
  });
}

/** `tracker.emit('call', { method, path })` of `tracker = io('https://tracker.example.com')`: what it is given goes to an address in writing, which is not GitLab's. */
export function isForOtherAddress({ request: { base, version }, sender, tree, node }: FoundRequest): boolean {
  if (sender !== null || version !== null || base.length > 0) return false;
  const call = [...ancestorsOf(tree, node)].find((each) => each.type === 'CallExpression' || isFunction(each));
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const definition = findVariable(tree, call.callee.object)?.defs[0]?.node as Node | undefined;
  const made =
    definition?.type === 'VariableDeclarator' && definition.init?.type === 'CallExpression' ? definition.init : null;
  const source = made === null ? '' : sourceOf(tree, made);
  return /['"`](?:https?|wss?):\/\/\w/.test(source) && !gitlab.test(source) && !/\bapi\/v[34]\b/.test(source);
}

/** The name of the class whose method a node stands in: `Tracker` of `Tracker.prototype.load = function () { … }`. */
function classAround(tree: Tree, node: Node): string | null {
  for (const ancestor of ancestorsOf(tree, node)) {
    if (isClass(ancestor)) return ancestor.id?.name ?? null;
    const left = ancestor.type === 'AssignmentExpression' ? sourceOf(tree, ancestor.left) : '';
    const [, name = null] = /^(\w+)\.prototype\b/.exec(left) ?? [];
    if (name !== null) return name;
  }
  return null;
}

function inherits({ text }: Tree, name: string): boolean {
  return new RegExp(
    `\\bextends\\s+${name}\\b|\\bclass\\s+${name}\\s+extends\\b|\\b(?:${name}\\.prototype\\s*=|inherits\\([^)]*\\b${name}\\b)`,
  ).test(text);
}

/** Who asks says who it is in a way that GitLab's API never took: by a key of the service's own, or by a name and a password. */
export function isSignedOtherwise({ tree, headers, sender, request }: FoundRequest): boolean {
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
