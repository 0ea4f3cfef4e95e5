import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { brief, startForge, verify } from '../verify/verified.js';
import { runProgram } from './program.js';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A directory with these files in which the packages of this project can be imported. */
function makeProject(files: Readonly<Record<string, string>>): string {
  const directory = makeDirectory(files);
  symlinkSync(packages, join(directory, 'node_modules'));
  return directory;
}

/** The path comes from a file, so that no analysis of the source can tell which request it is. */
const syncStars = `import { readFileSync } from 'node:fs';

const routes = readFileSync(new URL('routes.txt', import.meta.url), 'utf8').trim().split('\\n');

async function send(route) {
  const [method, path] = route.split(' ');
  await null;
  return fetch(\`\${process.env.FORGE}/api/v3\${path}\`, {
    method,
    headers: { 'PRIVATE-TOKEN': 'mySecretValue-77' },
  });
}

for (const route of routes) await send(route);
`;

describe('verify', () => {
  it('finds a request whose path is read from a file, with the line that sent it', async () => {
    const { url } = await startForge();
    const directory = makeDirectory({ 'sync.mjs': syncStars, 'routes.txt': 'DELETE /projects/8/star\nGET /version\n' });
    const { status, report } = await verify(directory, ['node', 'sync.mjs'], [], { FORGE: url });
    expect(status).toBe(1);
    expect(report.findings.map(brief)).toEqual(['api-prefix sync.mjs:8', 'project-unstar sync.mjs:8']);
    expect(report.findings[1]).toMatchObject({
      rule: 'no-v3-endpoint',
      certainty: 'safe',
      request: 'DELETE /projects/8/star',
      replacement: 'POST /projects/8/unstar',
    });
    expect(report.run).toMatchObject({ exitCode: 0, signal: null, processes: 1, requests: 2 });
    expect(report.run.unseen).toEqual([
      { file: 'sync.mjs', line: 8, column: 10, request: 'DELETE /projects/8/star', changes: ['project-unstar'] },
    ]);
    expect(report.run.confirmed.map(brief)).toEqual(['api-prefix sync.mjs:8']);
  });

  it.each([
    ['the environment', 'const path = process.env.STAR_PATH;'],
    ['JSON that is read', "const { path } = JSON.parse(readFileSync('routes.json', 'utf8'));"],
    [
      'a row of a table',
      "const [{ path }] = await (async () => readFileSync('rows.csv', 'utf8').split('\\n').map((row) => ({ path: row.split(',')[1] })))();",
    ],
    [
      'a loop',
      "let path = ''; for (const part of readFileSync('parts.txt', 'utf8').trim().split(' ')) path += `/${part}`;",
    ],
    ['a package', "const { starOf } = createRequire(import.meta.url)('star-paths'); const path = starOf(8);"],
  ])('sees a request whose path comes from %s', async (_name, code) => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'routes.json': '{ "path": "/projects/8/star" }',
      'rows.csv': 'star,/projects/8/star',
      'parts.txt': 'projects 8 star\n',
      'node_modules/star-paths/index.js': "exports.starOf = (id) => ['', 'projects', id, 'star'].join('/');",
      'sync.mjs': [
        "import { readFileSync } from 'node:fs'; import { createRequire } from 'node:module';",
        code,
        "const headers = { 'PRIVATE-TOKEN': 'x' };",
        `await fetch(process.env.FORGE + '/api/v3' + path, { method: 'DELETE', headers });`,
      ].join('\n'),
    });
    const environment = { FORGE: url, STAR_PATH: '/projects/8/star' };
    const { report, stderr } = await verify(directory, ['node', 'sync.mjs'], [], environment);
    expect(report.findings.map(brief), stderr).toContain('project-unstar sync.mjs:4');
    expect(report.run.unseen).toMatchObject([{ file: 'sync.mjs', line: 4, request: 'DELETE /projects/8/star' }]);
  });

  it('says which findings of check were sent, and which were not', async () => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'stars.mjs': [
        'const api = `${process.env.FORGE}/api/v3`;',
        "const options = { method: 'DELETE', headers: { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN } };",
        'export const unstar = (id) => fetch(`${api}/projects/${id}/star`, options);',
        'export const fork = (id) => fetch(`${api}/projects/fork/${id}`, { ...options, method: "POST" });',
      ].join('\n'),
      'main.mjs': "import { unstar } from './stars.mjs';\nawait unstar(31);\nawait unstar(32);\n",
    });
    const { report } = await verify(directory, ['node', 'main.mjs'], [], { FORGE: url, GITLAB_TOKEN: 'x' });
    expect(report.findings.map(brief)).toEqual(['api-prefix stars.mjs:3', 'project-unstar stars.mjs:3']);
    expect(report.run.confirmed.map(({ change }) => change).sort()).toEqual(['api-prefix', 'project-unstar']);
    expect(report.run.notConfirmed.map(({ change }) => change)).toEqual(['project-fork']);
    expect(report.run.unseen).toEqual([]);
  });

  it('compares with the files that sent requests alone, if asked to: their comments hold, others are not read', async () => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'a.mjs': [
        "const headers = { 'PRIVATE-TOKEN': 'x' };",
        '// v4ward-ignore project-unstar -- only for the old server',
        `await fetch('${url}/api/v3/projects/4/star', { method: 'DELETE', headers });`,
        `export const fork = (id) => fetch(\`${url}/api/v3/projects/fork/\${id}\`, { method: 'POST', headers });`,
      ].join('\n'),
      'never-run.mjs': `export const owned = () => fetch('${url}/api/v3/projects/owned', { headers: { 'PRIVATE-TOKEN': 'x' } });`,
    });
    const { report } = await verify(directory, ['node', 'a.mjs'], ['--only-run']);
    expect(report.findings.map(brief)).toEqual(['api-prefix a.mjs:3']);
    expect(report.acknowledged.map(brief)).toEqual(['project-unstar a.mjs:3']);
    const notConfirmed = report.run.notConfirmed.map(brief);
    expect(notConfirmed).toContain('project-fork a.mjs:4');
    expect(notConfirmed.filter((line) => line.includes('never-run'))).toEqual([]);
    const whole = await verify(directory, ['node', 'a.mjs']);
    expect(whole.report.run.notConfirmed.map(brief)).toContain('projects-filters never-run.mjs:1');
  });

  it('compares with nothing where nothing was sent, if asked to', async () => {
    const directory = makeDirectory({ 'a.mjs': "export const api = 'https://gitlab.com/api/v3/projects/owned';" });
    const { status, report } = await verify(directory, ['node', 'a.mjs'], ['--only-run']);
    expect({ status, notConfirmed: report.run.notConfirmed }).toEqual({ status: 0, notConfirmed: [] });
  });

  it('says the same of a request as check does', async () => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'owned.mjs': `await fetch('${url}/api/v3/projects/owned?order_by=name', { headers: { 'PRIVATE-TOKEN': 'x' } });\n`,
    });
    const { report } = await verify(directory, ['node', 'owned.mjs']);
    const checked = JSON.parse(runProgram(directory, ['check', '--format', 'json']).stdout) as typeof report;
    const told = ({ findings }: typeof report): object[] =>
      findings
        .map(({ change, rule, certainty, file, line, request, replacement }) => ({
          ...{ change, rule, certainty, file, line, request, replacement },
        }))
        .sort((one, other) => one.change.localeCompare(other.change));
    expect(told(report)).toEqual(told(checked));
    expect(told(report).length).toBeGreaterThan(1);
  });

  it('exits with 0 where nothing is to do', async () => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'a.mjs': `await fetch('${url}/api/v4/projects?membership=true', { headers: { 'PRIVATE-TOKEN': 'x' } });`,
    });
    const { status, report } = await verify(directory, ['node', 'a.mjs']);
    expect({ status, findings: report.findings }).toEqual({ status: 0, findings: [] });
    expect(report.summary).toMatchObject({ requests: 1, findings: 0 });
  });

  it('leaves other services in peace, and lists what may be GitLab as possible', async () => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'a.mjs': [
        `await fetch('${url}/api/v3/repos/acme/site', { headers: { Accept: 'application/vnd.github+json' } });`,
        `await fetch('${url}/api/v3/users/4');`,
        `await fetch('${url}/health');`,
      ].join('\n'),
    });
    const { status, report } = await verify(directory, ['node', 'a.mjs']);
    expect(status).toBe(0);
    expect(report.findings).toEqual([]);
    expect(report.possible.map(brief)).toEqual(['api-prefix a.mjs:2']);
  });

  it('knows the hosts of the configuration', async () => {
    const { url } = await startForge();
    const files = { 'a.mjs': `await fetch('${url}/api/v3/users/4');` };
    const host = new URL(url).host;
    const own = makeDirectory({ ...files, 'v4ward.config.json': JSON.stringify({ hosts: [host] }) });
    const foreign = makeDirectory({ ...files, 'v4ward.config.json': JSON.stringify({ notHosts: [host] }) });
    expect((await verify(own, ['node', 'a.mjs'])).report.findings.map(brief)).toEqual(['api-prefix a.mjs:1']);
    const { report } = await verify(foreign, ['node', 'a.mjs']);
    expect([...report.findings, ...report.possible]).toEqual([]);
  });

  it('follows source maps to the TypeScript that was compiled', async () => {
    const { url } = await startForge();
    const directory = makeProject({
      'src/unstar.ts': [
        'interface Star {',
        '  readonly project: number;',
        '}',
        '',
        'export async function unstar({ project }: Star): Promise<void> {',
        "  const path: string = ['projects', project, 'star'].join('/');",
        "  await fetch(`${String(process.env['FORGE'])}/api/v3/${path}`, { method: 'DELETE', headers: { 'PRIVATE-TOKEN': 'x' } });",
        '}',
        'void unstar({ project: 5 });',
      ].join('\n'),
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          sourceMap: true,
          outDir: 'out',
          rootDir: 'src',
          target: 'es2022',
          module: 'nodenext',
          types: [],
        },
        include: ['src'],
      }),
    });
    await verify(directory, ['node', 'node_modules/typescript/bin/tsc', '-p', '.', '--noCheck']);
    const { report } = await verify(directory, ['node', 'out/unstar.js'], [], { FORGE: url });
    expect(report.findings.map(brief)).toEqual(['api-prefix src/unstar.ts:7', 'project-unstar src/unstar.ts:7']);
  });

  it('sees what child processes and worker threads send', async () => {
    const { url } = await startForge();
    const send = (id: number): string =>
      `require('http').request('${url}/api/v3/projects/${String(id)}/star', { method: 'DELETE', headers: { 'private-token': 'x' } }).end();\n`;
    const directory = makeDirectory({
      'main.cjs': [
        "require('child_process').spawnSync(process.execPath, ['child.cjs'], { stdio: 'inherit' });",
        "new (require('worker_threads').Worker)('./thread.cjs');",
      ].join('\n'),
      'child.cjs': `\n${send(11)}`,
      'thread.cjs': `\n\n${send(12)}`,
    });
    const { report } = await verify(directory, ['node', 'main.cjs'], ['--only', 'project-unstar']);
    expect(report.findings.map(brief)).toEqual(['project-unstar child.cjs:2', 'project-unstar thread.cjs:3']);
    expect(report.run.processes).toBe(3);
  });

  it('works for tests that a test runner runs', async () => {
    const { url } = await startForge();
    const directory = makeProject({
      'package.json': '{ "type": "module" }',
      'vitest.config.mjs': "export default { test: { include: ['*.test.ts'] } };",
      'client.ts': [
        'interface Options {',
        '  readonly id: number;',
        '}',
        'export async function unstar({ id }: Options) {',
        "  const path = ['projects', id, 'star'].join('/');",
        "  return fetch(`${process.env['FORGE']}/api/v3/${path}`, { method: 'DELETE', headers: { 'PRIVATE-TOKEN': 'x' } });",
        '}',
      ].join('\n'),
      'client.test.ts': [
        "import { expect, it } from 'vitest';",
        "import { unstar } from './client.js';",
        "it('takes a star back', async () => { expect((await unstar({ id: 6 })).status).toBe(200); });",
      ].join('\n'),
    });
    const command = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--root', '.'];
    const { status, report, stderr } = await verify(directory, command, [], { FORGE: url });
    expect(report.findings.map(brief), stderr).toEqual(['api-prefix client.ts:6', 'project-unstar client.ts:6']);
    expect(status).toBe(1);
  });
});

