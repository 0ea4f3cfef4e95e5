import { afterAll, describe, expect, it } from 'vitest';
import { clients } from '../src/analysis/clients/index.js';
import { loadCases } from './support/cases.js';
import { divide, formatTable, isSurveyed, outcomeOf, sights, styleOf, styles, toRows } from './support/survey.js';
import type { Share, Surveyed } from './support/survey.js';
import { checkCase, migrateCase, openWorkspace } from './support/workspace.js';

const cases = loadCases().filter(isSurveyed);
const programs = cases.filter(({ name }) => name.startsWith('survey/'));
const sandboxed = programs.filter(({ run }) => run !== undefined);

const bySight: Share[] = [];
const byStyle: Share[] = [];
const byClient: Share[] = [];
/** Those that answer requests have a theme of their own. */
const senders = clients.filter(({ answers }) => answers === undefined).map(({ name }) => name);
const tables: { readonly title: string; readonly names: readonly string[]; readonly shares: readonly Share[] }[] = [
  { title: 'class', names: sights, shares: bySight },
  { title: 'style', names: styles, shares: byStyle },
  { title: 'client', names: [...senders, 'address'], shares: byClient },
];

describe('how far one must see, and what became of each request', () => {
  it.each(cases)('$name', async (kase) => {
    const { result } = await checkCase(openWorkspace(kase.input), kase);
    const workspace = openWorkspace(kase.input);
    const { after } = await migrateCase(workspace, kase);
    const isRight = [...workspace.read()].every(([file, text]) => text === kase.after.get(file));
    const outcome = outcomeOf(kase, { result, after: after.result, isRight });
    bySight.push(...divide(kase.sight, outcome));
    byStyle.push({ of: styleOf(kase), ...outcome });
    byClient.push(...divide(kase.clients, outcome));
    expect(total(Object.values(kase.sight)), 'requests by class').toBe(kase.requests);
    expect(total(Object.values(kase.clients)), 'requests by client').toBe(kase.requests);
    expect(outcome.found, 'found').toBe(kase.requests);
    expect(outcome.moved + outcome.held + outcome.unresolved, 'rightly moved, held or listed').toBe(kase.requests);
  });

  it.each(tables)('has each $title', ({ title, names, shares }) => {
    const rows = toRows(names, shares);
    expect(rows.filter(({ requests }) => requests === 0)).toEqual([]);
    expect(
      shares.filter(({ of }) => !names.includes(of)),
      `unknown ${title}`,
    ).toEqual([]);
  });

  it.each(toRows(sights, []))('has requests enough that need $name', ({ name }) => {
    const rows = toRows([name], bySight);
    expect(total(rows.map(({ requests }) => requests))).toBeGreaterThanOrEqual(20);
  });

  it('has programs enough, and enough of them sandboxed', () => {
    expect(programs.length).toBeGreaterThanOrEqual(60);
    expect(total(programs.map(({ requests }) => requests))).toBeGreaterThanOrEqual(200);
    expect(total(sandboxed.map(({ requests }) => requests))).toBeGreaterThanOrEqual(40);
  });
});

afterAll(() => {
  for (const { title, names, shares } of tables) process.stderr.write(`\n${formatTable(title, toRows(names, shares))}`);
  process.stderr.write(`\nsurvey: ${describeSize(programs)}; sandboxed: ${describeSize(sandboxed)}\n`);
});

function describeSize(some: readonly Surveyed[]): string {
  return `${String(some.length)} programs with ${String(total(some.map(({ requests }) => requests)))} requests`;
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
