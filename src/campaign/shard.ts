import type { Place } from '../http/text.js';
import type { Result } from '../migration/finding.js';

/** One of several parts, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** `2/4`; null if it is none. */
export function parseShard(text: string): Shard | null {
  const [, index, count] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  return index !== undefined && shard.index <= shard.count ? shard : null;
}

/** Every `count`th one, so that neighbours, which are often alike, are spread. */
export function takeShare<Item>(items: readonly Item[], { index, count }: Shard): Item[] {
  return items.filter((_, at) => at % count === index - 1);
}

/**
 * The part of a result whose files are the shard's: each finding is in exactly one part. What is counted of the whole
 * (files, requests, the ledger) is the same in each.
 */
export function takeShard(result: Result, shard: Shard): Result {
  const files = new Set(takeShare(listFiles(result), shard));
  const take = <One extends { readonly place: Place }>(all: readonly One[]): One[] =>
    all.filter(({ place }) => files.has(place.file));
  return {
    ...result,
    findings: take(result.findings),
    possible: take(result.possible),
    guarded: take(result.guarded),
    acknowledged: take(result.acknowledged),
    baselined: take(result.baselined),
    unresolved: take(result.unresolved),
    baselinedUnresolved: take(result.baselinedUnresolved),
    notices: take(result.notices),
    errors: result.errors.filter(({ file }) => files.has(file)),
  };
}

/** The files that anything is said of, sorted. */
function listFiles(result: Result): string[] {
  const { findings, possible, guarded, acknowledged, baselined, unresolved, baselinedUnresolved, notices } = result;
  const placed = [
    findings,
    possible,
    guarded,
    acknowledged,
    baselined,
    unresolved,
    baselinedUnresolved,
    notices,
  ].flat();
  return [...new Set([...placed.map(({ place }) => place.file), ...result.errors.map(({ file }) => file)])].sort();
}
