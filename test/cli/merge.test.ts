import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '../../src/reporters/document.js';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

const star = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";

function parse(text: string): ReportDocument {
  return JSON.parse(text) as ReportDocument;
}

describe('merge', () => {
  it('joins what check printed, in any format', () => {
    const root = makeDirectory({ 'web/a.js': star, 'bot/b.js': star + star, 'fine/c.js': '' });
    mkdirSync(join(root, 'reports'));
    for (const name of ['web', 'bot', 'fine'])
      runProgram(join(root, name), ['check', '--quiet', '--report', `json=../reports/${name}.json`]);
    const reports = ['web', 'bot', 'fine'].map((name) => `reports/${name}.json`);
    const { status, stdout } = runProgram(root, ['merge', ...reports, '--format', 'json', '--report', 'text=all.txt']);
    const { summary, repositories, findings } = parse(stdout);
    expect(status).toBe(1);
    expect(summary).toMatchObject({ files: 3, requests: 3, findings: 6, safe: 6 });
    expect(repositories?.map(({ name, summary: own }) => [name, own.findings])).toEqual([
      ['bot', 4],
      ['fine', 0],
      ['web', 2],
    ]);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(6);
    expect(readFileSync(join(root, 'all.txt'), 'utf8')).toContain('bot/b.js\n');
    expect(runProgram(root, ['merge', ...reports, '--fail-on', 'never']).status).toBe(0);
  });

  it('leaves one report as it is', () => {
    const root = makeDirectory({ 'a.js': star });
    const { stdout } = runProgram(root, ['check', '--format', 'json', '--report', 'json=one.json']);
    expect(runProgram(root, ['merge', 'one.json', './one.json', '--format', 'json']).stdout).toBe(stdout);
  });

  it('names reports of the same name by their directories', () => {
    const root = makeDirectory({ 'a.js': star });
    for (const team of ['one', 'two']) runProgram(root, ['check', '--quiet', '--report', `json=${team}/v4ward.json`]);
    const { stdout } = runProgram(root, ['merge', 'one/v4ward.json', './two/v4ward.json', '--format', 'json']);
    expect(parse(stdout).repositories?.map(({ name }) => name)).toEqual(['one/v4ward', 'two/v4ward']);
  });

  it('says which file is wrong, and where', () => {
    const root = makeDirectory({ 'a.json': '{ "version": 1, "summary": {} }', 'b.json': '{ "version": 2 }' });
    const run = (...args: string[]) => runProgram(root, ['merge', ...args]);
    expect(run('a.json')).toMatchObject({ status: 2, stdout: '' });
    expect(run('a.json').stderr).toContain(
      'a.json is no report of v4ward: "summary.files" is missing; expected a number',
    );
    expect(run('b.json').stderr).toContain('b.json is a report of version 2');
    expect(run('none.json').stderr).toContain('The report none.json cannot be read');
    expect(run().stderr).toContain('Say which files');
  });

  it('does not join what it wrote itself', () => {
    const root = makeDirectory({ 'a.js': star });
    runProgram(root, ['check', '--quiet', '--report', 'json=one.json']);
    writeFileSync(join(root, 'all.json'), readFileSync(join(root, 'one.json')));
    const { status, stderr } = runProgram(root, ['merge', 'one.json', 'all.json', '--report', 'json=./all.json']);
    expect(status).toBe(2);
    expect(stderr).toContain('among those that are to be merged');
  });
});
