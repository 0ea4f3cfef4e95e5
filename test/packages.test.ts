import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { check, migrate } from '../codemods/index.js';
import type { Checked } from '../codemods/index.js';
import { clients } from '../src/analysis/clients/index.js';
import { createEvaluation } from '../src/analysis/evaluate.js';
import { pathPlace } from '../src/analysis/requests/path-places.js';
import { changes as rows } from '../src/catalogue/index.js';
import { defaultConfiguration } from '../src/configuration/configuration.js';
import { findFiles } from '../src/files/find.js';
import { openProject } from '../src/files/project.js';
import { describeRequest } from '../src/http/request.js';
import type { Place } from '../src/http/text.js';
import { judgeRequests } from '../src/migration/judge.js';
import { toAsked, toAskedOfV4 } from './support/sandbox/compare.js';
import type { Sent } from './support/sandbox/recorder.js';
import { runProgram } from './support/sandbox/sandbox.js';

/** A call that a package makes, as a reader of its source finds it. */
interface Call {
  readonly at: string;
  readonly method: string;
  readonly route: string;
  /** What v4 changes about it and an edit makes so. */
  readonly moved: readonly string[];
  /** What a person must decide: callers are out of sight, and so is what they pass. */
  readonly person: readonly string[];
}

interface Package {
  readonly name: string;
  /** Where the base is written. */
  readonly bases: readonly string[];
  /** Calls that cannot be told, and why a reader cannot either. */
  readonly open: Readonly<Record<string, string>>;
  /** Lines that findings stand at because their edits do, by those of the calls. */
  readonly edits: Readonly<Record<string, string>>;
  /** What a person mends first: these calls go wrong as they are. */
  readonly mended: readonly Mend[];
  /** What a person moves by hand. */
  readonly byHand: readonly Mend[];
}

interface Mend {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly change?: string;
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
    open: {},
    edits: {},
    mended: [],
    byHand: [
      {
        file: 'lib/Models/Issues.js',
        change: 'subscriptions',
        from: 'this["delete"]("projects/" + projectId + "/issues/" + issueId + "/subscription", ',
        to: 'this.post("projects/" + projectId + "/issues/" + issueId + "/unsubscribe", {}, ',
      },
    ],
  },
  {
    name: 'node-gitlab-1.6',
    bases: ['lib/gitlab.js:33', 'README.md:43', 'README.md:61', 'README.md:78'],
    open: {
      'lib/resources/project.js:37': 'v3 has no route /project',
      'lib/resources/repository_branch.js:28': 'this.this is undefined, so the call throws',
      'lib/resources/repository_branch.js:33': 'this.this is undefined, so the call throws',
    },
    edits: { 'lib/resources/repository.js:147': 'lib/resources/repository.js:145' },
    mended: [
      { file: 'lib/resources/project.js', from: "'get', '/project'", to: "'get', '/projects/:path'" },
      { file: 'lib/resources/repository_branch.js', from: 'this.this.onePath', to: 'this.onePath' },
    ],
    byHand: [{ file: 'README.md', from: 'https://gitlab.com/api/v3', to: 'https://gitlab.com/api/v4' }],
  },
];

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
const support = fileURLToPath(new URL('support/packages/', import.meta.url));

describe.each(packages)('$name', (each) => {
  const { name, bases, open, edits } = each;
  const calls = readCalls(name);

  it('is read without an error, and every call that its source makes is found with its verb and route', () => {
    const expected = calls.map(({ at, method, route }) => `${at} ${method} ${route}`);
    expect(findCalls(join(openPackage(name), 'package'))).toEqual([...new Set(expected)].sort());
  });

  it('has every change that applies to a call, and no others', async () => {
    const checked = await check(join(openPackage(name), 'package'));
    expect(checked.result.errors).toEqual([]);
    expect([...checked.result.possible, ...checked.result.guarded]).toEqual([]);
    expect(listFindings(checked, bases)).toEqual(
      calls
        .map((call) => ({ ...call, at: edits[call.at] ?? call.at }))
        .flatMap((call) => [...toLines(call, 'moved'), ...toLines(call, 'person')])
        .sort(),
    );
  });

  it('has no open calls but those that nobody can tell', async () => {
    const checked = await check(join(openPackage(name), 'package'));
    expect(checked.result.unresolved.map(({ place }) => toLine(checked, place)).sort()).toEqual(Object.keys(open));
  });

  it('is not changed at all while people have to decide', async () => {
    const { texts } = await migrate(join(openPackage(name), 'package'), { suggestions: true });
    expect([...texts.keys()]).toEqual([]);
  });

  it('waits for nothing else, once a person has decided', async () => {
    const { result } = await check(settle(openPackage(name), each, calls));
    expect(result.unresolved).toEqual([]);
    expect(result.findings.filter(({ certainty, heldBy }) => certainty === 'manual' || heldBy.length > 0)).toEqual([]);
  });

  it('loads once it is moved, and sends v4 requests from every method that it offers', async () => {
    const old = openPackage(name);
    const moved = openPackage(name);
    settle(old, { ...each, byHand: [] }, calls);
    const { after } = await migrate(settle(moved, each, calls), { write: true, suggestions: true, allowDirty: true });
    expect(after.result.errors).toEqual([]);
    const before = await drive(old, name);
    const now = await drive(moved, name);
    expect(before.length).toBeGreaterThan(90);
    expect(now.filter(({ path }) => !path.startsWith('/api/v4/'))).toEqual([]);
    expect(now.map(toAsked)).toEqual(before.map((sent) => toAskedOfV4(sent, {}, rowsFor(sent, calls, each))));
  }, 60_000);
});