describe('a command that does not go well', () => {
  it('is told with its exit code, since requests may be missing', async () => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'sync.mjs': `${syncStars}process.exit(7);`,
      'routes.txt': 'DELETE /projects/8/star',
    });
    const { status, report } = await verify(directory, ['node', 'sync.mjs'], [], { FORGE: url });
    expect(status).toBe(3);
    expect(report.run).toMatchObject({ exitCode: 7, signal: null });
    expect(report.findings.map(brief)).toContain('project-unstar sync.mjs:8');
    expect(report.errors[0]?.message).toBe('ended with exit code 7, so that requests may be missing here.');
  });

  it.each([
    ['process.exit(0)', 0, 0, null],
    ["process.kill(process.pid, 'SIGKILL')", 3, null, 'SIGKILL'],
    ['process.abort()', 3, null, 'SIGABRT'],
  ])('loses no request that was sent before %s', async (end, status, exitCode, signal) => {
    const directory = makeDirectory({
      'a.cjs': `const http = require('http');\nhttp.get('http://127.0.0.1:9/api/v3/projects/owned', { headers: { 'Private-Token': 'x' } });\n${end};\n`,
    });
    const { status: ended, report } = await verify(directory, ['node', 'a.cjs'], ['--fail-on', 'never']);
    expect(report.findings.map(brief)).toContain('projects-filters a.cjs:2');
    expect({ ended, run: report.run }).toMatchObject({ ended: status, run: { exitCode, signal } });
  });

  it('is refused if it is not there', async () => {
    const { status, stdout, stderr } = await verify(makeDirectory({}), ['no-such-program-here', '--flag']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(
      'v4ward: "no-such-program-here" cannot be started: there is no such program. Write the command behind `--`, as in `v4ward verify -- npm test`.\n',
    );
  });

  it('is refused if none is given', async () => {
    const { status, stderr } = await verify(makeDirectory({}), []);
    expect(status).toBe(2);
    expect(stderr).toContain('behind `--`: v4ward verify -- npm test');
  });

  it('is refused if nothing in it could be watched', async () => {
    const { status, stderr } = await verify(makeDirectory({}), ['true']);
    expect(status).toBe(2);
    expect(stderr).toContain('No Node process was watched');
  });
});

