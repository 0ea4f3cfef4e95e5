import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { render } from '../../src/reporters/formats.js';
import type { ReportDocument } from '../../src/reporters/document.js';
import { hostileFile, makeFineDocument, makeHostileDocument, makeHostileFinding, source } from './hostile.js';
import { toDocument } from '../../src/reporters/document.js';
import { unknownFile } from '../../src/migration/position.js';
import { makeResult } from '../migration/sample.js';

/** The official schema, as Microsoft's SARIF SDK ships it; it is of draft 4, whose `id` is `$id` now. */
const { id, $schema, ...schema } = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
    'utf8',
  ),
) as Record<string, unknown>;

const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

interface Log {
  readonly runs: readonly [Run];
}

interface Run {
  readonly results: readonly Result[];
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly originalUriBaseIds: unknown;
  readonly invocations: readonly [{ executionSuccessful: boolean; toolExecutionNotifications: readonly object[] }];
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly kind?: string;
  readonly level: string;
  readonly locations: readonly [{ physicalLocation: { artifactLocation: { uri: string }; region: Region } }];
  readonly suppressions: readonly object[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly fixes?: readonly [{ artifactChanges: readonly Change[] }];
}

interface Change {
  readonly artifactLocation: { readonly uri: string };
  readonly replacements: readonly { deletedRegion: Region; insertedContent: { text: string } }[];
}

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

async function toRun(document: ReportDocument): Promise<Run> {
  const log = JSON.parse(await render(document, 'sarif')) as Log;
  return log.runs[0];
}

describe('sarif', () => {
  it('rejects what is not SARIF, so that the schema is one', () => {
    expect(id, String($schema)).toContain('sarif-2.1.0');
    expect(validate({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).toBe(false);
  });

  it.each([
    ['nothing', makeFineDocument()],
    ['hostile names and texts', makeHostileDocument()],
  ])('is valid with %s', async (_, document) => {
    validate(JSON.parse(await render(document, 'sarif')));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('names rules that are there, by their place', async () => {
    const { results, tool } = await toRun(makeHostileDocument());
    expect(results.length).toBe(8);
    expect(results.map(({ ruleIndex }) => tool.driver.rules[ruleIndex]?.id)).toEqual(
      results.map(({ ruleId }) => ruleId),
    );
    expect(new Set(tool.driver.rules.map((rule) => rule.id)).size).toBe(tool.driver.rules.length);
  });

  it('has addresses below the root of the source, encoded, and no path of a machine', async () => {
    const run = await toRun(makeHostileDocument());
    expect(run.originalUriBaseIds).toEqual({ '%SRCROOT%': { description: { text: expect.any(String) as string } } });
    for (const { locations } of run.results) {
      const { artifactLocation } = locations[0].physicalLocation;
      expect(artifactLocation).toMatchObject({ uriBaseId: '%SRCROOT%' });
      expect(artifactLocation.uri).toMatch(/^[\w.!~*'()%/-]+$/);
    }
    const [first] = run.results;
    expect(decodeURIComponent(first?.locations[0].physicalLocation.artifactLocation.uri ?? '')).toBe(hostileFile);
  });

  it('gives a file outside of the working directory no root', async () => {
    const finding = makeHostileFinding({ place: { file: '../x.js', start: 0, end: 1 }, edits: [] });
    const document = toDocument({ result: makeResult({ findings: [finding] }), text: () => source, done: null });
    const { results } = await toRun(document);
    expect(results[0]?.locations[0].physicalLocation.artifactLocation).toEqual({ uri: '../x.js' });
  });

  it('counts lines and columns from 1, as GitHub wants them', async () => {
    const { results } = await toRun(makeHostileDocument());
    const regions = results.map(({ locations }) => locations[0].physicalLocation.region);
    for (const { startLine, startColumn } of regions)
      expect(Math.min(startLine, startColumn)).toBeGreaterThanOrEqual(1);
    expect(regions[0]).toEqual({ startLine: 3, startColumn: 1, endLine: 3, endColumn: 4 });
  });

  it('offers a fix that can be made alone, in columns of UTF-16, and no other', async () => {
    const { results } = await toRun(makeHostileDocument());
    const [safe, manual, held] = results;
    expect(safe?.fixes?.[0].artifactChanges.map(({ replacements }) => replacements)).toEqual([
      [
        {
          deletedRegion: { startLine: 3, startColumn: 1, endLine: 3, endColumn: 4 },
          insertedContent: { text: '</script>\r\n2' },
        },
      ],
      [
        {
          deletedRegion: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 4 },
          insertedContent: { text: 'uno' },
        },
      ],
    ]);
    expect([manual?.fixes, held?.fixes]).toEqual([undefined, undefined]);
    const after = makeHostileFinding({ after: ['line 7 x'] });
    const document = toDocument({ result: makeResult({ findings: [after] }), text: () => source, done: null });
    expect((await toRun(document)).results[0]?.fixes).toBeUndefined();
  });

  it('offers no fix of hundreds of edits, which each of as many findings would bring', async () => {
    const edits = Array.from({ length: 201 }, (_, start) => ({ file: 'a.js', start, end: start, text: 'y' }));
    const findings = [makeHostileFinding({ edits }), makeHostileFinding({ edits: edits.slice(1) })];
    const text = (): string => 'x'.repeat(300);
    const { results } = await toRun(toDocument({ result: makeResult({ findings }), text, done: null }));
    expect(results.map(({ fixes }) => fixes?.[0].artifactChanges[0]?.replacements.length)).toEqual([undefined, 200]);
  });

  it('has a level by certainty, and none for what is no failure', async () => {
    const { results } = await toRun(makeHostileDocument());
    expect(results.map(({ level, kind }) => [level, kind])).toEqual([
      ['error', undefined],
      ['warning', undefined],
      ['warning', undefined],
      ['none', 'review'],
      ['error', undefined],
      ['error', undefined],
      ['note', undefined],
      ['note', undefined],
    ]);
  });

  it('says of every result what suppresses it, with the reason of a comment', async () => {
    const { results } = await toRun(makeHostileDocument());
    const baseline = { kind: 'external', status: 'accepted', justification: 'It is in the baseline.' };
    expect(results.map(({ suppressions }) => suppressions)).toEqual([
      [],
      [],
      [],
      [],
      [{ kind: 'inSource', status: 'accepted', justification: 'the proxy "translates" it' }],
      [baseline],
      [],
      [baseline],
    ]);
  });

  it('tells of files that could not be looked at as faults of the run', async () => {
    const { invocations } = await toRun(makeHostileDocument());
    expect(invocations[0].executionSuccessful).toBe(false);
    expect(invocations[0].toolExecutionNotifications).toMatchObject([{ level: 'error' }, { level: 'warning' }]);
    expect((await toRun(makeFineDocument())).invocations[0]).toEqual({
      executionSuccessful: true,
      toolExecutionNotifications: [],
    });
  });

  it('has the fingerprints of the findings', async () => {
    const { results } = await toRun(makeHostileDocument());
    expect(results[0]?.partialFingerprints).toEqual({ 'v4ward/v1': '0123456789abcdef' });
  });

  it('tells what was sent from nowhere in sight as a fault of the run, since GitHub takes no result without a place', async () => {
    const sent = makeHostileFinding({ place: { file: unknownFile, start: 0, end: 0 }, edits: [] });
    const run = {
      ...{ command: ['npm', 'test'], exitCode: 1, signal: null, to: null, processes: 1, requests: 1 },
      ...{ confirmed: [], notConfirmed: [], unseen: [] },
    };
    const errors = [{ file: 'npm test', message: 'ended with exit code 1' }];
    const result = makeResult({ findings: [sent], errors });
    const { results, invocations } = await toRun(toDocument({ result, text: () => null, done: null, run }));
    expect(results).toEqual([]);
    expect(invocations[0].toolExecutionNotifications).toEqual([
      { level: 'error', message: { text: 'npm test: ended with exit code 1' } },
      { level: 'error', message: { text: expect.stringContaining(`${unknownFile}: Write`) as string } },
    ]);
  });
});
