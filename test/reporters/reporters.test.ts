import { parsePatch, applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { toDocument } from '../../src/reporters/document.js';
import type { ReportDocument } from '../../src/reporters/document.js';
import { reportDiff } from '../../src/reporters/diff.js';
import { escapeControls } from '../../src/reporters/escape.js';
import { reportJson } from '../../src/reporters/json.js';
import type { Report } from '../../src/reporters/report.js';
import { unadorned } from '../../src/reporters/formats.js';
import { reportText } from '../../src/reporters/text.js';
import type { LedgerEntry } from '../../src/migration/ledger.js';
import { makeFinding, makeResult, makeUnresolved } from '../migration/sample.js';

const source = 'one();\r\n  "é😀"; two();\n';

function makeDocument(report: Partial<Report> = {}): ReportDocument {
  return toDocument({ result: makeResult(), text: () => source, done: null, ...report });
}

const finding = makeFinding({
  place: { file: 'src/a.js', start: source.indexOf('two'), end: source.indexOf('two') + 3 },
  edits: [
    { file: 'src/a.js', start: source.indexOf('two'), end: source.indexOf('two') + 3, text: 'deux' },
    { file: 'src/b.js', start: 0, end: 3, text: 'un' },
  ],
});

const notice = {
  kind: 'unused-ignore',
  change: 'issue-iid',
  place: finding.place,
  message: 'It is unused.',
} as const;

function printText(report: Partial<Report> = {}): string {
  return reportText(makeDocument(report), unadorned);
}

function makeEntry(entry: Partial<LedgerEntry> = {}): LedgerEntry {
  const none = {
    fixed: 0,
    fixable: 0,
    suggestion: 0,
    manual: 0,
    guarded: 0,
    acknowledged: 0,
    baselined: 0,
    unresolved: 0,
    fine: 0,
  };
  return { ...none, ...entry };
}

describe('reportJson', () => {
  it('has the shape of version 1', () => {
    const result = makeResult({
      files: 12,
      requests: 40,
      findings: [{ ...finding, heldBy: ['src/x.js:30 issue-iid'] }],
      possible: [finding],
      unresolved: [makeUnresolved({ place: finding.place, reason: 'why' })],
      notices: [notice],
      ledger: new Map([
        ['z', makeEntry({ fixed: 1, fixable: 2, suggestion: 3, manual: 4, guarded: 5, fine: 6 })],
        ['a', makeEntry()],
      ]),
      errors: [{ file: 'src/broken.js', message: 'is broken' }],
    });
    const printed = JSON.parse(reportJson(makeDocument({ result }))) as Record<string, unknown>;
    const excerpt = { line: 1, lines: ['one();', '  "é😀"; two();'] };
    const common = {
      change: 'branch-parameter',
      rule: 'no-v3-parameter',
      certainty: 'safe',
      file: 'src/a.js',
      line: 2,
      column: 10,
      endLine: 2,
      endColumn: 13,
      message: finding.message,
      says: finding.says,
      page: finding.page,
      request: finding.request,
      replacement: finding.replacement,
      reason: null,
      symbol: null,
      fingerprint: '0123456789abcdef',
      edits: [
        { file: 'src/a.js', line: 2, column: 10, endLine: 2, endColumn: 13, text: 'deux' },
        { file: 'src/b.js', line: 1, column: 1, endLine: 1, endColumn: 4, text: 'un', excerpt },
      ],
      excerpt,
    };
    expect(printed).toEqual({
      version: 1,
      summary: {
        files: 12,
        requests: 40,
        findings: 1,
        safe: 1,
        suggestion: 0,
        manual: 0,
        possible: 1,
        guarded: 0,
        acknowledged: 0,
        baselined: 0,
        unresolved: 1,
        errors: 1,
      },
      findings: [{ ...common, heldBy: ['src/x.js:30 issue-iid'] }],
      possible: [common],
      guarded: [],
      acknowledged: [],
      baselined: [],
      baselinedUnresolved: [],
      unresolved: [
        {
          file: 'src/a.js',
          line: 2,
          column: 10,
          reason: 'why',
          symbol: null,
          fingerprint: 'fedcba9876543210',
          excerpt,
        },
      ],
      notices: [
        { kind: 'unused-ignore', change: 'issue-iid', file: 'src/a.js', line: 2, column: 10, message: 'It is unused.' },
      ],
      ledger: {
        a: { fixable: 0, suggestion: 0, manual: 0, guarded: 0, acknowledged: 0, baselined: 0, unresolved: 0, fine: 0 },
        z: { fixable: 2, suggestion: 3, manual: 4, guarded: 5, acknowledged: 0, baselined: 0, unresolved: 0, fine: 6 },
      },
      errors: [{ file: 'src/broken.js', message: 'is broken' }],
    });
    expect(Object.keys(printed)).toEqual([
      'version',
      'summary',
      'findings',
      'possible',
      'guarded',
      'acknowledged',
      'baselined',
      'unresolved',
      'baselinedUnresolved',
      'notices',
      'ledger',
      'errors',
    ]);
    expect(Object.keys(printed['ledger'] as object)).toEqual(['a', 'z']);
  });

  it('tells what was fixed, where something was to be', () => {
    const ledger = new Map([['a', makeEntry({ fixed: 3 })]]);
    const printed = JSON.parse(
      reportJson(makeDocument({ result: makeResult({ ledger }), done: { fixed: 3, filesChanged: 2 } })),
    ) as object;
    expect(printed).toMatchObject({ summary: { fixed: 3, filesChanged: 2 }, ledger: { a: { fixed: 3 } } });
  });

  it('names a hundred of what holds a finding: thousands of findings may hold thousands', () => {
    const labels = Array.from({ length: 300 }, (_, index) => `src/x.js:${String(index)} issue-iid`);
    const held = { ...finding, heldBy: labels, after: labels };
    const printed = JSON.parse(reportJson(makeDocument({ result: makeResult({ findings: [held] }) }))) as object;
    const named = labels.slice(0, 100);
    expect(printed).toMatchObject({ findings: [{ heldBy: named, after: named }] });
  });
});

describe('reportText', () => {
  it('names a few of what holds a finding back, and says how many more there are', () => {
    const labels = Array.from({ length: 60 }, (_, index) => `src/x.js:${String(index + 1)} issue-iid`);
    const of = (heldBy: string[]) => makeResult({ findings: [{ ...finding, heldBy }] });
    expect(printText({ result: of(labels) })).toContain(
      'held by src/x.js:1 issue-iid, src/x.js:2 issue-iid, src/x.js:3 issue-iid and 57 more\n',
    );
    expect(printText({ result: of(labels.slice(0, 4)) })).toContain(
      'held by src/x.js:1 issue-iid, src/x.js:2 issue-iid, src/x.js:3 issue-iid, src/x.js:4 issue-iid\n',
    );
  });

  it('groups by file, then tells what nobody could tell', () => {
    const result = makeResult({
      requests: 3,
      findings: [finding, { ...finding, heldBy: ['src/x.js:30 issue-iid'] }],
      unresolved: [makeUnresolved({ place: finding.place, reason: 'The path is a parameter.' })],
      possible: [finding],
      guarded: [finding],
      notices: [notice],
      errors: [{ file: 'b.js', message: 'is not UTF-8' }],
      ledger: new Map([
        ['branch-parameter', makeEntry({ fixable: 2, fine: 11 })],
        ['issue-iid', makeEntry({ unresolved: 1, fine: 2 })],
        ['api-prefix', makeEntry({ manual: 1 })],
        ['blob-attributes', makeEntry({ fine: 1 })],
      ]),
    });
    expect(printText({ result })).toBe(
      [
        'src/a.js',
        '  2:10     safe       branch_name is branch in v4. (branch-parameter)',
        '         2 |   "é😀"; two();',
        '           |          ^^^',
        '  2:10     safe       branch_name is branch in v4. (branch-parameter)',
        '                      held by src/x.js:30 issue-iid',
        '         2 |   "é😀"; two();',
        '           |          ^^^',
        '',
        'Unresolved GitLab requests, which nobody but you can tell about; what you have looked at is marked with `v4ward-ignore unresolved -- <reason>`:',
        '  src/a.js:2:10  The path is a parameter.',
        '',
        'Possible, if the service is GitLab:',
        '  src/a.js:2:10  branch_name is branch in v4. (branch-parameter)',
        '',
        'Guarded by a test of the version, so left alone:',
        '  src/a.js:2:10  branch_name is branch in v4. (branch-parameter)',
        '',
        'Comments to v4ward:',
        '  src/a.js:2:10  It is unused.',
        '',
        'Errors:',
        '  b.js is not UTF-8',
        '',
        'By change:',
        '                    fixable  manual  fine',
        '  api-prefix              0       1     0',
        '  branch-parameter        2       0    11',
        'Fine: 1 other change that the requests could need, and do not.',
        'Could not tell: 1 other change that unresolved requests may need.',
        '',
        '2 findings (2 safe, 0 suggestions, 0 manual) in 1 file with 3 GitLab requests. Could not tell about 1 GitLab request: listed as unresolved. ' +
          'Left alone: 1 possible, if the service is GitLab, 1 guarded by a test of the version. 1 error: not all files could be read, parsed or written.',
        '',
      ].join('\n'),
    );
  });

  it('keeps nothing to do and could not tell apart', () => {
    const nothing = printText({ result: makeResult({ requests: 0 }) });
    const fine = printText({ result: makeResult({ requests: 2 }) });
    const unknown = printText({
      result: makeResult({ requests: 2, unresolved: [makeUnresolved({ place: finding.place, reason: 'x' })] }),
    });
    expect(nothing).toBe('Nothing to do: no GitLab request in 1 file.\n');
    expect(fine).toBe('Nothing to do was found in 1 file with 2 GitLab requests.\n');
    expect(unknown).toContain('Could not tell about 1 GitLab request');
  });

  it('tells what was written', () => {
    expect(printText({ done: { fixed: 2, filesChanged: 1 } })).toContain('Fixed 2 findings in 1 file.');
  });

  it('lets no escape of a file name or message reach the terminal', () => {
    const evil = makeFinding({ place: { ...finding.place, file: 'a\u001B[2J.js' }, says: 'x\u0007\u202Ey' });
    expect(printText({ result: makeResult({ findings: [evil] }) })).not.toMatch(/[\u0007\u001B\u202E]/);
  });
});

describe('escapeControls', () => {
  it('shows what it takes out', () => {
    expect(escapeControls('a\u001B[31m\nb\u009B é😀')).toBe('a\\u001b[31m\\nb\\u009b é😀');
  });
});

describe('reportDiff', () => {
  const texts = new Map([
    ['src/a b.js', { before: 'one\r\ntwo\r\nthree', after: 'one\r\n2\r\nthree' }],
    ['c.js', { before: 'x\n', after: 'y\n' }],
  ]);

  it('is a unified diff', () => {
    expect(reportDiff(texts)).toBe(
      '--- a/src/a b.js\t\n+++ b/src/a b.js\t\n@@ -1,3 +1,3 @@\n one\r\n-two\r\n+2\r\n three\n\\ No newline at end of file\n' +
        '--- a/c.js\n+++ b/c.js\n@@ -1,1 +1,1 @@\n-x\n+y\n',
    );
  });

  it('applies to what it was made from', () => {
    const [first, second] = parsePatch(reportDiff(texts));
    expect(first !== undefined && applyPatch('one\r\ntwo\r\nthree', first)).toBe('one\r\n2\r\nthree');
    expect(second !== undefined && applyPatch('x\n', second)).toBe('y\n');
  });

  it('is nothing if nothing changes', () => {
    expect(reportDiff(new Map())).toBe('');
  });
});
