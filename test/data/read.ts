import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The package's own folder, also for what was built of this file. */
const root = dirname(createRequire(import.meta.url).resolve('v4ward/package.json'));

export interface Pair {
  readonly v3: string;
  /** Null if v4 has nothing. */
  readonly v4: string | null;
  readonly changes: readonly string[];
}

/** The pairs of facts/routes.tsv with ids in them. */
export const pairs: readonly Pair[] = readRows('pairs.tsv').map(([v3 = '', v4 = '', changes = '']) => ({
  v3,
  v4: v4 === '-' ? null : v4,
  changes: changes === '-' ? [] : changes.split(','),
}));

/** Requests that mean the same in v3 and v4, and why one might think otherwise. */
export const unchanged: readonly { readonly request: string; readonly reason: string }[] = readRows(
  'unchanged.tsv',
).map(([request = '', reason = '']) => ({ request, reason }));

/** Requests of v4 that v3 did not have, or that meant something else there. */
export const v4Only: readonly { readonly request: string; readonly reason: string }[] = readRows('v4-only.tsv').map(
  ([request = '', reason = '']) => ({ request, reason }),
);

function readRows(name: string): string[][] {
  const lines = readFileSync(join(root, 'test/data', name), 'utf8')
    .split('\n')
    .slice(1);
  return lines.filter((line) => line !== '').map((line) => line.split('\t'));
}

/** The request under a prefix. */
export function under(prefix: string, request: string): string {
  return request.replace(' ', ` ${prefix}`);
}
