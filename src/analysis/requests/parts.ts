import { known } from '../../http/text.js';
import type { OptionKeys } from '../clients/client.js';
import { isAbsolute, joinTexts } from '../values/library.js';
import { concatenate, passAll, textual } from '../values/texts.js';
import { originOf } from '../values/members.js';
import { addressIn } from '../values/url-objects.js';
import { choose, optionsOf, orNothing, unknownAt } from '../value.js';
import type { Given, RecordValue, Value } from '../value.js';

// What a call's arguments say of a request, part by part

/** What a call's arguments say of a request, each part as a value. */
export interface Parts {
  url: Value | null;
  base: Value | null;
  host: Value | null;
  path: Value | null;
  method: Value | null;
  query: Value[];
  body: Value[];
  data: Value[];
  headers: Value[];
  /** Options that cannot be read, which may hold any of it. */
  hidden: Value[];
}

const mostAlternatives = 8;

/** The arguments with each of the options records that one of them may be: `cond ? { url: a } : { url: b }`. */
export function listAlternativesOf(given: readonly Given[]): readonly (readonly Given[])[] {
  const results = given.reduce<readonly (readonly Given[])[]>(
    (before, one) => {
      const values = isOptionsChoice(one) ? optionsOf(one.value) : [one.value];
      return before.flatMap((each) => values.map((value) => [...each, { ...one, value }]));
    },
    [[]],
  );
  return results.length > mostAlternatives ? [given] : results;
}

function isOptionsChoice({ role, value }: Given): boolean {
  if (value.kind !== 'choice' || !role.endsWith('options')) return false;
  const kinds = new Set(value.options.map(({ kind }) => kind));
  return kinds.has('record') && [...kinds].every((kind) => /^(?:record|absent|text)$/.test(kind));
}

/** Options that a client was made with and that cannot be read are taken to hold no method and no parameters. */
export function collectParts(keys: OptionKeys, given: readonly Given[], inherited: number): Parts {
  const parts: Parts = {
    url: null,
    base: null,
    host: null,
    path: null,
    method: null,
    query: [],
    body: [],
    data: [],
    headers: [],
    hidden: [],
  };
  given.slice(0, inherited).forEach((one) => {
    addGiven(keys, parts, one, true);
  });
  parts.hidden = [];
  given.slice(inherited).forEach((one) => {
    addGiven(keys, parts, one, false);
  });
  return parts;
}

function addGiven(keys: OptionKeys, parts: Parts, given: Given, inherited: boolean): void {
  const { role, value } = given;
  if (value.kind === 'absent' || value.kind === 'function' || isCallback(value)) return;
  if (value.kind === 'client') {
    for (const one of value.inherited) addGiven(keys, parts, one, false);
    return;
  }
  switch (role) {
    case 'url':
      if (inherited) parts.base = given.behind === true ? behind(parts.base, given) : value;
      else parts.url = value;
      return;
    case 'pathname':
      addPathname(parts, given);
      return;
    case 'url|options':
      if (isOptions(value)) addOptions(keys, parts, given);
      else parts.url = value;
      return;
    case 'options':
      addOptions(keys, parts, given);
      return;
    case 'method':
      parts.method = value;
      return;
    case 'query':
    case 'body':
    case 'data':
    case 'headers':
      parts[role].push(value);
      return;
    case 'query-pair':
      parts.query.push(value);
      return;
    case 'body-pair':
      parts.body.push(value);
      return;
    case 'unseen':
      parts.hidden.push(value);
      return;
    default:
  }
}

/** A base and what goes behind it: what an interceptor puts there, `config.url = '/api/v3' + config.url`, or a resource's own path. */
function behind(base: Value | null, { value, tree, node, frame }: Given): Value {
  const backs = optionsOf(value);
  if (base === null || backs.some((back) => back.kind !== 'text' || isAbsolute(back.text))) return value;
  const fronts = optionsOf(textual(base, tree, node, frame));
  const joined = fronts.flatMap((front) =>
    backs.map((back) =>
      front.kind === 'text' && back.kind === 'text' ? { ...back, text: joinTexts(front.text, back.text) } : back,
    ),
  );
  return choose(joined, () => unknownAt(tree, node, frame));
}

