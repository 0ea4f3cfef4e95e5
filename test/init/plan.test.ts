import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planInit } from '../../src/init/plan.js';
import type { Plan } from '../../src/init/plan.js';
import type { Files, Step, Write } from '../../src/init/step.js';

function filesOf(content: Readonly<Record<string, string>>): Files {
  return {
    read: (file) => content[file] ?? null,
    list: (folder) => [
      ...new Set(
        Object.keys(content)
          .filter((file) => folder === '.' || file.startsWith(`${folder}/`))
          .map((file) => (folder === '.' ? file : file.slice(folder.length + 1)).split('/')[0] ?? ''),
      ),
    ],
  };
}

const nobody = { known: [], undecided: [] };

function plan(content: Readonly<Record<string, string>>, configuration: string | null = 'v4ward.config.mjs'): Plan {
  return planInit({ files: filesOf(content), hosts: nobody, configuration });
}

function writtenBy({ steps }: Plan): Record<string, string> {
  const writes = steps.filter((step): step is Write => step.kind === 'write');
  return Object.fromEntries(writes.map(({ file, after }) => [file, after]));
}

function onlyStep({ steps }: Plan): Step {
  expect(steps.filter(({ about }) => !about.startsWith('The configuration'))).toHaveLength(1);
  return steps.at(-1) ?? { kind: 'present', about: '' };
}

describe('the configuration', () => {
  it('names the hosts that are known, and those that are not', () => {
    const hosts = { known: ['git.acme.io'], undecided: ['code.acme.io:8443'] };
    const [file] = planInit({ files: filesOf({}), hosts, configuration: null }).steps;
    expect(file).toMatchObject({ kind: 'write', file: 'v4ward.config.mjs', before: null });
    expect(file?.kind === 'write' ? file.after : '').toMatch(
      /hosts: \['git\.acme\.io'\],[^]*known whose 'code\.acme\.io:8443' is/,
    );
  });

  it('is left alone where there is one', () => {
    expect(plan({}, '../v4ward.config.ts').steps).toEqual([
      { kind: 'present', about: 'The configuration is ../v4ward.config.ts.' },
    ]);
  });
});

