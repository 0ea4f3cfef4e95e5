import { beforeAll, describe, expect, it } from 'vitest';
import type { Migrated } from '../codemods/index.js';
import { loadCases } from './support/cases.js';
import type { Case } from './support/cases.js';
import { migrateCase, openShared, pair, toFound, toPlace } from './support/workspace.js';
import type { Workspace } from './support/workspace.js';

const all = loadCases();
const cases = all.filter(({ pending }) => pending === undefined);

describe.each(cases)('$name', (kase) => {
  let workspace: Workspace;
  let migrated: Migrated;
  // Moving a case tells what is found before, too.
  beforeAll(async () => {
    const shared = openShared(kase.input);
    workspace = shared.workspace;
    migrated = await migrateCase(workspace, kase);
    return shared.clean;
  });

  it.runIf(kase.either !== true)('has its findings, and no others', () => {
    const { before } = migrated;
    const { result } = before;
    expect(result.errors).toEqual([]);
    for (const list of ['findings', 'possible', 'guarded'] as const) {
      if (list === 'guarded' && kase.guarded === undefined) continue;
      const { expected, found } = pair(
        kase[list] ?? [],
        result[list].map((finding) => toFound(before, finding)),
      );
      expect(found, list).toEqual(expected);
    }
    expect(
      result.unresolved.map((each) => toPlace(before, each)),
      'unresolved',
    ).toEqual(kase.unresolved ?? []);
    if (kase.requests !== undefined) expect(result.requests, 'requests').toBe(kase.requests);
  });

  it('becomes its output, byte for byte', () => {
    expect(migrated.after.result.errors).toEqual([]);
    expectFiles(workspace, kase);
  });
});

function expectFiles(workspace: Workspace, kase: Case): void {
  const files = workspace.read();
  expect([...files.keys()]).toEqual([...kase.after.keys()]);
  for (const [file, text] of files) {
    if (kase.either === true && text === kase.before.get(file)) continue;
    expect(text, file).toBe(kase.after.get(file));
  }
}

const counts = new Map<string, number>();
for (const { name } of cases) {
  const theme = name.split('/')[0] ?? '';
  counts.set(theme, (counts.get(theme) ?? 0) + 1);
}
const themes = [...counts].map(([theme, count]) => `${theme} ${String(count)}`).join(', ');
process.stderr.write(`cases: ${String(cases.length)} (${themes}); pending: ${String(all.length - cases.length)}\n`);