describe('what the program does', () => {
  it('stays as it is: its output, errors and exit code', async () => {
    const directory = makeDirectory({
      'a.cjs': [
        "const http = require('http');",
        "try { http.get('no address'); } catch (error) { console.log(error.code); }",
        "try { http.request({ host: 'x', path: '/a b' }); } catch (error) { console.log(error.code); }",
        "fetch('no address').catch((error) => console.log(error.name));",
        'console.log(fetch.name, http.request.name, http.get.length, typeof process.env.NODE_OPTIONS);',
      ].join('\n'),
    });
    const { report, stderr } = await verify(directory, ['node', 'a.cjs'], ['--quiet']);
    expect(stderr).toBe('ERR_INVALID_URL\nERR_UNESCAPED_CHARACTERS\nfetch request 3 string\nTypeError\n');
    expect(report.run.exitCode).toBe(0);
  });

  it('keeps the options of Node that are given', async () => {
    const directory = makeDirectory({ 'a.cjs': 'console.log(typeof gc);' });
    const { stderr } = await verify(directory, ['node', 'a.cjs'], ['--quiet'], { NODE_OPTIONS: '--expose-gc' });
    expect(stderr).toBe('function\n');
  });
});

describe('what the program starts is watched', () => {
  it.each([
    ['spawn', "require('child_process').spawn(process.execPath, ['b.cjs'], { env: { URL } });"],
    ['fork', "require('child_process').fork('b.cjs', [], { env: { URL, NODE_OPTIONS: '--no-warnings' } });"],
    ['exec', 'require(\'child_process\').exec(`"${process.execPath}" b.cjs`, { env: { URL } });'],
    ['spawnSync', "require('child_process').spawnSync(process.execPath, ['b.cjs'], { env: { URL } });"],
    ['execFileSync', "require('child_process').execFileSync(process.execPath, ['b.cjs'], { env: { URL } });"],
    ['a variable that is taken away', "delete process.env.NODE_OPTIONS; require('child_process').fork('b.cjs');"],
    ['a thread', "new (require('worker_threads').Worker)('./b.cjs', { env: { URL } });"],
    ['a thread of import', "import('node:worker_threads').then((m) => new m.Worker('./b.cjs', { env: { URL } }));"],
  ])('%s, with an environment of its own', async (_name, code) => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'a.cjs': `const { URL } = process.env;\n${code}\n`,
      'b.cjs':
        "fetch(`${process.env.URL}/api/v3/projects/4/star`, { method: 'DELETE', headers: { 'private-token': 'x' } });",
    });
    const { report, stderr } = await verify(directory, ['node', 'a.cjs'], ['--only', 'project-unstar'], { URL: url });
    expect(report.findings.map(brief), stderr).toEqual(['project-unstar b.cjs:1']);
    expect(report.run.processes).toBe(2);
  });

  it('a file that a hook of CommonJS alone can load', async () => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'register.cjs': "require.extensions['.star'] = (module, file) => require.extensions['.js'](module, file);",
      'app.star': `require('http').request('${url}/api/v3/projects/4/star', { method: 'DELETE', headers: { 'private-token': 'x' } }).end();`,
    });
    const command = ['node', '-r', './register.cjs', 'app.star'];
    const { report, stderr } = await verify(directory, command, ['--only', 'project-unstar']);
    expect(report.run.exitCode, stderr).toBe(0);
    expect(report.findings.map(brief)).toEqual(['project-unstar app.star:1']);
  });
});

