import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { check, migrate } from '../codemods/index.js';
import type { Checked } from '../codemods/index.js';
import type { Place } from '../src/http/text.js';
import { readTree } from './support/cases.js';

/** A call that a package makes, as a reader of its source finds it. */
interface Call {
  readonly at: string;
  readonly file: string;
  readonly request: string;
  /** What v4 changes about it, as far as its route tells. */
  readonly changes: readonly string[];
}

interface Package {
  readonly name: string;
  /** Where the base is written. */
  readonly bases: readonly string[];
}

const packages: readonly Package[] = [
  {
    name: 'gitlab-1.8',
    bases: [
      'lib/ApiV3.js:21',
      'tests/ApiBaseHTTP.test.js:27',
      'tests/ApiBaseHTTP.test.js:28',
      'tests/ApiBaseHTTP.test.js:35',
    ],
  },
  { name: 'node-gitlab-1.6', bases: ['lib/gitlab.js:33'] },
];

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

describe.each(packages)('$name', ({ name, bases }) => {
  const calls = readCalls(name);
  const places = calls.map(({ at }) => at);

  it('is read without an error, and every call that its source makes is counted', async () => {
    const { result } = await check(copyPackage(name));
    expect(result.errors).toEqual([]);
    expect(result.requests).toBe(calls.length);
  });

  it('has findings and open calls at its calls and bases only', async () => {
    const checked = await check(copyPackage(name));
    const { findings, possible, guarded, unresolved } = checked.result;
    const found = [...findings, ...possible, ...guarded, ...unresolved].map(({ place }) => toLine(checked, place));
    expect([...new Set(found)].filter((each) => !places.includes(each) && !bases.includes(each))).toEqual([]);
  });

  it('has every change that applies to a call, or the call is open with a reason', async () => {
    const checked = await check(copyPackage(name));
    const open = new Map(checked.result.unresolved.map(({ place, reason }) => [toLine(checked, place), reason]));
    const lost = calls.flatMap(({ at, request, changes }) => {
      if (open.has(at)) return open.get(at) === '' ? [`${at} ${request}: no reason`] : [];
      const found = checked.result.findings
        .filter(({ place }) => toLine(checked, place) === at)
        .map(({ change }) => change);
      return changes.filter((change) => !found.includes(change)).map((change) => `${at} ${request}: ${change}`);
    });
    expect(lost).toEqual([]);
  });

  it('is changed at its calls and bases only, and not at all while its base stays', async () => {
    const directory = copyPackage(name);
    const before = readTree(directory);
    const { after } = await migrate(directory, { write: true, suggestions: true, allowDirty: true });
    expect(after.result.errors).toEqual([]);
    const changed = differ(before, readTree(directory));
    const allowed = new Set([...calls.filter(({ changes }) => changes.length > 0).map(({ at }) => at), ...bases]);
    expect(changed.filter((line) => !allowed.has(line))).toEqual([]);
    if (!changed.includes(bases[0] ?? '')) expect(changed).toEqual([]);
  });
});

function copyPackage(name: string): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'package-')));
  onTestFinished(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  const source = join(modules, name);
  cpSync(source, directory, {
    recursive: true,
    filter: (path) => !path.slice(source.length).split(sep).includes('node_modules'),
  });
  return directory;
}

/** `test/support/packages/<name>.tsv`, written by hand from the package's source. */
function readCalls(name: string): Call[] {
  const text = readFileSync(new URL(`support/packages/${name}.tsv`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [file = '', line = '', method = '', route = '', changes = ''] = row.split('\t');
      return {
        at: `${file}:${line}`,
        file,
        request: `${method} ${route}`,
        changes: changes === '' ? [] : changes.split(' '),
      };
    });
}

function toLine({ text }: Checked, { file, start }: Place): string {
  return `${file}:${String((text(file) ?? '').slice(0, start).split('\n').length)}`;
}

/** The lines that differ. A file with more or fewer lines differs in all. */
function differ(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  expect([...after.keys()]).toEqual([...before.keys()]);
  return [...before].flatMap(([file, text]) => {
    const old = text.split('\n');
    const now = (after.get(file) ?? '').split('\n');
    if (old.length !== now.length) return [file];
    return old.flatMap((line, index) => (line === now[index] ? [] : [`${file}:${String(index + 1)}`]));
  });
}
