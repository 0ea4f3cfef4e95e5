import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs in a thread of its own, so it tells by a file what was imported. */
const hooks = `
  import { appendFileSync } from 'node:fs';
  let log;
  export function initialize(data) { log = data; }
  export function load(url, context, next) { appendFileSync(log, url + '\\n'); return next(url, context); }
`;

/** Prints what is loaded once the plugin is, and once files were linted; last, by the parser, what must be seen then. */
const program = `
  import { createRequire, register } from 'node:module';
  import { readFileSync } from 'node:fs';
  const [log, hooks] = process.argv.slice(-2);
  const bindings = [];
  const { dlopen } = process;
  process.dlopen = (module, path, ...others) => { bindings.push(path); return dlopen(module, path, ...others); };
  register('data:text/javascript,' + encodeURIComponent(hooks), { data: log });
  const { cache } = createRequire(process.cwd() + '/package.json');
  const loaded = () => [...readFileSync(log, 'utf8').split('\\n'), ...Object.keys(cache), ...bindings];
  const { Linter } = await import('eslint');
  const { default: plugin } = await import('v4ward');
  const steps = { imported: loaded() };
  const lint = (text) => new Linter().verify(text, [plugin.configs.recommended], 'forge.js').length;
  lint('export const answer = 42;');
  steps.passedOver = loaded();
  steps.found = lint("fetch('https://gitlab.pallas.example/api/v3/projects/owned');");
  steps.examined = loaded();
  const { parseText } = await import(process.cwd() + '/dist/src/analysis/parse.js');
  const { createResolver } = await import(process.cwd() + '/dist/src/files/resolve.js');
  steps.able = loaded();
  parseText('forge.js', 'export const answer = 42;');
  createResolver(process.cwd())('package.json', './README.md');
  steps.parsed = loaded();
  process.stdout.write(JSON.stringify(steps));
`;

interface Steps {
  readonly imported: readonly string[];
  readonly passedOver: readonly string[];
  readonly examined: readonly string[];
  readonly found: number;
  /** With what reads other files, before it has read one. */
  readonly able: readonly string[];
  readonly parsed: readonly string[];
}

/** What costs tens to hundreds of milliseconds, and what only the command line needs. */
const heavy =
  /node_modules\/(?:typescript|ts-morph|@ts-morph|@typescript-eslint\/(?:utils|typescript-estree|scope-manager|parser)|diff|(?:@oxc-[\w-]+\/|oxc-)[\w-]+)\//;

function listHeavy(loaded: readonly string[]): string[] {
  const packages = loaded.flatMap((path) => heavy.exec(path.replaceAll('\\', '/'))?.[0] ?? []);
  return [...new Set(packages)].map((path) => path.replace(/^node_modules\/|\/$/g, '')).sort();
}

describe('what the plugin loads', () => {
  const directory = mkdtempSync(join(tmpdir(), 'v4ward-loading-'));
  let steps: Steps;

  beforeAll(() => {
    const log = join(directory, 'loaded.txt');
    writeFileSync(log, '');
    const args = ['--input-type=module', '--eval', program, '--', log, hooks];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stderr).toBe('');
    steps = JSON.parse(stdout) as Steps;
  });

  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('is its own files when it is imported, and few of them', () => {
    const own = steps.imported.filter((path) => /^(?!.*node_modules).*\/dist\//.test(path));
    expect(own.some((path) => path.endsWith('dist/bundle/plugin.js'))).toBe(true);
    expect(own.length).toBeLessThan(25);
    expect(listHeavy(steps.imported)).toEqual([]);
  });

  it('is no more when a file without a trigger word is linted', () => {
    expect(listHeavy(steps.passedOver)).toEqual([]);
  });

  it('is no more when a file is examined that needs no other', () => {
    expect(steps.found).toBeGreaterThan(0);
    expect(listHeavy(steps.examined)).toEqual([]);
  });

  it('is the parser and the resolver when another file has to be read, and not before', () => {
    expect(listHeavy(steps.able)).toEqual([]);
    expect(listHeavy(steps.parsed)).toEqual(
      expect.arrayContaining(['@typescript-eslint/scope-manager', 'oxc-parser', 'oxc-resolver']),
    );
  });
});

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** What npm installs with a package: what it depends on, and what that asks to have beside it. */
function listInstalled(folder: string): Set<string> {
  const found = new Set<string>();
  const folders = [folder];
  for (const each of folders) {
    const manifest = JSON.parse(readFileSync(join(each, 'package.json'), 'utf8')) as Manifest;
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    const news = [...Object.keys(dependencies), ...peers].filter((name) => !found.has(name));
    for (const name of news) found.add(name);
    folders.push(...news.map((name) => join(root, 'node_modules', name)));
  }
  return found;
}

it('brings neither ESLint nor TypeScript along: who only takes the command needs none', () => {
  const installed = listInstalled(root);
  expect(installed).toContain('@ts-morph/common');
  expect([...installed].filter((name) => /^(?:eslint|typescript)$/.test(name))).toEqual([]);
});
