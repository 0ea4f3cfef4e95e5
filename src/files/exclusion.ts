import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';
import type Picomatch from 'picomatch';

/** Globs of files and directories, and the directory that they start from. */
export interface Exclusion {
  readonly globs: readonly string[];
  readonly from: string;
}

/** Tells of an absolute path whether it is left out. The ESLint plugin, too, asks, so picomatch is loaded if there are globs. */
export function createExclusionTest({ globs, from }: Exclusion): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  const picomatch = createRequire(import.meta.url)('picomatch') as typeof Picomatch;
  const plain = globs.map((glob) => glob.replace(/^\.\//, '').replace(/\/$/, ''));
  const matches = picomatch(
    plain.flatMap((glob) => [glob, `${glob}/**`]),
    { dot: true },
  );
  return (path) => matches(relative(from, path).split(sep).join('/'));
}
