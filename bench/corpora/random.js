/** Numbers that are the same for the same seed: xorshift32 (Marsaglia 2003, "Xorshift RNGs", the triple 13, 17, 5). */
export class Random {
  #state;

  /** @param {string | number} seed a text is as good as a number */
  constructor(seed) {
    this.#state = hash(String(seed)) || 1;
  }

  /** From 0 to `count - 1`. */
  below(count) {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return (state >>> 0) % count;
  }

  /** Both ends are possible. */
  between(least, most) {
    return least + this.below(most - least + 1);
  }

  chance(percent) {
    return this.below(100) < percent;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** As many of a list's entries, each at most once, in no order. */
  sample(list, count) {
    const rest = [...list];
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(this.below(rest.length), 1)[0]);
  }
}

/** FNV-1a, 32 bits. */
function hash(text) {
  let result = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) result = Math.imul(result ^ text.charCodeAt(index), 0x01000193);
  return result;
}
