import { describe, expect, it } from 'vitest';
import { loadCases } from './support/cases.js';
import type { Case, Run } from './support/cases.js';
import { toAsked, toAskedOfV4 } from './support/sandbox/compare.js';
import type { Asked } from './support/sandbox/compare.js';
import { runMocked, runProgram } from './support/sandbox/sandbox.js';
import { migrateCase, openWorkspace } from './support/workspace.js';

const cases = loadCases().filter(isRun);

function isRun(kase: Case): kase is Case & { run: Run } {
  return kase.run !== undefined && kase.pending === undefined;
}

describe.concurrent('a program sends, once moved, what translate says of what it sent before', () => {
  it.for(cases)('$name', async (kase, { onTestFinished }) => {
    const { run } = kase;
    const old = openWorkspace(kase.input, onTestFinished);
    const moved = openWorkspace(kase.input, onTestFinished);
    await migrateCase(moved, kase);
    const before = await runProgram(old.directory, run);
    const after = await runProgram(moved.directory, { ...run, env: { ...run.env, ...run.movedEnv } });
    expect(
      before.filter(({ path }) => path.startsWith('/api/v3/')),
      'requests to v3',
    ).not.toEqual([]);
    expect(
      after.filter(({ path }) => path.startsWith('/api/v3/')),
      'requests to v3',
    ).toEqual([]);
    expect(inOrder(run, after.map(toAsked))).toEqual(
      inOrder(
        run,
        before.map((sent) => toAskedOfV4(sent, run.iids ?? {})),
      ),
    );
  });
});

const mocked = loadCases().filter(isMocked);

function isMocked(kase: Case): kase is Case & { mocked: Run } {
  return kase.mocked !== undefined && kase.pending === undefined;
}

describe.concurrent('a program and its mocks, once moved, still agree', () => {
  it.for(mocked)('$name', async (kase, { onTestFinished }) => {
    const old = openWorkspace(kase.input, onTestFinished);
    const moved = openWorkspace(kase.input, onTestFinished);
    await migrateCase(moved, kase);
    await runMocked(old.directory, kase.mocked);
    await runMocked(moved.directory, kase.mocked);
  });
});

/** Requests that are sent at once arrive in any order. */
function inOrder({ unordered = false }: Run, asked: readonly Asked[]): readonly Asked[] {
  return unordered ? [...asked].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : asked;
}

process.stderr.write(`sandboxed: ${String(cases.length)}; with their mocks: ${String(mocked.length)}\n`);
