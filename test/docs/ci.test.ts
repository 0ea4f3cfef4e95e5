import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planInit } from '../../src/init/plan.js';
import type { Files } from '../../src/init/step.js';
import { makeDirectory } from '../directory.js';
import { runProgram } from '../cli/program.js';

const page = readFileSync(new URL('../../docs/in-ci.md', import.meta.url), 'utf8');
const [gitlab = '', github = ''] = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, text]) => text ?? '');

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "devDependencies": { "v4ward": "*" } }',
  'package-lock.json': '{}',
  '.gitlab-ci.yml': 'build: { script: make }\n',
  '.github/workflows/test.yml': 'on: push\n',
};
const repository: Files = {
  read: (file) => files[file] ?? null,
  list: (folder) => (folder === '.' ? Object.keys(files) : ['test.yml']),
};

it('shows what init writes', () => {
  const hosts = { known: [], undecided: [] };
  const { steps } = planInit({ files: repository, hosts, configuration: 'v4ward.config.mjs' });
  const written = Object.fromEntries(steps.flatMap((step) => (step.kind === 'write' ? [[step.file, step.after]] : [])));
  expect(written).toEqual({
    '.gitlab-ci.yml': `build: { script: make }\n\n${gitlab}`,
    '.github/workflows/v4ward.yml': github,
  });
});

it('has commands that run', () => {
  const root = makeDirectory({ 'app.js': "fetch('https://gitlab.example.com/api/v3/projects/owned');\n" });
  const run = (line: string) => runProgram(root, line.split(' ').slice(2)).status;
  const lines = [...page.matchAll(/npx v4ward check[^\n`]*/g)].map(([line]) => line);
  expect(lines).toHaveLength(3);
  const [report = '', annotations = '', update = ''] = lines;
  expect([report, annotations].map(run)).toEqual([1, 1]);
  expect(JSON.parse(readFileSync(`${root}/gl-code-quality-report.json`, 'utf8'))).not.toEqual([]);
  expect(run(update)).toBe(0);
  expect(run(`${report} --baseline v4ward-baseline.jsonl`)).toBe(0);
});
