import { describe, expect, it } from 'vitest';
import { changes } from '../../src/catalogue/index.js';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

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
      expect(stdout).toContain(text);
  });
});

describe('translate', () => {
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
