/**
 * A page with its generated part replaced; what stands around it is written by hand.
 *
 * @param part the name that the markers have: `<!-- begin generated changes -->` … `<!-- end generated changes -->`
 * @throws {Error} if the page has no such markers
 */
export function replacePart(page: string, part: string, text: string): string {
  const [begin, end] = [`<!-- begin generated ${part} -->`, `<!-- end generated ${part} -->`];
  const start = page.indexOf(begin);
  const stop = page.indexOf(end);
  if (start === -1 || stop < start)
    throw new Error(`No place for the ${part}: ${begin} and, below it, ${end} are missing.`);
  return `${page.slice(0, start)}${begin}\n\n${text}\n\n${page.slice(stop)}`;
}
