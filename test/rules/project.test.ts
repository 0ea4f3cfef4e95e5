/** What the plugin sees of other files, while people work on them. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it, vi } from 'vitest';
import plugin from '../../rules/index.js';
import { makeDirectory } from '../directory.js';

const base = "export const base = 'https://gitlab.quay.example/api/v3';\n";
const star =
  "import { base } from './base.js';\nexport const star = (id) => fetch(`${base}/projects/${id}/star`, { method: 'DELETE' });\n";
const login =
  "import { base } from './base.js';\nexport const login = () => fetch(base + '/session', { method: 'POST' });\n";

interface Told {
  readonly messages: readonly string[];
  readonly fixes: number;
}

/** Lints a file as it is on the disk, or a text in its place, as an editor does. */
async function lint(directory: string, file: string, text?: string): Promise<Told> {
  const eslint = new ESLint({ cwd: directory, overrideConfigFile: true, overrideConfig: [plugin.configs.recommended] });
  const path = join(directory, file);
  const [result] = await (text === undefined ? eslint.lintFiles(path) : eslint.lintText(text, { filePath: path }));
  const messages = result?.messages ?? [];
  return {
    messages: messages.map(({ message }) => message),
    fixes: messages.filter(({ fix }) => fix !== undefined).length,
  };
}

describe('other files', () => {
  it('are seen to block a base, until they are saved without what blocks it', async () => {
    const directory = makeDirectory({ 'base.js': base, 'star.js': star, 'login.js': login });
    const { messages, fixes } = await lint(directory, 'star.js');
    expect(messages).toEqual([expect.stringContaining('Held back by login.js:2 session-removed.')]);
    expect(fixes).toBe(0);
    rmSync(join(directory, 'login.js'));
    await vi.waitFor(async () => {
      expect(await lint(directory, 'star.js')).toMatchObject({ fixes: 1 });
    });
  });

  it('hold a base that they import as long as they cannot be parsed', async () => {
    const send = "import { base } from './base.js';\nexport const send = (path) => fetch(base + path);\n";
    const broken = "import { send } from './send.js';\nsend('/session', { method: 'POST' });\nconst = ;\n";
    const directory = makeDirectory({ 'base.js': base, 'star.js': star, 'send.js': send, 'login.js': broken });
    const { messages, fixes } = await lint(directory, 'star.js');
    expect(messages).toEqual([expect.stringContaining('login.js:1 unresolved')]);
    expect(fixes).toBe(0);
  });

  it('that cannot be parsed hold no base that they do not import', async () => {
    const broken = "import { star } from './other.js';\nstar('/projects/5/star');\nconst = ;\n";
    const directory = makeDirectory({ 'base.js': base, 'star.js': star, 'login.js': broken });
    expect(await lint(directory, 'star.js')).toMatchObject({ fixes: 1 });
  });

  it('are read again when they change', async () => {
    const directory = makeDirectory({ 'base.js': base, 'star.js': star });
    expect(await lint(directory, 'star.js')).toMatchObject({ fixes: 1 });
    writeFileSync(join(directory, 'base.js'), base.replace('v3', 'v4'));
    await vi.waitFor(async () => {
      expect(await lint(directory, 'star.js')).toMatchObject({ messages: [expect.stringContaining('project-unstar')] });
    });
    writeFileSync(join(directory, 'base.js'), base.replace('gitlab.quay.example/api/v3', 'api.example.com/v1'));
    await vi.waitFor(async () => {
      expect(await lint(directory, 'star.js')).toMatchObject({ messages: [] });
    });
  });

  it('are read again at once when the linted one was written too', async () => {
    const directory = makeDirectory({ 'base.js': base, 'star.js': star });
    await lint(directory, 'base.js');
    for (const file of ['base.js', 'star.js']) {
      const text = file === 'base.js' ? `${base}\n` : star.replace('/star`', '/unstar`').replace('DELETE', 'POST');
      writeFileSync(join(directory, file), text);
    }
    const { messages, fixes } = await lint(directory, 'base.js');
    expect(messages).toEqual([expect.not.stringContaining('comes after')]);
    expect(fixes).toBe(0);
  });

  it('are seen from a text that is not saved', async () => {
    const directory = makeDirectory({ 'base.js': base, 'star.js': '' });
    expect(await lint(directory, 'star.js')).toMatchObject({ messages: [] });
    expect(await lint(directory, 'star.js', star)).toMatchObject({ fixes: 1 });
    expect(await lint(directory, 'new.js', star)).toMatchObject({ fixes: 1 });
  });

  it('wait for the linted one, which goes first', async () => {
    const directory = makeDirectory({ 'base.js': base, 'star.js': star });
    const { messages, fixes } = await lint(directory, 'base.js');
    expect(messages).toEqual([expect.stringContaining('Its fix comes after star.js:2 project-unstar.')]);
    expect(fixes).toBe(0);
  });

  it('of settings are told where the requests are', async () => {
    const directory = makeDirectory({
      'forge.json': '{\n  "url": "https://gitlab.quay.example/api/v3"\n}\n',
      'user.js': "const { url } = require('./forge.json');\n\nmodule.exports = () => fetch(url + '/user');\n",
    });
    const { messages, fixes } = await lint(directory, 'user.js');
    expect(messages).toEqual([
      expect.stringMatching(/^Write `\/api\/v4`.* Together with the edit in forge\.json:2\. \(api-prefix\)/),
    ]);
    expect(fixes).toBe(0);
  });

  it('do not hide one that the walk leaves out, or has not met yet', async () => {
    const directory = makeDirectory({
      'src/user.js': "fetch('https://gitlab.quay.example/api/v3/user');\n",
      'build/release.js': "fetch('https://gitlab.quay.example/api/v3/projects/owned');\n",
    });
    expect(await lint(directory, 'src/user.js')).toMatchObject({ fixes: 1 });
    expect(await lint(directory, 'build/release.js')).toMatchObject({
      messages: [expect.stringContaining('api-prefix'), expect.stringContaining('projects-filters')],
    });
    writeFileSync(join(directory, 'src/login.js'), "fetch('https://gitlab.quay.example/api/v3/session');\n");
    expect(await lint(directory, 'src/login.js')).toMatchObject({ messages: [expect.stringContaining('api-prefix')] });
  });

  it('of settings that nobody edits are told to be changed by hand, with their place', async () => {
    const directory = makeDirectory({
      '.env': 'GITLAB_AT=https://gitlab.quay.example/api/v3\n',
      'user.js': 'export const user = () => fetch(process.env.GITLAB_AT + "/user");\n',
    });
    const { messages, fixes } = await lint(directory, 'user.js');
    expect(messages).toEqual([expect.stringMatching(/change it by hand.* It stands in \.env:1\. \(api-prefix\)/)]);
    expect(messages[0]).not.toContain('Together with the edit');
    expect(fixes).toBe(0);
  });

  it('of settings are read again when they change, where the code says nothing of GitLab', async () => {
    const directory = makeDirectory({
      '.env': 'QUAY_URL=https://quay.example/v1\n',
      'user.js': 'export const user = () => fetch(process.env.QUAY_URL + "/user");\n',
    });
    expect(await lint(directory, 'user.js')).toMatchObject({ messages: [] });
    writeFileSync(join(directory, '.env'), 'QUAY_URL=https://gitlab.quay.example/api/v3\n');
    await vi.waitFor(async () => {
      expect(await lint(directory, 'user.js')).toMatchObject({ messages: [expect.stringContaining('.env:1.')] });
    });
  });

  it('that say nothing of GitLab are examined where they have part in it', async () => {
    const directory = makeDirectory({
      'client.js':
        "export const issues = () => fetch('https://gitlab.quay.example/api/v3/issues').then((r) => r.json());\n",
      'table.js':
        "import { issues } from './client.js';\nexport const marks = async () => (await issues()).map((one) => one.subscribed);\n",
      'plain.js': 'export const one = 1;\n',
    });
    expect(await lint(directory, 'table.js')).toMatchObject({
      messages: [expect.stringContaining('subscribed-in-lists')],
    });
    expect(await lint(directory, 'plain.js')).toMatchObject({ messages: [] });
  });
});

