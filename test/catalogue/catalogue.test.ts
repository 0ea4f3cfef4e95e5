import { describe, expect, test } from 'vitest';
import type { Change, RoutePattern } from '../../src/catalogue/change.js';
import { changes, getChange } from '../../src/catalogue/index.js';
import { commonRoutes, distinctiveRoutes, v4Routes } from '../../src/catalogue/routes.js';
import { findRoutes, parseRoute, printRoute } from '../../src/http/route.js';
import type { Route } from '../../src/http/route.js';
import { translateText } from '../../src/http/translate-text.js';
import { pairs } from '../data/read.js';

/** The design's list. */
const ids = `
  projects-search issues-iid-filter merge-requests-iid-filter merge-request-singular project-snippet-expires-at
  project-keys member-conflict project-unstar templates-prefix project-fork todos-mark-as-done projects-filters
  projects-membership pagination environment-stop deploy-key-disable user-block subscriptions issue-labels-and
  branch-parameter merge-when-pipeline-succeeds branch-delete-response project-public subscribed-in-lists
  visibility-string note-votes member-validation-status groups-owned async-removal milestones-iid-filter
  pipelines-basic builds-to-jobs commit-builds pipeline-triggers trigger-description environment-project
  merge-request-iid issue-iid commits-first-page commits-link-header repository-file-path blob-attributes
  repository-file-raw tree-ref skip-confirmation api-prefix delete-no-content raw-blobs merge-request-comments
  merge-request-unapprove trigger-by-id job-events project-fields push-rule application-settings session-removed
`
  .trim()
  .split(/\s+/);

test('the rows are those of the design, in its order, and what came after them', () => {
  expect(changes.map(({ id }) => id).slice(0, ids.length)).toEqual(ids);
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
});

test('a row is found by its id', () => {
  for (const change of changes) expect(getChange(change.id)).toBe(change);
  expect(getChange('nobody-knows')).toBeNull();
  expect(getChange('toString')).toBeNull();
});

describe.each(changes.map((change) => [change.id, change] as const))('%s', (_id, change) => {
  test('has routes of v3 or v4', () => {
    const unknown = listRoutes(change).filter((pattern) => !isKnownRoute(pattern));
    expect(unknown).toEqual([]);
  });

  test('moves to routes of v3 or v4', () => {
    const unknown = listMoves(change).flatMap(({ to }) => (to === null || isKnownRoute(to) ? [] : [to]));
    expect(unknown).toEqual([]);
  });

  test('names of a move are those it takes them from', () => {
    for (const { from, to } of listMoves(change)) {
      if (to !== null) expect(listNames(from)).toEqual(expect.arrayContaining(listNames(to)));
    }
  });

  test('its example becomes what it says, or carries its note', () => {
    const { before, after } = change.example;
    const { replacement, changes: applied, notes, certainty } = translateText(before);
    const isNoted = notes.some((note) => note.change === change.id);
    expect(isNoted || applied.includes(change.id)).toBe(true);
    if (change.identified !== undefined)
      expect({ replacement, certainty }).toEqual({ replacement: before, certainty: 'manual' });
    else expect(withoutOthers(replacement, before, change)).toBe(after);
  });

  test('speaks to a person', () => {
    expect(change.message).toMatch(/\.$/);
    expect(change.because).toMatch(/\.$/);
    expect(change.says).not.toBe('');
    expect(change.source).not.toBe('');
    expect(change.message).not.toMatch(/undefined|\{item\}/);
  });

  test('its rule fits what it does', () => {
    const { moved, on, renamed, revalued, added, needed, identified, prefix, answers, behaves } = change;
    const isEndpoint = moved !== undefined;
    const isParameter = [renamed, revalued, added, needed].some((part) => part !== undefined);
    if (change.rule === 'no-v3-endpoint') expect(isEndpoint).toBe(true);
    if (change.rule === 'no-v3-parameter') expect(isParameter).toBe(true);
    if (change.rule === 'no-global-id') expect(identified).toBeDefined();
    if (change.rule === 'no-v3-prefix') expect(prefix).toBeDefined();
    if (change.rule === 'no-v3-response') expect(answers ?? behaves).toBeDefined();
    if (change.rule === 'review-v4-behavior') expect(answers ?? behaves).toBeDefined();
    if (isParameter || identified !== undefined) expect(on).toBeDefined();
  });

  test('says from and to where values differ', () => {
    for (const answer of change.answers ?? []) {
      for (const field of Object.keys(answer.values ?? {})) expect(Object.keys(answer.fields ?? {})).toContain(field);
    }
  });
});

/** The part of a replacement that is not this row's: only rows whose example needs another row have one. */
function withoutOthers(replacement: string | null, before: string, change: Change): string | null {
  const others = translateText(before).changes.filter((id) => id !== change.id);
  const isOnlyId = others.every((id) => getChange(id)?.identified !== undefined);
  return isOnlyId ? replacement : `${String(replacement)} (also ${others.join(', ')})`;
}

