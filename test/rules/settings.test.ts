import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { check } from '../../codemods/index.js';
import plugin from '../../rules/index.js';
import type { Configuration } from '../../rules/index.js';
import type { Change } from '../../src/catalogue/change.js';
import { toPosition } from '../../src/migration/position.js';
import { makeDirectory } from '../directory.js';

const strict = plugin.configs.strict;

async function lint(cwd: string, file: string, settings?: unknown): Promise<string[]> {
  const overrideConfig = settings === undefined ? [strict] : [strict, { settings: { v4ward: settings } }];
  const [report] = await new ESLint({ cwd, overrideConfigFile: true, overrideConfig }).lintFiles([file]);
  const messages = report?.messages.map(({ ruleId, line, column, message }) =>
    [String(ruleId).replace('v4ward/', ''), line, column, message].join(' '),
  );
  return (messages ?? []).sort();
}

/** What the command line finds in a file, in the same words. */
async function checkFile(cwd: string, file: string): Promise<string[]> {
  const { result, text } = await check(cwd);
  const found = result.findings.filter(({ place }) => place.file === file);
  return found
    .map(({ rule, place, message }) => {
      const { line, column } = toPosition(text(file) ?? '', place.start);
      return [rule, line, column, message].join(' ');
    })
    .sort();
}

/** The rules and lines, which is what the tests' expectations name. */
function toPlaces(messages: readonly string[]): string[] {
  return messages.map((message) => message.split(' ').slice(0, 2).join(' '));
}

const shields: Change = {
  id: 'house-shields',
  release: '9.0',
  rule: 'no-v3-endpoint',
  certainty: 'safe',
  says: 'GET /projects/:id/shields becomes GET /projects/:id/badges',
  because: 'The proxy renamed it.',
  source: 'https://wiki.example.com/proxy',
  message: 'List the badges with `GET /projects/:id/badges`.',
  example: { before: 'GET /projects/4/shields', after: 'GET /projects/4/badges' },
  moved: { from: 'GET /projects/:id/shields', to: 'GET /projects/:id/badges' },
};

interface Example {
  readonly shows: string;
  readonly configuration: Configuration;
  readonly code: string;
  /** With it, and with none. */
  readonly places: readonly string[];
  readonly without: readonly string[];
}

const owned = "fetch('https://gitlab.wharf.example/api/v3/projects/owned');\n";
const ownedPlaces = ['no-v3-endpoint 1', 'no-v3-prefix 1'];

const examples: readonly Example[] = [
  {
    shows: 'hosts that are GitLab',
    configuration: { hosts: ['code.wharf.example'] },
    code: "fetch('https://code.wharf.example/api/v3/user');\n",
    places: ['no-v3-prefix 1'],
    without: [],
  },
  {
    shows: 'hosts that are not',
    configuration: { notHosts: ['gitlab.wharf.example'] },
    code: owned,
    places: [],
    without: ownedPlaces,
  },
  {
    shows: 'the version of a base that is out of sight',
    configuration: { assume: 'v3' },
    code: 'fetch(`${process.env.GITLAB_API}/projects/${process.argv[2]}/star`, { method: "DELETE" });\n',
    places: ['no-v3-endpoint 1'],
    without: [],
  },
  {
    shows: 'changes that are ignored',
    configuration: { ignore: ['projects-filters', 'api-prefix'] },
    code: owned,
    places: [],
    without: ownedPlaces,
  },
  {
    shows: 'files that are excluded',
    configuration: { exclude: ['src/*.mjs'] },
    code: owned,
    places: [],
    without: ownedPlaces,
  },
  {
    shows: 'directories that are excluded',
    configuration: { exclude: ['./src/'] },
    code: owned,
    places: [],
    without: ownedPlaces,
  },
  {
    shows: 'clients, in files without a trigger word of the catalogue',
    configuration: { clients: [{ module: '@acme/forge', name: 'put', path: 0, body: 1, base: 'v3' }] },
    code: "import { put } from '@acme/forge';\n\nput('/application/settings', { repository_storage: 'berth' });\n",
    places: ['no-v3-parameter 3'],
    without: [],
  },
  {
    shows: 'rows of catalogues',
    configuration: { catalogues: [shields] },
    code: "fetch('https://gitlab.wharf.example/api/v3/projects/9/shields');\n",
    places: ownedPlaces,
    without: ['no-v3-prefix 1'],
  },
  {
    shows: 'rows of catalogues, in files without a trigger word of the catalogue',
    configuration: {
      clients: [{ name: 'harbour', path: 0, base: 'v3' }],
      catalogues: [
        {
          ...shields,
          moved: { from: 'GET /shields', to: 'GET /badges' },
          example: { before: 'GET /shields', after: 'GET /badges' },
        },
      ],
    },
    code: "harbour('/shields');\n",
    places: ['no-v3-endpoint 1'],
    without: [],
  },
];

