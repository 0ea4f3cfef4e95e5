/**
 * Moments as text: timestamps of seeds, expiry dates of tokens, and the dates of filters.
 */

const day = 86_400_000;

/**
 * Milliseconds since 1970 of a date or a timestamp; of a date, its first moment (UTC). A timestamp without a zone is
 * UTC. Null for anything else.
 */
export function parseMoment(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  const [, date = '', time = '00:00', zone = 'Z'] = match ?? [];
  if (match === null || parseDay(date) === null) return null;
  const parsed = Date.parse(
    `${date}T${time}${/^(?:utc|z)$/i.test(zone) ? 'Z' : zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`,
  );
  return Number.isNaN(parsed) ? null : parsed;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Ways to write a date, with the groups of year, month and day. The document asks for YYYY-MM-DD; GitLab reads dates
 * leniently (the facts on events, section 2), and clients write `2016-12-1`.
 */
const datePatterns: readonly (readonly [RegExp, year: number, month: number, day: number])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ][\d:.]+ ?(?:Z|UTC|[+-]\d\d:?\d\d)?)?$/i, 1, 2, 3],
  [/^(\d{4})(\d\d)(\d\d)$/, 1, 2, 3],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, 1, 2, 3],
  [/^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})$/i, 3, 2, 1],
  [/^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})$/i, 3, 1, 2],
];

/** The first moment (UTC) of the day that `text` names; null if it names none. */
export function parseDay(text: string): number | null {
  for (const [pattern, year, month, date] of datePatterns) {
    const match = pattern.exec(text.trim());
    if (match !== null) return toDay(Number(match[year]), toMonth(match[month] ?? ''), Number(match[date]));
  }
  return null;
}

function toMonth(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : months.indexOf(text.toLowerCase()) + 1;
}

/** Null for days that there are not, such as the 30th of February. */
function toDay(year: number, month: number, date: number): number | null {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, date);
  return moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date ? moment.getTime() : null;
}

/** The first moment after the day that begins at `start`. */
export function endOfDay(start: number): number {
  return start + day;
}
