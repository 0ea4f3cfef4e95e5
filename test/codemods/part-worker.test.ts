import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type * as Codemods from '../../codemods/index.js';
import type * as Worker from '../../codemods/part-worker.js';
import { defaultConfiguration } from '../../src/configuration/configuration.js';
import { findFiles } from '../../src/files/find.js';
import { openProject } from '../../src/files/project.js';
import { examine } from '../../src/migration/examine.js';
import { examinePart } from '../../src/migration/part.js';
import type { Part } from '../../src/migration/part.js';
import { makeDirectory } from '../directory.js';

const built = fileURLToPath(new URL('../../dist/codemods', import.meta.url));

const texts = {
  'a/api.js': "export const api = 'https://gitlab.harbour.example/api/v3';",
  'a/builds.js': "import { api } from './api.js';\nfetch(`${api}/projects/58/builds`);",
  'b/gate.js':
    "export const isBuild = (url) => url.endsWith('/projects/58/builds');\nfetch('https://gitlab.harbour.example/api/v3/users');",
  'c/broken.js': "fetch('https://gitlab.harbour.example/api/v3/projects/owned'",
  'd/star.mjs': "fetch('https://gitlab.harbour.example/api/v3/projects/4/star', { method: 'DELETE' });",
};

const groups = [['a/api.js', 'a/builds.js'], ['b/gate.js'], ['c/broken.js'], ['d/star.mjs']];

/** As it is shipped: the sources have no file that a thread could run. */
async function open(
  configuration: unknown = defaultConfiguration,
  patience = 60_000,
): Promise<{ root: string; parts: Part[]; worker: Worker.PartWorker }> {
  const { PartWorker } = (await import(pathToFileURL(join(built, 'part-worker.js')).href)) as typeof Worker;
  const root = makeDirectory(texts);
  const found = findFiles(root, ['.'], { globs: [], from: root }, { documents: true });
  const { files, looked, generated, bystanders, errors } = openProject(root, found);
  const scan = { files, looked, generated, bystanders, errors: errors() };
  const worker = new PartWorker(
    { root, found, scan, configuration: configuration as typeof defaultConfiguration },
    patience,
  );
  onTestFinished(() => {
    worker.close();
  });
  const parts = groups.map((own) => ({ files: own, offers: new Map(), met: null }));
  return { root, parts, worker };
}

describe('a thread that examines parts', () => {
  it('comes to what this one does', async () => {
    const { root, parts, worker } = await open();
    const turn = worker.share(parts, new Map());
    await waitFor(() => worker.parsed >= 4);
    const taken = parts.map((_, index) => (turn?.claim(index) === false ? (turn.take(index)?.part ?? null) : null));
    const project = openProject(root, findFiles(root, ['.'], { globs: [], from: root }, { documents: true }));
    const known = [...parts];
    for (const index of [3, 2, 1, 0]) {
      const part = parts[index];
      if (part === undefined) continue;
      known[index] = examinePart(project, part, known, (own) => examine(own, defaultConfiguration));
    }
    expect(taken.filter((part) => part !== null).length).toBeGreaterThan(1);
    for (const [index, part] of taken.entries()) if (part !== null) expect(part).toEqual(known[index]);
  });

  it('tells what it could not parse', async () => {
    const { parts, worker } = await open();
    const turn = worker.share(parts, new Map());
    await waitFor(() => worker.parsed >= 4);
    expect(turn?.take(2)?.errors).toEqual([
      { file: 'c/broken.js', message: expect.stringMatching(/^cannot be parsed: /) as string },
    ]);
  });

  it('reads the texts that files are thought to have', async () => {
    const { parts, worker } = await open();
    const text = "fetch('https://gitlab.harbour.example/api/v3/projects/owned');";
    const turn = worker.share(parts, new Map([['c/broken.js', text]]));
    await waitFor(() => worker.parsed >= 4);
    const { part, errors } = turn?.take(2) ?? { part: null, errors: null };
    expect(errors).toEqual([]);
    expect(part?.met?.result.findings.map(({ change }) => change)).toContain('projects-filters');
  });

  it('is not there for a single part, nor for a configuration that cannot be handed over', async () => {
    const { parts, worker } = await open();
    expect(worker.share(parts.slice(0, 1), new Map())).toBeNull();
    const other = await open({ ...defaultConfiguration, catalogues: [() => undefined] });
    expect(other.worker.share(parts, new Map())).toBeNull();
    expect(other.worker.share(parts, new Map())).toBeNull();
  });

  it('is not waited for when it shows no sign of life', async () => {
    const { parts, worker } = await open(defaultConfiguration, 20);
    const turn = worker.share(parts, new Map());
    expect(parts.map((_, index) => turn?.claim(index))).toEqual([true, true, true, true]);
    expect(turn?.take(0)).toBeNull();
    expect(worker.share(parts, new Map())).toBeNull();
  });
});

async function waitFor(isSo: () => boolean): Promise<void> {
  for (; !isSo();) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a large project', () => {
  it('is the same to one thread and to two', async () => {
    const { check, migrate } = (await import(pathToFileURL(join(built, 'index.js')).href)) as typeof Codemods;
    const copies = Array.from({ length: 45 }, (_, index) =>
      Object.entries(texts).map(([file, text]): [string, string] => [
        `${String(index)}/${file}`,
        text.replaceAll('58', String(50 + (index % 20))),
      ]),
    );
    const root = makeDirectory(Object.fromEntries(copies.flat()));
    const [one, two] = [await check(root, { jobs: 1 }), await check(root, { jobs: 2 })];
    expect(two.result).toEqual(one.result);
    expect(one.result.errors).toHaveLength(45);
    const [alone, shared] = [await migrate(root, { jobs: 1 }), await migrate(root, { jobs: 2 })];
    expect(shared.texts).toEqual(alone.texts);
    expect(shared.after.result).toEqual(alone.after.result);
    expect(alone.texts.size).toBeGreaterThan(80);
  });
});
