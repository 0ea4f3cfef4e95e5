import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Project } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { check, migrate } from '../../codemods/index.js';
import type { Checked } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

const client = `import axios from 'axios';
export const forge = axios.create({ baseURL: 'https://gitlab.fen.example/api/v3', headers: { 'PRIVATE-TOKEN': 'x' } });
`;
const depot = `import { forge } from './client';
export interface Depot {
  id: number;
  builds_enabled: boolean;
  public_builds?: boolean;
}
export const load = async (id: number): Promise<Depot> => (await forge.get<Depot>(\`/projects/\${id}\`)).data;
`;

/** What is said of the fields: the place, and why they stay. */
function fieldsOf({ result, text }: Checked): string[] {
  return result.findings
    .filter(({ rule }) => rule === 'no-v3-response')
    .map(({ place, certainty, reason }) => {
      const source = text(place.file) ?? '';
      const line = source.slice(0, place.start).split('\n').length;
      const name = source.slice(place.start, place.end);
      return `${place.file}:${String(line)} ${name} ${certainty}${reason === null ? '' : `: ${reason}`}`;
    });
}

async function checkFiles(files: Readonly<Record<string, string>>): Promise<string[]> {
  return fieldsOf(
    await check(makeDirectory({ 'client.ts': client, 'depot.ts': depot, ...files }), { configuration: {} }),
  );
}

const renamed = ['depot.ts:4 builds_enabled safe', 'depot.ts:5 public_builds safe'];

describe('a field of a type that answers have', () => {
  it('is renamed with all its uses', async () => {
    const root = makeDirectory({
      'client.ts': client,
      'depot.ts': depot,
      'use.tsx':
        "import type { Depot as Shed } from './depot';\n" +
        "type Short = Pick<Shed, 'id' | 'builds_enabled'>;\n" +
        "type Flag = Shed['builds_enabled'];\n" +
        'export const flag = ({ builds_enabled }: Short): Flag => builds_enabled;\n' +
        'export const row = (shed: Shed) => <Row on={shed.builds_enabled} {...shed} text={`${shed?.["public_builds"]}`} />;\n' +
        "export const none: Shed = { id: 0, 'builds_enabled': false };\n",
    });
    await migrate(root, { configuration: {}, write: true, allowDirty: true });
    expect(readFileSync(join(root, 'use.tsx'), 'utf8')).toBe(
      "import type { Depot as Shed } from './depot';\n" +
        "type Short = Pick<Shed, 'id' | 'jobs_enabled'>;\n" +
        "type Flag = Shed['jobs_enabled'];\n" +
        'export const flag = ({ jobs_enabled: builds_enabled }: Short): Flag => builds_enabled;\n' +
        'export const row = (shed: Shed) => <Row on={shed.jobs_enabled} {...shed} text={`${shed?.["public_jobs"]}`} />;\n' +
        "export const none: Shed = { id: 0, 'jobs_enabled': false };\n",
    );
  });

  it('keeps byte order marks and line ends', async () => {
    const marked = `\uFEFF${depot.replaceAll('\n', '\r\n')}export const isOn = ({ builds_enabled }: Depot) => builds_enabled;\r\n`;
    const root = makeDirectory({ 'client.ts': client, 'depot.ts': marked });
    await migrate(root, { configuration: {}, write: true, allowDirty: true });
    expect(readFileSync(join(root, 'depot.ts'), 'utf8')).toBe(
      marked
        .replace('public_builds', 'public_jobs')
        .replace('  builds_enabled', '  jobs_enabled')
        .replace('{ builds_enabled }', '{ jobs_enabled: builds_enabled }'),
    );
  });

  it('is renamed in a ts-morph project, whose files may be nowhere else', async () => {
    const project = new Project({ useInMemoryFileSystem: true });
    project.createSourceFile('/src/client.ts', client);
    project.createSourceFile('/src/depot.ts', depot);
    const use = project.createSourceFile(
      '/src/use.ts',
      "import { load } from './depot';\nexport const isOn = async (id: number) => (await load(id)).builds_enabled;\n",
    );
    await migrate(project, { configuration: {}, write: true });
    expect(use.getFullText()).toContain('(await load(id)).jobs_enabled');
    expect(project.getSourceFileOrThrow('/src/depot.ts').getFullText()).toContain('  public_jobs?: boolean;');
  });

  it('is found through path names, in files that say nothing of GitLab', async () => {
    const found = await checkFiles({
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "paths": { "~/*": ["./*"] } } }',
      'far/away.ts': "import type { Depot } from '~/depot';\nexport const isOn = (it: Depot) => it.builds_enabled;\n",
    });
    expect(found).toEqual(renamed);
  });

  it('does not take another type along', async () => {
    const found = await checkFiles({
      'runner.ts':
        'export interface Runner { builds_enabled: boolean }\nexport const f = (r: Runner) => r.builds_enabled;\n',
    });
    expect(found).toEqual(renamed);
  });
});

