import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parse } from 'yaml';
import { git, makeRepository } from './repository.js';
import { makeDirectory } from './directory.js';

const program = fileURLToPath(new URL('../dist/bundle/v4ward.js', import.meta.url));

const star = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";

function readExample(path: string): string {
  return readFileSync(new URL(`../examples/${path}`, import.meta.url), 'utf8');
}

/** A directory whose `npx` is the built program. */
function makeTools(): string {
  const tools = makeDirectory({});
  const npx = `#!/bin/sh\n[ "$1 $2 $3 $4" = "--yes --package v4ward v4ward" ] || exit 64\nshift 4\nexec '${process.execPath}' '${program}' "$@"\n`;
  writeFileSync(join(tools, 'npx'), npx);
  chmodSync(join(tools, 'npx'), 0o755);
  return tools;
}

interface Shell {
  readonly cwd: string;
  readonly tools: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Runs lines as a CI runner does: the first that fails ends them. */
function runLines(
  lines: readonly string[],
  { cwd, tools, environment }: Shell,
): { status: number | null; stderr: string } {
  const { PATH = '' } = process.env;
  const env = { ...process.env, PATH: `${tools}:${PATH}`, ...environment };
  const { status, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', lines.join('\n')], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { status, stderr };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

describe('the component for GitLab', () => {
  interface Job {
    readonly parallel?: unknown;
    readonly script: readonly string[];
    readonly artifacts: { readonly paths: readonly string[]; readonly reports?: Readonly<Record<string, string>> };
    readonly needs?: readonly string[];
    readonly stage: string;
    readonly image: string;
  }
  interface Input {
    readonly default?: unknown;
    readonly type?: string;
    readonly options?: readonly unknown[];
    readonly description?: string;
  }

  const text = readExample('gitlab/templates/v4ward.yml');
  const [header = '', body = ''] = text.split(/^---\n/m);
  const { spec } = parse(header) as { spec: { inputs: Readonly<Record<string, Input>> } };

  /** As GitLab puts inputs into the text, before it is read as YAML. */
  function interpolate(given: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, Job>> {
    const filled = body.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
      const input = spec.inputs[name];
      if (input === undefined) throw new Error(`There is no input ${name}`);
      return String(given[name] ?? input.default);
    });
    return parse(filled) as Readonly<Record<string, Job>>;
  }

  it('is a header and jobs', () => {
    expect(parseAllDocuments(text)).toHaveLength(2);
    expect(Object.keys(parse(header) as object)).toEqual(['spec']);
    for (const input of Object.values(spec.inputs)) {
      expect(Object.keys(input).filter((key) => !['default', 'type', 'options', 'description'].includes(key))).toEqual(
        [],
      );
      if (input.options !== undefined) expect(input.options).toContain(input.default);
    }
    const used = [...body.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(spec.inputs).sort());
  });

  it('has jobs that GitLab takes', () => {
    const jobs = interpolate({ parallel: 3 });
    const known = ['stage', 'image', 'parallel', 'script', 'artifacts', 'needs', 'variables'];
    for (const job of Object.values(jobs)) {
      expect(Object.keys(job).filter((key) => !known.includes(key))).toEqual([]);
      expect(job.script.every((line) => typeof line === 'string')).toBe(true);
      for (const need of job.needs ?? []) expect(Object.keys(jobs)).toContain(need);
    }
    expect(jobs['v4ward-check']?.parallel).toBe(3);
    expect(jobs.v4ward?.artifacts.reports).toEqual({ codequality: 'gl-code-quality-report.json', junit: 'v4ward.xml' });
  });

  it('finds in parallel what one run finds, is the gate, and leaves the report', () => {
    const jobs = interpolate({ parallel: 2 });
    const [check, report] = [jobs['v4ward-check'], jobs.v4ward];
    const root = makeDirectory({ 'src/a.js': star, 'src/b c.js': star, 'src/broken.js': '' });
    const shell = { cwd: root, tools: makeTools() };
    for (const index of ['1', '2']) {
      const environment = { CI_NODE_INDEX: index, CI_NODE_TOTAL: '2' };
      expect(runLines(check?.script ?? [], { ...shell, environment })).toMatchObject({ status: 0 });
    }
    expect(runLines(report?.script ?? [], shell)).toMatchObject({ status: 1 });
    const entries = readJson(join(root, 'gl-code-quality-report.json')) as { location: { path: string } }[];
    expect(entries.map(({ location }) => location.path)).toEqual(['src/a.js', 'src/a.js', 'src/b c.js', 'src/b c.js']);
    for (const path of report?.artifacts.paths ?? []) expect(readFileSync(join(root, path), 'utf8')).not.toBe('');
    expect(readFileSync(join(root, 'v4ward.xml'), 'utf8')).toContain('<testsuites');
    writeFileSync(join(root, 'src/broken.js'), 'gitlab(');
    const second = { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '2' };
    for (const index of ['1', '2'])
      expect(runLines(check?.script ?? [], { ...shell, environment: { ...second, CI_NODE_INDEX: index } }).status).toBe(
        0,
      );
    expect(runLines(report?.script ?? [], shell).status).toBe(3);
    const never = interpolate({ 'fail-on': 'never' });
    writeFileSync(join(root, 'src/broken.js'), '');
    runLines(never['v4ward-check']?.script ?? [], shell);
    expect(runLines(['rm v4ward/part-2.json', ...(never.v4ward?.script ?? [])], shell).status).toBe(0);
  });
});

describe('the workflow for GitHub', () => {
  const text = readExample('github/v4ward.yml');

  interface Job {
    readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
    readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  }
  const { jobs } = parse(text) as { jobs: Readonly<Record<string, Job>> };

  it('is one for GitHub’s own parser', async () => {
    const trace = new NoOperationTraceWriter();
    const { context, value } = parseWorkflow({ name: 'v4ward.yml', content: text }, trace);
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
    if (value === undefined) throw new Error('No workflow was read');
    const template = await convertWorkflowTemplate(context, value);
    expect(template.jobs.map(({ id }) => String(id))).toEqual(['check', 'report']);
    const broken = parseWorkflow({ name: 'v4ward.yml', content: text.replace('runs-on', 'run-on') }, trace);
    expect(broken.context.errors.getErrors()).not.toEqual([]);
  });

  it('finds in parallel what one run finds, and leaves SARIF and a summary', () => {
    const root = makeDirectory({ 'a.js': star, 'b.js': star });
    const [shell, summary] = [{ cwd: root, tools: makeTools() }, join(makeDirectory({}), 'summary.md')];
    const shards = jobs.check?.strategy?.matrix.shard ?? [];
    const linesOf = (job: string): string[] => jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? [];
    for (const shard of shards) {
      const filled = linesOf('check').map((line) =>
        line
          .replace(/\$\{\{ matrix\.shard \}\}/g, String(shard))
          .replace(/\$\{\{ strategy\.job-total \}\}/g, String(shards.length)),
      );
      expect(filled.join('\n')).not.toContain('${{');
      expect(runLines(filled, { ...shell, environment: { V4WARD: 'v4ward' } })).toMatchObject({ status: 0 });
    }
    const environment = { V4WARD: 'v4ward', GITHUB_STEP_SUMMARY: summary };
    expect(runLines(linesOf('report'), { ...shell, environment })).toMatchObject({ status: 1 });
    expect(readFileSync(summary, 'utf8')).toContain('project-unstar');
    const { runs } = readJson(join(root, 'v4ward.sarif')) as { runs: { results: unknown[] }[] };
    expect(runs[0]?.results).toHaveLength(4);
  });
});

describe('the batch spec for Sourcegraph', () => {
  const spec = parse(readExample('sourcegraph/v4ward.batch.yaml')) as {
    readonly steps: readonly { readonly run: string; readonly container: string }[];
    readonly changesetTemplate: { readonly branch: string };
  };

  /** From the batch spec's reference: the keys of each part, and those that must be there. */
  it('has what a batch spec has', () => {
    expect(Object.keys(spec)).toEqual(['version', 'name', 'description', 'on', 'steps', 'changesetTemplate']);
    expect(spec).toMatchObject({
      version: 2,
      name: expect.stringMatching(/^[\w.-]+$/) as string,
      on: [{ repositoriesMatchingQuery: expect.any(String) as string }],
      changesetTemplate: {
        title: expect.any(String) as string,
        body: expect.any(String) as string,
        branch: expect.any(String) as string,
        commit: { message: expect.any(String) as string },
        published: false,
      },
    });
    for (const step of spec.steps) expect(Object.keys(step)).toEqual(['run', 'container']);
  });

  it('has a step that makes the change, and is content where there is nothing to do', () => {
    const tools = makeTools();
    const lines = spec.steps.map(({ run }) => run);
    const root = makeRepository({ 'a.js': star, 'broken.js': 'gitlab(' });
    expect(runLines(lines, { cwd: root, tools })).toMatchObject({ status: 0 });
    expect(git(root, 'status', '--porcelain')).toBe(' M a.js');
    const other = makeDirectory({ 'README.md': '' });
    mkdirSync(join(other, 'lib'));
    expect(runLines(lines, { cwd: other, tools })).toMatchObject({ status: 0 });
  });
});
