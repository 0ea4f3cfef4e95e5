import type { HereDoc, HereString, Word } from 'unbash';
import { parseRequest } from '../../http/request.js';
import { findRoutes } from '../../http/route.js';
import { isKnown, search, show, slice, toKnown } from '../../http/text.js';
import type { Place, Text } from '../../http/text.js';
import { anyMethod, mayBeGitLab } from '../document.js';
import type { AnswerRead, DocumentRequest, Unknown } from '../document.js';
import { evidenceOf } from '../evidence.js';
import { placeIn } from '../excerpt.js';
import { withGuards } from './arms.js';
import { expandArguments, expandAsArguments, splitWords } from './arguments.js';
import { readCurl } from './curl.js';
import { expandHereDoc, expandWord } from './expand.js';
import { exportedTo, givenTo, isOutOfSight } from './exported.js';
import type { Argument, Scope } from './expand.js';
import { readFilter } from './filter.js';
import { readHttpie } from './httpie.js';
import { isLost } from './printed.js';
import { forAnotherShell } from './quoting.js';
import { readersOf } from './readers.js';
import type { Script, Site } from './script.js';
import type { Sent } from './sent.js';
import { readStatuses } from './statuses.js';
import { comparesVersion, servesBoth } from './versions.js';
import { readWget } from './wget.js';
import { findWritten } from './written.js';

type Sender = (words: readonly Argument[], input: Text | null) => Sent[];

const senders: ReadonlyMap<string, Sender> = new Map([
  ['curl', readCurl],
  ['wget', readWget],
  ['http', readHttpie],
  ['https', readHttpie],
  ['httpie', readHttpie],
  ['xh', readHttpie],
  ['xhs', readHttpie],
]);

/** Commands that run the command behind them as it is. */
const carriers =
  /^(?:sudo|command|builtin|exec|nohup|time|env|retry|timeout|nice|stdbuf|unbuffer|then|do|ts|docker|podman|kubectl|ssh|doas|chronic)$/;

/** Commands that run what nobody sees, or see only at run time. */
const runners = /^(?:eval|xargs|parallel|watch|find|trap)$/;
const shells = /^(?:ba|z|da|k)?sh$/;

