import { openTree } from '../../analysis/evaluate.js';
import { isExportedAt } from '../../analysis/requests/open-functions.js';
import { pathLiterals } from '../../analysis/requests/path-places.js';
import { findCall } from '../../analysis/clients/client.js';
import type { Role, Roles } from '../../analysis/clients/client.js';
import type { FoundRequest, Sender } from '../../analysis/requests/found-request.js';
import type { Request } from '../../http/request.js';
import { show, toKnown } from '../../http/text.js';
import type { Place, Source, Text } from '../../http/text.js';
import type { Edit } from '../finding.js';
import type { Refusal } from './splice.js';
import type { Writing } from './plan.js';
import { askSibling } from './sibling-method.js';
import { isCalledAfter, namesOf, renameVerb, wordsOf } from './verb-names.js';

// The method

export function planMethod(before: Request, after: Request, writing: Writing): Edit[] | Refusal {
  const { found, read } = writing;
  const { sender } = found;
  const [from, to] = [show(before.method), toKnown(after.method)];
  if (before.method === after.method || to === null || to === from) return [];
  const [piece, ...others] = before.method;
  if (isForAnyMethod(found, piece)) return [];
  const sibling = askSibling(from, to, writing);
  if (sibling !== null) return [sibling];
  if (others.length > 0) return { refusal: 'the method is put together at run time' };
  if (piece?.kind !== 'known' || piece.source === null) return refuseUnwritten(found, piece, to);
  const { source } = piece;
  if (sender !== null && takesElsewhere(sender, from, to))
    return { refusal: `the one argument would be the body of a ${to}, and no longer fill the address` };
  if (sender?.member == null || source.start !== sender.member.start || source.file !== sender.file)
    return planWord(source, to, writing);
  const name = read(source.file).slice(source.start, source.end);
  return sender.client.declared === true
    ? renameDeclared(sender, source, to)
    : renameMember(sender, source, renameVerb(name, from, to), found);
}

function refuseUnwritten({ sender, document }: FoundRequest, piece: Text[number] | undefined, to: string): Refusal {
  const isUnknown = sender === null && piece?.kind === 'known' && document === undefined;
  return {
    refusal: isUnknown
      ? `nobody knows the client that sends it, nor what it takes for a ${to}`
      : 'the method is not written where it could be changed',
  };
}

/** `method: 'DELETE'`, `send('DELETE', path)`: a word that is the method, and nobody else's. */
function planWord(source: Source, to: string, writing: Writing): Edit[] | Refusal {
  const { found, read } = writing;
  const { file, start, end, literal } = source;
  const code = read(file);
  const text = code.slice(start, end);
  if (!source.verbatim) return { refusal: 'the method is put together at run time' };
  if (isOneOfSeveral(code, literal))
    return { refusal: 'the method is one of a list, whose words may be names of functions too' };
  if (isArmBesideAnother(code, literal, text))
    return { refusal: 'the same code sends another method too, which is not known to be out of use' };
  const name = findNameOfVerb(code, literal, text) ?? findExportedName(source, text, writing);
  if (name !== null)
    return { refusal: `\`${name}\` is the name of this method: ask for ${to} where the request is sent` };
  const type = findTypeWithout(to, text, [code, read(found.tree.file)]);
  if (type !== null) return { refusal: `the type \`${type}\` has no ${to}` };
  return [{ file, start, end, text: text === text.toLowerCase() ? to.toLowerCase() : to }];
}

/** `Project.unstar({ id })` of a resource: its one argument fills the address, or is the body of a method that has one. */
function takesElsewhere({ client: { withBody }, call, node }: Sender, from: string, to: string): boolean {
  if (withBody === undefined || withBody.includes(from) === withBody.includes(to)) return false;
  return call.short?.includes('data') === true && node.arguments[1]?.type !== 'ObjectExpression';
}

