import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Project } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { check, migrate } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

const before = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";
const after = "fetch('https://gitlab.example.com/api/v4/projects/1/unstar', { method: 'POST' });\n";

describe('on a directory', () => {
  it('checks', async () => {
    const root = makeDirectory({ 'src/a.js': before });
    const { result, text } = await check(root);
    expect(result.findings.map(({ change }) => change).sort()).toEqual(['api-prefix', 'project-unstar']);
    expect(text('src/a.js')).toBe(before);
  });

  it('migrates in memory, and writes only if it is told to', async () => {
    const root = makeDirectory({ 'a.js': before });
    const dry = await migrate(root);
    expect(dry.texts.get('a.js')).toEqual({ before, after });
    expect(dry.after.text('a.js')).toBe(after);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(before);
    const wet = await migrate(root, { write: true });
    expect(wet.fixed).toBe(2);
    expect(wet.after.result.findings).toEqual([]);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(after);
  });

  it('leaves what a file takes too that is not looked at, and writes what it does not take', async () => {
    const helper = "exports.main = '?ref_name=main';\nexports['a(b'] = '?ref_name=next';\n";
    const tree = 'https://gitlab.example.com/api/v3/projects/1/repository/tree';
    const client = `const { main, 'a(b': next } = require('./plain');\nfetch('${tree}' + main);\nfetch('${tree}' + next);\n`;
    const tracker = (taken: string): string => `const plain = require('./plain'); // main\nprint(${taken});\n`;
    const certaintiesWith = async (taken: string): Promise<string[]> => {
      const root = makeDirectory({ 'plain.js': helper, 'client.js': client, 'tracker.js': tracker(taken) });
      const { result } = await check(root);
      return result.findings.flatMap(({ change, certainty }) => (change === 'tree-ref' ? [certainty] : []));
    };
    expect(await certaintiesWith('plain.main')).toEqual(['manual', 'safe']);
    expect(await certaintiesWith("plain['a(b']")).toEqual(['safe', 'manual']);
    expect(await certaintiesWith('plain.other')).toEqual(['safe', 'safe']);
    expect(await certaintiesWith("'main'")).toEqual(['manual', 'safe']);
  });

  it('leaves a base to the end that was held at first, where only the rest is asked for', async () => {
    const client =
      "const base = 'https://gitlab.example.com/api/v3';\nexports.owned = () => axios.get(base + '/projects/owned');\n";
    const root = makeDirectory({
      'client.js': `const axios = require('axios');\n${client}exports.remove = (id) => axios.delete(base + '/projects/' + id);\n`,
      'test.js': `const axios = require('axios');\nconst { owned } = require('./client');\njest.mock('axios');\nit('asks', async () => { await owned(); expect(axios.get).toBeCalledWith('https://gitlab.example.com/api/v3/projects/owned'); });\n`,
    });
    const { texts } = await migrate(root, { partial: true });
    expect([...texts.keys()]).toEqual(['client.js']);
    expect(texts.get('client.js')?.after).toContain("api/v3';");
    expect(texts.get('client.js')?.after).toContain('/projects?owned=true');
  });

  it('takes a configuration, and says what is wrong with it', async () => {
    const root = makeDirectory({ 'a.js': before, 'v4ward.config.json': '{ "nonsense": true }' });
    const { result } = await check(root, { configuration: { ignore: ['api-prefix'] } });
    expect(result.findings.map(({ change }) => change)).toEqual(['project-unstar']);
    await expect(check(root, { configuration: { ignore: ['api-prefx'] } })).rejects.toThrow(
      /Did you mean "api-prefix"/,
    );
    await expect(check(root)).rejects.toThrow(/"nonsense" is no key/);
  });

  it('names the directory that is not there', async () => {
    const root = join(makeDirectory({}), 'harbour');
    await expect(check(root)).rejects.toThrow(`There is no file or directory "${root}".`);
  });

  it('looks only where it is told to', async () => {
    const root = makeDirectory({ 'a/a.js': before, 'b/b.js': before });
    const { result } = await check(root, { paths: ['b'], only: ['no-v3-prefix'] });
    expect(result.findings.map(({ change, place }) => [place.file, change])).toEqual([['b/b.js', 'api-prefix']]);
  });

  it('leaves a base alone that a file imports which cannot be parsed', async () => {
    const root = makeDirectory({
      'api.js': "export const base = 'https://gitlab.example.com/api/v3';\n",
      'star.js': "import { base } from './api.js';\nfetch(`${base}/projects/1/star`, { method: 'DELETE' });\n",
      'login.js': "import { base } from './api.js';\nfetch(base + '/session', { method: 'POST' });\nconst = ;\n",
    });
    const { after: open, fixed } = await migrate(root, { write: true });
    expect(fixed).toBe(0);
    expect(open.result.errors.map(({ file }) => file)).toEqual(['login.js']);
    expect(open.result.unresolved.map(({ place }) => place.file)).toEqual(['login.js']);
    expect(readFileSync(join(root, 'api.js'), 'utf8')).toContain('/api/v3');
  });

  it.skipIf(process.getuid?.() === 0)('leaves a base alone if a file behind it cannot be written', async () => {
    const root = makeDirectory({
      'api.js': "export const base = 'https://gitlab.example.com/api/v3';\n",
      'star.js': "import { base } from './api.js';\nfetch(`${base}/projects/1/star`, { method: 'DELETE' });\n",
    });
    chmodSync(join(root, 'star.js'), 0o444);
    const { after: open, fixed } = await migrate(root, { write: true });
    expect(fixed).toBe(0);
    expect(open.result.errors.map(({ file }) => file)).toEqual(['star.js']);
    expect(readFileSync(join(root, 'api.js'), 'utf8')).toContain('/api/v3');
  });
});

describe('on a ts-morph project', () => {
  function makeProject(): Project {
    const project = new Project({ useInMemoryFileSystem: true });
    project.createSourceFile('/src/api.ts', "export const base = 'https://gitlab.example.com/api/v3';\n");
    project.createSourceFile(
      '/src/star.ts',
      "import { base } from './api';\nfetch(`${base}/projects/1/star`, { method: 'DELETE' });\n",
    );
    return project;
  }

  it('checks what is in memory', async () => {
    const { result } = await check(makeProject(), { configuration: {} });
    expect(result.findings.map(({ change }) => change).sort()).toEqual(['api-prefix', 'project-unstar']);
  });

  it('migrates what is in memory, and leaves saving to its owner', async () => {
    const project = makeProject();
    await migrate(project, { configuration: {}, write: true });
    expect(project.getSourceFileOrThrow('/src/api.ts').getFullText()).toBe(
      "export const base = 'https://gitlab.example.com/api/v4';\n",
    );
    expect(project.getSourceFileOrThrow('/src/star.ts').getFullText()).toContain(
      "fetch(`${base}/projects/1/unstar`, { method: 'POST' })",
    );
    expect(project.getSourceFileOrThrow('/src/star.ts').isSaved()).toBe(false);
  });
});