it('no secret is in a report', async () => {
  const { url } = await startForge();
  const secrets = [
    'mySecretValue-77',
    'glpat-AbCdEfGhIjKlMnOpQrSt',
    'query-secret',
    'form-secret',
    'hunter2hunter2',
    'a1b2c3d4e5f6',
  ];
  const [header, plain, query, form, password, trigger] = secrets as [string, string, string, string, string, string];
  const directory = makeDirectory({
    'a.mjs': [
      "import http from 'node:http';",
      'const [api, header, plain, query, form, password, trigger] = process.env.VALUES.split(" ");',
      "await fetch(`${api}/projects/owned?private_token=${query}&search=${header}`, { headers: { 'PRIVATE-TOKEN': header } });",
      "await fetch(`${api}/projects/${plain}/star`, { method: 'DELETE', headers: { Authorization: `Bearer ${header}` } });",
      "await fetch(`${api}/session?login=eve`, { method: 'POST', body: new URLSearchParams({ password, private_token: form }) });",
      "await fetch(`${api}/projects/4/triggers/${trigger}`, { method: 'DELETE', headers: { 'PRIVATE-TOKEN': header } });",
      "const send = http.request(`${api}/projects/4/builds`, { method: 'POST', auth: `eve:${password}`, headers: { 'Content-Type': 'application/json', 'PRIVATE-TOKEN': header } });",
      'send.end(JSON.stringify({ token: form, ref: plain }));',
    ].join('\n'),
  });
  const values = [`${url}/api/v3`, header, plain, query, form, password, trigger].join(' ');
  const command = ['node', 'a.mjs', '--token', plain, `--password=${password}`, `API_KEY=${query}`];
  const { status, report, stdout, stderr } = await verify(directory, command, [], { VALUES: values });
  expect(status, stdout).toBe(1);
  expect(report.run.requests).toBe(5);
  expect(secrets.filter((secret) => `${stdout}${stderr}`.includes(secret))).toEqual([]);
});