describe('a large project', () => {
  const noise = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`noise/${String(index)}.js`, "fetch('https://x.example/projects');\n"]),
  );

  it('is looked at by groups of files that import one another', async () => {
    const directory = makeDirectory({ ...noise, 'base.js': base, 'star.js': star, 'login.js': login });
    const { messages } = await lint(directory, 'star.js');
    expect(messages).toEqual([expect.stringContaining('Held back by login.js:2 session-removed.')]);
  });

  it('keeps together what names GitLab, though nothing is imported', async () => {
    const directory = makeDirectory({
      ...noise,
      'public/settings.js': "window.GITLAB_BASE = 'https://gitlab.quay.example/api/v3';\n",
      'public/star.js': "$.ajax({ url: window.GITLAB_BASE + '/projects/7/star', method: 'DELETE' });\n",
    });
    const { messages } = await lint(directory, 'public/star.js');
    expect(messages).toEqual([expect.stringContaining('project-unstar')]);
  });

  it('is looked at one file at a time where too many belong together', async () => {
    const users = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `star-${String(index)}.js`,
        star.replace('star =', `star${String(index)} =`),
      ]),
    );
    const own = "export const user = () => fetch('https://gitlab.quay.example/api/v3/user');\n";
    const directory = makeDirectory({ ...users, 'base.js': base + own, 'login.js': login });
    expect(await lint(directory, 'star-7.js')).toMatchObject({ fixes: 1 });
    expect(await lint(directory, 'base.js')).toMatchObject({ fixes: 0 });
  });
});
