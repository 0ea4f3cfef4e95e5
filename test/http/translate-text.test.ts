import { describe, expect, test } from 'vitest';
import { RequestTextError } from '../../src/http/translate.js';
import { translateText } from '../../src/http/translate-text.js';
import { pairs, unchanged, under, v4Only } from '../data/read.js';

const host = 'https://git.example.com/api/v3';

describe('the pairs of the facts', () => {
  test.each(pairs)('$v3', ({ v3, v4, changes }) => {
    const line = translateText(v3);
    expect({ replacement: line.replacement, changes: line.changes }).toEqual({ replacement: v4, changes });
  });

  test.each(pairs)('$v3 behind a host', ({ v3, v4, changes }) => {
    const line = translateText(under(host, v3));
    expect(line.request).toBe(under(host, v3));
    expect(line.replacement).toBe(v4 === null ? null : under('https://git.example.com/api/v4', v4));
    expect(new Set(line.changes)).toEqual(new Set([...changes, 'api-prefix']));
  });

  test.each(pairs)('$v3 once moved stays', ({ v3 }) => {
    const once = translateText(under(host, v3)).replacement;
    if (once !== null) expect(translateText(once).replacement).toBe(once);
  });
});

describe('requests that mean the same', () => {
  test.each(unchanged)('$request: $reason', ({ request }) => {
    expect(translateText(request)).toMatchObject({ request, replacement: request, changes: [], certainty: 'safe' });
  });

  test.each(unchanged)('$request under v4', ({ request }) => {
    const line = under('/api/v4', request);
    expect(translateText(line)).toEqual({
      request: line,
      replacement: line,
      changes: [],
      certainty: 'safe',
      notes: [],
    });
  });

  test.each(unchanged)('$request under v3 has only its prefix changed', ({ request }) => {
    const { replacement, changes } = translateText(under('/api/v3', request));
    expect({ replacement, changes }).toEqual({ replacement: under('/api/v4', request), changes: ['api-prefix'] });
  });
});

describe('requests of v4', () => {
  test.each(v4Only)('$request: $reason', ({ request }) => {
    const line = under('https://git.example.com/api/v4', request);
    expect(translateText(line)).toEqual({
      request: line,
      replacement: line,
      changes: [],
      certainty: 'safe',
      notes: [],
    });
  });
});

describe('leftovers under v4', () => {
  test.each([
    ['GET /projects/owned', 'GET /projects?owned=true', 'projects-filters'],
    ['GET /projects/all', 'GET /projects', 'projects-filters'],
    ['GET /projects/search/wiki', 'GET /projects?search=wiki', 'projects-search'],
    ['GET /groups/owned', 'GET /groups?owned=true', 'groups-owned'],
    ['GET /projects/42/builds?scope=failed', 'GET /projects/42/jobs?scope=failed', 'builds-to-jobs'],
    ['GET /projects/42/merge_request/12', 'GET /projects/42/merge_requests/12', 'merge-request-singular'],
    ['POST /projects/fork/42', 'POST /projects/42/fork', 'project-fork'],
    ['DELETE /projects/42/star', 'POST /projects/42/unstar', 'project-unstar'],
    ['PUT /users/17/block', 'POST /users/17/block', 'user-block'],
    ['DELETE /todos', 'POST /todos/mark_as_done', 'todos-mark-as-done'],
    ['GET /licenses/mit', 'GET /templates/licenses/mit', 'templates-prefix'],
    ['DELETE /projects/42/issues/12/subscription', 'POST /projects/42/issues/12/unsubscribe', 'subscriptions'],
    [
      'POST /projects/42/repository/branches?branch_name=a',
      'POST /projects/42/repository/branches?branch=a',
      'branch-parameter',
    ],
    [
      'PUT /projects/42/repository/files/a.md?branch_name=a',
      'PUT /projects/42/repository/files/a.md?branch=a',
      'branch-parameter',
    ],
    ['GET /projects/42/repository/tree?ref_name=a', 'GET /projects/42/repository/tree?ref=a', 'tree-ref'],
    ['GET /projects/42/issues?iid=7', 'GET /projects/42/issues?iids[]=7', 'issues-iid-filter'],
    ['POST /projects?visibility_level=20', 'POST /projects?visibility=public', 'visibility-string'],
    ['POST /projects?public=true', 'POST /projects?visibility=public', 'project-public'],
    ['POST /users?confirm=false', 'POST /users?skip_confirmation=true', 'skip-confirmation'],
    [
      'GET /projects/42/repository/blobs/a?file_path=b',
      'GET /projects/42/repository/files/b/raw?ref=a',
      'repository-file-raw',
    ],
    [
      'PUT /application/settings?default_group_visibility=0',
      'PUT /application/settings?default_group_visibility=private',
      'visibility-string',
    ],
  ])('%s', (before, after, change) => {
    expect(translateText(under('/api/v4', before))).toEqual({
      request: under('/api/v4', before),
      replacement: under('/api/v4', after),
      changes: [change],
      certainty: 'safe',
      notes: [],
    });
  });

  test('a route that v4 has nothing for', () => {
    expect(translateText('POST /api/v4/session')).toMatchObject({ replacement: null, changes: ['session-removed'] });
    expect(translateText('GET /api/v4/projects/1/repository/commits/a/builds')).toMatchObject({ replacement: null });
  });
});

