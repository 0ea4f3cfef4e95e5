import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

const isPresent = spawnSync('curl', ['--version']).status === 0;
if (!isPresent) process.stderr.write('curl is not here: scripts are not run against a recorder\n');

const script = (port: number): string => `#!/bin/bash
API=http://127.0.0.1:${String(port)}/api/v3
AUTH=(-sS -o /dev/null -H "PRIVATE-TOKEN: $TOKEN")
call() { local method=$1 path=$2; shift 2; curl "\${AUTH[@]}" -X "$method" "$API/$path" "$@"; }
curl "\${AUTH[@]}" $API/projects
curl "\${AUTH[@]}" "$API/projects/7/builds?scope=failed"
curl "\${AUTH[@]}" -XDELETE 'http://127.0.0.1:${String(port)}/api/v3/projects/7/star'
call PUT users/9/block
call POST "projects/7/repository/branches" -d branch_name=x -d ref=main
curl "\${AUTH[@]}" -X PUT -d branch_name=main --data-urlencode "file_path=a dir/b.rb" "$API/projects/7/repository/files"
`;

it.runIf(isPresent)('a script sends in v4 what it sent in v3, as the document says', async () => {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      sent.push(`${request.method ?? ''} ${request.url ?? ''}${body === '' ? '' : ` ${body}`}`);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const root = makeDirectory({ 'run.sh': script((server.address() as AddressInfo).port) });
  const run = async (): Promise<string[]> => {
    sent.length = 0;
    await promisify(execFile)('bash', [join(root, 'run.sh')], { env: { PATH: process.env['PATH'], TOKEN: 't' } });
    return [...sent];
  };
  expect(await run()).toEqual([
    'GET /api/v3/projects',
    'GET /api/v3/projects/7/builds?scope=failed',
    'DELETE /api/v3/projects/7/star',
    'PUT /api/v3/users/9/block',
    'POST /api/v3/projects/7/repository/branches branch_name=x&ref=main',
    'PUT /api/v3/projects/7/repository/files branch_name=main&file_path=a+dir%2Fb.rb',
  ]);
  const { after } = await migrate(root, { write: true, allowDirty: true });
  expect(after.result.findings).toEqual([]);
  expect(await run()).toEqual([
    'GET /api/v4/projects?membership=true',
    'GET /api/v4/projects/7/jobs?scope=failed',
    'POST /api/v4/projects/7/unstar',
    'POST /api/v4/users/9/block',
    'POST /api/v4/projects/7/repository/branches branch=x&ref=main',
    'PUT /api/v4/projects/7/repository/files/a%20dir%2Fb.rb branch=main',
  ]);
});
