import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '../../src/reporters/document.js';
import { joinRepositories } from '../../src/reporters/merge.js';
import { readDocument } from '../../src/reporters/read-document.js';
import { joinShards } from '../../src/reporters/shards.js';
import { makeDocument, makeEntry, makeFinding } from './sample-document.js';

function withCounts(own: Partial<ReportDocument['summary']>): ReportDocument['summary'] {
  return { ...makeDocument().summary, ...own };
}

describe('documents of several repositories', () => {
  const web = makeDocument({
    summary: withCounts({ files: 4, requests: 9, findings: 1, safe: 1, errors: 1 }),
    findings: [makeFinding({ file: 'src/a.js', heldBy: ['src/b.js:30 issue-iid'] })],
    ledger: { 'project-unstar': makeEntry({ fixable: 1, fine: 3 }), 'api-prefix': makeEntry({ fine: 2 }) },
    errors: [{ file: 'src/x.js', message: 'cannot be parsed' }],
  });
  const bot = makeDocument({
    summary: withCounts({ files: 2, requests: 1, findings: 1, safe: 1, errors: 1, fixed: 3, filesChanged: 2 }),
    findings: [makeFinding({ file: 'src/a.js' })],
    unresolved: [
      { file: 'u.js', line: 1, column: 1, reason: 'r', symbol: null, fingerprint: 'ffffffffffffffff', excerpt: null },
    ],
    ledger: { 'project-unstar': makeEntry({ fixed: 3, fixable: 4 }) },
    errors: [{ file: '.', message: 'is not there' }],
    branch: { name: 'v4', state: 'created', commit: 'c', push: null },
  });
  const joined = joinRepositories([
    { name: 'web', document: web },
    { name: 'bot', document: bot },
  ]);

  it('are joined by name, with files below it', () => {
    expect(joined.findings.map(({ file }) => file)).toEqual(['bot/src/a.js', 'web/src/a.js']);
    expect(joined.findings[1]?.heldBy).toEqual(['web/src/b.js:30 issue-iid']);
    expect(joined.findings[1]?.edits.map(({ file }) => file)).toEqual(['web/src/a.js']);
    expect(joined.unresolved.map(({ file }) => file)).toEqual(['bot/u.js']);
    expect(joined.errors).toEqual([
      { file: 'bot', message: 'is not there' },
      { file: 'web/src/x.js', message: 'cannot be parsed' },
    ]);
  });

  it('are added up', () => {
    expect(joined.summary).toEqual(
      withCounts({ files: 6, requests: 10, findings: 2, safe: 2, errors: 2, fixed: 3, filesChanged: 2 }),
    );
    expect(joined.ledger).toEqual({
      'api-prefix': makeEntry({ fine: 2 }),
      'project-unstar': makeEntry({ fixed: 3, fixable: 5, fine: 3 }),
    });
    expect(Object.keys(joined.ledger)).toEqual(['api-prefix', 'project-unstar']);
  });

  it('are told apart: what each brought, and which finding is whose', () => {
    expect(joined.repositories).toEqual([
      {
        name: 'bot',
        summary: bot.summary,
        ledger: bot.ledger,
        errors: [{ file: 'bot', message: 'is not there' }],
        branch: bot.branch,
      },
      { name: 'web', summary: web.summary, ledger: web.ledger, errors: [joined.errors[1]] },
    ]);
    const [one, other] = joined.findings.map(({ fingerprint }) => fingerprint);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(one).not.toBe(other);
  });

  it('have names of their own, and keep those of repositories that were joined before', () => {
    const twice = joinRepositories([
      { name: 'web', document: bot },
      { name: 'web', document: bot },
      { name: 'web-2', document: bot },
      { name: 'team', document: joined },
    ]);
    expect(twice.repositories?.map(({ name }) => name)).toEqual(['team/bot', 'team/web', 'web', 'web-2', 'web-2-2']);
    expect(joinRepositories([{ name: 'part', document: joined }])).toEqual(joined);
    expect(twice.findings.map(({ file }) => file)).toContain('team/web/src/a.js');
    expect(twice.errors.map(({ file }) => file)).toContain('team/bot');
  });

  it('may be none', () => {
    expect(joinRepositories([])).toEqual({ ...makeDocument(), repositories: [] });
  });
});

