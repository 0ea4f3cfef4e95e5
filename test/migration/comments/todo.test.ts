import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { defaultConfiguration } from '../../../src/configuration/configuration.js';
import { openTexts } from '../../../src/files/project.js';
import { migrateProject } from '../../../src/migration/rounds.js';
import type { Choice } from '../../../src/migration/choose.js';
import type { Migration } from '../../../src/migration/rounds.js';

const choice: Choice = { suggestions: false, partial: false, todo: true, isSelected: () => true };

function run(text: string, file = 'a.js', options: Partial<Choice> = {}): Migration {
  const project = openTexts('/nowhere', new Map([[file, text]]), () => null);
  return migrateProject(project, defaultConfiguration, { ...choice, ...options });
}

function leave(text: string, file = 'a.js', options: Partial<Choice> = {}): string {
  return run(text, file, options).texts.get(file)?.after ?? text;
}

/** The program without its places: what a comment must not change. */
function shapeOf(file: string, text: string): string {
  const { program, errors } = parseSync(file, text);
  expect(errors).toEqual([]);
  return JSON.stringify(program, (key: string, value: unknown) =>
    key === 'start' || key === 'end' ? undefined : value,
  );
}

const base = "const api = 'https://gitlab.example.com/api/v3';\n";

describe.each([
  ['a statement', 'a.js', `${base}§fetch(api + '/projects/8/issues/' + number);\n`],
  ['a chained call', 'a.js', `${base}§axios\n  .get(api + '/projects/8/issues/' + number)\n  .then(show);\n`],
  ['a list of arguments', 'a.js', `${base}§request(\n  api + '/projects/8/issues/' + number,\n  done,\n);\n`],
  [
    'a value that is returned',
    'a.js',
    `${base}function read(number) {\n  §return fetch(\n    api + '/projects/8/issues/' + number,\n  );\n}\n`,
  ],
  [
    'a template of several lines',
    'a.js',
    `${base}§const page = \`\n  <p>\${title}</p>\n  \${load(fetch(api + '/projects/8/issues/' + number))}\n\`;\n`,
  ],
  [
    'code inside a template',
    'a.js',
    `${base}const page = \`\n  \${items.map((item) => {\n    §return fetch(api + '/projects/8/issues/' + item);\n  })}\n\`;\n`,
  ],
  [
    'a property',
    'a.js',
    `${base}module.exports = {\n  name: 'issues',\n  §read: (number) => fetch(api + '/projects/8/issues/' + number),\n};\n`,
  ],
  [
    'an object on one line',
    'a.js',
    `${base}§module.exports = { read: (number) => fetch(api + '/projects/8/issues/' + number) };\n`,
  ],
  [
    'a condition without braces',
    'a.js',
    `${base}§if (number)\n  fetch(api + '/projects/8/issues/' + number);\nelse\n  stop();\n`,
  ],
  [
    'a case',
    'a.js',
    `${base}switch (kind) {\n  case 'issue':\n    §fetch(api + '/projects/8/issues/' + number);\n    break;\n}\n`,
  ],
  [
    'a case on one line',
    'a.js',
    `${base}switch (kind) {\n  §case 'issue': fetch(api + '/projects/8/issues/' + number); break;\n}\n`,
  ],
  [
    'a statement without semicolons',
    'a.js',
    `${base.replace(';', '')}let last = 1\n§;[1, 2].forEach((number) => fetch(api + '/projects/8/issues/' + number))\n`,
  ],
  ['a line with another statement', 'a.js', `${base}§start(); fetch(api + '/projects/8/issues/' + number);\n`],
  ['a line that ends with a comment', 'a.js', `${base}§fetch(api + '/projects/8/issues/' + number); // the page\n`],
  [
    'tabs',
    'a.js',
    `${base}function read(number) {\n\tif (number) {\n\t\t§fetch(api + '/projects/8/issues/' + number);\n\t}\n}\n`,
  ],
  ['no line end at the end', 'a.js', `${base}§fetch(api + '/projects/8/issues/' + number)`],
  [
    'the beginning of the file',
    'a.js',
    "§fetch('https://gitlab.example.com/api/v3/projects/8/issues/' + process.argv[2]);\n",
  ],
  [
    'a file with a mark',
    'a.js',
    "\uFEFF§fetch('https://gitlab.example.com/api/v3/projects/8/issues/' + process.argv[2]);\n",
  ],
  [
    'a script with a hashbang and a directive',
    'a.js',
    "#!/usr/bin/env node\n'use strict';\n§fetch('https://gitlab.example.com/api/v3/projects/8/issues/' + process.argv[2]);\n",
  ],
  [
    'a directive for the next line',
    'a.js',
    `${base}start();\n§// eslint-disable-next-line no-undef\nfetch(api + '/projects/8/issues/' + number);\n`,
  ],
  [
    'another comment',
    'a.js',
    `${base}/** Reads an issue. */\n§exports.read = (number) => fetch(api + '/projects/8/issues/' + number);\n`,
  ],
  [
    'a decorated method',
    'a.ts',
    `${base}export class Issues {\n  §@Retry({ times: 3 })\n  read = (number: number) => fetch(api + '/projects/8/issues/' + number);\n}\n`,
  ],
  [
    'a method',
    'a.ts',
    `${base}@Injectable()\nexport class Issues {\n  async read(number: number): Promise<Response> {\n    §return await fetch(api + '/projects/8/issues/' + number);\n  }\n}\n`,
  ],
  [
    'an element',
    'a.jsx',
    `${base}export function Issue({ number }) {\n  §return (\n    <button onClick={() => fetch(api + '/projects/8/issues/' + number)}>\n      Read // it\n    </button>\n  );\n}\n`,
  ],
  [
    'a handler of several lines',
    'a.jsx',
    `${base}export const Issue = ({ number }) => (\n  <button\n    onClick={() => {\n      §fetch(api + '/projects/8/issues/' + number);\n    }}\n  />\n);\n`,
  ],
])('a comment for %s', (_, file, marked) => {
  const text = marked.replace('§', '');
  const indent = /[^\S\n]*(?=§)/.exec(marked)?.[0].replace('\uFEFF', '') ?? '';
  const expected = marked.replace('§', `// TODO(v4ward): issue-iid\n${indent}`);

  it('stands above it, and means nothing', () => {
    expect(leave(text, file)).toBe(expected);
    expect(shapeOf(file, expected)).toBe(shapeOf(file, text));
  });

  it('is left once', () => {
    expect(run(expected, file).texts.size).toBe(0);
  });

  it('has the line ends of the file', () => {
    const windows = (each: string): string => each.replaceAll('\n', '\r\n');
    expect(leave(windows(text), file)).toBe(text.includes('\n') ? windows(expected) : expected);
  });

  it('goes when its finding has gone', () => {
    const gone = expected.replace(/issues/g, 'hooks');
    expect(run(gone, file, { todo: false }).before.notices.map(({ kind }) => kind)).toEqual(['resolved-todo']);
    expect(leave(gone, file)).toBe(leave(text.replace(/issues/g, 'hooks'), file));
  });
});