/** `client.path('projects').path('46')`. */
function addPathname(parts: Parts, { value, tree, node, frame }: Given): void {
  const path = passAll(textual(value, tree, node, frame), 'pathname');
  const slash: Value = { kind: 'text', primitive: 'string', text: known('/') };
  parts.url =
    parts.url === null
      ? path
      : concatenate([textual(parts.url, tree, node, frame), slash, path], () => unknownAt(tree, node, frame));
}

/** A function that nobody sees is known by its name. */
export function isCallback(value: Value): boolean {
  return (
    (value.kind === 'unknown' || value.kind === 'external') &&
    /^(?:cb|callback|done|next|fn|handler|resolve|reject|on[A-Z]\w*|\w*Callback)$/.test(value.hole.label)
  );
}

function isOptions(value: Value): boolean {
  return optionsOf(value).every((option) => option.kind === 'record' && !option.query);
}

function addOptions(keys: OptionKeys, parts: Parts, given: Given): void {
  const options = optionsOf(given.value);
  const records = recordsAmong(options);
  if (options.length > 1 || records.length === 0 || records.some(({ open }) => open)) parts.hidden.push(given.value);
  const unseen = unknownAt(given.tree, given.node, given.frame);
  const readAny = (find: (record: RecordValue) => Value | null): Value | null => {
    const [first = null, ...others] = records.map(find).filter((each) => each !== null);
    return first === null || others.length === 0 ? first : choose([first, ...others], () => unseen);
  };
  const read = (names: readonly string[] | undefined): Value | null => readAny((record) => findEntry(record, names));
  const address = keys.path === undefined ? null : readAny(addressIn);
  const isPutAnew = records.some((record) => hasPart(record, /^path$/));
  const host = isPutAnew && address?.kind === 'text' ? originOf(address) : null;
  if (address !== null && (records.some((record) => hasPart(record, ofHost)) || (isPutAnew && host === null)))
    parts.hidden.push(given.value);
  else if (!isPutAnew) parts.url = address ?? parts.url;
  parts.url = read(keys.url) ?? parts.url;
  parts.base = read(keys.base) ?? parts.base;
  parts.host = read(keys.host) ?? host ?? parts.host;
  parts.path = read(keys.path) ?? parts.path;
  const method = read(keys.method);
  const isSaid = records.every((record) => findEntry(record, keys.method) !== null);
  const isSure = records.every((record) => saysSurely(record, keys.method));
  const said = method === null || isSure ? method : orNothing(method);
  parts.method = (method === null || isSaid ? said : unseen) ?? parts.method;
  for (const role of ['query', 'body', 'data', 'headers'] as const) {
    const entry = read(keys[role]);
    if (entry !== null) parts[role].push(entry);
  }
}

/** The records that options may be; of what may be anything else, the one that comes first. */
function recordsAmong(options: readonly Value[]): readonly RecordValue[] {
  const isRecords = options.every(({ kind }) => kind === 'record' || kind === 'absent');
  return (isRecords ? options : options.slice(0, 1)).flatMap((option) => (option.kind === 'record' ? [option] : []));
}

/** What says where a request goes before its path; `pathname` and `search` of such a record say nothing to who sends it. */
const ofHost = /^(?:protocol|host|hostname|port)$/;

/** A part that something else was put in for than what `url.parse` gave. */
function hasPart({ entries }: RecordValue, part: RegExp): boolean {
  return [...entries.keys()].some((name) => part.test(name));
}

/** Whether options have a method in any case: `{ ...(on && { method: 'DELETE' }) }` has none in some. */
function saysSurely({ entries, perhaps }: RecordValue, names: readonly string[] = []): boolean {
  return (
    perhaps !== true && names.some((name) => entries.get(name) !== undefined && entries.get(name)?.optional !== true)
  );
}

/** The first key that is there. A switch (`json: true`) is not the part. */
function findEntry(record: RecordValue, names: readonly string[] | undefined): Value | null {
  for (const name of names ?? []) {
    const value = record.entries.get(name)?.value;
    if (value !== undefined && value.kind !== 'absent' && !(value.kind === 'text' && value.primitive === 'boolean'))
      return value;
  }
  return null;
}
