import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../src/files/find.js';
import { openProject } from '../../src/files/project.js';
import type { OpenProject } from '../../src/files/project.js';
import { makeDirectory } from '../directory.js';

function open(root: string, paths: readonly string[] = ['.']): OpenProject {
  return openProject(root, findFiles(root, paths));
}

describe('openProject', () => {
  it('reports on files that hold a trigger word, and on those that import one', () => {
    const root = makeDirectory({
      'api.js': 'export const get = (path) => fetch(`https://gitlab.com/api/v3${path}`)',
      'user.js': 'import { get } from "./api.js"; get("/x")',
      'far.js': 'import "./user.js"',
      'other.js': 'call("/x")',
    });
    const project = open(root);
    expect(project.files).toEqual(['api.js', 'user.js']);
    expect(project.looked).toBe(4);
  });

  it('lets go of trees, tells once what cannot be parsed, and does not begin to count again', () => {
    const root = makeDirectory({
      'api.js': "fetch('https://gitlab.com/api/v3/projects')",
      'broken.js': "fetch('https://gitlab.com/api/v3/projects'",
      'last.js': "fetch('https://gitlab.com/api/v3/users')",
    });
    const steps: number[] = [];
    const project = openProject(root, findFiles(root, ['.']), undefined, {
      watch: (step, done) => {
        if (step === 'analyse') steps.push(done);
      },
    });
    const first = project.parse('api.js');
    expect(project.parse('api.js')).toBe(first);
    project.parse('broken.js');
    project.forget();
    const again = project.parse('api.js');
    expect(again).not.toBe(first);
    expect(again).toMatchObject({ text: first?.text });
    expect(project.parse('broken.js')).toBeNull();
    project.parse('last.js');
    expect(project.errors()).toMatchObject([{ file: 'broken.js' }]);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(steps.at(-1)).toBe(2);
  });

  it('leaves a file unread that takes nothing of one that speaks of GitLab but what has no part in a request', () => {
    const plain = 'export const round = (given) => Math.round(given);';
    const root = makeDirectory({
      'api.js': [
        "import { half } from './half.js';",
        "import { client } from './client.js';",
        'export const get = (path) => fetch(`https://gitlab.com/api/v3${path}`);',
        plain,
        'export function twice(given) { return round(given) + half(given); }',
        'export default (given) => [given].flat();',
        'export const all = (id) => get(id);',
        'export const send = (id) => client.get(id);',
        'const kept = [];',
        'export const keep = (one) => kept.push(one);',
        "export const host = () => '/forge';",
        'export const look = (id) => window.forge(id);',
        'export class Forge { get(id) { return id; } }',
      ].join('\n'),
      'setup.js': ["import axios from 'axios';", "axios.defaults.baseURL = 'https://gitlab.com/api/v3';", plain].join(
        '\n',
      ),
      'load.js': "import { round } from './setup.js'; export const load = (path) => axios.get(path, round(1));",
      'half.js': 'export const half = (given) => given / 2;',
      'client.js': 'export const client = make();',
      'round.js': "import { round as near } from './api.js'; near(1.5);",
      'twice.js': "import flatten, { twice } from './api.js'; flatten(twice(1.5));",
      'all.js': "import { round, all } from './api.js'; all(round(1.5));",
      'whole.js': "import * as api from './api.js'; api.round(1.5);",
      'required.js': "const { round } = require('./api.js'); round(1.5);",
      'passed.js': "export { round } from './api.js';",
      'mocked.js': "import { round } from './api.js'; jest.mock('./api.js'); round(1.5);",
      'kept.js': "import { keep } from './api.js'; keep(1);",
      'host.js': "import { host } from './api.js'; call(host());",
      'look.js': "import { look } from './api.js'; look(1);",
      'forge.js': "import { Forge } from './api.js'; new Forge();",
    });
    expect(open(root).files).toEqual([
      ...['all.js', 'api.js', 'forge.js', 'host.js', 'kept.js', 'load.js', 'look.js', 'mocked.js'],
      ...['passed.js', 'required.js', 'setup.js', 'whole.js'],
    ]);
  });

  it('reports on a file that takes what needs a chosen file, or to which a chosen one hands something', () => {
    const root = makeDirectory({
      'api.js': 'export const get = (path) => fetch(`https://gitlab.com/api/v3${path}`);',
      'between.js': "import { get } from './api.js'; export const load = (id) => get(id);",
      'notes.js': [
        "import { load } from './between.js';",
        "import { near } from './near.js';",
        '// As GitLab does it.',
        'export const round = (given) => Math.round(given);',
        'export const third = (id) => load(id);',
        'export const cut = (given) => near(given);',
      ].join('\n'),
      'near.js': "import { third } from './notes.js'; export const near = (given) => third(given);",
      'third.js': "import { third } from './notes.js'; third(3);",
      'cut.js': "import { cut } from './notes.js'; cut(3);",
      'shown.js': "import { round } from './notes.js'; export const show = (issue) => round(issue.subscribed);",
      'page.js': "import { get } from './api.js'; import { show } from './shown.js'; show(get(1));",
    });
    expect(open(root).files).toEqual([
      ...['api.js', 'between.js', 'cut.js', 'near.js', 'notes.js', 'page.js', 'shown.js', 'third.js'],
    ]);
  });

  it('reports on a file that imports the index of a folder', () => {
    const root = makeDirectory({
      'api/index.js': 'export const get = (path) => fetch(`https://gitlab.com/api/v3${path}`)',
      'api/a.js': 'import { get } from "."',
      'api/b.js': 'const api = require("./")',
      'api/c/d.js': 'import * as api from ".."',
      'e.js': 'import * as api from "./api/"',
      'f.js': 'import * as other from "./other/"',
    });
    expect(open(root).files).toEqual(['api/a.js', 'api/b.js', 'api/c/d.js', 'api/index.js', 'e.js']);
  });

  it('reports on a file that names a variable which a `.env` file above it sets to a base', () => {
    const root = makeDirectory({
      'web/.env.local': 'QUAY_URL="https://gitlab.quay.example/api/v3"\nQUAY_TIMEOUT=5000\n',
      'web/src/user.js': 'fetch(process.env.QUAY_URL + "/user")',
      'web/src/main.ts': 'const { QUAY_URL } = import.meta.env;',
      'web/src/pause.js': 'setTimeout(run, process.env.QUAY_TIMEOUT)',
      'web/src/words.js': 'const QUAY_URL = 1;',
      'desk/user.js': 'fetch(process.env.QUAY_URL + "/user")',
    });
    expect(open(root).files).toEqual(['web/src/main.ts', 'web/src/user.js']);
  });

  it('leaves a file unread that holds words of a request alone, unless something ties it to one that speaks of GitLab', () => {
    const root = makeDirectory({
      'forge.ts': 'export class Mill implements Wheel { get = (path) => fetch("https://gitlab.com/api/v3" + path); }',
      'far.js': 'fetch(url + "/users")',
      'user.js': 'import { Mill } from "./forge.js"; export const call = (x) => new Mill().get(x)',
      'tied.js': 'import { call } from "./user.js"; call("/users")',
      'named.js': 'inject(Wheel).get("/users")',
      'comment.js': '// https://example.com/cats/issues\nfetch(url + "/cats")',
    });
    expect(open(root).files).toEqual(['forge.ts', 'named.js', 'tied.js', 'user.js']);
  });

  it.each([
    ['a path', "call('/users')", true],
    ['an address whose prefix is put in', 'call(`https://mill.example/${prefix}/projects`)', true],
    ['an address with a placeholder', "call('https://mill.example/{prefix}/projects')", true],
    ['a path behind a link', "call('https://mill.example' + '/projects')", true],
    ['a link', "call('https://mill.example/cats/issues/5')", false],
    ['the name of a module', "import { users } from '../users'; call(users)", false],
    ['a comment', '// see /users\n/**\n * /projects\n */\ncall(5)', false],
  ])('reads %s as what it is: %s', (_, text, isWord) => {
    const root = makeDirectory({
      'forge.ts': 'export class Mill implements Wheel { get = (path) => fetch("https://gitlab.com/api/v3" + path); }',
      'named.ts': `class Own implements Wheel {}\n${text}`,
      'mention.ts': `inject(Wheel);\n${text}`,
    });
    expect(open(root).files.includes('mention.ts')).toBe(isWord);
  });

  it('reports on what a request or its answer comes to, behind any number of files that hold no word of either', () => {
    const root = makeDirectory({
      'forge.js': 'export const get = (path) => fetch(`https://gitlab.com/api/v3${path}`)',
      'a.js': 'import { get } from "./forge.js"; export const load = (id) => get(id)',
      'b.js':
        'import { load } from "./a.js"; export const find = (id) => load(id); export const five = (given) => Math.round(given);',
      'c.js': 'import { find } from "./b.js"; export const one = (id) => find(id)',
      'reads.js': 'import { one } from "./c.js"; show(one(5).visibility_level)',
      'asks.js': 'import { one } from "./c.js"; one("/projects/5")',
      'neither.js': 'import { one } from "./c.js"; one(5)',
      'five.js': 'import { five } from "./b.js"; show(five(5).visibility_level)',
      'far.js': 'import { one } from "elsewhere"; show(one(5).visibility_level)',
    });
    expect(open(root).files).toEqual(['a.js', 'asks.js', 'b.js', 'c.js', 'forge.js', 'reads.js']);
  });

  it.each([
    ['a record', 'export const kept = {};', true],
    ['a class', 'export class kept {}', true],
    ['what a call makes', "import axios from 'axios';\nexport const kept = axios.create();", true],
    ['a variable', 'export let kept;', true],
    ['a record as its default', 'export default {};', true],
    ['an instance as its default', 'export default new Store();', true],
    ['a function as its default', 'export default (given) => given;', false],
    ['what CommonJS exports', 'module.exports = { kept: {} };', true],
    ['a function', 'export function kept(given) { return given; }', false],
  ])(
    'reads a field behind a file that takes, by an index, what one that speaks of GitLab may fill: %s',
    (_, text, isTied) => {
      const root = makeDirectory({
        'forge.js':
          "import { kept } from './kept.js'; export const get = (path) => fetch(`https://gitlab.com/api/v3${path}`)",
        'kept.js': text,
        'index.js': "export { get } from './forge.js'; export { kept } from './kept.js';",
        'between.js': "import { kept } from './index.js'; export const five = (id) => kept(id);",
        'reads.js': "import { five } from './between.js'; show(five(5).visibility_level);",
      });
      expect(open(root).files.includes('reads.js')).toBe(isTied);
    },
  );

  it('tells what a long chain of files takes', () => {
    const length = 400;
    const chain = Array.from({ length }, (_, index): [string, string] => [
      `${String(index)}.js`,
      `import { one, half } from './${String(index - 1)}.js'; export { one, half };`,
    ]);
    const root = makeDirectory({
      ...Object.fromEntries(chain),
      '0.js':
        'export const one = (path) => fetch(`https://gitlab.com/api/v3${path}`); export const half = (given) => given / 2;',
      'reads.js': `import { half } from './${String(length - 1)}.js'; show(half(5).visibility_level);`,
    });
    expect(open(root).files).not.toContain('reads.js');
  });

  it.each([
    ['computes', "import { half } from './index.js'; export const five = (given) => half(given) * 5;", false],
    ['passes on what computes', "export { half as five } from './index.js';", false],
    [
      'passes on what it imports and what computes',
      "import { half } from './index.js'; export { half as five };",
      false,
    ],
    ['holds words beside what computes', "export const five = (given) => given / 5; call('/projects/5');", false],
    ['sends', "import { get } from './index.js'; export const five = (given) => get(given);", true],
    [
      'sends by way of itself',
      "import { get } from './index.js'; const own = (given) => get(given); export const five = (id) => own(id);",
      true,
    ],
    ['passes on what sends', "export { get as five } from './index.js';", true],
    [
      'passes on what sends, by its default',
      "import { get } from './index.js'; export default get; export const five = (given) => given;",
      false,
    ],
    ['passes on all', "export * from './index.js'; export const five = 5;", true],
    ['passes on a module', "export * as five from './index.js';", true],
    ['has a module whole', "import * as api from './index.js'; export const five = (given) => api[given](5);", true],
    ['requires it', "const { get } = require('./index.js'); exports.five = (given) => get(given);", true],
    ['loads it', "export const five = async (given) => (await import('./index.js')).get(given);", true],
    ['makes a class of it', "import { get } from './index.js'; export class five { get = get; }", true],
    [
      'keeps what it is given',
      "import { get } from './index.js'; const kept = [get]; export const five = (given) => kept.push(given);",
      true,
    ],
    [
      'sends by itself, and takes what computes',
      "import { half } from './index.js'; export const five = (given) => fetch(given);",
      false,
    ],
    [
      'sends with a library',
      "import axios from 'axios'; import './index.js'; export const five = (given) => axios.get(given);",
      true,
    ],
    [
      'holds the words of a path',
      "import { half } from './index.js'; export const five = (given) => `/projects/${given}`;",
      true,
    ],
  ])('reads a field behind a file without a word of GitLab that %s: %s', (_, text, isTied) => {
    const root = makeDirectory({
      'forge.js':
        'export const get = (path) => fetch(`https://gitlab.com/api/v3${path}`); export const half = (given) => given / 2;',
      'index.js': "export { get, half } from './forge.js';",
      'between.js': text,
      'reads.js': "import { five } from './between.js'; show(five(5).visibility_level);",
    });
    expect(open(root).files.includes('reads.js')).toBe(isTied);
  });

  it.each([
    ['a path that is put together', "const call = require(path.join(__dirname, 'lib', 'mill')); call('/users')"],
    ['a name that is put together', "const call = require('./lib/' + name); const names = ['mill']; call('/users')"],
    [
      'a name behind a comment',
      "const { call } = await import(/* webpackChunkName: 'x' */ './lib/mill'); call('/users')",
    ],
    ['a template', "const call = require(`${root}/lib/${name}`); const names = ['mill']; call('/users')"],
    ['a variable of a pipeline', "fetch(process.env.MILL_URL + '/users')"],
    ['a variable of an image', "fetch(process.env.QUARRY + '/users')"],
    ['a variable of a container', "fetch(process.env.BROOK_API + '/users')"],
    ['a key of settings', "fetch(config.get('burrow.url') + '/users')"],
    ['a section of settings', "fetch(config.get('shire.url') + '/users')"],
    ['what a bundler puts in', "fetch(__ISLE__ + '/users')"],
  ])('reads words as those of GitLab that are tied to it by %s', (_, text) => {
    const root = makeDirectory({
      'lib/mill.js': 'module.exports = (path) => fetch("https://gitlab.com/api/v3" + path)',
      'deploy/.gitlab-ci.yml': 'variables:\n  MILL_URL: "https://gitlab.com/api/v3"\n',
      'deploy/Dockerfile': 'FROM node\nENV QUARRY https://gitlab.com/api/v3\n',
      'deploy/app.yaml': 'env:\n  - name: BROOK_API\n    value: https://gitlab.com/api/v3\n',
      'config/default.json': '{\n  "burrow": {\n    "retries": 5,\n\n    "url": "https://gitlab.com/api/v3"\n  }\n}\n',
      'config/other.toml': '[shire]\nurl = "https://gitlab.com/api/v3"\n',
      'build.config.js': 'module.exports = { define: { __ISLE__: JSON.stringify("https://gitlab.com/api/v3") } }',
      'user.js': text,
      'other.js': "fetch(process.env.OTHER_URL + '/users'); const url = 'api'; const env = { url: 5 }",
    });
    const { files } = openProject(root, findFiles(root, ['.'], undefined, { documents: true }));
    expect(files.filter((file) => /^[a-z]+\.js$/.test(file))).toEqual(['user.js']);
  });

  it.each([
    ['a class that extends another one', "module.exports = class extends require('./api') {};"],
    ['a class that extends an imported one', "import { Api as Base } from './api';\nexport class Own extends Base {}"],
    ['an export of CommonJS', "exports.api = require('./api');"],
    ['an export of what was required', "const { Api } = require('./api');\nmodule.exports = { five: 5, Api };"],
    ['an export of what was imported', "import Api from './api';\nexport default Api;"],
    ['a list of exports', "import $api from './api';\nexport { $api };"],
  ])('follows imports through %s', (_, text) => {
    const root = makeDirectory({
      'api.js': 'module.exports = class { all(p) { return fetch("https://gitlab.com/api/v3" + p); } }',
      'between.js': text,
      'caller.js': "const api = require('./api'); exports.all = () => api.all(5)",
      'user.js': "const it = require('./between'); it.all(5)",
      'other.js': "const it = require('./caller'); it.all(5)",
    });
    expect(open(root).files).toEqual(['api.js', 'between.js', 'caller.js', 'user.js']);
  });

  it('follows an import to a package beside it, whatever its version says', () => {
    const root = makeDirectory({
      'package.json': '{ "dependencies": { "@isle/mill": "workspace:*", "axios": "1.0.0" } }',
      'packages/mill/package.json': '{ "name": "@isle/mill" }',
      'packages/mill/src/index.js': 'module.exports = (path) => fetch("https://gitlab.com/api/v3" + path)',
      'packages/axios/src/index.js': 'module.exports = (path) => fetch("https://gitlab.com/api/v3" + path)',
      'user.js': "const call = require('@isle/mill'); call(5)",
      'other.js': "const call = require('axios'); call(5)",
    });
    expect(open(root).files).toContain('user.js');
    expect(open(root).files).not.toContain('other.js');
  });

  it('follows an import that may be an alias only to who holds a word of a request, unless a file is found for it', () => {
    const root = makeDirectory({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "known/*": ["./lib/*"] } } }',
      'lib/mill.js': 'module.exports = (path) => fetch("https://gitlab.com/api/v3" + path)',
      'found.ts': "import call from 'known/mill'; call(5)",
      'speaking.js': "const call = require('hidden/mill'); call('/projects/owned')",
      'silent.js': "const call = require('hidden/mill'); call(5)",
      'behind.js': "const it = require('./silent'); it.all(5).then((all) => all.map((each) => each.public))",
    });
    expect(open(root).files).toEqual(['found.ts', 'lib/mill.js', 'speaking.js']);
  });

  it.each<[ties: string, files: Readonly<Record<string, string>>, isTied: boolean]>([
    ['nothing', {}, false],
    ['a root that declares them', { 'package.json': '{ "workspaces": ["packages/*"] }' }, true],
    ['another declaration', { 'packages/lerna.json': '{}' }, true],
    ['a root that says nothing', { 'package.json': '{ "name": "all" }' }, false],
    [
      'what one needs of the other',
      { 'packages/shop/package.json': '{ "name": "shop", "dependencies": { "mill": "1" } }' },
      true,
    ],
    [
      'what another one needs of both',
      { 'packages/app/package.json': '{ "dependencies": { "mill": "1", "between": "1" } }' },
      true,
    ],
    [
      'what one is tested with',
      { 'packages/mill/package.json': '{ "name": "mill", "devDependencies": { "shop": "1" } }' },
      false,
    ],
    ['a path', { 'packages/shop/index.js': 'import "../mill/forge.js"; call("/users")' }, true],
    [
      'a path to a folder',
      { 'packages/mill/forge.js': 'import "../shop"; window.Mill = make("https://gitlab.com/api/v3")' },
      true,
    ],
  ])('ties files of two packages by what they call things where %s ties the packages', (_, files, isTied) => {
    const root = makeDirectory({
      'packages/mill/package.json': '{ "name": "mill" }',
      'packages/mill/forge.js': 'window.Mill = make("https://gitlab.com/api/v3")',
      'packages/mill/own.js': 'Mill.get("/users")',
      'packages/shop/package.json': '{ "name": "shop" }',
      'packages/shop/user.js': 'Mill.get("/users")',
      'packages/between/package.json': '{ "name": "between", "dependencies": { "shop": "1" } }',
      ...files,
    });
    const chosen = open(root).files;
    expect(chosen).toContain('packages/mill/own.js');
    expect(chosen.includes('packages/shop/user.js')).toBe(isTied);
  });

  it('leaves what a tool wrote unread, whatever it imports', () => {
    const line = 'a(b);'.repeat(500);
    const root = makeDirectory({
      'forge.js': 'export const get = (path) => fetch("https://gitlab.com/api/v3" + path)',
      'small.js': `import { get } from "./forge.js"; get(5).then((one) => one.visibility_level); ${line}`,
      'large.js': `import { get } from "./forge.js"; get(5).then((one) => one.visibility_level);${'\na(b);'.repeat(500)}`,
    });
    expect(open(root).files).toEqual(['forge.js', 'large.js']);
  });

  it.each([
    ["api + '/v3'", true],
    ["[api, 'v3'].join('/')", true],
    ['`${api}/${name}v3/users`', true],
    ["{ v3: '/users' }[version]", true],
    ['const { GITLAB } = process.env', true],
    ["'mygitlabclient'", true],
    ["'group.gitlab.io'", false],
    ["{ name: 'GitLab CI' }", false],
    [`'${'herokuapp'.repeat(5)}gitlab${'pages'.repeat(5)}'`, false],
    ['let v3 = call(v1, v2)', false],
    ["import { v3 } from './ids'", false],
    ["'https://developer.github.com/v3/users'", false],
    ["'application/vnd.github.v3+json'", false],
  ])('takes %s for a word of the API or not: %s', (text, isWord) => {
    const root = makeDirectory({ 'far.js': `${text}; fetch(url + "/users")` });
    expect(open(root).files).toEqual(isWord ? ['far.js'] : []);
  });

  it('reads words as those of GitLab in a project that is called after it', () => {
    const root = makeDirectory({ 'package.json': '{ "name": "gitlab-board" }', 'far.js': 'fetch(url + "/users")' });
    expect(open(root).files).toEqual(['far.js']);
  });

  it('parses so many of the files that are imported, and tells which it did not', () => {
    const root = makeDirectory({
      'api.js': 'fetch("https://gitlab.com/api/v3/user")',
      ...Object.fromEntries(Array.from({ length: 502 }, (_, index) => [`f${String(index)}.js`, 'x()'])),
    });
    const project = open(root);
    const parsed = Array.from({ length: 502 }, (_, index) => project.parse(`f${String(index)}.js`));
    expect(parsed.filter((file) => file !== null)).toHaveLength(501);
    expect(project.unread()).toEqual(['f501.js']);
    expect(project.parse('api.js')).not.toBeNull();
  });

  it('reports on a named file whatever is in it', () => {
    const root = makeDirectory({ 'a.js': 'x()' });
    expect(open(root, ['a.js']).files).toEqual(['a.js']);
  });

  it('leaves generated files out, unless they are named', () => {
    const root = makeDirectory({
      'a.js': '// @generated\nfetch("/api/v3/projects")',
      'b.js': `x("${'gitlab '.repeat(500)}")`,
    });
    expect(open(root).files).toEqual([]);
    expect(open(root, ['a.js', 'b.js']).files).toEqual(['a.js', 'b.js']);
  });

  it('tells of generated files that speak v3 of GitLab, unless they are named', () => {
    const root = makeDirectory({
      'sdk.js': '// @generated\nfetch("https://gitlab.com/api/v3/projects")',
      'other.js': '// @generated\nfetch("https://github.example.com/api/v3/projects")',
      'moved.js': '// @generated\nfetch("https://gitlab.com/api/v4/projects")',
      'report.json': '{ "version": 1, "summary": { "files": 1 }, "text": "https://gitlab.com/api/v3" }',
    });
    expect(open(root).generated).toEqual(['sdk.js']);
    expect(open(root, ['sdk.js']).generated).toEqual([]);
  });

  it('collects what cannot be read or parsed, each once', () => {
    const root = makeDirectory({ 'broken.js': 'gitlab(', 'latin.js': Buffer.from([0xe9]), 'ok.js': 'gitlab()' });
    const project = open(root);
    expect(project.parse('broken.js')).toBeNull();
    expect(project.parse('broken.js')).toBeNull();
    expect(project.parse('ok.js')?.program.body).toHaveLength(1);
    expect(project.errors().map(({ file }) => file)).toEqual(['broken.js', 'latin.js']);
    expect(project.errors()[0]?.message).toMatch(/^cannot be parsed: .* \(line 1, column 8\)$/);
  });

  it('reports a file that is nested too deeply, and goes on', () => {
    const deep = `gitlab(${"'line' + ".repeat(20_000)}'end');`;
    const project = open(makeDirectory({ 'deep.js': deep, 'ok.js': 'gitlab()' }));
    expect(project.parse('deep.js')).toBeNull();
    expect(project.parse('ok.js')).not.toBeNull();
    expect(project.errors()).toEqual([
      { file: 'deep.js', message: expect.stringMatching(/^cannot be parsed: it is nested too deeply/) as string },
    ]);
  });

  it('reports a file that is larger than anybody writes, and goes on', () => {
    const long = "gitlab('/api/v3/projects/owned');\n".repeat(65_000);
    const project = open(makeDirectory({ 'long.js': long, 'ok.js': 'gitlab()' }));
    expect(project.parse('long.js')).toBeNull();
    expect(project.parse('ok.js')).not.toBeNull();
    expect(project.errors()).toEqual([
      { file: 'long.js', message: expect.stringMatching(/^cannot be parsed: it has 2210000 characters/) as string },
    ]);
  });

  it('keeps one tree a file', () => {
    const project = open(makeDirectory({ 'a.js': 'gitlab()' }));
    expect(project.parse('a.js')).toBe(project.parse('a.js'));
  });

  it('thinks of other texts without touching the files', () => {
    const project = open(makeDirectory({ 'a.js': 'gitlab(1)', 'b.js': 'gitlab(2)' }));
    const before = project.parse('b.js');
    const next = project.withTexts(new Map([['a.js', 'gitlab(3)']]));
    expect(next.text('a.js')).toBe('gitlab(3)');
    expect(next.parse('a.js')?.text).toBe('gitlab(3)');
    expect(next.parse('b.js')).toBe(before);
    expect(project.text('a.js')).toBe('gitlab(1)');
  });

  it('names packages, their dependencies and the folder', () => {
    const root = makeDirectory({
      'package.json': '{"name": "tool", "devDependencies": {"gitlab": "1"}}',
      'packages/app/package.json': '{"name": "app", "dependencies": {"axios": "1"}}',
      'packages/app/src/a.js': 'gitlab()',
      'broken/package.json': '{',
      'broken/b.js': 'gitlab()',
    });
    expect(open(root).names).toEqual(expect.arrayContaining(['app', 'axios', 'gitlab', 'tool']));
    expect(open(join(root, 'packages/app')).names).not.toContain('tool');
  });
});