describe('parts of one project', () => {
  const summary = withCounts({ files: 7, requests: 5, findings: 1, safe: 1 });
  const ledger = { 'project-unstar': makeEntry({ fixable: 2 }) };
  const part = (index: number, file: string): { name: string; document: ReportDocument } => ({
    name: `report-${String(index)}`,
    document: makeDocument({
      summary,
      ledger,
      findings: [makeFinding({ file })],
      shard: { index, count: 2, project: 'web' },
    }),
  });

  it('are the whole again', () => {
    expect(joinShards([part(2, 'a.js'), part(1, 'b.js')])).toEqual([
      {
        name: 'web',
        document: makeDocument({
          summary: { ...summary, findings: 2, safe: 2 },
          ledger,
          findings: [makeFinding({ file: 'a.js' }), makeFinding({ file: 'b.js' })],
        }),
      },
    ]);
  });

  it('that are missing are an error, and those that are there twice count once', () => {
    const [joined] = joinShards([part(2, 'a.js'), part(2, 'a.js')]);
    expect(joined?.document.findings).toHaveLength(1);
    expect(joined?.document.summary).toMatchObject({ findings: 1, errors: 1 });
    expect(joined?.document.errors).toEqual([
      { file: '.', message: 'shard 1 of 2 is not among the reports, so its findings are missing' },
    ]);
    const [mixed] = joinShards([part(1, 'a.js'), part(2, 'b.js'), part(2, 'c.js')]);
    expect(mixed?.document.errors).toEqual([
      { file: '.', message: 'shard 2 of 2 is among the reports more than once, and they differ' },
    ]);
  });
});

describe('a document that is read', () => {
  const whole = makeDocument({ findings: [makeFinding({ file: 'a.js' })], ledger: { a: makeEntry({ fine: 1 }) } });

  it('is what was written, a byte order mark and later keys aside', () => {
    expect(readDocument(`\uFEFF${JSON.stringify(whole)}`, 'x.json')).toEqual(whole);
    expect(readDocument(JSON.stringify({ ...whole, later: 1 }), 'x.json')).toMatchObject(whole);
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['no object', [], 'x.json is no report of v4ward: it is []; expected an object.'],
    ['another program’s', { results: [] }, 'x.json is no report of v4ward: "version" is missing; expected one of 1.'],
    [
      'a later version',
      { ...whole, version: 2 },
      'x.json is a report of version 2, and this v4ward reads version 1: take the v4ward that made it.',
    ],
    ['a list that is none', { ...whole, errors: {} }, '"errors" is {}; expected a list.'],
    [
      'a count that is none',
      { ...whole, summary: { ...whole.summary, files: -1 } },
      '"summary.files" is -1; expected a number from 0.',
    ],
    [
      'a place that is none',
      { ...whole, findings: [{ ...whole.findings[0], line: 0 }] },
      '"findings[0].line" is 0; expected a number from 1.',
    ],
    [
      'a word that is none',
      { ...whole, findings: [{ ...whole.findings[0], certainty: 'sure' }] },
      '"findings[0].certainty" is "sure"; expected one of safe, suggestion, manual.',
    ],
    ['an entry that is none', { ...whole, ledger: { a: 1 } }, '"ledger.a" is 1; expected an object.'],
  ];

  it.each(wrong)('is refused: %s', (_, value, message) => {
    expect(() => readDocument(JSON.stringify(value), 'x.json')).toThrow(message);
  });

  it('is refused if it is no JSON', () => {
    expect(() => readDocument('{', 'x.json')).toThrow('x.json is no JSON');
    expect(() => readDocument(' \n', 'x.json')).toThrow('x.json is empty');
  });
});
