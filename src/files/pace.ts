/** How much of the time may be spent on something, and how much of it at once. */
export interface Share {
  /** Of the time since it was last done. */
  readonly share: number;
  /** In milliseconds: what it may take however little time there was, and however much. */
  readonly atOnce: { readonly least: number; readonly most: number };
}

/**
 * Lets something be done again and again, a little at a time, so that nobody feels it.
 *
 * @returns takes what is to be done, which may ask whether it has time to go on; it is left undone if its turn has not come
 */
export function createPace({ share, atOnce }: Share): (act: (hasTime: () => boolean) => void) => void {
  const turn = { due: 0, ended: performance.now() };
  return (act) => {
    const start = performance.now();
    if (start < turn.due) return;
    const time = Math.min(Math.max((start - turn.ended) * share, atOnce.least), atOnce.most);
    act(() => performance.now() <= start + time);
    const end = performance.now();
    turn.ended = end;
    turn.due = end + Math.min(end - start, atOnce.least) / share;
  };
}
