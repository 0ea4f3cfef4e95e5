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