/** A folder that holds a package under `package`, beside a program that calls it, and everything that it depends on. */
function openPackage(name: string): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'package-')));
  onTestFinished(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  const source = join(modules, name);
  cpSync(source, join(directory, 'package'), {
    recursive: true,
    filter: (path) => !path.slice(source.length).split(sep).includes('node_modules'),
  });
  symlinkSync(modules, join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  for (const file of ['drive.js', `${name}.js`]) copyFileSync(join(support, file), join(directory, file));
  return directory;
}

function drive(directory: string, name: string): Promise<readonly Sent[]> {
  return runProgram(directory, { file: `${name}.js` });
}

/** `test/support/packages/<name>.tsv`, written by hand from the package's source and the documents. */
function readCalls(name: string): Call[] {
  const text = readFileSync(join(support, `${name}.tsv`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [file = '', line = '', method = '', route = '', moved = '', person = ''] = row.split('\t');
      return { at: `${file}:${line}`, method, route, moved: toIds(moved), person: toIds(person) };
    });
}

function toIds(field: string): string[] {
  return field === '' ? [] : field.split(' ');
}

function toLines(call: Call, kind: 'moved' | 'person'): string[] {
  const { at, method, route } = call;
  return call[kind].map((id) => `${at} ${method} ${route}: ${id} ${kind}`);
}

/** Every request that the source makes, without its bases. */
function findCalls(root: string): string[] {
  const project = openProject(root, findFiles(root, ['.']));
  const judged = judgeRequests(createEvaluation(project, clients), defaultConfiguration);
  const lines = judged
    .filter(({ service, found }) => service === 'gitlab' && found.request.segments.some(({ text }) => text.length > 0))
    .map(({ found }) => {
      const place = pathPlace(found);
      const line = (project.text(place.file) ?? '').slice(0, place.start).split('\n').length;
      return `${place.file}:${String(line)} ${describeRequest({ ...found.request, parameters: [] })}`;
    });
  return [...new Set(lines)].sort();
}

/** Findings at calls; a finding whose edit stands elsewhere is told by its request. */
function listFindings(checked: Checked, bases: readonly string[]): string[] {
  const findings = checked.result.findings.filter(({ place }) => !bases.includes(toLine(checked, place)));
  const lines = findings.map(({ place, request, change, certainty }) => {
    const kind = certainty === 'manual' ? 'person' : 'moved';
    return `${toLine(checked, place)} ${(request ?? '').replace(/\?.*/, '')}: ${change} ${kind}`;
  });
  return [...new Set(lines)].sort();
}

function toLine({ text }: Checked, { file, start }: Place): string {
  return `${file}:${String((text(file) ?? '').slice(0, start).split('\n').length)}`;
}

/** What a person does: mends what is broken, moves by hand what no edit can, and says at each place that it was looked at. */
function settle(directory: string, { mended, byHand }: Package, calls: readonly Call[]): string {
  const root = join(directory, 'package');
  for (const { file, from, to } of [...mended, ...byHand]) {
    const text = readFileSync(join(root, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(root, file), text.replaceAll(from, to));
  }
  const byPlace = new Map<string, string[]>();
  for (const { at, person } of calls)
    if (person.length > 0) byPlace.set(at, [...new Set([...(byPlace.get(at) ?? []), ...person])]);
  for (const [at, ids] of [...byPlace].reverse()) acknowledge(root, at, ids);
  return root;
}

function acknowledge(root: string, at: string, ids: readonly string[]): void {
  const [file = '', line = ''] = at.split(':');
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  lines.splice(Number(line) - 1, 0, `// v4ward-ignore ${ids.join(', ')} -- callers pass what v4 takes`);
  writeFileSync(join(root, file), lines.join('\n'));
}

/** The rows that are not left to callers. */
function rowsFor({ method, path }: Sent, calls: readonly Call[], { byHand }: Package): typeof rows {
  const route = path.replace(/\?.*/, '').replace('/api/v3', '');
  const left = calls
    .filter((call) => (call.method === method || call.method === '{}') && matches(call.route, route))
    .flatMap(({ person }) => person);
  const moved = byHand.map(({ change }) => change);
  return rows.filter(({ id }) => !left.includes(id) || moved.includes(id));
}

function matches(route: string, path: string): boolean {
  return new RegExp(`^${route.replaceAll('{}', '[^/]+')}(?:/[^/]+)?$`).test(path);
}