describe('the package manager', () => {
  it.each([
    ['npm, with a lock', { 'package-lock.json': '' }, 'npm install --save-dev v4ward', 'npx v4ward check', ['npm ci']],
    ['npm, without one', {}, 'npm install --save-dev v4ward', 'npx v4ward check', ['npm install']],
    [
      'pnpm',
      { 'pnpm-lock.yaml': '' },
      'pnpm add --save-dev v4ward',
      'pnpm exec v4ward check',
      ['corepack enable', 'pnpm install --frozen-lockfile'],
    ],
    [
      'pnpm with a workspace',
      { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': '' },
      'pnpm add --save-dev --workspace-root v4ward',
      'pnpm exec v4ward check',
      ['corepack enable', 'pnpm install --frozen-lockfile'],
    ],
    [
      'yarn 1',
      { 'yarn.lock': '' },
      'yarn add --dev v4ward',
      'yarn run v4ward check',
      ['corepack enable', 'yarn install --frozen-lockfile'],
    ],
    [
      'yarn of today',
      { 'yarn.lock': '', '.yarnrc.yml': '' },
      'yarn add --dev v4ward',
      'yarn run v4ward check',
      ['corepack enable', 'yarn install --immutable'],
    ],
    [
      'bun',
      { 'bun.lock': '' },
      'bun add --dev v4ward',
      'bunx v4ward check',
      ['npm install --global bun', 'bun install --frozen-lockfile'],
    ],
  ])('is %s', (_, files, install, check, script) => {
    const planned = plan({ 'package.json': '{}', '.gitlab-ci.yml': 'image: node:22\n', ...files });
    expect(planned).toMatchObject({ install, check });
    expect(parse(writtenBy(planned)['.gitlab-ci.yml'] ?? '')).toMatchObject({
      v4ward: { script: [...script, `${check} --report gitlab=gl-code-quality-report.json`] },
    });
  });

  it('is the one that package.json says, whatever lock files are left over', () => {
    expect(plan({ 'package.json': '{ "packageManager": "pnpm@10.2.0" }', 'yarn.lock': '' }).install).toMatch(/^pnpm /);
  });

  it('has nothing to install where it is installed, or where there is no package', () => {
    expect(plan({ 'package.json': '{ "devDependencies": { "v4ward": "^0.1.0" } }' }).install).toBeNull();
    expect(plan({})).toMatchObject({ install: null, check: 'npx --yes v4ward check' });
  });
});

describe('ESLint', () => {
  const withEslint = '{ "devDependencies": { "eslint": "^9.30.0" } }';

  it('is left without v4ward where there is none', () => {
    expect(plan({ 'package.json': '{}' }).steps).toHaveLength(1);
  });

  it('gets a configuration where it has none', () => {
    expect(writtenBy(plan({ 'package.json': withEslint }))).toEqual({
      'eslint.config.mjs': "import v4ward from 'v4ward';\n\nexport default [v4ward.configs.recommended];\n",
    });
  });

  it.each(['.eslintrc.json', '.eslintrc', '.eslintrc.cjs'])('of old stays in force: %s', (old) => {
    expect(onlyStep(plan({ 'package.json': withEslint, [old]: '{}' }))).toMatchObject({
      kind: 'advice',
      about: expect.stringContaining(`npx @eslint/migrate-config ${old}`) as string,
    });
  });

  it('of old in package.json stays in force', () => {
    expect(
      onlyStep(plan({ 'package.json': '{ "eslintConfig": {}, "devDependencies": { "eslint": "8" } }' })).kind,
    ).toBe('advice');
  });

  it('that is too old is told', () => {
    const files = {
      'eslint.config.js': 'export default [];',
      'node_modules/eslint/package.json': '{ "version": "9.14.0" }',
    };
    expect(onlyStep(plan(files))).toMatchObject({
      kind: 'advice',
      because: expect.stringContaining('9.14.0') as string,
    });
    expect(onlyStep(plan({ ...files, 'node_modules/eslint/package.json': '{ "version": "10.0.0" }' })).kind).toBe(
      'write',
    );
  });

  it('that has v4ward is left alone', () => {
    const config = "import rules from 'v4ward';\nexport default [rules.configs.strict];\n";
    expect(onlyStep(plan({ 'eslint.config.ts': config }))).toEqual({
      kind: 'present',
      about: 'eslint.config.ts has v4ward.',
    });
  });
});

describe('the pipeline of GitLab', () => {
  const write = (pipeline: string): string => writtenBy(plan({ '.gitlab-ci.yml': pipeline }))['.gitlab-ci.yml'] ?? '';

  it('keeps all that it says, letter for letter', () => {
    const pipeline = '# Ours.\nbuild: &build   # kept\n    script: [make]\nlint:\n    <<: *build';
    expect(write(pipeline).startsWith(`${pipeline}\n\nv4ward:\n`)).toBe(true);
    const windows = 'build:\r\n  script: make\r\n';
    expect(write(windows).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it.each([
    ['stages: [build, test, deploy]\n', undefined],
    ['build: { script: make }\n', undefined],
    ['stages: [build, code-quality, deploy]\n', 'code-quality'],
    ['stages:\n  - "build: all"\n', 'build: all'],
  ])('has the job in a stage that there is: %j', (pipeline, stage) => {
    const { v4ward } = parse(write(pipeline)) as { v4ward: { stage?: string } };
    expect(v4ward.stage).toBe(stage);
  });

  it.each([
    ['image: node:22\n', undefined],
    ['default:\n  image:\n    name: registry.example.com/node:24-slim\n', undefined],
    ['image: node:16\n', 'node:22'],
    ['image: ruby:3\n', 'node:22'],
  ])('has the job in an image with Node: %j', (pipeline, image) => {
    const { v4ward } = parse(write(pipeline)) as { v4ward: { image?: string } };
    expect(v4ward.image).toBe(image);
  });

  it.each([
    ['stages from elsewhere', "include: '/templates/node.yml'\n", 'includes'],
    ['a header', 'spec:\n  inputs: {}\n---\nbuild: { script: make }\n', 'several documents'],
    ['a fault', 'build:\n\t- script\n', 'not valid'],
    ['one line of braces', '{ build: { script: make } }\n', 'no list of jobs'],
    ['nothing', '# later\n', 'it is empty'],
    ['an end', 'build: { script: make }\n...\n', 'its end'],
    ['a text that is not closed by its indentation', 'note: |+\n  kept\n\n', 'its end'],
  ])('is left to a person where it has %s', (_, pipeline, because) => {
    const step = onlyStep(plan({ '.gitlab-ci.yml': pipeline }));
    expect(step).toMatchObject({ kind: 'advice', because: expect.stringContaining(because) as string });
    expect(parse(step.kind === 'advice' ? (step.snippet ?? '') : '')).toHaveProperty('v4ward.script');
  });

  it('that has v4ward is left alone', () => {
    expect(onlyStep(plan({ '.gitlab-ci.yml': 'gate: { script: npx v4ward check }\n' })).kind).toBe('present');
  });
});

describe('the workflows of GitHub', () => {
  it('get one of their own beside them', () => {
    const planned = plan({ 'package.json': '{}', 'package-lock.json': '', '.github/workflows/test.yml': 'on: push\n' });
    expect(parse(writtenBy(planned)['.github/workflows/v4ward.yml'] ?? '')).toEqual({
      name: 'v4ward',
      on: 'pull_request',
      permissions: { contents: 'read' },
      jobs: {
        v4ward: {
          'runs-on': 'ubuntu-latest',
          steps: [
            { uses: 'actions/checkout@v4' },
            { uses: 'actions/setup-node@v4', with: { 'node-version': 22, cache: 'npm' } },
            { run: 'npm ci' },
            { run: 'npx v4ward check --format github' },
          ],
        },
      },
    });
  });

  it('are left alone where there are none, or where one has v4ward', () => {
    expect(plan({ '.github/CODEOWNERS': '* @acme' }).steps).toHaveLength(1);
    expect(onlyStep(plan({ '.github/workflows/lint.yaml': 'run: npx v4ward check\n' })).kind).toBe('present');
  });
});
