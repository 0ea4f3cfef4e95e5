import { beforeAll, describe, expect, it } from 'vitest';
import type { Migrated } from '../codemods/index.js';
import { locate } from '../codemods/locate.js';
import { open } from '../codemods/open.js';
import type { Change } from '../src/catalogue/change.js';
import { changes } from '../src/catalogue/index.js';
import type { Client } from '../src/analysis/clients/client.js';
import { clients } from '../src/analysis/clients/index.js';
import { isSyntaxFailure, parseText } from '../src/analysis/parse.js';
import type { Finding, Result } from '../src/migration/finding.js';
import type { LedgerEntry, LedgerState } from '../src/migration/ledger.js';
import { examineParts } from '../src/migration/parts.js';
import { summarize } from '../src/reporters/summary.js';
import { loadCases } from './support/cases.js';
import type { Case } from './support/cases.js';
import { migrateCase, openShared, openWorkspace, previewCase } from './support/workspace.js';
import type { Workspace } from './support/workspace.js';

const all = loadCases();
const cases = all.filter(({ pending }) => pending === undefined);

// Each case is moved once, and once more: what is asked of that is asked of the same runs.
describe.each(cases)('$name', (kase) => {
  let moved: Moved;
  beforeAll(async () => {
    const { workspace, clean } = openShared(kase.input);
    moved = await moveTwice(workspace, kase);
    return clean;
  });

  it('is not changed by a second run', () => {
    expect([...moved.second.texts.keys()]).toEqual([]);
    expect(moved.second.fixed).toBe(0);
    expect(moved.twice).toEqual(moved.once);
  });

  it('is shown as it is written', async () => {
    const shown = await previewCase(openWorkspace(kase.input), kase);
    expect(shown.texts).toEqual(moved.first.texts);
    expect(shown.fixed).toBe(moved.first.fixed);
  });

  it('takes comments for manual findings, once, and still parses', async ({ skip }) => {
    const { findings, unresolved } = moved.left;
    skip(findings.length + unresolved.length === 0, 'Nothing is left that a comment could be for.');
    const workspace = openWorkspace(kase.input);
    await migrateCase(workspace, kase, true);
    const once = workspace.read();
    expectParsed(once);
    await migrateCase(workspace, kase, true);
    expect(workspace.read()).toEqual(once);
  });

  it('ends in the ledger, each finding once, and what was fixed is fine the second time', () => {
    const { first, left, second } = moved;
    for (const result of [first.before.result, left, second.before.result])
      expect(sumsOf(result)).toEqual(countsOf(result));
    expect(sumOf(left, 'fixed')).toBe(first.fixed);
    expect(finesOf(second.before.result)).toEqual(expect.arrayContaining(fixedOf(left)));
  });

  it('has edits that do not overlap, inside its files', () => {
    const edits = distinct(moved.first.before.result.findings).sort((a, b) =>
      a.file === b.file ? a.start - b.start || a.end - b.end : a.file < b.file ? -1 : 1,
    );
    for (const [index, { file, start, end }] of edits.entries()) {
      expect(start).toBeLessThanOrEqual(end);
      expect(end).toBeLessThanOrEqual((kase.before.get(file) ?? '').length);
      const next = edits[index + 1];
      if (next?.file === file) expect(next.start, `${file}:${String(start)}`).toBeGreaterThanOrEqual(end);
    }
  });

  it('is found the same in parts', async () => {
    const { directory } = openWorkspace(kase.input);
    const { project, configuration, renames } = await open(
      directory,
      locate(directory, { configuration: kase.config ?? {} }),
    );
    const inParts = examineParts(project, configuration, renames(project), { files: 1, work: 20 });
    const { result } = moved.first.before;
    expect({ ...inParts, files: result.files }).toEqual(result);
  });

  it('still parses', () => {
    expectParsed(moved.once);
  });
});

interface Moved {
  readonly first: Migrated;
  /** The files after the first run. */
  readonly once: ReadonlyMap<string, string>;
  /** What the first run says is left. */
  readonly left: Result;
  readonly second: Migrated;
  readonly twice: ReadonlyMap<string, string>;
}

async function moveTwice(workspace: Workspace, kase: Case): Promise<Moved> {
  const first = await migrateCase(workspace, kase);
  const [once, left] = [workspace.read(), first.after.result];
  const second = await migrateCase(workspace, kase);
  return { first, once, left, second, twice: workspace.read() };
}

function expectParsed(texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) {
    if (/\.[cm]?[jt]sx?$/.test(file)) expect(isSyntaxFailure(parseText(file, text)), file).toBe(false);
  }
}

function sumOf({ ledger }: Result, state: LedgerState): number {
  return [...ledger.values()].reduce((sum, entry) => sum + entry[state], 0);
}

function sumsOf(result: Result): object {
  const states = ['fixable', 'suggestion', 'manual', 'guarded', 'acknowledged'] as const;
  return Object.fromEntries(states.map((state) => [state, sumOf(result, state)]));
}