describe('encoding', () => {
  test.each([
    ['a b.md', 'a%20b.md'],
    ['a%20b.md', 'a%20b.md'],
    ['a+b.md', 'a%20b.md'],
    ['a%2Bb.md', 'a%2Bb.md'],
    ['a/b/c.md', 'a%2Fb%2Fc.md'],
    ['a%2fb%2Fc.md', 'a%2fb%2Fc.md'],
    ['a%26b%3F.md', 'a%26b%3F.md'],
    ['100%.md', '100%25.md'],
    ['ä/日本.md', '%C3%A4%2F%E6%97%A5%E6%9C%AC.md'],
    ['%C3%A4.md', '%C3%A4.md'],
    ['😀.md', '%F0%9F%98%80.md'],
    ['.gitlab-ci.yml', '.gitlab-ci.yml'],
    ["it's(1)!.md", "it's(1)!.md"],
    ['a=b.md', 'a%3Db.md'],
    ['a;b,c@d:e', 'a%3Bb%2Cc%40d%3Ae'],
  ])('the query value %s is the segment %s', (value, segment) => {
    expect(translateText(`GET /projects/1/repository/files?file_path=${value}&ref=x`).replacement).toBe(
      `GET /projects/1/repository/files/${segment}?ref=x`,
    );
  });

  test.each([
    ['a+b', 'a%2Bb'],
    ['a%2Fb', 'a%2Fb'],
    ['a%20b', 'a%20b'],
    ['a&b', 'a%26b'],
    ['a=b', 'a%3Db'],
    ['ü', '%C3%BC'],
    ['v1.0', 'v1.0'],
  ])('the segment %s is the query value %s', (segment, value) => {
    expect(translateText(`GET /projects/search/${segment}`).replacement).toBe(`GET /projects?search=${value}`);
    expect(translateText(`GET /projects/1/repository/blobs/${segment}?filepath=f`).replacement).toBe(
      `GET /projects/1/repository/files/f/raw?ref=${value}`,
    );
  });

  test('names and values may be encoded', () => {
    expect(translateText('GET /projects/1/merge_requests?iid%5B%5D=4').replacement).toBe(
      'GET /projects/1/merge_requests?iids%5B%5D=4',
    );
    expect(translateText('GET /projects/1/merge_requests?iid%5b0%5d=4').replacement).toBe(
      'GET /projects/1/merge_requests?iids%5b0%5d=4',
    );
    expect(translateText('GET /projects/1/merge_requests?iid[0]=4&iid[1]=5').replacement).toBe(
      'GET /projects/1/merge_requests?iids[0]=4&iids[1]=5',
    );
    expect(translateText('PUT /projects/1?visibility%5Flevel=%32%30').replacement).toBe(
      'PUT /projects/1?visibility=public',
    );
  });

  test('a namespaced id is kept', () => {
    expect(translateText('DELETE /projects/acme%2Fsite/star').replacement).toBe('POST /projects/acme%2Fsite/unstar');
    expect(translateText('POST /projects/fork/acme%2Fsite').replacement).toBe('POST /projects/acme%2Fsite/fork');
  });
});