const verb = '(?:get|post|put|patch|delete|del|head|options)';
const verbBefore = new RegExp(`['"\`]${verb}['"\`]\\s*,\\s*$`, 'i');
const verbAfter = new RegExp(`^\\s*,\\s*['"\`]${verb}['"\`]`, 'i');
const verbs = new RegExp(`\\b${verb}\\b`, 'gi');

/** Further than that from each other no words of a list stand. */
const nearest = 100;

/** `['get', 'post', 'delete']`, `'get post delete'`: a word that is changed there is missing for whoever goes by it. */
function isOneOfSeveral(text: string, { start, end }: Place): boolean {
  if ((text.slice(start, end).match(verbs) ?? []).length > 1) return true;
  return (
    verbBefore.test(text.slice(Math.max(start - nearest, 0), start)) || verbAfter.test(text.slice(end, end + nearest))
  );
}

const armBefore = new RegExp(`['"\`](${verb})['"\`]\\s*:\\s*$`, 'i');
const armAfter = new RegExp(`^\\s*:\\s*['"\`](${verb})['"\`]`, 'i');

/** `on ? 'POST' : 'DELETE'`: one call in sight does not tell what all others ask for. */
function isArmBesideAnother(text: string, { start, end }: Place, method: string): boolean {
  const before = armBefore.exec(text.slice(Math.max(start - nearest, 0), start))?.[1];
  const after = armAfter.exec(text.slice(end, end + nearest))?.[1];
  return [before, after].some((other) => other !== undefined && other.toUpperCase() !== method.toUpperCase());
}

const nameBefore = /([\w$]+)['"`]?\]?\s*(?::\s*[\w$.]+\s*)?[:=]\s*(?:\(\s*)?$/;

/** `del = send(`, `del: request.bind(null, `, `DEL = { method: `. */
const nameAround =
  /([\w$]+)['"`]?\]?\s*(?::\s*[\w$.]+\s*)?[:=]\s*(?:\(\s*)?(?:[\w$.]+\s*\(\s*(?:[\w$.]+\s*,\s*)?|\{\s*['"]?method['"]?\s*:\s*)$/;

/** `Delete = 'DELETE'`, `{ remove: 'delete' }`, `const HTTP_DELETE = 'DELETE'`: what is called after a method stays that method; null if it is not. */
function findNameOfVerb(text: string, { start }: Place, method: string): string | null {
  const before = text.slice(Math.max(start - nearest, 0), start);
  const name = nameBefore.exec(before)?.[1] ?? '';
  if (wordsOf(name).some((word) => namesOf(method).includes(word))) return name;
  return /:\s*$/.test(before) && isCalledAfter(name, method) ? name : null;
}

/** `del` of `exports.del = send('DELETE')`: others go by its name. What has a path of its own is one thing to ask for, `remove: { method, path }`. */
function findExportedName({ literal }: Source, method: string, { found, read, evaluation }: Writing): string | null {
  const before = read(literal.file).slice(Math.max(literal.start - nearest, 0), literal.start);
  const name = nameAround.exec(before)?.[1] ?? '';
  const tree = isCalledAfter(name, method) ? openTree(evaluation, literal.file) : null;
  if (tree === null || !isExportedAt(tree, literal)) return null;
  const record = tree.records.findLast(({ range: [from, to] }) => from <= literal.start && literal.end <= to);
  const hasPath = pathLiterals(found).some(
    ({ file, start, end }) =>
      record !== undefined && file === literal.file && record.range[0] <= start && end <= record.range[1],
  );
  return hasPath ? null : name;
}

const unionOfVerbs = new RegExp(`['"]${verb}['"](?:\\s*\\|\\s*['"]${verb}['"])+`, 'gi');

