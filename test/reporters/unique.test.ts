import { expect, it } from 'vitest';
import { createNamer } from '../../src/reporters/unique.js';

it('gives no name twice, not even one that looks like its own', () => {
  const toUnique = createNamer();
  expect(['a', 'a #2', 'a', 'a', 'b'].map(toUnique)).toEqual(['a', 'a #2', 'a #3', 'a #4', 'b']);
});
