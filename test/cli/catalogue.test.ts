import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/catalogue/change.js';
import { changes } from '../../src/catalogue/index.js';
import { describeRow } from '../../src/cli/explanation.js';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

const houseRow: Change = {
  id: 'house-badges',
  release: '9.0',
  rule: 'no-v3-endpoint',
  certainty: 'safe',
  says: 'GET /projects/:id/shields becomes GET /projects/:id/badges',
  because: 'The proxy renamed it.',
  source: 'https://wiki.example.com/gitlab-proxy',
  message: 'List the badges.',
  example: { before: 'GET /projects/4/shields', after: 'GET /projects/4/badges' },
  moved: { from: 'GET /projects/:id/shields', to: 'GET /projects/:id/badges' },
};

describe('catalogue', () => {
  it('lists every row', () => {
    const { status, stdout } = runProgram(makeDirectory({}), ['catalogue']);
    expect(status).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(changes.map(({ id }) => id));
  });

  it('lists those that are asked for', () => {
    const { status, stdout } = runProgram(makeDirectory({}), [
      'catalogue',
      '--only',
      'no-global-id',
      '--skip',
      'issue-iid',
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^merge-request-iid .*\ntrigger-by-id .*\n$/);
  });

  it('prints every row with all that it says', () => {
    const { stdout } = runProgram(makeDirectory({}), ['catalogue', '--json']);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(changes)));
  });
});

describe('explain', () => {
  it('says all that a row says', () => {
    const { status, stdout } = runProgram(makeDirectory({}), ['explain', 'project-unstar']);
    const row = changes.find(({ id }) => id === 'project-unstar');
    expect(status).toBe(0);
    for (const text of [row?.says, row?.because, row?.source, row?.message, row?.example.before])
      expect(stdout.replace(/\s+/g, ' ')).toContain(text);
  });

  it('says what was called otherwise, and what has other values', () => {
    const { stdout } = runProgram(makeDirectory({}), ['explain', 'visibility-string']);
    expect(stdout).toContain('Names    visibility_level → visibility\n');
    expect(stdout).toContain('\n         default_project_visibility, with other values\n');
  });

  it.each(changes.map((row) => [row.id, row] as const))('fits %s into the columns of a terminal', (_, row) => {
    const words = describeRow(row, 60)
      .split('\n')
      .filter((line) => !/https:\S+$|\S{30,}/.test(line));
    expect(words.filter(({ length }) => length > 60)).toEqual([]);
  });

  it('says what a rule finds, by any of its names', () => {
    const { status, stdout } = runProgram(makeDirectory({}), ['explain', 'v4ward/no-global-id']);
    expect(status).toBe(0);
    expect(stdout).toContain('Disallow global ids where the GitLab API v4 takes the iid');
    expect(stdout).toMatch(/^ {2}issue-iid {2,}Issue endpoints/m);
    expect(stdout).not.toContain('project-unstar');
    expect(runProgram(makeDirectory({}), ['explain', 'no-global-id']).stdout).toBe(stdout);
  });

  it('says it to programs', () => {
    const root = makeDirectory({});
    const row = JSON.parse(runProgram(root, ['explain', '--json', 'issue-iid']).stdout) as object;
    expect(row).toMatchObject({
      id: 'issue-iid',
      rule: 'no-global-id',
      page: expect.stringMatching(/#issue-iid$/) as string,
    });
    const rule = JSON.parse(runProgram(root, ['explain', 'no-v3-prefix', '--json']).stdout) as object;
    expect(rule).toMatchObject({ rule: 'no-v3-prefix', changes: ['api-prefix'] });
  });

  it('knows the rows of the project', () => {
    const root = makeDirectory({ 'v4ward.config.json': JSON.stringify({ catalogues: [houseRow] }) });
    expect(runProgram(root, ['explain', 'house-badges']).stdout).toContain('The proxy renamed it.');
    expect(runProgram(root, ['explain', 'no-v3-endpoint']).stdout).toContain('  house-badges ');
    expect(runProgram(root, ['catalogue', '--only', 'house-badges']).stdout).toMatch(/^house-badges +9\.0 .*\n$/);
    expect(runProgram(root, ['explain', 'house-badgers']).stderr).toContain('Did you mean "house-badges"?');
  });
});

describe('translate', () => {
  it('refuses what is not UTF-8, such as what PowerShell writes', () => {
    const input = Buffer.from('\uFEFFGET /projects/größe/issues\n', 'utf16le');
    const { status, stdout, stderr } = runProgram(makeDirectory({}), ['translate', '--json'], input);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Standard input is not UTF-8');
  });

  const star = {
    request: 'DELETE /projects/1/star',
    replacement: 'POST /projects/1/unstar',
    changes: ['project-unstar'],
    certainty: 'safe',
  };

  it('prints the v4 form of a request', () => {
    const { status, stdout, stderr } = runProgram(makeDirectory({}), ['translate', 'DELETE /projects/1/star']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'POST /projects/1/unstar\n' });
    expect(stderr).toContain('project-unstar');
  });

  it('prints JSON, one line a request', () => {
    const { status, stdout } = runProgram(
      makeDirectory({}),
      ['translate', '--json'],
      'DELETE /projects/1/star\r\n\nGET /version\n',
    );
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(status).toBe(0);
    expect(lines).toEqual([
      expect.objectContaining(star),
      expect.objectContaining({ replacement: 'GET /version', changes: [], notes: [] }),
    ]);
  });

  it('goes on after a line that is no request, and tells of it', () => {
    const { status, stdout, stderr } = runProgram(
      makeDirectory({}),
      ['translate'],
      'FETCH /x\nDELETE /projects/1/star\n',
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: 'POST /projects/1/unstar\n' });
    expect(stderr).toContain("'FETCH' is no method");
  });
});
