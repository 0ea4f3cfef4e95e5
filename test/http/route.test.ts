import { describe, expect, test } from 'vitest';
import {
  RoutePatternError,
  RouteTable,
  findRoutes,
  hasMethod,
  matchPath,
  parseRoute,
  printRoute,
} from '../../src/http/route.js';
import { show } from '../../src/http/text.js';
import { symbolic } from './symbolic.js';

function toSegments(path: string) {
  return symbolic(`GET ${path}`).segments;
}

/** What each token took, or null. */
function match(pattern: string, path: string): string[] | null {
  const found = matchPath(parseRoute(pattern), toSegments(path));
  return found === null ? null : found.taken.map((segments) => segments.map(({ text }) => show(text)).join('/'));
}

describe('a pattern', () => {
  test.each([
    'GET /projects',
    'POST|PUT /projects/:id/merge_requests/:merge_request_id/merge',
    '* /projects/:id/builds/*',
    'POST /projects/:id/ref/:ref+/trigger/builds',
    'GET /projects/:id/repository/blobs/:sha?filepath|file_path=:file_path',
    'PUT /projects/:id?state_event=merge',
    'GET /projects?a=:a&b',
  ])('%s is printed as it was written', (pattern) => {
    expect(printRoute(parseRoute(pattern))).toBe(pattern);
  });

  test.each(['', 'GET', '/projects', 'get /projects', 'GET projects', 'GET|/projects', 'GET /a b'])(
    '%j is none',
    (pattern) => {
      expect(() => parseRoute(pattern)).toThrow(RoutePatternError);
      expect(() => parseRoute(pattern)).toThrow(/is no route.*as in 'GET \/projects\/:id'/);
    },
  );

  test('is parsed once', () => {
    expect(parseRoute('GET /user')).toBe(parseRoute('GET /user'));
  });

  test('with GET answers HEAD', () => {
    expect(hasMethod(parseRoute('GET /user'), 'HEAD')).toBe(true);
    expect(hasMethod(parseRoute('POST /user'), 'HEAD')).toBe(false);
    expect(hasMethod(parseRoute('* /user'), 'PATCH')).toBe(true);
  });
});

describe('a path', () => {
  test.each([
    ['GET /projects/:id', '/projects/1', ['projects', '1']],
    ['GET /projects/:id', 'projects/1', ['projects', '1']],
    ['GET /projects/:id', '/projects/1/', ['projects', '1']],
    ['GET /projects/:id', '//projects/1//', ['projects', '1']],
    ['GET /projects/:id', '/projects/acme%2Fsite', ['projects', 'acme%2Fsite']],
    ['GET /projects/:id', '/projects/{id}', ['projects', '{}']],
    ['GET /projects/:id', '/projects/a-{id}', ['projects', 'a-{}']],
    ['GET /projects/:id', '/projects', null],
    ['GET /projects/:id', '/projects//', null],
    ['GET /projects/:id', '/projects/1/2', null],
    ['GET /projects/:id/star', '/projects//star', null],
    ['GET /projects/:id/star', '/projects/1/{what}', null],
    ['GET /projects/:id/star', '/projects/1/star{what}', null],
    ['GET /projects/:id/star', '/projects/1/Star', null],
    ['GET /projects', '/api/projects', null],
    ['GET /a/*', '/a', ['a', '']],
    ['GET /a/*', '/a/b/c', ['a', 'b/c']],
    ['GET /a/:b+', '/a', null],
    ['GET /a/:b+', '/a/b/c', ['a', 'b/c']],
    ['GET /a/:b+/c', '/a/b/c', ['a', 'b', 'c']],
    ['GET /a/:b+/c', '/a/b/c/c', ['a', 'b/c', 'c']],
    ['GET /a/:b+/c', '/a/c', null],
    ['GET /a/:b+/:c+/d', '/a/1/2/3/d', ['a', '1/2', '3', 'd']],
  ])('%s and %s: %j', (pattern, path, expected) => {
    expect(match(pattern, path)).toEqual(expected);
  });
});

describe('the route of a request', () => {
  const find = (method: string | null, path: string) =>
    findRoutes(method, toSegments(path)).map(({ route }) => route.pattern);

  test.each([
    ['GET', '/projects/owned', ['GET /projects/owned']],
    ['GET', '/projects/5', ['GET|PUT|DELETE /projects/:id']],
    ['PUT', '/projects/owned', ['GET|PUT|DELETE /projects/:id']],
    [null, '/projects/owned', ['GET /projects/owned']],
    ['GET', '/projects/{id}', ['GET|PUT|DELETE /projects/:id']],
    ['GET', '/projects/{id}/', ['GET|PUT|DELETE /projects/:id']],
    ['GET', '/snippets/public', ['GET /snippets/public']],
    ['GET', '/runners/all', ['GET /runners/all']],
    ['GET', '/projects/search/issues', ['GET /projects/search/:query']],
    ['GET', '/projects/1/repository/branches/a/b', ['GET|DELETE /projects/:id/repository/branches/:branch+']],
    ['PUT', '/projects/1/repository/branches/a/b/protect', ['PUT /projects/:id/repository/branches/:branch+/protect']],
    ['GET', '/projects/1/builds/artifacts/a/b/download', ['GET /projects/:id/builds/artifacts/:ref_name+/download']],
    ['GET', '/projects/1/repository/archive.tar.gz', ['GET /projects/:id/repository/archive.tar.gz']],
    ['PATCH', '/projects', []],
    ['GET', '/{what}/1', []],
    ['GET', '{base}/projects', ['GET|POST /projects']],
    ['GET', '', []],
  ])('%s %s', (method, path, expected) => {
    expect(find(method, path)).toEqual(expected);
  });

  test('without a method in sight is any of its path', () => {
    expect(find(null, '/runners')).toEqual(['GET /runners', 'POST|DELETE /runners']);
  });
});

test('a table says which of its routes is nearest', () => {
  const routes = ['GET /a/:b/*', 'GET /a/:b+', 'GET /a/:b', 'GET /a/b', 'GET /a/b/*'].map((pattern) => ({
    route: parseRoute(pattern),
  }));
  const table = new RouteTable(routes);
  const find = (path: string) => table.find('GET', toSegments(path)).map(({ route }) => route.pattern);
  expect(find('/a/b')).toEqual(['GET /a/b', 'GET /a/b/*']);
  expect(find('/a/b/c')).toEqual(['GET /a/b/*']);
  expect(find('/a/c/d')).toEqual(['GET /a/:b/*']);
});
