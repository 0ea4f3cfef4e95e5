import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { brief, startForge, verify } from './verified.js';
import type { Verified } from './verified.js';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

const closed = 'http://gitlab.example.com/api/v3';

/** Runs a module behind two lines of its own, so that what it sends first stands on line 3. */
async function run(code: string, environment: NodeJS.ProcessEnv = {}, extension = 'mjs'): Promise<Verified> {
  const file = `app.${extension}`;
  const directory = makeDirectory({ [file]: `\n\n${code}\n` });
  symlinkSync(packages, join(directory, 'node_modules'));
  return verify(directory, ['node', file], ['--only', 'project-unstar', '--only', 'projects-search'], environment);
}

describe('a client', () => {
  it.each([
    ['fetch', "await fetch(process.env.STAR, { method: 'DELETE' });"],
    ['fetch of a Request', "await fetch(new Request(process.env.STAR, { method: 'DELETE' }));"],
    ['fetch of an URL', "await fetch(new URL(process.env.STAR), { method: 'delete' });"],
    [
      'http.request',
      "const { request } = await import('node:http'); request(process.env.STAR, { method: 'DELETE' }).end();",
    ],
    ['axios', "const { default: axios } = await import('axios'); await axios.delete(process.env.STAR);"],
    ['got', "const { default: got } = await import('got'); await got.delete(process.env.STAR);"],
    ['ky', "const { default: ky } = await import('ky'); await ky.delete(process.env.STAR);"],
    ['ofetch', "const { ofetch } = await import('ofetch'); await ofetch(process.env.STAR, { method: 'DELETE' });"],
    [
      'node-fetch',
      "const { default: send } = await import('node-fetch'); await send(process.env.STAR, { method: 'DELETE' });",
    ],
    ['request', "const { default: request } = await import('request'); request.delete(process.env.STAR);"],
    [
      'request-promise',
      "const { default: send } = await import('request-promise-native'); await send.delete(process.env.STAR);",
    ],
    ['superagent', "const { default: agent } = await import('superagent'); await agent.delete(process.env.STAR);"],
    ['needle', "const { default: needle } = await import('needle'); await needle('delete', process.env.STAR, {});"],
    ['undici', "const { request } = await import('undici'); await request(process.env.STAR, { method: 'DELETE' });"],
    [
      'fetch of undici',
      "const { fetch: send } = await import('undici'); await send(process.env.STAR, { method: 'DELETE' });",
    ],
  ])('%s is seen once, with the line that calls it', async (_name, code) => {
    const { url, asked } = await startForge();
    const { report, stderr } = await run(code, { STAR: `${url}/api/v3/projects/9/star?private_token=x` });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /api/v3/projects/9/star?private_token=x',
    ]);
    expect(report.findings.map(brief), stderr).toEqual(['project-unstar app.mjs:3']);
    expect(report.run.requests).toBe(1);
  });

  it.each([
    ['a form', "const body = new URLSearchParams({ branch_name: 'next', ref: 'main' });"],
    ['JSON', "const body = JSON.stringify({ branch_name: 'next', ref: 'main' });"],
    ['FormData', "const body = new FormData(); body.append('branch_name', 'next'); body.append('ref', 'main');"],
    ['a Blob', 'const body = new Blob([\'{ "branch_name": "next", "ref": "main" }\']);'],
    ['an ArrayBuffer', "const body = new TextEncoder().encode('branch_name=next&ref=main').buffer;"],
    [
      'a Request',
      "const send = fetch; fetch = (url, options) => send(new Request(url, options)); const body = 'branch_name=next&ref=main';",
    ],
    [
      'a Request with a stream',
      "const send = fetch; fetch = (url, options) => send(new Request(url, { ...options, duplex: 'half' })); const body = new Blob(['branch_name=next&ref=main']).stream();",
    ],
  ])('reads the parameters of %s', async (_name, code) => {
    const { url, asked } = await startForge();
    const directory = makeDirectory({
      'app.mjs': `${code}\nawait fetch('${url}/api/v3/projects/9/repository/branches', { method: 'POST', body });\n`,
    });
    const { report } = await verify(directory, ['node', 'app.mjs'], ['--only', 'branch-parameter']);
    expect(asked[0]?.body, 'what arrives').toContain('branch_name');
    expect(report.findings).toMatchObject([
      {
        certainty: 'safe',
        file: 'app.mjs',
        request: 'POST /projects/9/repository/branches?branch_name=next&ref=main',
        replacement: 'POST /projects/9/repository/branches?branch=next&ref=main',
      },
    ]);
  });

  it.each([
    ['a stream', "new Blob(['branch_name=next']).stream()"],
    ['a large file', "new Blob(['branch_name=next&ref=main&content=', 'x'.repeat(300_000)])"],
  ])('does not take %s, which is not read, for an empty body', async (_name, body) => {
    const { url, asked } = await startForge();
    const { report } = await verify(
      makeDirectory({
        'app.mjs': `await fetch('${url}/api/v3/projects/9/repository/branches', { method: 'POST', duplex: 'half', body: ${body} });\n`,
      }),
      ['node', 'app.mjs'],
      ['--only', 'branch-parameter'],
    );
    expect(asked[0]?.body).toContain('branch_name=next');
    expect(report.findings).toMatchObject([{ change: 'branch-parameter', certainty: 'manual' }]);
  });

  it('reads a body that is written piece by piece', async () => {
    const { url } = await startForge();
    const directory = makeDirectory({
      'app.cjs': [
        "const { request } = require('http');",
        `const sent = request('${url}/api/v3/projects/9/repository/branches', { method: 'POST' });`,
        "sent.setHeader('Content-Type', 'application/json');",
        `sent.write('{ "branch_name": "ne');`,
        `sent.write(Buffer.from('xt", "ref": "main"'));`,
        "sent.end('}');",
      ].join('\n'),
    });
    const { report } = await verify(directory, ['node', 'app.cjs'], ['--only', 'branch-parameter']);
    expect(report.findings).toMatchObject([{ certainty: 'safe', line: 2 }]);
  });
});

