import { formatPatch, structuredPatch } from 'diff';
import type { Rewritten } from '../migration/rounds.js';

/** A unified diff that `git apply` and `patch -p1` take. */
export function reportDiff(texts: ReadonlyMap<string, Rewritten>): string {
  return [...texts].map(([file, { before, after }]) => printFile(file, before, after)).join('');
}

function printFile(file: string, before: string, after: string): string {
  const patch = structuredPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 3 });
  return formatPatch(patch, { includeIndex: false, includeUnderline: false, includeFileHeaders: true });
}
