/**
 * The text with as many lines, and then as many characters at a stretch, left out as can be while something is still
 * true of it.
 *
 * @param most how often may be asked
 */
export async function shrinkText(
  text: string,
  isStill: (text: string) => Promise<boolean>,
  most: number,
): Promise<string> {
  const lines = await leaveOut(text.match(/[^\n]*\n|[^\n]+$/g) ?? [], isStill, most);
  return (await leaveOut(lines.match(/[\p{ID_Continue}$]+|\s+|[^]/gu) ?? [], isStill, most)).toWellFormed();
}

/** Tries halves, then quarters, and so on (delta debugging, Zeller and Hildebrandt 2002). */
async function leaveOut(
  parts: readonly string[],
  isStill: (text: string) => Promise<boolean>,
  most: number,
): Promise<string> {
  let kept = parts;
  let asked = 0;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < kept.length && asked < most;) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      asked += 1;
      if (await isStill(fewer.join(''))) kept = fewer;
      else at += size;
    }
  }
  return kept.join('');
}
