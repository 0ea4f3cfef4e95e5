import type { Finding } from './finding.js';

const comment = /v4ward-ignore[^\S\n]+([\w-]+(?:[^\S\n]*,[^\S\n]*[\w-]+)*)/g;

/** Whether a person has settled a finding: `v4ward-ignore <change> -- reason` on its line or the one before. */
export function isAcknowledged({ place, change }: Finding, read: (file: string) => string): boolean {
  const text = read(place.file);
  if (!text.includes('v4ward-ignore')) return false;
  const start = text.lastIndexOf('\n', text.lastIndexOf('\n', place.start - 1) - 1) + 1;
  const end = text.indexOf('\n', place.start);
  const lines = text.slice(start, end === -1 ? text.length : end);
  return [...lines.matchAll(comment)].some(([, ids]) => ids?.split(/\s*,\s*/).includes(change) === true);
}