it('nothing is lost where many processes send at once', async () => {
  const { url } = await startForge();
  const directory = makeDirectory({
    'main.cjs':
      "for (let i = 0; i < 4; i += 1) require('child_process').spawn(process.execPath, ['child.cjs', i], { stdio: 'inherit' });",
    'child.cjs': [
      "const http = require('http');",
      `for (let i = 0; i < 50; i += 1) http.get(\`${url}/api/v3/projects/\${process.argv[2]}00\${i}/fork\`, { headers: { 'private-token': 'x' } });`,
    ].join('\n'),
  });
  const { report } = await verify(directory, ['node', 'main.cjs']);
  expect(report.run).toMatchObject({ processes: 5, requests: 200 });
});

it('what a comment has settled is settled when it runs', async () => {
  const { url } = await startForge();
  const directory = makeDirectory({
    'a.mjs': [
      `const api = '${url}/api/v3';`,
      '// v4ward-ignore project-unstar -- only for the old server',
      "await fetch(`${api}/projects/4/star`, { method: 'DELETE', headers: { 'PRIVATE-TOKEN': 'x' } });",
    ].join('\n'),
  });
  const { report } = await verify(directory, ['node', 'a.mjs']);
  expect(report.acknowledged.map(brief)).toEqual(['project-unstar a.mjs:3']);
  expect(report.findings.map(brief)).toEqual(['api-prefix a.mjs:3']);
});

it('prints text for people', () => {
  const directory = makeDirectory({
    'a.cjs':
      "const path = process.argv[2];\nfetch(`http://gitlab.invalid/api/v3${path}`, { method: 'DELETE' }).catch(() => {});\n",
  });
  const { status, stdout, stderr } = runProgram(directory, ['verify', '--', 'node', 'a.cjs', '/projects/4/star']);
  expect(status).toBe(1);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^a\.cjs\n {2}2:1 {5} safe/);
  expect(stdout).toContain('Sent, and not seen by `check`:\n  a.cjs:2:1  DELETE /projects/4/star (project-unstar)\n');
  expect(stdout).toContain(
    '`node a.cjs /projects/4/star` ended with exit code 0. 1 Node process of it sent 1 request.\n',
  );
});

it('says that nothing is known where no request of GitLab was sent', () => {
  const directory = makeDirectory({ 'a.cjs': "fetch('http://127.0.0.1:9/health').catch(() => {});\n" });
  const { status, stdout } = runProgram(directory, ['verify', '--', 'node', 'a.cjs']);
  expect(status).toBe(0);
  expect(stdout).toContain("sent 1 request. None was GitLab's, so that nothing is known of them: if a mock stands in");
});
