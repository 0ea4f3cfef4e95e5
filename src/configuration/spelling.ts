/** The name that was probably meant, if one is near enough to be a slip of the fingers. */
export function findClosest(name: string, candidates: readonly string[]): string | null {
  const most = Math.ceil(name.length * 0.4);
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: countEdits(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return ranked[0]?.candidate ?? null;
}

/** ` Did you mean "…"?`, or nothing. */
export function suggestName(name: string, candidates: readonly string[]): string {
  const closest = findClosest(name, candidates);
  return closest === null ? '' : ` Did you mean "${closest}"?`;
}

/** Levenshtein's distance. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const kept = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(kept, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
