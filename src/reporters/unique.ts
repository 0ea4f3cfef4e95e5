/** Gives the same name once as it is, then with `#2`, `#3`, for readers that take equal names for one thing. */
export function createNamer(): (name: string) => string {
  const taken = new Set<string>();
  const ordinals = new Map<string, number>();
  return (name) => {
    let ordinal = ordinals.get(name) ?? 1;
    while (taken.has(toName(name, ordinal))) ordinal += 1;
    ordinals.set(name, ordinal);
    taken.add(toName(name, ordinal));
    return toName(name, ordinal);
  };
}

function toName(name: string, ordinal: number): string {
  return ordinal === 1 ? name : `${name} #${String(ordinal)}`;
}
