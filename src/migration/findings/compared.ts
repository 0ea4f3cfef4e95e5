import { programsOf } from '../../analysis/requests/documents.js';
import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import type { OfPath } from '../../analysis/project.js';
import { interceptorsOf } from '../../analysis/requests/request-interceptors.js';
import { isTestFile } from '../../analysis/service.js';
import { findComparedTexts } from '../../analysis/requests/compared-texts.js';
import { keyOfLiteral, literalsOfRequest } from '../../analysis/requests/sinks.js';
import type { ComparedText } from '../../analysis/requests/compared-texts.js';
import { show } from '../../http/text.js';
import { toPosition } from '../position.js';
import type { Edit, Finding } from '../finding.js';
import type { Claim } from '../settle.js';

/** What a program compares with, each text once: each finding asks about all of it. */
interface Comparisons {
  readonly files: ReadonlyMap<string, readonly ComparedText[]>;
  /** By text, of all files. Single words are anybody's: where the request does not come by, nothing follows from them. */
  readonly texts: ReadonlyMap<string, ComparedText>;
  /** Those of them that stand in a path until it is fixed: many requests are for one path. */
  readonly byPaths: Map<string, readonly ComparedText[]>;
}

const known = new WeakMap<Evaluation, Comparisons>();

/**
 * What a fix rests on where the program compares something with the path as it is in v3: that it is not this path, as
 * what looks at a request before it is sent would compare it. Null if nothing is compared with it.
 */
export function findComparison(evaluation: Evaluation, claim: Claim): string | null {
  const isPrefix = claim.finding.rule === 'no-v3-prefix';
  const comparisons = comparisonsIn(evaluation);
  const compared = isPrefix ? findPrefix(comparisons, claim, evaluation) : findPath(comparisons, claim, evaluation);
  if (compared === null) return null;
  const { text, file, start } = compared;
  const what = isPrefix ? 'an address of this server' : 'the path of this request';
  const line = toPosition(openTree(evaluation, file)?.text ?? '', start).line;
  return `what is compared with \`${text}\` in ${file}:${String(line)} is not ${what}`;
}

function findPrefix(comparisons: Comparisons, claim: Claim, evaluation: Evaluation): ComparedText | null {
  const { before } = toPaths(claim);
  const addresses = toAddresses(claim);
  evaluation.project.others?.askFor({ topic: 'text compared with', ...addresses });
  const near = comparedOnTheWay(comparisons, claim, evaluation).filter((compared) => isOfPrefix(compared, before));
  const far = comparedAnywhere(comparisons, addresses).filter((compared) => isOfService(evaluation, compared));
  return near[0] ?? far[0] ?? null;
}

/** A request's whole address, where what sends it elsewhere may be looked at: by a server, or a worker. */
function toAddresses(claim: Claim): Paths {
  const base = show(claim.judged.found.request.base);
  const path = pathOf(claim.finding.request) ?? '';
  return base.includes('/api/v3')
    ? { before: base + path, after: base.replace('/api/v3', '/api/v4') + path }
    : { before: null, after: null };
}

/** The prefix alone is GitHub's too. */
function isOfService(evaluation: Evaluation, { text, file, decides }: ComparedText): boolean {
  if (!decides) return false;
  if (!text.startsWith('/')) return !/github/i.test(text);
  const words = openTree(evaluation, file)?.text ?? '';
  return /gitlab/i.test(words) && !/github/i.test(words);
}

function findPath(comparisons: Comparisons, claim: Claim, evaluation: Evaluation): ComparedText | null {
  const paths = toPaths(claim);
  evaluation.project.others?.askFor({ topic: 'text compared with', ...paths });
  const isLonger = claim.finding.edits.some(makesQuery);
  const isOther = asksOtherwise(claim.finding);
  const near = comparedOnTheWay(comparisons, claim, evaluation).filter(
    ({ text, isEnd, hasQuery }) =>
      isOfPath(text, paths) || ((hasQuery ? isOther : isLonger) && isEnd && isEndOfPath(text, paths)),
  );
  const all = [...near, ...comparedAnywhere(comparisons, paths)];
  if (all.length === 0) return null;
  const own = new Set(literalsOfRequest(claim.judged.found));
  return all.find((one) => !own.has(keyOfLiteral(one))) ?? null;
}

