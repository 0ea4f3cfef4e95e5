/** Tells the time, in milliseconds since 1970 (UTC). */
export type Clock = () => number;

/** @param now where the clock stands still; null for the real time */
export function createClock(now: number | null): Clock {
  return now === null ? Date.now : () => now;
}

const retentionYears = 2;

/** The oldest moment whose events are kept: two years before `now`, the last day of February where there is no 29th. */
export function startOfRetention(now: number): number {
  const start = new Date(now);
  const month = start.getUTCMonth();
  start.setUTCFullYear(start.getUTCFullYear() - retentionYears);
  if (start.getUTCMonth() !== month) start.setUTCDate(0);
  return start.getTime();
}
