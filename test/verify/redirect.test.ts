import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { brief, startForge, verify } from './verified.js';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

const away = 'https://gitlab.invalid/forge/api/v3/projects/3/repository/branches';

/** Each sends the same form, by its own way. */
const ways: readonly (readonly [string, string])[] = [
  ['fetch', `await fetch('${away}?dry=1', { method: 'POST', body: 'branch_name=next', headers });`],
  ['a Request', `await fetch(new Request('${away}?dry=1', { method: 'POST', body: 'branch_name=next', headers }));`],
  [
    'https.request',
    `const { request } = await import('node:https'); request('${away}?dry=1', { method: 'POST', headers }).end('branch_name=next');`,
  ],
  [
    'https.request with options and an agent',
    `const https = await import('node:https'); const { hostname, pathname } = new URL('${away}'); https.request({ hostname, path: pathname + '?dry=1', port: 443, method: 'POST', headers, agent: new https.Agent() }).end('branch_name=next');`,
  ],
  [
    'axios',
    `const { default: axios } = await import('axios'); await axios.post('${away}?dry=1', 'branch_name=next', { headers });`,
  ],
  [
    'got',
    `const { default: got } = await import('got'); await got.post('${away}?dry=1', { body: 'branch_name=next', headers });`,
  ],
];

/** The ways of undici, one a line; the number is that of the line. */
const undiciWays: readonly string[] = [
  'await request(`${origin}${path}?dry=0`, options);',
  'await request(origin, { ...options, path, query: { dry: 1 } });',
  'await send(`${origin}${path}?dry=2`, options);',
  'await request(`${origin}${path}?dry=3`, { ...options, dispatcher: new Agent({ connections: 1 }) });',
  'await new Pool(origin).request({ ...options, path: `${path}?dry=4` });',
  'await new Client(origin).request({ ...options, path: `${path}?dry=5`, headers: Object.entries(headers).flat() });',
  'await request(`${origin}${path}?dry=6`, { ...options, dispatcher: new ProxyAgent(origin) });',
  'setGlobalDispatcher(new Agent()); await request(`${origin}${path}?dry=7`, options);',
  'await fetch(`${origin}${path}?dry=8`, options);',
  'const pool = new Pool(origin, { connections: 1 }); await Promise.all(["9", "9b"].map((dry) => pool.request({ ...options, path: `${path}?dry=${dry}` })));',
];