function comparedAnywhere({ texts, byPaths }: Comparisons, paths: Paths): readonly ComparedText[] {
  const key = JSON.stringify([paths.before, paths.after]);
  const known = byPaths.get(key);
  if (known !== undefined) return known;
  const compared = [...texts.values()].filter(({ text }) => isOfPath(text, paths));
  byPaths.set(key, compared);
  return compared;
}

/** In the files that the request goes through, those of its interceptors among them. */
function comparedOnTheWay(
  { files }: Comparisons,
  { judged: { found } }: Claim,
  evaluation: Evaluation,
): ComparedText[] {
  const interceptors = found.sender === null ? [] : interceptorsOf(evaluation, found.sender);
  const hooks = interceptors.map(({ value, place }) => (value.kind === 'function' ? value.tree : place).file);
  const near = new Set([...[found, ...found.chain].map(({ tree }) => tree.file), ...hooks]);
  return [...near].sort().flatMap((file) => files.get(file) ?? []);
}

/** A request's path as it is and as it becomes; null where nobody can tell. */
type Paths = Pick<OfPath, 'before' | 'after'>;

function toPaths({ finding: { request, replacement } }: Claim): Paths {
  return { before: pathOf(request), after: pathOf(replacement) };
}

/** Whether a path holds a text until it is fixed. */
export function isOfPath(text: string, { before, after }: Paths): boolean {
  return before !== null && after !== null && holds(before, text) && !holds(after, text);
}

/** Whether an edit puts a query behind a path. */
function makesQuery({ text }: Edit): boolean {
  return text.includes('?');
}

/** Whether a path ends in a text until a query is put behind it, or another one. */
function isEndOfPath(text: string, { before }: Paths): boolean {
  const path = text.replace(/^\*(?=\/)/, '');
  return before !== null && path.startsWith('/') && !path.includes('*') && before.endsWith(path);
}

/** Whether the parts of a text between its stars stand in a path, in their order. */
function holds(path: string, text: string): boolean {
  let rest = 0;
  return text.split('*').every((part) => {
    const start = path.indexOf(part, rest);
    rest = start + part.length;
    return start !== -1;
  });
}

/** Tells the project's other parts what this one compares with. */
export function offerComparisons(evaluation: Evaluation): void {
  for (const text of comparisonsIn(evaluation).texts.keys())
    evaluation.project.others?.offer('text compared with', text);
}

/** Whether a text may be found in an address before it is fixed: its prefix, and what follows there. */
function isOfPrefix({ text }: ComparedText, path: string | null): boolean {
  const prefix = /\bapi\/v3\b/.exec(text);
  if (prefix === null || /github/i.test(text)) return false;
  return path === null || holds(path, text.slice(prefix.index + prefix[0].length));
}

function pathOf(request: string | null): string | null {
  const [, address = ''] = request?.split(' ') ?? [];
  return address === '' ? null : (address.split('?')[0] ?? null);
}

/** Whether a request has another query once it is fixed. */
export function asksOtherwise({ request, replacement }: Pick<Finding, 'request' | 'replacement'>): boolean {
  return queryOf(request) !== queryOf(replacement);
}

function queryOf(request: string | null): string | null {
  return request?.split('?')[1] ?? null;
}

function comparisonsIn(evaluation: Evaluation): Comparisons {
  const before = known.get(evaluation);
  if (before !== undefined) return before;
  const files = programsOf(evaluation.project).filter((file) => !isTestFile(file));
  const comparisons = {
    files: new Map<string, ComparedText[]>(),
    texts: new Map<string, ComparedText>(),
    byPaths: new Map<string, readonly ComparedText[]>(),
  };
  for (const file of files) {
    const tree = openTree(evaluation, file);
    const compared = tree === null ? [] : findComparedTexts(tree);
    if (compared.length > 0) comparisons.files.set(file, compared);
    for (const one of compared)
      if (one.text.includes('/') && !comparisons.texts.has(one.text)) comparisons.texts.set(one.text, one);
  }
  known.set(evaluation, comparisons);
  return comparisons;
}
