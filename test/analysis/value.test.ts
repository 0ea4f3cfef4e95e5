import { describe, expect, it } from 'vitest';
import { isSyntaxFailure, parseText } from '../../src/analysis/parse.js';
import { toTree } from '../../src/analysis/syntax/tree.js';
import { absent, choose, optionsOf, unknownAt } from '../../src/analysis/value.js';
import type { Value } from '../../src/analysis/value.js';

const parsed = parseText(
  'app.js',
  Array.from({ length: 70 }, (_, index) => `function f${String(index)}() {}`).join('\n'),
);
if (isSyntaxFailure(parsed)) throw new Error(parsed.message);
const tree = toTree(parsed);
const functions = tree.functions.map((node): Value => ({
  kind: 'function',
  tree,
  node,
  frame: null,
  self: null,
  bound: [],
}));
const texts = Array.from({ length: 13 }, (_, index): Value => ({
  kind: 'text',
  primitive: 'string',
  text: [{ kind: 'known', text: String.fromCharCode(97 + index), source: null }],
}));
const [text] = texts;

function count(values: readonly (Value | undefined)[]): number {
  const chosen = choose(
    values.flatMap((value) => value ?? []),
    () => unknownAt(tree, tree.program, null),
  );
  return optionsOf(chosen).filter(({ kind }) => kind === 'function').length;
}

describe('choose', () => {
  it.each([
    ['functions', functions.slice(0, 40), 40],
    ['functions, or nothing', [...functions.slice(0, 40), absent], 40],
    ['functions and a text behind them', [...functions.slice(0, 40), text], 40],
    ['functions and a text before them', [text, ...functions.slice(0, 40)], 40],
    ['more functions than are looked at', functions, 0],
    ['functions among more than a dozen texts', [...texts, ...functions.slice(0, 40)], 0],
    ['functions before more than a dozen texts', [...functions.slice(0, 40), ...texts], 0],
  ])('knows one of %s', (_, values, options) => {
    expect(count(values)).toBe(options);
  });
});
