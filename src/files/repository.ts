import { existsSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';

/** The nearest directory from this one upward that holds a git repository; null outside of one. */
export function findRepository(directory: string): string | null {
  const { root } = parse(directory);
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === root) return null;
  }
}
