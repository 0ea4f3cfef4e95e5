import type { Configuration, DeclaredClient } from '../configuration/configuration.js';
import { parseName } from '../configuration/declared-client.js';
import { patternsOf } from '../http/rows.js';

/**
 * Words without one of which no file sends, reads or serves a request of the API that a change speaks of. In lower
 * case; found anywhere in a file's text, so that files without one need no parsing. Rather a word too many: it costs
 * a parse, where a word too few costs a finding.
 */
export const triggers: readonly string[] = [
  'gitlab',
  'api/v',
  '/v3',
  'private-token',
  'private_token',
  'projects',
  'merge_request',
  'merge-request',
  'mergerequest',
  '/repository/',
  '/groups',
  '/users',
  '/issues',
  '/builds',
  '/todos',
  '/session',
  '/licenses',
  '/gitignores',
  '/gitlab_ci_ymls',
  '/dockerfiles',
  '/runners',
  '/snippets',
  '/triggers',
  '/keys',
  '/notes',
  '/subscription',
  '/milestones',
  '/environments',
  '/pipelines',
  '/user/',
  'object_attributes',
];

/** The words by their first letters: a search that tries each word at each place takes half as long again. */
const triggerPattern = new RegExp(
  [...new Set(triggers.map((word) => word.charAt(0)))].map(toAlternative).join('|'),
  'i',
);

function toAlternative(first: string): string {
  const rests = triggers.filter((word) => word.startsWith(first)).map((word) => escape(word.slice(1)));
  return `${escape(first)}(?:${rests.join('|')})`;
}

function escape(word: string): string {
  return word.replace(/[/\\.]/g, '\\$&');
}

/**
 * Characters that texts hold seldom enough to look at each, one of which stands in most of the words. A search for one
 * character, or for a few, is several times faster than one for a pattern.
 */
const signs = ['/', 'j', 'q'].map((sign) => ({ sign, around: toPattern(triggers, sign) }));

/** The words that hold a sign, from it on, each behind what it has before the sign. */
function toPattern(words: readonly string[], sign: string): RegExp {
  const holding = words.filter((word) => word.includes(sign));
  return new RegExp(holding.map((word) => splitBefore(word, word.indexOf(sign))).join('|'), 'y');
}

function splitBefore(word: string, at: number): string {
  const [before, rest] = [escape(word.slice(0, at)), escape(word.slice(at))];
  return before === '' ? rest : `(?<=${before})${rest}`;
}

/** What the words hold that have no such sign. */
const parts = ['gitlab', '-token', '_token'];

/** False only if a text holds no trigger word. For one of Latin 1 that takes half the time of `hasTrigger`. */
export function mayHaveTrigger(text: string): boolean {
  const lower = text.toLowerCase();
  return (
    parts.some((part) => lower.includes(part)) || signs.some(({ sign, around }) => holdsAround(lower, sign, around))
  );
}

function holdsAround(text: string, sign: string, around: RegExp): boolean {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    around.lastIndex = at;
    if (around.test(text)) return true;
  }
  return false;
}

/**
 * Whether a text may have anything to do with GitLab's API.
 *
 * @param words what the configuration adds
 */
export function hasTrigger(text: string, words: readonly string[] = []): boolean {
  return triggerPattern.test(text) || words.some((word) => text.includes(word));
}

/** Whether a text names GitLab, or the prefix of its API: other words are those of many programs. */
export function namesService(text: string): boolean {
  return /gitlab|api\/v[34]|private[-_]token|object_attributes/i.test(text);
}

/**
 * The words that a configuration adds: what every file holds that calls a declared client or hands it on, where the routes
 * of further rows begin, and the hosts that are GitLab's.
 */
export function wordsOf(configuration: Configuration): readonly string[] {
  const before = knownWords.get(configuration);
  if (before !== undefined) return before;
  const { clients, catalogues, hosts } = configuration;
  const words = [...new Set([...clients.map(toWord), ...catalogues.flatMap(patternsOf).map(toBeginning), ...hosts])];
  knownWords.set(configuration, words);
  return words;
}

/** A linter asks for each file. */
const knownWords = new WeakMap<Configuration, readonly string[]>();

/** The module's own name, or the global's last one. */
function toWord({ module, name }: DeclaredClient): string {
  if (module === undefined) return parseName(name).at(-1) ?? name;
  const words = module.split('/').map((word) => word.replace(/\.[cm]?[jt]sx?$/, ''));
  return words.findLast((word) => !/^(?:\.{0,2}|index)$/.test(word)) ?? module;
}

/** `/geo_nodes` of `GET /geo_nodes/:id`. */
function toBeginning(route: string): string {
  return /\/[^/:?*]*/.exec(route)?.[0] ?? route;
}