describe('addresses', () => {
  test.each([
    [
      'GET https://git.example.com:8443/api/v3/groups/owned',
      'GET https://git.example.com:8443/api/v4/groups?owned=true',
    ],
    ['GET //git.example.com/api/v3/groups/owned', 'GET //git.example.com/api/v4/groups?owned=true'],
    ['GET git.example.com/api/v3/groups/owned', 'GET git.example.com/api/v4/groups?owned=true'],
    ['GET /gitlab/api/v3/groups/owned', 'GET /gitlab/api/v4/groups?owned=true'],
    ['GET api/v3/groups/owned', 'GET api/v4/groups?owned=true'],
    ['GET /api/v3//groups/owned', 'GET /api/v4//groups?owned=true'],
    ['GET /api/v3/groups/owned/', 'GET /api/v4/groups/?owned=true'],
    ['GET /api/v3/groups/owned#top', 'GET /api/v4/groups?owned=true#top'],
    ['GET /api/v3/groups/owned?', 'GET /api/v4/groups?owned=true'],
    ['GET groups/owned', 'GET groups?owned=true'],
    ['GET licenses', 'GET templates/licenses'],
    ['GET gitignores/Node', 'GET templates/gitignores/Node'],
    ['DELETE /projects/1/star/', 'POST /projects/1/unstar/'],
    ['GET /api/v3', 'GET /api/v4'],
    ['GET /api/v3/', 'GET /api/v4/'],
    ['GET /api/v3/nobody/knows?this=one', 'GET /api/v4/nobody/knows?this=one'],
    ['  get   /groups/owned  ', 'GET /groups?owned=true'],
    ['HEAD /groups/owned', 'HEAD /groups?owned=true'],
    ['HEAD /projects/1/repository/files?file_path=a', 'HEAD /projects/1/repository/files/a'],
    ['Put\t/users/1/block', 'POST /users/1/block'],
  ])('%s', (before, after) => {
    expect(translateText(before).replacement).toBe(after);
  });

  test.each(['', '   ', 'GET', '/projects', 'FETCH /projects', 'projects/owned', 'GET /a\nGET /b'])(
    'refuses %j',
    (line) => {
      expect(() => translateText(line)).toThrow(RequestTextError);
      expect(() => translateText(line)).toThrow(/Write it as in 'DELETE \/projects\/1\/star'/);
    },
  );
});

describe('values', () => {
  test.each([
    ...['true', 'TRUE', 't', 'yes', '1', 'on', 'On'].map((word) => [word, 'public'] as const),
    ...['false', 'False', 'f', 'no', '0', 'off'].map((word) => [word, 'private'] as const),
  ])('public=%s is visibility=%s', (word, visibility) => {
    expect(translateText(`PUT /projects/1?public=${word}`)).toMatchObject({
      replacement: `PUT /projects/1?visibility=${visibility}`,
      certainty: 'safe',
    });
  });

  test.each(['50', '', 'perhaps'])('visibility_level=%s is for a person', (value) => {
    const line = `PUT /projects/1?visibility_level=${value}`;
    expect(translateText(line)).toMatchObject({
      replacement: line,
      changes: ['visibility-string'],
      certainty: 'manual',
    });
  });

  test('a number of a page that is none is for a person', () => {
    const line = 'GET /projects/1/repository/commits?page=last';
    expect(translateText(line)).toMatchObject({
      replacement: line,
      changes: ['commits-first-page'],
      certainty: 'manual',
    });
  });

  test('v4 words under the v3 name only lose the name', () => {
    expect(translateText('POST /groups?visibility_level=internal')).toMatchObject({
      replacement: 'POST /groups?visibility=internal',
      certainty: 'safe',
    });
  });

  test('public yields to visibility_level wherever it stands', () => {
    expect(translateText('POST /projects?visibility_level=10&public=true').replacement).toBe(
      'POST /projects?visibility=internal',
    );
    expect(translateText('POST /projects?public=true&a=b&visibility_level=10').replacement).toBe(
      'POST /projects?a=b&visibility=internal',
    );
  });

  test('code that sends both names keeps the v4 one', () => {
    expect(translateText('POST /projects/1/repository/branches?branch_name=a&branch=a&ref=b')).toMatchObject({
      replacement: 'POST /projects/1/repository/branches?branch=a&ref=b',
      certainty: 'suggestion',
    });
  });
});

