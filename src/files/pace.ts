/**
 * Lets something be done again and again without being felt: what took a millisecond is not done again before so many
 * milliseconds have passed.
 *
 * @param rest how long to rest after it, in multiples of what it took
 */
export function createPace(rest: number): (act: () => void) => void {
  let due = 0;
  return (act) => {
    const start = performance.now();
    if (start < due) return;
    act();
    const end = performance.now();
    due = end + (end - start) * rest;
  };
}