describe('resolve', () => {
  it.each([
    ['a sibling without extension', './b', 'src/b.ts'],
    ['TypeScript by the name of its output', './b.js', 'src/b.ts'],
    ['a folder', './lib', 'src/lib/index.js'],
    ['a path of tsconfig.json', '@app/b', 'src/b.ts'],
    ['a component', './c.vue', 'src/c.vue'],
    ['a subpath import of package.json', '#b', 'src/b.ts'],
    ['a linked package of the same repository', 'linked', 'packages/linked/main.js'],
    ['a package', 'left-pad', null],
    ['a built-in module', 'node:fs', null],
    ['what is not there', './nowhere', null],
    ['data', './data.json', 'src/data.json'],
  ])('follows %s', (_, specifier, expected) => {
    const root = makeDirectory({
      'package.json': '{"name": "tool", "imports": {"#b": "./src/b.ts"}}',
      'tsconfig.json': '{"compilerOptions": {"paths": {"@app/*": ["./src/*"]}}}',
      'src/a.ts': 'gitlab()',
      'src/b.ts': '',
      'src/c.vue': '',
      'src/data.json': '{}',
      'src/lib/index.js': '',
      'packages/linked/package.json': '{"name": "linked", "exports": "./main.js"}',
      'packages/linked/main.js': '',
      'node_modules/left-pad/index.js': '',
    });
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    symlinkSync(join(root, 'packages/linked'), join(root, 'node_modules/linked'));
    expect(open(root).resolve('src/a.ts', specifier)).toBe(expected);
  });
});
