import type { Text } from '../../http/text.js';
import type { DocumentRequest, Unknown } from '../document.js';
import { toCharacters } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';
import type { Site } from './script.js';

interface Sending {
  readonly site: Site;
  readonly requests: readonly DocumentRequest[];
}

const reason = 'another branch asks v4 here, so this may serve both versions: choose what stays';

/** Requests of v3 beside which another branch sends one of v4: a person knows whether both are still needed. */
export function servesBoth(sendings: readonly Sending[]): Unknown[] {
  const modern = sendings.filter(({ requests }) => requests.some(isModern));
  return sendings.flatMap(({ site, requests }) => {
    const old = requests.filter(({ guarded, request: { version } }) => guarded !== true && version === 'v3');
    const isChoice = modern.some((other) => other.site === site || isOtherBranch(site, other.site));
    return isChoice ? old.slice(0, 1).map(({ place }) => ({ place, reason })) : [];
  });
}

function isModern({ request: { version } }: DocumentRequest): boolean {
  return version === 'v4';
}

const comparing = [
  /(?:\[\[?\s|\btest\s)[^\n;\]]*(?:\/|\bapi\W{1,4})v3\b/,
  /^\s*\(?["']?\*?\/?(?:api\/)?v3\/?\*?["']?\s*\)/m,
  /\$\{\w+(?:\/{1,2}|%{1,2}|#{1,2})[^}\n]*v3/,
  /\b(?:[ef]?grep|rg|sed|awk|cut|expr)\s[^\n|;]*v3/,
  /\bs([/|#,!])[^\n]{0,40}?v3\1?[^\n]{0,40}\1/,
];

/** Requests of v3 in a script that compares addresses with v3, or puts another version for it, as it runs. */
export function comparesVersion(excerpt: Excerpt, requests: readonly DocumentRequest[]): Unknown[] {
  const old = requests.filter(
    ({ sent, guarded, request: { version } }) => sent && guarded !== true && version === 'v3',
  );
  if (old.length === 0) return [];
  const text = withoutBases(excerpt, old);
  if (!comparing.some((each) => each.test(text))) return [];
  const reason = 'this script compares or replaces `v3` as it runs: that changes together with the address';
  const byBase = new Map(old.map(({ request: { base }, place }) => [baseKey(base), { place, reason }]));
  return [...byBase.values()];
}

/** What a script says beside the addresses that it sends to: `[ -z "$(curl …/api/v3/user)" ]` compares an answer. */
function withoutBases(excerpt: Excerpt, requests: readonly DocumentRequest[]): string {
  const within = new Set<number>();
  for (const piece of requests.flatMap(({ request }) => request.base))
    if (piece.kind === 'known' && piece.source !== null)
      for (let at = piece.source.start; at < piece.source.end; at += 1) within.add(at);
  return toCharacters(excerpt)
    .map(({ text, start, end }) => (within.has(start) && within.has(end - 1) ? ' ' : text))
    .join('');
}

function baseKey(base: Text): string {
  return base.map((piece) => (piece.kind === 'known' ? String(piece.source?.start) : piece.label)).join(' ');
}

/** Whether two commands of one function stand in different lists: of an `if`, a `case`, or around `||`. */
function isOtherBranch(one: Site, other: Site): boolean {
  if (one.owner !== other.owner) return false;
  const parts = one.around.findIndex((each, index) => other.around[index] !== each);
  const common = parts === -1 ? one.around.length : parts;
  if (common < one.around.length && common < other.around.length) return true;
  const last = one.around[common - 1];
  return last?.type === 'AndOr' && last.operators.includes('||');
}