describe('a mock answers in place of GitLab, and the request counts', () => {
  it.each([
    [
      'nock, with http',
      'cjs',
      `const nock = require('nock'); nock('${closed}').delete('/projects/9/star').reply(200);\nrequire('http').request('${closed}/projects/9/star', { method: 'DELETE' }, (r) => console.log('answered', r.statusCode)).end();`,
    ],
    [
      'nock, with axios',
      'mjs',
      `import nock from 'nock'; import axios from 'axios'; nock('${closed}').delete('/projects/9/star').reply(200);\nawait axios.delete('${closed}/projects/9/star').then((r) => console.log('answered', r.status));`,
    ],
    [
      'msw, with fetch',
      'mjs',
      `import { http, HttpResponse } from 'msw'; import { setupServer } from 'msw/node'; setupServer(http.delete('${closed}/projects/9/star', () => HttpResponse.json({}))).listen(); await new Promise(setImmediate);\nawait fetch('${closed}/projects/9/star', { method: 'DELETE' }).then((r) => console.log('answered', r.status));`,
    ],
    [
      'msw, with axios',
      'mjs',
      `import axios from 'axios'; import { http, HttpResponse } from 'msw'; import { setupServer } from 'msw/node'; setupServer(http.delete('${closed}/projects/9/star', () => HttpResponse.json({}))).listen(); await new Promise(setImmediate);\nawait axios.delete('${closed}/projects/9/star').then((r) => console.log('answered', r.status));`,
    ],
    [
      'fetch-mock',
      'mjs',
      `import fetchMock from 'fetch-mock'; fetchMock.mockGlobal().delete('${closed}/projects/9/star', 200); await new Promise(setImmediate);\nawait fetch('${closed}/projects/9/star', { method: 'DELETE' }).then((r) => console.log('answered', r.status));`,
    ],
    ...['undici', 'undici-6', 'undici-5'].map((name) => [
      `MockAgent of ${name}`,
      'mjs',
      `import { MockAgent, request, setGlobalDispatcher } from '${name}'; const agent = new MockAgent(); agent.disableNetConnect(); setGlobalDispatcher(agent); agent.get(new URL('${closed}').origin).intercept({ path: '/api/v3/projects/9/star', method: 'DELETE' }).reply(200, {});\nawait request('${closed}/projects/9/star', { method: 'DELETE' }).then((r) => console.log('answered', r.statusCode));`,
    ]),
    [
      'a stub of sinon',
      'cjs',
      `const sinon = require('sinon'); const http = require('http'); const { PassThrough } = require('stream'); sinon.stub(http, 'request').callsFake(() => new PassThrough());\nsetImmediate(() => { http.request('${closed}/projects/9/star', { method: 'DELETE' }).end(); console.log('answered', http.request.callCount + 199); http.request.restore(); });`,
    ],
  ])('%s', async (_name, extension, code) => {
    const { report, stderr } = await run(code, {}, extension);
    expect(stderr).toContain('answered 200');
    expect(report.findings.map(brief), stderr).toEqual([`project-unstar app.${extension}:4`]);
  });
});