describe('a field of a type stays, and a person is told', () => {
  it.each([
    [
      'where a script without types reads it',
      { 'page.js': 'export const draw = (it) => it.builds_enabled;\n' },
      'depot.ts:4 builds_enabled manual: `page.js:1` reads it where no type is known',
    ],
    [
      'where its name is kept as text',
      { 'column.ts': "import type { Depot } from './depot';\nexport const column: keyof Depot = 'builds_enabled';\n" },
      'depot.ts:4 builds_enabled manual: `column.ts:2` names it as text',
    ],
    [
      "where a component's template reads it",
      {
        'row.ts':
          "import { Component } from '@angular/core';\n@Component({ templateUrl: './row.html' })\nexport class Row {}\n",
        'row.html': '<b *ngIf="depot.builds_enabled"></b>\n',
      },
      'depot.ts:4 builds_enabled manual: `row.html` reads it in a template, where no types are known',
    ],
    [
      'where the files would not fit together any more',
      {
        'fake.ts':
          "import type { Depot } from './depot';\nconst fake = { id: 1, builds_enabled: true };\nexport const list: Depot[] = [fake];\n",
      },
      'depot.ts:4 builds_enabled manual: `fake.ts:3` does not fit the type, once it is renamed',
    ],
    [
      'where something else fills the type',
      {
        'kept.ts': "import type { Depot } from './depot';\nexport const kept = JSON.parse('{}') as Depot;\n// gitlab\n",
      },
      "depot.ts:4 builds_enabled manual: `kept.ts:2` fills the type too, and is no answer of GitLab's in sight",
    ],
  ])('%s', async (_, files, expected) => {
    expect(await checkFiles(files)).toContain(expected);
  });

  it('where a request sends a parameter by this name, which v4 takes as it was', async () => {
    const found = await checkFiles({
      'save.ts':
        "import { forge } from './client';\nimport type { Depot } from './depot';\n" +
        'export function close(id: number) {\n' +
        '  const body: Partial<Depot> = { public_builds: false };\n' +
        '  return forge.put(`/projects/${id}`, body);\n}\n',
    });
    expect(found).toEqual([
      'depot.ts:4 builds_enabled safe',
      'depot.ts:5 public_builds manual: `PUT /projects/{}?public_builds=false` sends a parameter by this name',
    ]);
  });

  it('where only some of the files are asked for', async () => {
    const root = makeDirectory({
      'src/client.ts': client,
      'src/depot.ts': depot,
      'test/depot.test.ts': "import { load } from '../src/depot';\nload(1).then((it) => it.builds_enabled);\n",
      'tsconfig.json': '{ "include": ["src", "test"] }',
    });
    const found = fieldsOf(await check(root, { configuration: {}, paths: ['src'] }));
    expect(found).toContain(
      'src/depot.ts:4 builds_enabled manual: `test/depot.test.ts` uses it too, and is not among the files to change',
    );
  });
});
