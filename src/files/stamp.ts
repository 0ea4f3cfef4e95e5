import { statSync } from 'node:fs';

/** Changes when a file does: its time of modification and its size; empty if there is no such file. */
export function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${String(stats.mtimeMs)} ${String(stats.size)}`;
}