it('sees what a session of http2 sends', async () => {
  const directory = makeDirectory({
    'app.cjs': [
      "const http2 = require('http2');",
      "const server = http2.createServer((request, response) => response.end('[]')).listen(0, '127.0.0.1', () => {",
      '  const session = http2.connect(`http://127.0.0.1:${server.address().port}`);',
      "  const headers = { ':method': 'DELETE', ':path': '/api/v3/projects/9/star', 'private-token': 'mySecretValue-77' };",
      '  const stream = session.request(headers);',
      "  stream.on('data', () => {}).on('end', () => { session.close(); server.close(); }).end();",
      '});',
    ].join('\n'),
  });
  const { report } = await verify(directory, ['node', 'app.cjs'], ['--only', 'project-unstar']);
  expect(report.findings.map(brief)).toEqual(['project-unstar app.cjs:5']);
});

it('tests with spies and stubs pass as they do without it, and what they send is seen', async () => {
  const directory = makeDirectory({
    'package.json': '{ "type": "module" }',
    'vitest.config.mjs': "export default { test: { include: ['*.test.js'] } };",
    'stars.test.js': [
      "import http from 'node:http';",
      "import { PassThrough } from 'node:stream';",
      "import { setTimeout as later } from 'node:timers/promises';",
      "import nock from 'nock';",
      "import sinon from 'sinon';",
      "import { afterEach, expect, it, vi } from 'vitest';",
      `const star = (id) => \`${closed}/projects/\${id}/star\`;`,
      'afterEach(() => { vi.restoreAllMocks(); vi.unstubAllGlobals(); vi.useRealTimers(); sinon.restore(); nock.cleanAll(); });',
      "it('stubs the global', async () => {",
      "  vi.stubGlobal('fetch', vi.fn(async () => new Response('{}')));",
      '  await null;',
      "  await fetch(star(1), { method: 'DELETE' });",
      "  expect(fetch).toHaveBeenCalledWith(star(1), { method: 'DELETE' });",
      '  expect(vi.isMockFunction(fetch)).toBe(true);',
      '});',
      "it('spies', async () => {",
      "  const spy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));",
      '  await null;',
      "  await fetch(star(2), { method: 'DELETE' });",
      '  expect(spy).toHaveBeenCalledTimes(1);',
      '});',
      "it('stubs http', async () => {",
      "  const stub = sinon.stub(http, 'request').callsFake(() => new PassThrough());",
      '  await later(1);',
      "  http.request(star(3), { method: 'DELETE' }).end();",
      '  sinon.assert.calledOnce(http.request);',
      '  expect(stub.firstCall.args[0]).toBe(star(3));',
      '});',
      "it('restores', () => {",
      '  expect(vi.isMockFunction(fetch)).toBe(false);',
      '  expect(http.request.restore).toBe(undefined);',
      '});',
      "it('intercepts', async () => {",
      `  nock('${closed}').delete('/projects/4/star').reply(200);`,
      '  const status = await new Promise((resolve) => {',
      "    http.request(star(4), { method: 'DELETE' }, (response) => resolve(response.statusCode)).end();",
      '  });',
      '  expect(status).toBe(200);',
      '});',
      "it('has fake timers', async () => {",
      "  vi.useFakeTimers(); vi.stubGlobal('fetch', vi.fn(async () => new Response('{}')));",
      "  setTimeout(() => void fetch(star(5), { method: 'DELETE' }), 1000);",
      '  await vi.advanceTimersByTimeAsync(1000);',
      '  expect(fetch).toHaveBeenCalledTimes(1);',
      '});',
    ].join('\n'),
  });
  symlinkSync(packages, join(directory, 'node_modules'));
  const command = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--root', '.'];
  const { report, stderr } = await verify(directory, command, ['--only', 'project-unstar']);
  expect(report.run.exitCode, stderr).toBe(0);
  const lines = ['12', '19', '25', '36', '42'];
  expect(report.findings.map(brief)).toEqual(lines.map((line) => `project-unstar stars.test.js:${line}`));
});

it("a program's own way to print stacks stays, and hides no place", async () => {
  const { url } = await startForge();
  const directory = makeDirectory({
    'a.cjs': [
      'Error.prepareStackTrace = (error, sites) => sites;',
      `fetch('${url}/api/v3/projects/9/star', { method: 'DELETE', headers: { 'private-token': 'x' } });`,
      'console.log(Array.isArray(new Error().stack), Error.stackTraceLimit);',
    ].join('\n'),
  });
  const { report, stderr } = await verify(directory, ['node', 'a.cjs'], ['--only', 'project-unstar', '--quiet']);
  expect(stderr).toBe('true 10\n');
  expect(report.findings.map(brief)).toEqual(['project-unstar a.cjs:2']);
});
