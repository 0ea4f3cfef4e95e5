/** What was fixed of a change, and how often. */
export type FixedCount = readonly [change: string, count: number];

/** How a branch's commit is called if nobody says otherwise; its merge request too. */
export const defaultSubject = 'Move to the GitLab REST API v4';

/**
 * The message of a branch's commit: the subject, then the changes by id, with counts, and what is left to people.
 *
 * @param fixed sorted
 * @param open how many findings and unresolved requests are left
 */
export function toMessage(subject: string, fixed: readonly FixedCount[], open: number): string {
  const rows = fixed.map(([change, count]) => `- ${change}: ${String(count)}`);
  const left = open === 0 ? [] : ['', `Left to people, as \`v4ward check\` lists them: ${String(open)}`];
  return [subject, '', ...rows, ...left, ''].join('\n');
}