/** A type of the methods that a function takes, `'GET' | 'DELETE'`, which the new one is not of; null if there is none. */
function findTypeWithout(to: string, from: string, texts: readonly string[]): string | null {
  const holds = (type: string, method: string): boolean =>
    type.toUpperCase().includes(`'${method.toUpperCase()}'`) ||
    type.toUpperCase().includes(`"${method.toUpperCase()}"`);
  const types = texts.flatMap((text) => text.match(unionOfVerbs) ?? []);
  return types.find((type) => holds(type, from) && !holds(type, to)) ?? null;
}

/** A mock that was not told a method has none to change. */
function isForAnyMethod({ answered, sender }: FoundRequest, piece: Text[number] | undefined): boolean {
  return answered !== null && sender !== null && piece?.kind === 'known' && piece.source === null;
}

/** `api.del(path)` → `api.post(path)`, if the configuration declares a call beside it that sends the method and takes the same arguments. */
function renameDeclared({ client, call, node }: Sender, place: Place, method: string): Edit[] | Refusal {
  const owner = call.member.split('.').slice(0, -1).join('.');
  const siblings = client.calls.filter(({ member }) => member.split('.').slice(0, -1).join('.') === owner);
  const other = siblings.find((sibling) => sibling.method === method);
  if (other === undefined)
    return {
      refusal: `\`${call.member}\` sends ${String(call.method)}, and no client declared beside it sends ${method}`,
    };
  const name = other.member.split('.').at(-1) ?? '';
  const sameKeys = JSON.stringify(call.options) === JSON.stringify(other.options);
  const same = node.arguments.every(
    (_, index) => call.roles[index] === other.roles[index] && (call.roles[index] !== 'options' || sameKeys),
  );
  if (!same) return { refusal: `\`${other.member}\` takes its arguments in another order` };
  return [{ file: place.file, start: place.start, end: place.end, text: name }];
}

/** `client.delete(url, options)` → `client.post(url, null, options)`: the other member may take its arguments elsewhere. */
function renameMember(sender: Sender, place: Place, name: string, found: FoundRequest): Edit[] | Refusal {
  const call = findCall(sender.client.calls, name);
  if (call === null) return { refusal: `${sender.client.name} has no call '${name}' to take its place` };
  const member: Edit = { file: place.file, start: place.start, end: place.end, text: name };
  const options = sender.call.roles.findIndex(isSetting);
  const moved = call.roles.findIndex((role) => role === sender.call.roles[options]);
  const argument = options === -1 ? undefined : sender.node.arguments[options];
  if (argument === undefined && sender.client.requiresBody === true && !hasBody(sender))
    return addBody(sender, call.roles, member);
  if (argument === undefined || options === moved) return [member];
  if (sendsBody(found)) return { refusal: `'${name}' takes the body elsewhere than \`${sender.call.member}\`` };
  if (moved !== options + 1 || call.roles[options] !== 'body')
    return { refusal: `'${name}' takes its arguments in another order` };
  const filler = sender.client.answers === undefined ? 'null' : 'undefined';
  return [member, { file: place.file, start: argument.range[0], end: argument.range[0], text: `${filler}, ` }];
}

/** The options hold a body, which the other member does not look for there: `axios.delete(url, { data })`. */
function sendsBody({ request: { parameters, unseen }, records }: FoundRequest): boolean {
  return [...parameters, ...records].some(({ location }) => location === 'body') || unseen.includes('body');
}

/** What stands behind the body where there is one. */
function isSetting(role: Role): boolean {
  return role === 'options' || role === 'headers';
}

function hasBody({ call, node }: Sender): boolean {
  const body = call.roles.findIndex((role) => role === 'body');
  return body !== -1 && body < node.arguments.length;
}

/** `client.delete(url)` → `client.post(url, null)`, where a call without a body does not compile. */
function addBody({ node }: Sender, roles: Roles, member: Edit): Edit[] | Refusal {
  const last = node.arguments.at(-1);
  if (last === undefined || roles[node.arguments.length] !== 'body')
    return { refusal: 'the call has no place for the body that it needs' };
  return [member, { file: member.file, start: last.range[1], end: last.range[1], text: ', null' }];
}