describe('certainty', () => {
  test.each([
    ['GET /projects/1/issues/5', 'issue-iid'],
    ['GET /projects/1/merge_requests/5/notes/6', 'merge-request-iid'],
    ['DELETE /projects/1/triggers/abc', 'trigger-by-id'],
    ['POST /projects/1/triggers', 'trigger-description'],
    ['POST /projects/1/triggers?ref=a', 'trigger-description'],
  ])('%s keeps its address and is for a person', (line, change) => {
    expect(translateText(line)).toMatchObject({ replacement: line, changes: [change], certainty: 'manual' });
  });

  test('notes leave it alone', () => {
    const line = translateText('DELETE /projects/1');
    expect(line.certainty).toBe('safe');
    expect(line.changes).toEqual([]);
    expect(line.notes.map(({ change }) => change)).toEqual(['async-removal']);
  });
});

describe('notes', () => {
  test.each([
    ['GET /issues?labels=a,b', ['issue-labels-and', 'subscribed-in-lists']],
    ['GET /issues', ['subscribed-in-lists']],
    ['GET /issues?labels=a%2Cb', ['issue-labels-and', 'subscribed-in-lists']],
    ['GET /issues?labels=a', ['subscribed-in-lists']],
    ['GET /issues?labels=a,', ['subscribed-in-lists']],
    ['GET /groups/1/issues?labels=a,b', ['subscribed-in-lists']],
    ['DELETE /projects/1/repository/merged_branches', ['async-removal']],
    ['DELETE /projects/1/repository/branches/a', ['branch-delete-response']],
    ['DELETE /projects/1/repository/branches/a/b', ['branch-delete-response']],
    ['DELETE /projects/1/hooks/5', ['delete-no-content']],
    ['DELETE /projects/1/repository/tags/v1.0', ['delete-no-content']],
    ['GET /projects/1/repository/tags', ['pagination']],
    ['GET /projects/1/snippets/3/notes', ['note-votes']],
    ['GET /projects/1/snippets/3', ['project-snippet-expires-at']],
    ['GET /projects/1/pipelines', ['pipelines-basic']],
    ['GET /projects/1/environments', ['environment-project']],
    ['GET /projects/1/repository/commits', ['commits-link-header']],
    ['GET /projects/1/repository/blobs/a', ['blob-attributes']],
    ['POST /projects/1/members', ['member-conflict', 'member-validation-status']],
    ['POST /groups/1/members', ['member-validation-status']],
    ['GET /projects/1', ['project-fields']],
    ['GET /projects/1/hooks', ['job-events']],
    ['GET /application/settings', ['visibility-string', 'application-settings']],
    ['DELETE /projects/1/star', []],
    ['DELETE /todos/5', []],
    ['GET /user', []],
    ['GET /api/v4/projects/1', []],
    ['DELETE /api/v4/projects/1/hooks/5', []],
  ])('%s: %j', (line, expected) => {
    const { notes } = translateText(line);
    expect(notes.map(({ change }) => change)).toEqual(expected);
    for (const note of notes) expect(Object.keys(note)).toEqual(['change', 'says']);
  });
});