describe('--to', () => {
  it.each(ways)(
    'sends what %s sends to another server: method, path, headers and body as they are',
    async (_name, code) => {
      const { url, asked } = await startForge();
      const headers = "{ 'PRIVATE-TOKEN': 'mySecretValue-77', 'content-type': 'application/x-www-form-urlencoded' }";
      const directory = makeDirectory({ 'a.mjs': `const headers = ${headers};\n${code}\n` });
      symlinkSync(packages, join(directory, 'node_modules'));
      const { report, stderr } = await verify(
        directory,
        ['node', 'a.mjs'],
        ['--to', `${url}/api/v4`, '--only', 'branch-parameter'],
      );
      expect(asked, stderr).toMatchObject([
        {
          method: 'POST',
          path: '/api/v3/projects/3/repository/branches?dry=1',
          headers: { 'private-token': 'mySecretValue-77' },
          body: 'branch_name=next',
        },
      ]);
      expect(report.findings.map(brief)).toEqual(['branch-parameter a.mjs:2']);
      expect(report.run.requests).toBe(1);
    },
  );

  it.each(['undici', 'undici-6', 'undici-5'])(
    'sends what %s sends to another server, whatever its dispatcher, and nothing to GitLab',
    async (name) => {
      const [forge, gitlab] = [await startForge(), await startForge()];
      const directory = makeDirectory({
        'a.mjs': [
          ...undiciWays,
          `import { Agent, Client, Pool, ProxyAgent, fetch as send, request, setGlobalDispatcher } from '${name}';`,
          "import { headers, options, origin, path } from './options.mjs';",
        ].join('\n'),
        'options.mjs': [
          `export const [origin, path] = ['${gitlab.url}', '/forge/api/v3/projects/3/repository/branches'];`,
          "export const headers = { 'PRIVATE-TOKEN': 'mySecretValue-77', 'content-type': 'application/x-www-form-urlencoded' };",
          "export const options = { method: 'POST', headers, body: 'branch_name=next' };",
        ].join('\n'),
      });
      symlinkSync(packages, join(directory, 'node_modules'));
      const { report, stderr } = await verify(
        directory,
        ['node', 'a.mjs'],
        ['--to', forge.url, '--only', 'branch-parameter'],
      );
      expect(gitlab.asked).toEqual([]);
      const numbers = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '9b'];
      expect(forge.asked, stderr).toMatchObject(
        numbers.map((number) => ({
          method: 'POST',
          path: `/api/v3/projects/3/repository/branches?dry=${number}`,
          headers: { 'private-token': 'mySecretValue-77' },
          body: 'branch_name=next',
        })),
      );
      expect(report.errors).toEqual([]);
      expect(report.findings.map(brief)).toEqual(
        undiciWays.map((_way, index) => `branch-parameter a.mjs:${String(index + 1)}`),
      );
      expect(report.run.requests).toBe(numbers.length);
    },
  );

  it('says what it cannot redirect', async () => {
    const forge = await startForge();
    const directory = makeDirectory({
      'a.cjs': [
        "const http2 = require('http2');",
        'const server = http2.createServer((request, response) => response.end()).listen(0, () => {',
        '  const session = http2.connect(`http://localhost:${server.address().port}`);',
        "  const star = { ':method': 'DELETE', ':path': '/api/v3/projects/7/star', 'private-token': 'x' };",
        "  session.request(star).on('close', () => { session.close(); server.close(); }).resume().end();",
        '});',
      ].join('\n'),
    });
    const { status, report } = await verify(directory, ['node', 'a.cjs'], ['--to', forge.url]);
    expect(status).toBe(3);
    expect(report.errors).toEqual([
      { file: 'a.cjs', message: 'DELETE /projects/7/star went to GitLab itself: what http2 sends is not redirected.' },
    ]);
  });

  it('leaves the requests of other services', async () => {
    const [forge, other] = [await startForge(), await startForge()];
    const directory = makeDirectory({
      'a.mjs': `await fetch('${other.url}/api/v3/users/4'); await fetch('${other.url}/status');`,
    });
    await verify(directory, ['node', 'a.mjs'], ['--to', forge.url]);
    expect([forge.asked.length, other.asked.length]).toEqual([0, 2]);
  });

  it.each(['somewhere', 'ftp://127.0.0.1', 'http://'])('%s is refused', async (to) => {
    const { status, stderr } = await verify(makeDirectory({ 'a.mjs': '' }), ['node', 'a.mjs'], ['--to', to]);
    expect(status).toBe(2);
    expect(stderr).toBe(
      `v4ward: --to ${to}: expected \`core\`, or the address of a server, such as http://127.0.0.1:8080.\n`,
    );
  });
});

describe('--to core', () => {
  it('answers v4 requests, and tells v3 requests their v4 form', async () => {
    const directory = makeDirectory({
      'a.mjs': [
        "const headers = { 'PRIVATE-TOKEN': process.env.V4WARD_CORE_TOKEN };",
        "const settings = await fetch('https://gitlab.invalid/api/v4/notification_settings', { headers });",
        'console.log(settings.status, typeof (await settings.json()).level);',
        "const star = await fetch('https://gitlab.invalid/api/v3/projects/8/star', { method: 'DELETE', headers });",
        'console.log(star.status, await star.text());',
      ].join('\n'),
    });
    const { status, report, stderr } = await verify(directory, ['node', 'a.mjs'], ['--to', 'core']);
    expect(stderr).toContain('200 string\n410 ');
    expect(stderr).toContain('/projects/8/unstar');
    expect(report.findings.map(brief)).toEqual(['api-prefix a.mjs:4', 'project-unstar a.mjs:4']);
    expect({ status, run: report.run }).toMatchObject({ status: 1, run: { to: 'core', requests: 2 } });
  });
});

describe("--to core, with a token of the program's own", () => {
  const settings = 'https://gitlab.invalid/api/v4/notification_settings';

  it.each([
    ['a header', `fetch('${settings}', { headers: { 'PRIVATE-TOKEN': 'own' } })`, 200],
    ['a bearer', `fetch('${settings}', { headers: { Authorization: 'Bearer own' } })`, 200],
    ['a parameter', `fetch('${settings}?private_token=own&x=1')`, 200],
    ['none', `fetch('${settings}')`, 401],
    ['an empty one', `fetch('${settings}', { headers: { 'PRIVATE-TOKEN': '' } })`, 401],
  ])('%s', async (_name, call, status) => {
    const directory = makeDirectory({ 'a.mjs': `${call}.then((answer) => console.log('status', answer.status));` });
    const { stderr } = await verify(directory, ['node', 'a.mjs'], ['--to', 'core', '--quiet']);
    expect(stderr).toContain(`status ${String(status)}\n`);
  });
});
