import { describe, expect, it } from 'vitest';
import { RequestTextError, changes, getChange, translate } from 'v4ward/catalogue';
import { runProgram } from '../cli/program.js';
import { makeDirectory } from '../directory.js';

describe('translate, for other programs', () => {
  it('gives for a line what the command prints', () => {
    const line = 'GET https://git.example.com/api/v3/projects/owned?per_page=5';
    const { stdout } = runProgram(makeDirectory({}), ['translate', '--json', line]);
    expect(translate(line)).toEqual(JSON.parse(stdout));
    expect(translate('DELETE /projects/1/star')).toEqual({
      request: 'DELETE /projects/1/star',
      replacement: 'POST /projects/1/unstar',
      changes: ['project-unstar'],
      certainty: 'safe',
      notes: [],
    });
  });

  it.each([
    [{ path: '/projects/owned' }, 'GET /projects?owned=true'],
    [{ method: 'delete', path: '/api/v3/projects/1/star' }, 'POST /api/v4/projects/1/unstar'],
    [
      { path: '/projects?order_by=name#top', query: { per_page: 5 } },
      'GET /projects?order_by=name&per_page=5&membership=true#top',
    ],
    [{ path: '/projects/4/issues', query: { iid: [3, 4] } }, 'GET /projects/4/issues?iids[]=3&iids[]=4'],
    [
      { path: '/projects/4/issues', query: new URLSearchParams({ 'iid[]': '3', labels: 'a b' }) },
      'GET /projects/4/issues?iids[]=3&labels=a%20b',
    ],
    [
      { method: 'POST', path: '/projects', body: { name: 'site', visibility_level: 20, description: undefined } },
      'POST /projects?name=site&visibility=public',
    ],
    [
      {
        method: 'POST',
        path: '/projects/4/repository/files',
        query: { ref: 'main' },
        body: { file_path: 'a/b.md', branch_name: 'main' },
      },
      'POST /projects/4/repository/files/a%2Fb.md?ref=main&branch=main',
    ],
    [{ method: 'POST', path: '/session', body: { login: 'mara' } }, null],
  ])('takes the parts of a request: %j', (request, replacement) => {
    expect(translate(request).replacement).toBe(replacement);
  });

  it.each([['FETCH /projects'], [{ method: 'FETCH', path: '/projects' }], [{ method: 'GET' } as never]])(
    'says what is no request: %j',
    (request) => {
      expect(() => translate(request)).toThrow(RequestTextError);
    },
  );

  it('stands beside the rows', () => {
    expect(getChange('project-unstar')).toBe(changes.find(({ id }) => id === 'project-unstar'));
  });
});
