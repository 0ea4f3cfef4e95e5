import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';

/**
 * Changes when a file does, or comes, or goes: its times of modification, also the one that nobody can set, and its size.
 * Empty where there is none, or none that can be looked at: a link to itself, a file of a folder without permission.
 */
export function stampOf(path: string): string {
  const stats = lookAt(path);
  return stats === null ? '' : `${String(stats.mtimeMs)} ${String(stats.ctimeMs)} ${String(stats.size)}`;
}

/** When a file was modified last, in milliseconds since 1970; null if there is none that can be looked at. */
export function changedAt(path: string): number | null {
  return lookAt(path)?.mtimeMs ?? null;
}

/** Coarser than the clocks of common file systems: FAT counts in two seconds. */
const tick = 2000;

/**
 * Whether the next change will give another stamp: what changed a moment before may change again under the same time.
 *
 * @param since a moment, in milliseconds since 1970
 */
export function isSettled(path: string, since = Date.now()): boolean {
  return isSettledSince(changedAt(path), since);
}

/** The same of what was modified last at a moment that is known; null, if it could not be looked at. */
export function isSettledSince(changed: number | null, since = Date.now()): boolean {
  return (changed ?? Infinity) + tick < since;
}

function lookAt(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
