import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { check } from '../../codemods/index.js';
import { toPosition } from '../../src/migration/position.js';
import { loadCases } from '../support/cases.js';
import { install } from '../support/installation.js';
import type { Installation } from '../support/installation.js';

const before = `const root = 'https://gitlab.harbor.example/api/v3';
export const unstar = (id) => fetch(\`\${root}/projects/\${id}/star\`, { method: 'DELETE' });
export const list = () => fetch(root + '/projects/owned');
`;
const partly = `const root = 'https://gitlab.harbor.example/api/v3';
export const unstar = (id) => fetch(\`\${root}/projects/\${id}/unstar\`, { method: 'POST' });
export const list = () => fetch(root + '/projects?owned=true');
`;
const after = partly.replace('/api/v3', '/api/v4');
const found = ['1:49 v4ward(no-v3-prefix)', '2:61 v4ward(no-v3-endpoint)', '3:50 v4ward(no-v3-endpoint)'];

/** What README says that oxlint does with the plugin. */
describe('oxlint', () => {
  let project: Installation;
  beforeAll(() => {
    project = install(['oxlint']);
  }, 60_000);
  afterAll(() => {
    rmSync(project.directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    rmSync(join(project.directory, 'src'), { recursive: true, force: true });
    rmSync(join(project.directory, 'v4ward.config.json'), { force: true });
    configure({});
  });

  function configure(more: object): void {
    const rules = { ...plugin.configs.recommended.rules };
    const configuration = { jsPlugins: ['v4ward'], categories: { correctness: 'off' }, rules, ...more };
    project.write({ '.oxlintrc.json': JSON.stringify(configuration) });
  }

  function oxlint(...args: readonly string[]): Diagnostic[] {
    const { stdout, stderr } = project.run('oxlint/bin/oxlint', ['-f', 'json', ...args, 'src']);
    expect(stdout, stderr).toContain('diagnostics');
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  }

  it('finds what the command line finds, in what it can read', async () => {
    const readable = loadCases().filter(
      ({ name, before: files }) =>
        name.startsWith('parsers/') &&
        [...files.values()].every((text) => !text.includes('@flow') && (text.match(/<script/g) ?? []).length < 2),
    );
    expect(readable.length).toBeGreaterThanOrEqual(8);
    for (const kase of readable) {
      const inSource = [...kase.before].map(([file, text]) => [`src/${toFolder(kase.name)}/${file}`, text]);
      project.write(Object.fromEntries(inSource) as Record<string, string>);
    }
    const diagnostics = oxlint();
    for (const kase of readable) {
      const own = diagnostics.filter(({ filename }) => filename.startsWith(`src/${toFolder(kase.name)}/`));
      const { result, text } = await check(kase.input, { configuration: {} });
      const expected = result.findings.map(({ rule, place }) => {
        const { line, column } = toPosition(text(place.file) ?? '', place.start);
        return `${String(line)}:${String(column)} v4ward(${rule})`;
      });
      expect(own.map(toPlace).sort(), kase.name).toEqual(expected.sort());
    }
  });

  it('fixes, the prefix in a run of its own', () => {
    project.write({ 'src/star.mjs': before });
    expect(oxlint('--fix').map(toPlace)).toEqual([found[0]]);
    expect(project.read('src/star.mjs')).toBe(partly);
    expect(oxlint('--fix')).toEqual([]);
    expect(project.read('src/star.mjs')).toBe(after);
  });

  it('makes suggestions where it is told to', () => {
    const text = `export const close = (issue) =>
  fetch(\`https://gitlab.harbor.example/api/v3/projects/\${issue.project_id}/issues/\${issue.id}\`, { method: 'PUT' });\n`;
    project.write({ 'src/close.mjs': text });
    expect(oxlint('--fix')).toHaveLength(2);
    expect(project.read('src/close.mjs')).toBe(text);
    oxlint('--fix', '--fix-suggestions');
    expect(project.read('src/close.mjs')).toContain('issue.iid');
  });

  it('takes options and settings', () => {
    project.write({ 'src/star.mjs': before });
    configure({ rules: { 'v4ward/no-v3-endpoint': ['error', { ignore: ['projects-filters'] }] } });
    expect(oxlint().map(toPlace)).toEqual([found[1]]);
    configure({ settings: { v4ward: { ignore: ['project-unstar'] } } });
    expect(oxlint().map(toPlace).sort()).toEqual([found[0], found[2]]);
  });

  it('finds the configuration file', () => {
    project.write({
      'src/star.mjs': before,
      'v4ward.config.json': '{ "notHosts": ["gitlab.harbor.example"] }',
    });
    expect(oxlint()).toEqual([]);
  });

  it('heeds comments that disable, and those of v4ward', () => {
    const [root, unstar, list] = before.split('\n');
    const remarks = [
      root,
      '// eslint-disable-next-line v4ward/no-v3-endpoint',
      unstar,
      '// v4ward-ignore projects-filters -- the proxy in front answers it',
      list,
    ];
    project.write({ 'src/star.mjs': `${remarks.join('\n')}\n` });
    expect(oxlint().map(toPlace)).toEqual([found[0]]);
  });
});

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[];
}

function toPlace({ code, labels: [label] }: Diagnostic): string {
  return `${String(label?.span.line)}:${String(label?.span.column)} ${code}`;
}

function toFolder(name: string): string {
  return name.replace('/', '-');
}
