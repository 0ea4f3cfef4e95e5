/** What was done is not done again before so many times as long as it took, nor later than so many milliseconds after. */
export interface Rest {
  readonly times: number;
  readonly most: number;
}

/** Lets something be done again and again without being felt. The first time, which takes longest, does not count. */
export function createPace({ times, most }: Rest): (act: () => void) => void {
  let due = 0;
  let isFirst = true;
  return (act) => {
    const start = performance.now();
    if (start < due) return;
    act();
    const end = performance.now();
    due = isFirst ? end : end + Math.min((end - start) * times, most);
    isFirst = false;
  };
}