describe.each(examples)('$shows', ({ configuration, code, places, without }) => {
  const files = { 'src/berth.mjs': code, 'package.json': '{ "name": "wharf" }' };

  it('hold where the configuration file is found, as on the command line', async () => {
    const cwd = makeDirectory({ ...files, 'v4ward.config.json': JSON.stringify(configuration) });
    const messages = await lint(cwd, 'src/berth.mjs');
    expect(toPlaces(messages)).toEqual(places);
    expect(messages).toEqual(await checkFile(cwd, 'src/berth.mjs'));
  });

  it('hold in the settings', async () => {
    expect(toPlaces(await lint(makeDirectory(files), 'src/berth.mjs', configuration))).toEqual(places);
  });

  it('make the difference', async () => {
    const cwd = makeDirectory(files);
    const messages = await lint(cwd, 'src/berth.mjs');
    expect(toPlaces(messages)).toEqual(without);
    expect(messages).toEqual(await checkFile(cwd, 'src/berth.mjs'));
  });
});

const ignoring = 'export default { ignore: ["api-prefix"] };';

describe('the configuration of a file', () => {
  it.each([
    ['v4ward.config.js', ignoring, '{ "type": "module" }'],
    ['v4ward.config.js', ignoring, '{}'],
    ['v4ward.config.js', 'module.exports = { ignore: ["api-prefix"] };', '{}'],
    ['v4ward.config.mjs', `await null;\n${ignoring}`, '{}'],
    ['v4ward.config.ts', 'export default { ignore: ["api-prefix"] } satisfies { ignore: string[] };', '{}'],
    ['v4ward.config.json', '{ "ignore": ["api-prefix"] }', '{}'],
    ['package.json', '{ "v4ward": { "ignore": ["api-prefix"] } }', ''],
  ])('stands in %s (%s)', async (name, text, manifest) => {
    const cwd = makeDirectory({ 'package.json': manifest, [name]: text, 'src/deep/berth.mjs': owned });
    const messages = await lint(cwd, 'src/deep/berth.mjs');
    expect(toPlaces(messages)).toEqual(['no-v3-endpoint 1']);
    expect(messages).toEqual(await checkFile(cwd, 'src/deep/berth.mjs'));
  });

  it('is the nearest one, as a whole', async () => {
    const cwd = makeDirectory({
      'v4ward.config.json': '{ "ignore": ["projects-filters"] }',
      'near/package.json': '{ "v4ward": { "ignore": ["api-prefix"] } }',
      'near/src/berth.mjs': owned,
      'berth.mjs': owned,
    });
    expect(toPlaces(await lint(cwd, 'near/src/berth.mjs'))).toEqual(['no-v3-endpoint 1']);
    expect(toPlaces(await lint(cwd, 'berth.mjs'))).toEqual(['no-v3-prefix 1']);
  });

  it('is looked for above the working directory', async () => {
    const root = makeDirectory({ 'v4ward.config.mjs': ignoring, 'near/berth.mjs': owned });
    expect(toPlaces(await lint(join(root, 'near'), 'berth.mjs'))).toEqual(['no-v3-endpoint 1']);
  });

  it('is none where its name is a link to nowhere', async () => {
    const cwd = makeDirectory({ 'v4ward.config.mjs': ignoring, 'near/berth.mjs': owned });
    symlinkSync('nowhere.json', join(cwd, 'near/v4ward.config.json'));
    expect(toPlaces(await lint(cwd, 'near/berth.mjs'))).toEqual(['no-v3-endpoint 1']);
  });

  it('is that of the settings if there are any, as a whole', async () => {
    const cwd = makeDirectory({ 'v4ward.config.mjs': ignoring, 'berth.mjs': owned });
    expect(toPlaces(await lint(cwd, 'berth.mjs', {}))).toEqual(ownedPlaces);
    expect(toPlaces(await lint(cwd, 'berth.mjs', { ignore: ['projects-filters'] }))).toEqual(['no-v3-prefix 1']);
  });

  it('is that of the working directory for text without a name', async () => {
    const cwd = makeDirectory({ 'v4ward.config.mjs': ignoring });
    const eslint = new ESLint({ cwd, overrideConfigFile: true, overrideConfig: [strict] });
    const [report] = await eslint.lintText(owned);
    expect(report?.messages.map(({ ruleId }) => ruleId)).toEqual(['v4ward/no-v3-endpoint']);
  });

  it('has paths that start where it stands', async () => {
    const configuration = { exclude: ['near/old'], catalogues: ['./rows.json'] };
    const root = makeDirectory({
      'v4ward.config.json': JSON.stringify(configuration),
      'rows.json': JSON.stringify([shields]),
      'near/old/berth.mjs': owned,
      'near/berth.mjs': "fetch('https://gitlab.wharf.example/api/v4/projects/9/shields');\n",
    });
    expect(await lint(join(root, 'near'), 'old/berth.mjs')).toEqual([]);
    expect(toPlaces(await lint(join(root, 'near'), 'berth.mjs'))).toEqual(['no-v3-endpoint 1']);
    expect(await lint(root, 'near/old/berth.mjs', configuration)).toEqual([]);
    expect(toPlaces(await lint(root, 'near/berth.mjs', configuration))).toEqual(['no-v3-endpoint 1']);
  });

  it.each([
    ['where it stands, from above', '.', 'near/berth.mjs'],
    ['where it stands, from the same directory', 'near', 'berth.mjs'],
  ])('has clients whose modules start from %s', async (_, cwd, file) => {
    const root = makeDirectory({
      'near/v4ward.config.json': '{ "clients": [{ "module": "./wire", "name": "send", "path": 0, "base": "v3" }] }',
      'near/wire.mjs': 'export const send = globalThis.wire;\n',
      'near/berth.mjs': "import { send } from './wire.mjs';\n\nsend('/projects/owned');\n",
    });
    expect(toPlaces(await lint(join(root, cwd), file))).toEqual(['no-v3-endpoint 3']);
  });
});