function listMoves({ moved = [] }: Change) {
  return 'from' in moved ? [moved] : moved;
}

function listRoutes(change: Change): RoutePattern[] {
  const { on = [], answers = [], behaves = [] } = change;
  return [...listMoves(change).map(({ from }) => from), ...on, ...answers.flatMap((answer) => answer.on), ...behaves];
}

function listNames(pattern: RoutePattern): string[] {
  const { tokens, query } = parseRoute(pattern);
  const named = tokens.flatMap((token) => (token.kind === 'parameter' ? token.name : []));
  return [...named, ...query.flatMap(({ binding }) => binding ?? [])];
}

const table = [...distinctiveRoutes, ...commonRoutes, ...v4Routes].map(parseRoute);

function isKnownRoute(pattern: RoutePattern): boolean {
  const route = parseRoute(pattern);
  const methods = route.methods === 'any' ? ['any'] : route.methods;
  return methods.every((method) => table.some((other) => hasSameShape(route, other) && takes(other, method)));
}

function takes({ methods }: Route, method: string): boolean {
  return methods === 'any' || method === 'any' || methods.includes(method);
}

function hasSameShape(route: Route, other: Route): boolean {
  const isOpen = route.tokens.at(-1)?.kind === 'rest';
  const own = isOpen ? route.tokens.slice(0, -1) : route.tokens;
  const others = isOpen ? other.tokens.slice(0, own.length) : other.tokens;
  return own.length === others.length && own.every((token, index) => fits(token, others[index]));
}

/** A row may speak of one value of a route's name: the service `builds-email`. */
function fits(token: Route['tokens'][number], other: Route['tokens'][number] | undefined): boolean {
  if (other === undefined) return false;
  if (token.kind === 'literal')
    return other.kind === 'parameter' || (other.kind === 'literal' && other.text === token.text);
  return token.kind === other.kind;
}

describe('the route table', () => {
  const all = [...distinctiveRoutes, ...commonRoutes];

  test('every pattern prints as it was written', () => {
    for (const pattern of [...all, ...v4Routes, ...changes.flatMap(listRoutes)]) {
      expect(printRoute(parseRoute(pattern))).toBe(pattern);
    }
  });

  test('no route stands twice', () => {
    const single = all.flatMap((pattern) => {
      const { methods, tokens } = parseRoute(pattern);
      const shape = tokens.map((token) => (token.kind === 'literal' ? token.text : ':')).join('/');
      return methods === 'any' ? [] : methods.map((method) => `${method} ${shape}`);
    });
    expect(single.filter((route, index) => single.indexOf(route) !== index)).toEqual([]);
  });

  test('holds the v3 request of every pair', () => {
    const notInV3 = ['POST /projects/42/environments/6/stop'];
    const unknown = pairs.filter(({ v3 }) => find(v3).length === 0).map(({ v3 }) => v3);
    expect(unknown).toEqual(notInV3);
  });

  test('every route is found by its own pattern, before others', () => {
    const lost = all.filter((pattern) => {
      const { methods, tokens } = parseRoute(pattern);
      const path = tokens.map((token) => (token.kind === 'literal' ? token.text : 'x1')).join('/');
      const [method = ''] = methods === 'any' ? [] : methods;
      return !find(`${method} /${path}`).includes(pattern);
    });
    expect(lost).toEqual([]);
  });

  test.each([
    ['GET /projects/1/merge_requests', true],
    ['GET /projects/1/merge_request/5', true],
    ['GET /projects/1/repository/tree', true],
    ['GET /projects/owned', true],
    ['GET /projects/1/deploy_keys', true],
    ['GET /projects/1/triggers', true],
    ['GET /projects/1/builds', true],
    ['GET /gitlab_ci_ymls', true],
    ['GET /projects/1', false],
    ['GET /projects', false],
    ['GET /user', false],
    ['GET /users/1', false],
    ['GET /groups/1', false],
    ['GET /projects/1/issues', false],
    ['GET /licenses', false],
    ['GET /user/keys', false],
  ])('%s is distinctive: %s', (request, expected) => {
    expect(findKnown(request).map(({ distinctive }) => distinctive)).toEqual([expected]);
  });

  test.each([
    'GET /repos/acme/site/issues',
    'GET /user/repos',
    'GET /projects/1/work_packages',
    'GET /project/1',
    'GET /acme/site/merge_requests/5',
    'GET /',
  ])('%s is nobody here', (request) => {
    expect(find(request)).toEqual([]);
  });
});

function find(request: string): RoutePattern[] {
  return findKnown(request).map(({ route }) => route.pattern);
}

function findKnown(request: string) {
  const [method = '', address = ''] = request.split(' ');
  const [path = ''] = address.split('?');
  const segments = path
    .split('/')
    .slice(1)
    .map((text) => ({ slash: toText('/'), text: toText(text) }));
  return findRoutes(method, segments);
}

function toText(text: string) {
  return text === '' ? [] : [{ kind: 'known' as const, text, source: null }];
}
