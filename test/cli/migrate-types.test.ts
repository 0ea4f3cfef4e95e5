import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

const house = fileURLToPath(new URL('../..', import.meta.url));

/** A project with axios installed, so that its types are those that its author sees. */
function makeProject(files: Readonly<Record<string, string>>): string {
  const root = makeDirectory({ 'tsconfig.json': tsconfig, ...files });
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(join(house, 'node_modules/axios'), join(root, 'node_modules/axios'), 'junction');
  return root;
}

const tsconfig = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['es2022', 'dom'],
    paths: { '@/*': ['./src/*'] },
  },
  include: ['src'],
});

/** What TypeScript has against a project. */
function compile(root: string): string {
  const compiler = join(house, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [compiler, '-p', root], { encoding: 'utf8' }).stdout;
}

const project = {
  'src/models/repository.ts': [
    'export interface Named {',
    '  id: number;',
    '  name: string;',
    '}',
    'export interface Repository extends Named {',
    '  builds_enabled: boolean;',
    '  public_builds?: boolean;',
    '  only_allow_merge_if_build_succeeds: boolean | null;',
    '}',
    'export interface Proposal {',
    '  id: number;',
    '  iid: number;',
    '  project_id: number;',
    '  merge_when_build_succeeds: boolean;',
    '}',
    '',
  ].join('\n'),
  'src/models/index.ts': "export * from './repository';\n",
  'src/client.ts': [
    "import axios, { type AxiosInstance } from 'axios';",
    "import type { Proposal, Repository } from '@/models';",
    '',
    'export class Client {',
    '  private readonly http: AxiosInstance;',
    '  constructor(token: string) {',
    "    this.http = axios.create({ baseURL: 'https://gitlab.marsh.example/api/v3', headers: { 'PRIVATE-TOKEN': token } });",
    '  }',
    '  private async get<T>(path: string): Promise<T> {',
    '    const { data } = await this.http.get<T>(path);',
    '    return data;',
    '  }',
    '  repositories(): Promise<Repository[]> {',
    "    return this.get<Repository[]>('/projects/owned');",
    '  }',
    '  proposals(repository: number): Promise<Proposal[]> {',
    '    return this.get<Proposal[]>(`/projects/${repository}/merge_requests`);',
    '  }',
    '  async close(proposal: Proposal): Promise<void> {',
    "    await this.http.put(`/projects/${proposal.project_id}/merge_requests/${proposal.id}`, { state_event: 'close' });",
    '  }',
    '}',
    '',
  ].join('\n'),
  'src/report.ts': [
    "import type { Client } from './client';",
    "import type { Repository } from '@/models';",
    '',
    "type Switches = Pick<Repository, 'builds_enabled' | 'public_builds'>;",
    '',
    'const describe = ({ builds_enabled, public_builds: open = false }: Switches): string => `${builds_enabled} ${open}`;',
    '',
    'export async function report(client: Client): Promise<string[]> {',
    '  const repositories = await client.repositories();',
    '  const strict = repositories.filter((each) => each.only_allow_merge_if_build_succeeds);',
    '  const waiting = (await client.proposals(1)).some((each) => each.merge_when_build_succeeds);',
    "  return [...strict.map(describe), waiting ? 'waits' : ''];",
    '}',
    '',
    "export const none: Repository = { id: 0, name: '', builds_enabled: false, only_allow_merge_if_build_succeeds: null };",
    '',
  ].join('\n'),
};

describe('migrate, where answers have types', { timeout: 120_000 }, () => {
  it('leaves a project that still type-checks, whose types have the new fields', () => {
    const root = makeProject(project);
    expect(compile(root)).toBe('');
    const { status, stdout } = runProgram(root, ['migrate', '--write', '--suggestions', '--allow-dirty']);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(compile(root)).toBe('');
    const texts = Object.keys(project).map((file) => readFileSync(join(root, file), 'utf8'));
    expect(texts[0]).not.toMatch(/build/);
    expect(texts[2]).toContain('/api/v4');
    expect(texts[2]).toContain('/merge_requests/${proposal.iid}`');
    expect(texts[3]).toContain('({ jobs_enabled: builds_enabled, public_jobs: open = false }: Switches)');
  });

  it('changes nothing a second time', () => {
    const root = makeProject(project);
    runProgram(root, ['migrate', '--write', '--suggestions', '--allow-dirty']);
    const { status, stderr } = runProgram(root, ['migrate']);
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });
});

it('loads ts-morph for types that answers have, and for nothing else', { timeout: 120_000 }, () => {
  const plain = { 'src/client.ts': "fetch('https://gitlab.marsh.example/api/v3/projects/1');\n" };
  expect(loadsMorph(makeProject(plain))).toBe(false);
  expect(loadsMorph(makeProject(project))).toBe(true);
});

function loadsMorph(root: string): boolean {
  const program = [
    "import { createRequire } from 'node:module';",
    `import { check } from ${JSON.stringify(new URL('../../dist/codemods/index.js', import.meta.url).href)};`,
    `await check(${JSON.stringify(root)});`,
    'const { cache } = createRequire(import.meta.url);',
    "process.stdout.write(String(Object.keys(cache).some((name) => name.includes('ts-morph'))));",
  ].join('\n');
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return stdout === 'true';
}