describe('comments', () => {
  it('are one for each change, sorted', () => {
    const text = `${base}load(fetch(api + '/session', { method: 'POST', body }), fetch(api + '/projects/8/issues/' + n), fetch(api + '/projects/9/issues/' + n));\n`;
    const after = text.replace('load', '// TODO(v4ward): issue-iid\n// TODO(v4ward): session-removed\nload');
    expect(leave(text)).toBe(after);
    expect(run(after).texts.size).toBe(0);
  });

  it('stand in the script of a component, and never in what is around it', () => {
    const text = `<template>\n  <p>{{ title }}</p>\n</template>\n\n<script>\n${base}export default {\n  methods: {\n    read(number) {\n      return fetch(api + '/projects/8/issues/' + number);\n    },\n  },\n};\n</script>\n`;
    expect(leave(text, 'a.vue')).toBe(text.replace('      return', '      // TODO(v4ward): issue-iid\n      return'));
    const short = "<script>fetch('https://gitlab.example.com/api/v3/projects/8/issues/' + number)</script>\n";
    const after = short.replace('fetch', '/* TODO(v4ward): issue-iid */ fetch');
    expect(leave(short, 'a.svelte')).toBe(after);
    expect(run(after, 'a.svelte').texts.size).toBe(0);
    expect(leave(after.replace('issues', 'hooks'), 'a.svelte')).toBe(
      leave(short.replace('issues', 'hooks'), 'a.svelte'),
    );
  });

  it('hold back nothing, and free nothing', () => {
    const text = `${base}fetch(api + '/projects/8/issues/' + number);\nfetch(api + '/projects/owned');\n`;
    const after = leave(text);
    expect(after).toContain('api/v3');
    expect(after).toContain('/projects/owned');
    const heldBy = run(after).after.findings.map((finding) => finding.heldBy);
    expect(heldBy).toContainEqual(['a.js:3 issue-iid']);
  });

  it('are left for what is asked for', () => {
    const text = `${base}fetch(api + '/session', { method: 'POST', body });\nfetch(api + '/projects/8/issues/' + n);\n`;
    const isSelected = ({ change }: { change: string }): boolean => change === 'session-removed';
    expect(leave(text, 'a.js', { isSelected }).match(/TODO/g)).toHaveLength(1);
  });

  it('remain for what nothing shows once the base says v4', () => {
    const text = `${base}fetch(api + '/projects/8/pipelines');\n`;
    const after = leave(text);
    expect(after).toContain('api/v4');
    expect(after).toContain('// TODO(v4ward): pipelines-basic\nfetch');
    const again = run(after);
    expect(again.texts.size).toBe(0);
    expect(again.after.notices.map(({ kind, change }) => [kind, change])).toEqual([['open-todo', 'pipelines-basic']]);
  });

  it('remain for what looks like a test of the version, since one of its arms was moved', () => {
    const text =
      "done = send({ to: a ? '/api/v3' : `api/v3${d ?? '/api/v3'}` })('', () => { use({ private_token: t }); });\n";
    const after = leave(text, 'a.js', { suggestions: true });
    expect(after).toContain('// TODO(v4ward): api-prefix');
    expect(leave(after, 'a.js', { suggestions: true })).toBe(after);
  });

  it('that a person has added to are theirs to take out', () => {
    const text = `${base}// TODO(v4ward): issue-iid ask Kim\nfetch(api + '/projects/8/hooks');\n`;
    const migration = run(text);
    expect(migration.before.notices.map(({ kind }) => kind)).toEqual(['resolved-todo']);
    expect(migration.texts.get('a.js')?.after).toContain('ask Kim');
  });

  it('are left only if asked for', () => {
    const text = `${base}fetch(api + '/projects/8/issues/' + number);\n`;
    expect(run(text, 'a.js', { todo: false }).texts.size).toBe(0);
  });
});

it.each([
  ['a word', 'const name = title as/* TODO(v4ward): issue */ string;\n', 'const name = title as string;\n'],
  ['an operator', 'const sum = one +/* TODO(v4ward): issue */ +other;\n', 'const sum = one + +other;\n'],
  ['a bracket', 'show(/* TODO(v4ward): issue */ title);\n', 'show(title);\n'],
])('a comment behind %s is taken out without joining what stands around it', (_, text, expected) => {
  const gitlab = "fetch('https://gitlab.example.com/api/v4/version');\n";
  expect(leave(`${gitlab}${text}`, 'a.ts')).toBe(`${gitlab}${expected}`);
});
