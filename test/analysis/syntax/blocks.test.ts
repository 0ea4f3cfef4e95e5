import { describe, expect, it } from 'vitest';
import { listBlocks } from '../../../src/analysis/syntax/blocks.js';

function show(text: string): string[] {
  return listBlocks(text).map(
    ({ kind, content, attributes, closed }) =>
      `${kind}${attributes}: ${text.slice(content.start, content.end)}${closed ? '' : ' …'}`,
  );
}

describe('listBlocks', () => {
  it.each<[string, string, string[]]>([
    [
      'a script in a comment',
      '<!-- <script>a()</script> --><script>b()</script>',
      ['comment:  <script>a()</script> ', 'script: b()'],
    ],
    ['a comment in a script', '<script><!-- a() --></script>', ['script: <!-- a() -->']],
    [
      'a script in a style',
      '<style>i::after { content: "<script>" }</style><script>a()</script>',
      ['style: i::after { content: "<script>" }', 'script: a()'],
    ],
    ['`>` in an attribute', `<script data-a="1 > 0" b='>'>a()</script >`, [`script data-a="1 > 0" b='>': a()`]],
    ['a comment without an end', '<script>a()</script><!-- <script>b()</script>', ['script: a()', 'script: b()']],
    ['a script without an end', '<SCRIPT>a()', ['script: a() …']],
    ['a tag without an end', '<script <b></b>', ['script <b: </b> …']],
    ['other elements', '<scripts>a</scripts><b>c</b>', []],
  ])('reads %s', (_, text, blocks) => {
    expect(show(text)).toEqual(blocks);
  });

  it.each(['<script "', '<script ', '<!--', "<style a='"])('is not held up by many of %s', (beginning) => {
    const start = performance.now();
    expect(listBlocks(beginning.repeat(20_000))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
