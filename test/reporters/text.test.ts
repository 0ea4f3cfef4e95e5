import { describe, expect, it } from 'vitest';
import { toDocument } from '../../src/reporters/document.js';
import { unadorned } from '../../src/reporters/formats.js';
import type { Appearance } from '../../src/reporters/formats.js';
import { colored } from '../../src/reporters/paint.js';
import { reportText } from '../../src/reporters/text.js';
import { makeFinding, makeResult } from '../migration/sample.js';
import { makeHostileDocument } from './hostile.js';

/** The lines about a place of a text, without what stands around them. */
function printAt(text: string, place: string, appearance: Partial<Appearance> = {}): string[] {
  const start = text.indexOf(place);
  const finding = makeFinding({ place: { file: 'a.js', start, end: start + place.length } });
  const document = toDocument({ result: makeResult({ findings: [finding] }), text: () => text, done: null });
  return reportText(document, { ...unadorned, ...appearance }).split('\n');
}

function frameOf(text: string, place: string, appearance: Partial<Appearance> = {}): string[] {
  return printAt(text, place, appearance).filter((line) => line.includes(' |'));
}

describe('the code of a finding', () => {
  it('is marked where it stands, however wide what comes before it is', () => {
    expect(frameOf("\tx('日本😀e\u0301', here);", 'here')).toEqual([
      "         1 |   x('日本😀e\u0301', here);",
      `           | ${' '.repeat(2 + 3 + 6 + 1 + 3)}^^^^`,
    ]);
  });

  it('is marked to the end of its first line, if it has more', () => {
    expect(frameOf('one(\n  two)', 'one(\n  two)')).toEqual(['         1 | one(', '           | ^^^^']);
  });

  it('is cut around the place, if it is too long', () => {
    const [code = '', marks = ''] = frameOf(`${'a'.repeat(300)}here${'b'.repeat(300)}`, 'here', { width: 60 });
    expect(code).toMatch(/^ {9}1 \| …a+hereb+…$/);
    expect(code.length).toBeLessThanOrEqual(62);
    expect(code.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('here');
  });

  it('is left out where it can not be had, or is too long for anybody', () => {
    expect(frameOf('x'.repeat(5000), 'xxx')).toEqual([]);
  });

  it('shows what would move the cursor as an escape', () => {
    expect(frameOf('\u001B[2Jhere', 'here')).toEqual([
      '         1 | \\u001b[2Jhere',
      `           | ${' '.repeat(6 + 3)}^^^^`,
    ]);
  });
});

describe('text for a terminal', () => {
  it('has colours if they are wanted, and says the same', () => {
    const [coloured, bare] = [colored, unadorned.paint].map((paint) => printAt('here', 'here', { paint }).join('\n'));
    expect(coloured).toMatch(/\u001B\[32msafe/);

    expect(coloured?.replace(/\u001B\[\d+m/g, '')).toBe(bare);
  });

  it('has lines of its width', () => {
    const lines = printAt('here', 'here', { width: 60 });
    expect(lines.slice(1, 3)).toEqual([
      '  1:1      safe       branch_name is branch in v4.',
      '                      (branch-parameter)',
    ]);
  });

  it('has links to files and pages, if it takes them', () => {
    const links: string[] = [];
    printAt('here', 'here', {
      link: (address, text) => {
        links.push(`${address} ${text}`);
        return text;
      },
      addressOf: (file) => `file:///work/${file}`,
    });
    expect(links).toEqual(['file:///work/a.js a.js', 'https://docs.example.com/branch-parameter branch-parameter']);
  });

  it('lets nothing of a name or a text reach the terminal', () => {
    const lines = reportText(makeHostileDocument(), unadorned);

    expect(lines).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/);
  });

  it('begins no line like a command of GitHub Actions', () => {
    const finding = makeFinding({ place: { file: '::error::x.js', start: 0, end: 1 } });
    const document = toDocument({ result: makeResult({ findings: [finding] }), text: () => 'x', done: null });
    expect(reportText(document, unadorned)).not.toMatch(/^\s*::/m);
  });
});
