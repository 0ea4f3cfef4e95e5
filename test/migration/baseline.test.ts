import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBaseline, parseBaseline, passAll, printBaseline, updateBaseline } from '../../src/migration/baseline.js';
import type { BaselineEntry } from '../../src/migration/baseline.js';
import type { Result } from '../../src/migration/finding.js';
import { addToLedger, countOpen } from '../../src/migration/ledger.js';
import { makeFinding, makeResult, makeUnresolved } from './sample.js';

const header = '{"baseline":"v4ward","version":1}\n';
const same = (file: string): string => file;
const always = (): boolean => true;

function parse(text: string): BaselineEntry[] {
  return [...parseBaseline(text, 'b.jsonl').keys()];
}

function resultOf(...symbols: (string | null)[]): Result {
  const findings = symbols.map((symbol, index) =>
    makeFinding({ symbol, place: { file: 'a.js', start: index, end: index + 1 } }),
  );
  return makeResult({ findings, ledger: addToLedger(new Map(), countOpen(findings)) });
}

const entry = { file: 'a.js', change: 'branch-parameter', request: 'POST /projects/{}/repository/branches' };

describe('a baseline as text', () => {
  it('is a line an entry, sorted, without what can be left out', () => {
    expect(
      printBaseline([{ ...entry, symbol: 'make', ordinal: 2 }, { file: 'é\n".js', change: 'unresolved' }, entry]),
    ).toBe(
      `${header}{"file":"a.js","change":"branch-parameter","request":"POST /projects/{}/repository/branches"}\n` +
        '{"file":"a.js","symbol":"make","change":"branch-parameter","request":"POST /projects/{}/repository/branches","ordinal":2}\n' +
        '{"file":"é\\n\\".js","change":"unresolved"}\n',
    );
    expect(printBaseline([])).toBe(header);
  });

  const entries = fc.array(
    fc.record(
      { file: fc.string(), symbol: fc.string(), change: fc.string(), request: fc.string(), ordinal: fc.nat() },
      { requiredKeys: ['file', 'change'] },
    ),
  );

  it('is read as it was written, with any line ends, in any order, and twice as once', () => {
    fc.assert(
      fc.property(entries, (written) => {
        const text = printBaseline(written);
        expect(printBaseline(parse(text))).toBe(text);
        expect(printBaseline(parse(text.replaceAll('\n', '\r\n')))).toBe(text);
        const lines = text.split('\n').slice(1);
        expect(printBaseline(parse(header + [...lines, ...lines].reverse().join('\n')))).toBe(text);
      }),
    );
  });

  it('is one again when two are put together and sorted', () => {
    fc.assert(
      fc.property(entries, entries, (one, other) => {
        const both = printBaseline(one) + printBaseline(other);
        const sorted = [...new Set(both.split('\n').slice(0, -1))].sort().join('\n');
        expect(parse(sorted)).toEqual(parse(printBaseline([...one, ...other])));
      }),
    );
  });

  it.each([
    ['empty', '', 'The baseline "b.jsonl" is empty. Remove it, and write it anew with `--update-baseline`.'],
    ['blank', '\n \n', 'The baseline "b.jsonl" is empty.'],
    ['something else', '{"version":1}\n', '"b.jsonl" is no baseline: its first line is not {"baseline":"v4ward"'],
    ['a list', '[]\n', '"b.jsonl" is no baseline'],
    ['of a later version', '{"baseline":"v4ward","version":2}\n', 'is of version 2, and this v4ward reads version 1'],
    ['cut off', `${header}{"file":"a.js","cha`, 'The baseline "b.jsonl" is damaged in line 2'],
    ['an entry without a file', `${header}\n{"change":"x"}`, 'damaged in line 3'],
    ['an entry of other words', `${header}{"file":"a.js","change":"x","line":3}`, 'damaged in line 2'],
    ['an entry of other kinds', `${header}{"file":"a.js","change":"x","ordinal":"2"}`, 'damaged in line 2'],
    [
      'in conflict',
      `${header}<<<<<<< HEAD\n{"file":"a.js","change":"x"}\n=======\n>>>>>>> other\n`,
      'The baseline "b.jsonl" has a conflict of git in line 2. Take out the lines with the markers and keep',
    ],
  ])('that is %s is refused', (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

describe('the page about the gate', () => {
  it('shows a baseline as it is written', () => {
    const page = readFileSync(new URL('../../docs/baseline.md', import.meta.url), 'utf8');
    const [, shown = ''] = /```jsonl\n([^`]+)```/.exec(page) ?? [];
    expect(printBaseline(parse(shown)).split('\n').sort()).toEqual(shown.split('\n').sort());
    expect(parse(shown)).toHaveLength(2);
  });
});

describe('a baseline beside a result', () => {
  it('puts aside what it holds, and the ledger says so', () => {
    const { result, stale } = applyBaseline(resultOf('make', null), [{ ...entry, symbol: 'make' }], same, always);
    expect(result.findings.map(({ symbol }) => symbol)).toEqual([null]);
    expect(result.baselined.map(({ symbol }) => symbol)).toEqual(['make']);
    expect(result.ledger.get('branch-parameter')).toMatchObject({ fixable: 1, baselined: 1 });
    expect(stale).toEqual([]);
  });

  it('lets pass as many of what is alike as it has entries', () => {
    const two = [entry, { ...entry, ordinal: 2 }];
    expect(applyBaseline(resultOf(null, null, null), two, same, always).result.findings).toHaveLength(1);
    const { result, stale } = applyBaseline(resultOf(null), two, same, always);
    expect(result.findings).toEqual([]);
    expect(stale).toEqual([{ ...entry, ordinal: 2 }]);
  });

  it('calls nothing stale that was not looked at', () => {
    const other = { ...entry, file: 'b.js' };
    expect(applyBaseline(resultOf(), [entry, other], same, ({ file }) => file === 'a.js').stale).toEqual([entry]);
  });

  it('holds unresolved calls, by their symbol', () => {
    const unresolved = [makeUnresolved({ symbol: 'get' }), makeUnresolved({ symbol: 'put' })];
    const entries = [{ file: 'a.js', symbol: 'get', change: 'unresolved' }];
    const { result } = applyBaseline(makeResult({ unresolved }), entries, same, always);
    expect(result.unresolved.map(({ symbol }) => symbol)).toEqual(['put']);
    expect(result.baselinedUnresolved.map(({ symbol }) => symbol)).toEqual(['get']);
  });

  it('names a finding by method and path, and the prefix by none', () => {
    const findings = [
      makeFinding({ request: 'GET /projects/5/issues/7?page=2' }),
      makeFinding({ request: 'GET /version', rule: 'no-v3-prefix', change: 'api-prefix' }),
    ];
    expect(updateBaseline([], [], makeResult({ findings }), same)).toEqual([
      { file: 'a.js', change: 'branch-parameter', request: 'GET /projects/{}/issues/{}' },
      { file: 'a.js', change: 'api-prefix' },
    ]);
  });

  it('is renewed: what is stale goes, what is open comes, the rest stays, and then nothing is open', () => {
    const symbols = fc.array(fc.constantFrom('one', 'two', null), { maxLength: 8 });
    fc.assert(
      fc.property(symbols, symbols, (before, now) => {
        const elsewhere = { ...entry, file: 'b.js' };
        const old = [...updateBaseline([], [], resultOf(...before), same), elsewhere];
        const isChecked = ({ file }: BaselineEntry): boolean => file === 'a.js';
        const { result, stale } = applyBaseline(resultOf(...now), old, same, isChecked);
        const renewed = updateBaseline(old, stale, result, same);
        const expected = [...updateBaseline([], [], resultOf(...now), same), elsewhere];
        expect(printBaseline(renewed)).toBe(printBaseline(expected));
        const again = applyBaseline(resultOf(...now), renewed, same, isChecked);
        expect([again.result.findings, again.stale]).toEqual([[], []]);
        expect(passAll(result).baselined).toHaveLength(now.length);
      }),
    );
  });
});