function countsOf(result: Result): object {
  const { safe: fixable, suggestion, manual, guarded, acknowledged } = summarize(result);
  return { fixable, suggestion, manual, guarded, acknowledged };
}

/** The changes of which everything was fixed. */
function fixedOf({ ledger }: Result): string[] {
  const isDone = ({ fixed, fixable, suggestion, manual, guarded, acknowledged }: LedgerEntry): boolean =>
    fixed > 0 && fixable + suggestion + manual + guarded + acknowledged === 0;
  return [...ledger].flatMap(([change, entry]) => (isDone(entry) ? [change] : []));
}

function finesOf({ ledger }: Result): string[] {
  return [...ledger].flatMap(([change, { fine }]) => (fine > 0 ? [change] : []));
}

/** Edits of findings that ask for the same are one. */
function distinct(findings: readonly Finding[]): Finding['edits'][number][] {
  const edits = findings.flatMap((finding) => finding.edits);
  return [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()];
}

describe('coverage', () => {
  it('has a case for every row', () => {
    const missing = missingFrom(changes, cases);
    process.stderr.write(`rows covered: ${String(changes.length - missing.length)} of ${String(changes.length)}\n`);
    expect(missing).toEqual([]);
  });

  it('has a case for every row about answers, where the answer is read', () => {
    const rows = changes.filter(isReadable);
    const missing = missingFrom(
      rows,
      cases.filter(({ name }) => name.startsWith('responses/')),
    );
    process.stderr.write(
      `rows of answers covered: ${String(rows.length - missing.length)} of ${String(rows.length)}\n`,
    );
    expect(missing).toEqual([]);
  });

  it('has a case for every call that a client knows', () => {
    const sources = cases.filter(({ silent }) => silent === undefined).flatMap(({ before }) => [...before.values()]);
    const shapes = clients.flatMap(listShapes).filter(({ what }) => !withoutRoutes.includes(what));
    const missing = shapes.filter(
      (shape) => !sources.some((source) => shape.names.test(source) && shape.call.test(source)),
    );
    process.stderr.write(
      `client shapes covered: ${String(shapes.length - missing.length)} of ${String(shapes.length)}, of ${String(clients.length)} clients\n`,
    );
    expect(missing.map(({ what }) => what)).toEqual([]);
  });

  it('has enough negative cases, each with its reason', () => {
    const silent = cases.filter((kase) => kase.silent !== undefined);
    expect(silent.length).toBeGreaterThanOrEqual(40);
    expect(silent.filter((kase) => kase.silent === '')).toEqual([]);
  });
});

function missingFrom(rows: readonly Change[], within: readonly Case[]): string[] {
  const shown = new Set(within.flatMap(({ findings = [] }) => findings.map(({ change }) => change)));
  return rows.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
}

/** Whether source can show that it reads what v4 answers differently: that a list comes by pages is nothing to read. */
function isReadable({ answers = [] }: Change): boolean {
  return answers.some(({ fields, statuses, headers, body }) =>
    [fields, statuses, headers, body].some((each) => each !== undefined),
  );
}

/** Shapes that no request of v3 has: it has no PATCH. */
const withoutRoutes = ['restler: patchJson'];

interface Shape {
  readonly what: string;
  /** What says in a source that the client is meant. */
  readonly names: RegExp;
  readonly call: RegExp;
}

/** A call's row is one shape: its members take the same arguments. */
function listShapes({
  name,
  modules,
  globals = [],
  injected = [],
  types = [],
  constructs = [],
  creates = [],
  calls,
  defaults,
}: Client): Shape[] {
  const quoted = modules.map((each) => `['"]${escape(each)}['"]`);
  const bare = types.map((type) => type.split('#').at(-1) ?? type);
  const words = [...globals, ...injected, ...bare].map((each) => String.raw`(?<![\w$])${escape(each)}(?![\w$])`);
  const names = new RegExp([...quoted, ...words].join('|'));
  const rows = [...constructs, ...creates, ...calls].map(({ member }) => ({
    what: `${name}: ${member === '' ? 'the client itself' : member}`,
    names,
    call: toPattern(member),
  }));
  const own =
    defaults === undefined
      ? []
      : [{ what: `${name}: ${defaults}`, names, call: new RegExp(String.raw`\.${defaults}\.`) }];
  return [...rows, ...own];
}

function toPattern(member: string): RegExp {
  const members = member
    .split('|')
    .map((each) => (each === '' ? String.raw`[\w$]+` : String.raw`(?<![\w$])${escape(each)}`));
  return new RegExp(String.raw`(?:${members.join('|')})\s*(?:<[^>()]*>)?\(`);
}

function escape(text: string): string {
  return text.replace(/[$.*+?^{}()|[\]\\/]/g, String.raw`\$&`);
}
