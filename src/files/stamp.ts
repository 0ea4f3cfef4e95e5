import { statSync } from 'node:fs';

/**
 * Changes when a file does, or comes, or goes: its time of modification and its size. Empty where there is none, or none
 * that can be looked at: a link to itself, a file of a folder without permission.
 */
export function stampOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? '' : `${String(stats.mtimeMs)} ${String(stats.size)}`;
  } catch {
    return '';
  }
}

/** Coarser than the clocks of common file systems: FAT counts in two seconds. */
const tick = 2000;

/** Whether the next change will give another stamp: what changed a moment ago may change again under the same time. */
export function isSettled(path: string): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return modified + tick < Date.now();
}
