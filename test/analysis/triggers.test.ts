import { expect, it } from 'vitest';
import { hasTrigger, mayHaveTrigger, triggers } from '../../src/analysis/triggers.js';

it.each(triggers)('finds %s wherever it stands, however it is written', (word) => {
  const odd = Array.from(word, (letter, index) => (index % 2 === 0 ? letter : letter.toUpperCase())).join('');
  for (const written of [word, word.toUpperCase(), odd])
    for (const text of [written, `x${written}`, `//qj-_${written}J/q`, `İ Ö ${written} ſ`]) {
      expect(mayHaveTrigger(text)).toBe(true);
      expect(hasTrigger(text)).toBe(true);
    }
});

it('finds no word where there is none', () => {
  for (const text of ['', '/', 'a/b', 'git lab', 'project', 'apiv', '/user', 'object', 'q', 'jq/']) {
    expect(hasTrigger(text)).toBe(false);
    expect(mayHaveTrigger(text)).toBe(false);
  }
});
