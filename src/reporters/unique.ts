/** Gives the same name once as it is, then with `#2`, `#3`, for readers that take equal names for one thing. */
export function createNamer(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let unique = name;
    for (let ordinal = 2; taken.has(unique); ordinal += 1) unique = `${name} #${String(ordinal)}`;
    taken.add(unique);
    return unique;
  };
}