/** Commands that print, and tell nothing of what is sent. */
const printers = /^(?:echo|printf|:|true|log|info|warn|error|die|fail|usage|print|cat|test|\[|\[\[|grep|case)$/;

/** What a script sends, and what in it nobody can tell. */
export interface ShellRequests {
  readonly requests: readonly DocumentRequest[];
  readonly unknowns: readonly Unknown[];
}

const longestChain = 5;

/** Finds the requests of a script, through its own functions too. */
export function findShellRequests(scope: Scope): ShellRequests {
  const own = scope.script.sites.map((site) => requestsOf(site, scope, []));
  const { sites, arms, excerpt } = scope.script;
  const found = own
    .map((one, index) => join(one, lostBy(sites[index], one, scope)))
    .map((one) => ({ ...one, requests: withGuards(one.requests, arms) }));
  const requests = found.flatMap((each) => each.requests);
  const both = servesBoth(sites.map((site, index) => ({ site, requests: found[index]?.requests ?? [] })));
  const compared = comparesVersion(excerpt, requests);
  const unknowns = [...found.flatMap((each) => each.unknowns), ...both, ...compared];
  const kept = withoutBegun(requests);
  return { requests: [...kept, ...withGuards(findLooseBases(scope, kept), arms)], unknowns };
}

/** What a function sends is told where the function is called, from as far outside as calls are in sight. */
function withoutBegun(requests: readonly DocumentRequest[]): DocumentRequest[] {
  const completed = new Set(
    requests.flatMap(({ calls, place }) => calls.map((_, at) => toWay(calls.slice(at + 1), place))),
  );
  return requests.filter(({ calls, place }) => !completed.has(toWay(calls, place)));
}

function toWay(calls: readonly Place[], place: Place): string {
  return [...calls, place].map(({ start }) => String(start)).join(' ');
}

const nothingFound: ShellRequests = { requests: [], unknowns: [] };

function join(one: ShellRequests, other: ShellRequests): ShellRequests {
  return { requests: [...one.requests, ...other.requests], unknowns: [...one.unknowns, ...other.unknowns] };
}

function requestsOf(site: Site, scope: Scope, calls: readonly Place[]): ShellRequests {
  const { script } = scope;
  const place = placeIn(script.excerpt, site.command.pos, site.command.end);
  const forms = toForms(site, scope);
  const results = forms.map(({ name, words }): ShellRequests => {
    const sender = senders.get(name);
    if (sender !== undefined) {
      const sent = sender(words, inputOf(site, scope));
      const unknowns =
        isConfigured(name, words) && mayBeGitLab(script.excerpt.text) ? [{ place, reason: whyHidden }] : [];
      return { requests: sent.map((one) => toRequest(one, { site, scope, place, calls, words })), unknowns };
    }
    const target = script.functions.get(name);
    if (target !== undefined) {
      const through = requestsThrough(site, scope, target, words, [...calls, place]);
      return calls.length > 0 ? through : join(through, unfollowed(words, through.requests, scope, place, name));
    }
    if (calls.length > 0) return { requests: [], unknowns: runThrough(name, words, calls) };
    if ((mayRun(name, words) && holdsRequest(site, script)) || isFedRequest(name, site, scope))
      return { requests: [], unknowns: [{ place, reason: whyRun(name) }] };
    const prints = printers.test(name);
    const written = findWritten(site, scope, { name, words, place, prints });
    const given = [...(prints ? [] : words), ...givenTo(site, scope)];
    if (isOutOfSight(site))
      return join(written, handedOver([...words, ...exportedTo(site, scope)], scope, place, nameIn(site, scope, name)));
    return join(written, handedOver(given, scope, place, nameIn(site, scope, name)));
  });
  return {
    requests: distinct(results.flatMap(({ requests }) => requests)),
    unknowns: results.flatMap(({ unknowns }) => unknowns).slice(0, 1),
  };
}

/** An address that is printed, and not to people: what reads it is out of sight. */
function lostBy(site: Site | undefined, { requests, unknowns }: ShellRequests, scope: Scope): ShellRequests {
  const isTold = requests.length > 0 || unknowns.length > 0;
  if (site === undefined || isTold || !/^(?:echo|printf|print|cat)$/.test(site.command.name?.value ?? ''))
    return nothingFound;
  if (!isLost(site, scope)) return nothingFound;
  const place = placeIn(scope.script.excerpt, site.command.pos, site.command.end);
  const results = toForms(site, scope).map(({ name, words }) =>
    join(findWritten(site, scope, { name, words, place, prints: false }), handedOver(words, scope, place, name)),
  );
  return results.reduce(join, nothingFound);
}

/** What a command is called, or the variable that it is called by. */
function nameIn({ command }: Site, { script }: Scope, known: string): string {
  return known === '' && command.name !== undefined
    ? script.excerpt.text.slice(command.name.pos, command.name.end)
    : known;
}

/** The same request of several forms counts once: they differ in what is no part of it. */
function distinct(requests: readonly DocumentRequest[]): DocumentRequest[] {
  const key = ({ request, place, calls }: DocumentRequest): string =>
    JSON.stringify([
      place.start,
      calls.map(({ start }) => start),
      show(request.method),
      [...request.base, ...request.segments.flatMap(({ slash, text }) => [...slash, ...text])].map((piece) =>
        piece.kind === 'hole' ? piece.label : [piece.text, piece.source?.start],
      ),
      request.parameters.map(({ name, value }) => [show(name), value === null ? null : show(value)]),
      request.unseen,
    ]);
  return [...new Map(requests.map((one) => [key(one), one])).values()];
}

interface Form {
  readonly name: string;
  readonly words: readonly Argument[];
}

/** A command without what stands before it: `sudo -E curl …` is `curl …`, and so are `$CURL …` and `"${CURL[@]}" …`. */
function toForms(site: Site, scope: Scope): Form[] {
  const { name } = site.command;
  if (name === undefined) return [];
  const names = expandAsArguments(name, site, scope);
  return names.flatMap((written) =>
    expandArguments(site, scope).map((words) => {
      const [first = [], ...others] = written.flatMap(({ text, hidden }) =>
        hidden || written.length > 1 ? [text] : splitWords(text),
      );
      const own = others.map((text): Argument => ({ text, place: null, whole: null, hidden: false }));
      return withoutCarrier({ name: toName(first), words: [...own, ...words] });
    }),
  );
}

function toName(text: Text): string {
  return (toKnown(text) ?? '').replace(/^.*\//, '').replace(/\.exe$/, '');
}

/** A variable that nobody knows, `$DRY curl …`, is nothing there, or carries the command. */
function withoutCarrier({ name, words }: Form): Form {
  if (name !== '' && !carriers.test(name)) return { name, words };
  const index = (name === '' ? words.slice(0, 1) : words).findIndex(({ text }) => senders.has(toName(text)));
  const found = words[index];
  if (found === undefined) return { name, words };
  const own = words.slice(index + 1);
  const isReadAgain = name === 'ssh';
  return {
    name: toName(found.text),
    words: isReadAgain ? own.map((word) => ({ ...word, text: forAnotherShell(word.text) })) : own,
  };
}

/** A function that has a shell read what it is called with: `run() { eval "$@"; }`. */
function runThrough(name: string, words: readonly Argument[], [call]: readonly Place[]): Unknown[] {
  const text = words.map((word) => show(word.text)).join(' ');
  const isRequest = /\b(?:curl|wget)\s/.test(text) && mayBeGitLab(text);
  return call !== undefined && isRequest && mayRun(name, words) ? [{ place: call, reason: whyRun(name) }] : [];
}

function mayRun(name: string, words: readonly Argument[]): boolean {
  if (runners.test(name)) return true;
  if (carriers.test(name) && words.some(({ text }) => /\b(?:curl|wget)\s/.test(show(text)))) return true;
  return shells.test(name) && words.some(({ text }) => /^-\w*c$/.test(show(text)));
}

const whyHidden = '`curl` reads its options from a file here: look at what it sends';

/** Options that stand in a file: `curl -K FILE`. */
function isConfigured(name: string, words: readonly Argument[]): boolean {
  return name === 'curl' && words.some(({ text }) => /^(?:-\w*K|--config)/.test(show(text)));
}

/** A shell, here or on another machine, that is given commands to its input. */
function isFedRequest(name: string, site: Site, scope: Scope): boolean {
  if (!shells.test(name) && !carriers.test(name)) return false;
  const input = show(inputOf(site, scope) ?? []);
  return /\b(?:curl|wget)\s/.test(input) && mayBeGitLab(scope.script.excerpt.text);
}

function whyRun(name: string): string {
  return `\`${name}\` runs a command that is put together at run time: look at what it sends`;
}

function holdsRequest({ command }: Site, { excerpt }: Script): boolean {
  const text = excerpt.text.slice(command.pos, command.end);
  return /\b(?:curl|wget|https?|xh)\b/.test(text) && (mayBeGitLab(text) || /\$/.test(text));
}

function requestsThrough(
  site: Site,
  scope: Scope,
  target: NonNullable<Site['owner']>,
  words: readonly Argument[],
  calls: readonly Place[],
): ShellRequests {
  if (calls.length > longestChain || isEntered(scope, target)) return nothingFound;
  const inner: Scope = { ...scope, call: { target, args: words, site, from: scope } };
  const found = scope.script.sites
    .filter(({ owner }) => owner === target)
    .map((each) => requestsOf(each, inner, calls));
  return found.reduce(join, nothingFound);
}

/** The addresses that a function gets which sends to one that nobody can follow, `for url in "$@"`. */
function unfollowed(
  words: readonly Argument[],
  requests: readonly DocumentRequest[],
  scope: Scope,
  place: Place,
  name: string,
): ShellRequests {
  if (!requests.some((one) => literalsOf(one).length === 0)) return nothingFound;
  const used = new Set(requests.flatMap(literalsOf));
  const open = words.filter(({ text }) => !isMadeOf(text, place, used));
  return handedOver(open, scope, place, name);
}

function isEntered({ call }: Scope, target: NonNullable<Site['owner']>): boolean {
  return call !== null && (call.target === target || isEntered(call.from, target));
}

interface Sending {
  readonly site: Site;
  readonly scope: Scope;
  readonly place: Place;
  readonly calls: readonly Place[];
  readonly words: readonly Argument[];
}

function toRequest(sent: Sent, { site, scope, place, calls, words }: Sending): DocumentRequest {
  const parsed = parseRequest(sent.method, sent.address);
  const request = {
    ...parsed,
    parameters: [...parsed.parameters, ...sent.parameters],
    unseen: [...new Set(sent.unseen)],
  };
  return {
    request,
    place,
    calls,
    evidence: evidenceOf(request, sent.headers, scope.holders),
    sent: true,
    tail: false,
    reads: readsOf(site, scope),
    statuses: readStatuses(words, site, scope),
  };
}

/** What is read of the answer: where it is sent, or where what it is kept in is read. */
function readsOf(site: Site, scope: Scope): AnswerRead[] {
  const { excerpt, functions } = scope.script;
  return readersOf(site, scope).flatMap((command) =>
    readFilter(command, excerpt, functions.has(command.name?.value ?? '')),
  );
}

/** What a command reads: a here-document, or what is printed into its pipe. */
function inputOf(site: Site, scope: Scope): Text | null {
  const own = [...site.command.redirects, ...(site.fed?.redirects ?? [])];
  const given = own.find((one): one is HereDoc | HereString => one.type === 'HereDoc' || one.type === 'HereString');
  if (given?.type === 'HereDoc') return expandHereDoc(given, scope, site);
  if (given?.target !== undefined) return expandWord(given.target, scope, site)[0] ?? null;
  const printed = site.fed !== null && /^(?:echo|printf)$/.test(site.fed.name?.value ?? '') ? site.fed.args : [];
  const words = printed.filter((one): one is Word => one.type === 'Word' && !one.value.startsWith('-'));
  const [only] = words;
  return only === undefined || words.length > 1 ? null : (expandWord(only, scope, site)[0] ?? null);
}

// Addresses that nobody is seen to send

const addressOfApi = /\/api\/v[34](?![\w.-])/;

/** An address of the API that another command gets: it may send anything there. */
function handedOver(words: readonly Argument[], scope: Scope, place: Place, name: string): ShellRequests {
  const requests = looseOf(words, scope, place);
  const reason = `\`${name}\` gets the address, and what it sends there is out of sight`;
  return { requests, unknowns: requests.length === 0 || declaring.test(name) ? [] : [{ place, reason }] };
}

const declaring = /^(?:export|local|declare|typeset|readonly)$/;

/** Words of other commands that hold an address of the API. */
function looseOf(words: readonly Argument[], scope: Scope, place: Place): DocumentRequest[] {
  return words.flatMap(({ text }) => toLoose(text, scope, place));
}

function toLoose(text: Text, scope: Scope, place: Place): DocumentRequest[] {
  const written = show(text);
  if (!addressOfApi.test(written) || /\s/.test(written.trim())) return [];
  const scheme = search(text, /https?:\/\//);
  const address = scheme === null ? text : slice(text, scheme.start);
  const request = parseRequest([anyMethod], address);
  if (!isKnown(request.base) && findRoutes(null, request.segments).length === 0 && request.segments.length > 0)
    return [];
  const own = { place, calls: [], sent: false, tail: false, reads: [] };
  return [{ request, ...own, evidence: evidenceOf(request, [], scope.holders) }];
}

/** Variables that are set to an address of the API which no request in sight is made of. */
function findLooseBases(scope: Scope, requests: readonly DocumentRequest[]): DocumentRequest[] {
  const used = new Set(requests.flatMap(literalsOf));
  const settings = [...scope.script.settings.values()].flat();
  const bases = settings.flatMap(({ value, owner, around, pos, others }): DocumentRequest[] => {
    const words = value === null ? others : value.type === 'ArrayValue' ? value.elements : [value];
    return words.flatMap((word) => {
      const place = placeIn(scope.script.excerpt, word.pos, word.end);
      const site: Site = { command: bare(pos, word.end), owner, around, piped: [], passes: false, fed: null };
      return expandWord(word, scope, site)
        .filter((text) => !isMadeOf(text, place, used))
        .flatMap((text) => toLoose(text, scope, place));
    });
  });
  return distinct(bases);
}

/** Whether requests are made of what a word itself says of an address; of one that says nothing, of what it gets of others. */
function isMadeOf(text: Text, word: Place, used: ReadonlySet<string>): boolean {
  const literals = text.flatMap((piece) => (piece.kind === 'known' ? (piece.source?.literal ?? []) : []));
  const own = literals.filter(({ file, start, end }) => file === word.file && start >= word.start && end <= word.end);
  return (own.length > 0 ? own : literals).some((literal) => used.has(keyOf(literal)));
}

function bare(pos: number, end: number): Site['command'] {
  return { type: 'Command', pos, end, name: undefined, prefix: [], suffix: [], args: [], redirects: [] };
}

function literalsOf({ request: { base, segments } }: DocumentRequest): string[] {
  const pieces = [...base, ...segments.flatMap(({ slash, text }) => [...slash, ...text])];
  return pieces.flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null ? [keyOf(piece.source.literal)] : [],
  );
}

function keyOf(place: Place | undefined): string {
  return place === undefined ? '' : `${place.file}:${String(place.start)}`;
}