it('is found without TypeScript, which only a configuration in it needs, and without what globs need', () => {
  const cwd = makeDirectory({ 'v4ward.config.mjs': ignoring, 'berth.mjs': owned });
  const program = `
    import { createRequire } from 'node:module';
    import { Linter } from 'eslint';
    import v4ward from ${JSON.stringify(new URL('../../dist/bundle/plugin.js', import.meta.url))};

    const messages = new Linter({ cwd: ${JSON.stringify(cwd)} }).verify(${JSON.stringify(owned)}, [v4ward.configs.strict], 'berth.mjs');
    const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) => !file.includes('/eslint/'));
    console.log(JSON.stringify({ rules: messages.map(({ ruleId }) => ruleId), loaded }));
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  });
  const { rules, loaded } = JSON.parse(stdout) as { rules: string[]; loaded: string[] };
  expect(rules).toEqual(['v4ward/no-v3-endpoint']);
  expect(loaded.filter((file) => /node_modules\/(?:ts-morph|@ts-morph|typescript|picomatch)\//.test(file))).toEqual([]);
});

it('has clients whose modules stand beside the working directory', async () => {
  const root = makeDirectory({
    'v4ward.config.json': '{ "clients": [{ "module": "./lib/wire", "name": "send", "path": 0, "base": "v3" }] }',
    'lib/wire.mjs': 'export const send = globalThis.wire;\n',
    'near/berth.mjs': "import { send } from '../lib/wire.mjs';\n\nsend('/projects/owned');\n",
  });
  const messages = await lint(join(root, 'near'), 'berth.mjs');
  expect(toPlaces(messages)).toEqual(['no-v3-endpoint 3']);
  expect(messages).toEqual(await checkFile(join(root, 'near'), 'berth.mjs'));
});

describe('a configuration that changes', () => {
  let later = 0;
  /** By how much each question for the time moves it on: what was done in between takes time. */
  let haste = 0;

  beforeEach(() => {
    const frozen = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => frozen + (later += haste));
  });

  /** Time does not run backwards from one test to the next. */
  afterEach(() => {
    haste = 0;
    pass(10);
    vi.restoreAllMocks();
  });

  function pass(seconds: number): void {
    later += seconds * 1000 + 1;
  }

  /** The modification time differs, however coarse the clock of the disk. */
  function write(path: string, text: string): void {
    writeFileSync(path, text);
    utimesSync(path, new Date(), new Date(Date.now() + later + 5000));
  }

  it.each([
    ['v4ward.config.mjs', (row: string) => `export default { ignore: ["${row}"] };`],
    ['v4ward.config.ts', (row: string) => `export default { ignore: ["${row}"] satisfies string[] };`],
    ['v4ward.config.json', (row: string) => `{ "ignore": ["${row}"] }`],
    ['package.json', (row: string) => `{ "v4ward": { "ignore": ["${row}"] } }`],
  ])('is seen a second later: %s', async (name, toText) => {
    const cwd = makeDirectory({ 'src/berth.mjs': owned });
    const path = join(cwd, name);
    expect(toPlaces(await lint(cwd, 'src/berth.mjs'))).toEqual(ownedPlaces);
    write(path, toText('api-prefix'));
    pass(0.5);
    expect(toPlaces(await lint(cwd, 'src/berth.mjs'))).toEqual(ownedPlaces);
    pass(1);
    expect(toPlaces(await lint(cwd, 'src/berth.mjs'))).toEqual(['no-v3-endpoint 1']);
    write(path, toText('projects-filters'));
    pass(1);
    expect(toPlaces(await lint(cwd, 'src/berth.mjs'))).toEqual(['no-v3-prefix 1']);
    rmSync(path);
    pass(1);
    expect(toPlaces(await lint(cwd, 'src/berth.mjs'))).toEqual(ownedPlaces);
  });

  it.each([
    ['v4ward.config.json', '{ "ignore": ["api-prefix"] }'],
    ['package.json', '{ "v4ward": { "ignore": ["api-prefix"] } }'],
  ])('is seen in a directory that has long been as it was: %s', async (name, text) => {
    const cwd = makeDirectory({ 'src/package.json': '{}', 'src/berth.mjs': owned });
    for (const directory of ['src', '.']) utimesSync(join(cwd, directory), new Date(), new Date('2020-02-02'));
    expect(toPlaces(await lint(cwd, 'src/berth.mjs'))).toEqual(ownedPlaces);
    pass(1);
    expect(toPlaces(await lint(cwd, 'src/berth.mjs'))).toEqual(ownedPlaces);
    write(join(cwd, 'src', name), text);
    pass(1);
    expect(toPlaces(await lint(cwd, 'src/berth.mjs'))).toEqual(['no-v3-endpoint 1']);
  });

  describe('is seen by a run over many directories, which may not ask each time', () => {
    const names = Array.from({ length: 9 }, (_, index) => `pier-${String(index)}/berth.mjs`);

    async function lintAll(cwd: string): Promise<string[]> {
      const places = new Set<string>();
      for (const name of names) places.add(toPlaces(await lint(cwd, name)).join(', '));
      return [...places];
    }

    function makePiers(): string {
      const cwd = makeDirectory(Object.fromEntries(names.map((name) => [name, owned])));
      utimesSync(cwd, new Date(), new Date('2020-02-02'));
      return cwd;
    }

    function ignorePrefix(cwd: string): void {
      for (const name of names) write(join(cwd, dirname(name), 'v4ward.config.json'), '{ "ignore": ["api-prefix"] }');
    }

    it('within some seconds', async () => {
      const cwd = makePiers();
      expect(await lintAll(cwd)).toEqual([ownedPlaces.join(', ')]);
      ignorePrefix(cwd);
      pass(1);
      haste = 0.01;
      expect(await lintAll(cwd)).toEqual(['no-v3-endpoint 1', ownedPlaces.join(', ')]);
      pass(9);
      expect(await lintAll(cwd)).toEqual(['no-v3-endpoint 1']);
    });

    it('at once if one has changed that was long as it was', async () => {
      const cwd = makePiers();
      for (const name of names) utimesSync(join(cwd, dirname(name)), new Date(), new Date('2020-02-02'));
      expect(await lintAll(cwd)).toEqual([ownedPlaces.join(', ')]);
      ignorePrefix(cwd);
      pass(1);
      haste = 0.01;
      expect(await lintAll(cwd)).toEqual(['no-v3-endpoint 1']);
    });
  });

  it.each([
    ['rows.json', (row: Change) => JSON.stringify([row])],
    ['rows.mjs', (row: Change) => `export default [${JSON.stringify(row)}];`],
  ])('is seen in its catalogues: %s', async (name, toText) => {
    const code = "fetch('https://gitlab.wharf.example/api/v4/projects/9/shields');\n";
    const cwd = makeDirectory({ 'v4ward.config.json': `{ "catalogues": ["./${name}"] }`, 'berth.mjs': code });
    await expect(lint(cwd, 'berth.mjs')).rejects.toThrow(`The catalogue ./${name} `);
    write(join(cwd, name), toText(shields));
    pass(1);
    expect(toPlaces(await lint(cwd, 'berth.mjs'))).toEqual(['no-v3-endpoint 1']);
    write(join(cwd, name), toText({ ...shields, rule: 'no-v3-parameter' }));
    pass(1);
    expect(toPlaces(await lint(cwd, 'berth.mjs'))).toEqual(['no-v3-parameter 1']);
  });

  it('is right once it is', async () => {
    const cwd = makeDirectory({ 'v4ward.config.mjs': 'export default { ignore: [', 'berth.mjs': owned });
    await expect(lint(cwd, 'berth.mjs')).rejects.toThrow(
      /v4ward\.config\.mjs cannot be loaded: Unexpected end of input\./,
    );
    write(join(cwd, 'v4ward.config.mjs'), ignoring);
    pass(1);
    expect(toPlaces(await lint(cwd, 'berth.mjs'))).toEqual(['no-v3-endpoint 1']);
  });
});

describe('a configuration that is wrong', () => {
  const wrong = {
    host: [],
    assume: 'v5',
    exclude: 'legacy/**',
    ignore: ['project-unstarr', 'house-shield'],
    hosts: ['https://gitlab.wharf.example/api'],
    clients: [{ module: '@acme/forge', name: 'put', path: 'first' }],
    catalogues: [shields],
  };
  const problems = [
    '  "host" is no key of the configuration. Did you mean "hosts"?',
    '  "hosts[0]" is "https://gitlab.wharf.example/api"; expected a host without scheme and path, such as "git.example.com" or "git.example.com:8443".',
    '  "assume" is "v5"; expected "v3", "v4", null.',
    '  "exclude" is "legacy/**"; expected a list.',
    '  "clients[0].path" is "first"; expected the position of an argument: a number from 0, or a text such as "1.query".',
    '  "ignore" names "project-unstarr", which is no change. Did you mean "project-unstar"? `v4ward catalogue` lists them.',
    '  "ignore" names "house-shield", which is no change. Did you mean "house-shields"? `v4ward catalogue` lists them.',
  ].join('\n');

  it('stops ESLint, whatever the file holds, with all that is wrong in the file', async () => {
    const cwd = makeDirectory({ 'v4ward.config.json': JSON.stringify(wrong), 'berth.mjs': 'export default 1;\n' });
    const message = `${join(cwd, 'v4ward.config.json')} is not a valid configuration:\n${problems}\nOccurred while linting ${join(cwd, 'berth.mjs')}`;
    await expect(lint(cwd, 'berth.mjs')).rejects.toThrow(message);
    await expect(lint(cwd, 'berth.mjs')).rejects.toThrow(message);
  });

  it('stops ESLint with all that is wrong in the settings', async () => {
    const cwd = makeDirectory({ 'berth.mjs': 'export default 1;\n' });
    await expect(lint(cwd, 'berth.mjs', wrong)).rejects.toThrow(
      `settings.v4ward is not a valid configuration:\n${problems}\nOccurred`,
    );
  });

  it.each([
    ['no object', 'v3', '  The configuration is "v3"; expected an object.'],
    ['null', null, '  The configuration is null; expected an object.'],
    [
      'the name of a file',
      ['./v4ward.config.mjs'],
      '  The configuration is ["./v4ward.config.mjs"]; expected an object.',
    ],
    ['rows that are not there', { catalogues: ['./rows.json'] }, '  The catalogue ./rows.json is no longer there.'],
    ['a module', { default: { hosts: [] } }, '  "default" is no key of the configuration. Expected one of hosts, '],
  ])('is %s', async (_, settings, problem) => {
    const cwd = makeDirectory({ 'berth.mjs': 'export default 1;\n' });
    await expect(lint(cwd, 'berth.mjs', settings)).rejects.toThrow(
      `settings.v4ward is not a valid configuration:\n${problem}`,
    );
  });

  it('is none of the concern of a file with settings', async () => {
    const cwd = makeDirectory({ 'v4ward.config.json': '{', 'berth.mjs': owned });
    expect(toPlaces(await lint(cwd, 'berth.mjs', {}))).toEqual(ownedPlaces);
  });
});
