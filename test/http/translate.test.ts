import { describe, expect, test } from 'vitest';
import type { Request } from '../../src/http/request.js';
import { printAddress } from '../../src/http/request.js';
import type { Piece } from '../../src/http/text.js';
import { show } from '../../src/http/text.js';
import type { Translation } from '../../src/http/translate.js';
import { translate } from '../../src/http/translate.js';
import { property, symbolic } from './symbolic.js';

function print(request: Request | null): string | null {
  return request === null ? null : `${show(request.method)} ${show(printAddress(request))}`;
}

function piecesOf(request: Request): Piece[] {
  const parameters = request.parameters.flatMap(({ name, value }) => [...name, ...(value ?? [])]);
  return [
    ...request.method,
    ...request.base,
    ...request.segments.flatMap(({ slash, text }) => [...slash, ...text]),
    ...parameters,
  ];
}

function idsOf({ steps }: Translation): string[] {
  return steps.map(({ change }) => change.id);
}

function stepOf(translation: Translation, id: string) {
  const step = translation.steps.find(({ change }) => change.id === id);
  if (step === undefined) throw new Error(`no step of ${id}`);
  return step;
}

/** Each character of the output as `file:offset` where it comes from, or as itself. */
function originsOf(request: Request | null): string[] {
  if (request === null) return [];
  return printAddress(request).flatMap((piece) => {
    if (piece.kind === 'hole') return [`{${piece.label}}`];
    const { source, text } = piece;
    return text.split('').map((character, index) => (source === null ? `+${character}` : String(source.start + index)));
  });
}

function listNumbers(start: number, end: number): string[] {
  return Array.from({ length: end - start }, (_, index) => String(start + index));
}

describe('pieces that stay are the same pieces', () => {
  test.each([
    ['DELETE {base}/projects/{id}/star', 'POST {}/projects/{}/unstar'],
    ['POST {base}/projects/fork/{id}', 'POST {}/projects/{}/fork'],
    ['GET {base}/projects/{id}/builds/{build}/trace', 'GET {}/projects/{}/jobs/{}/trace'],
    ['GET {base}/projects/{id}/merge_request/{mr.id}/changes', 'GET {}/projects/{}/merge_requests/{}/changes'],
    ['GET {base}/licenses/{key}', 'GET {}/templates/licenses/{}'],
    ['DELETE {base}/projects/{id}/keys/{key}/disable', 'DELETE {}/projects/{}/deploy_keys/{}'],
    [
      'GET {base}/projects/{id}/repository/tree?path={p}&ref_name={ref}',
      'GET {}/projects/{}/repository/tree?path={}&ref={}',
    ],
    [
      'POST {base}/projects/{id}/ref/{ref}/trigger/builds?token={t}',
      'POST {}/projects/{}/ref/{}/trigger/pipeline?token={}',
    ],
    ['PUT {base}/users/{id}/block', 'POST {}/users/{}/block'],
    ['PUT {host}/{root}/projects/{id}/merge_request/{iid}/merge', 'PUT {}/{}/projects/{}/merge_requests/{}/merge'],
    ['GET https://{host}/{root}/projects/{id}/builds', 'GET https://{}/{}/projects/{}/jobs'],
    ['GET {groups}/{id}/projects', 'GET {}/{}/projects'],
  ])('%s', (before, after) => {
    const request = symbolic(before);
    const { replacement } = translate(request);
    expect(print(replacement)).toBe(after);
    const holes = piecesOf(request).filter(({ kind }) => kind === 'hole');
    const kept = replacement === null ? [] : piecesOf(replacement);
    for (const hole of holes) expect(kept).toContain(hole);
  });

  test('a request with nothing to change is the same request', () => {
    for (const line of [
      'GET {base}/projects/{id}',
      'GET {base}/projects/{id}/issues/{issue.id}',
      'POST {base}/projects/{id}/triggers',
    ]) {
      const request = symbolic(line);
      expect(translate(request).replacement).toBe(request);
    }
  });

  test('segments that stay are the same segments, with what differs alone between them', () => {
    const request = symbolic('GET {base}/projects/{id}/builds/{build}/trace');
    const { replacement } = translate(request);
    expect(replacement?.segments.map((segment) => request.segments.includes(segment))).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(replacement?.segments[2]?.slash).toBe(request.segments[2]?.slash);
  });

  test('every character knows where it comes from', () => {
    const { replacement } = translate(symbolic('GET https://h/api/v3/projects/1/merge_requests?iid[]=5'));
    expect(originsOf(replacement)).toEqual([
      ...listNumbers(0, 14),
      ...['+v', '+4'],
      ...listNumbers(16, 43),
      ...['+i', '+i', '+d', '+s', '+[', '+]'],
      ...['48', '49'],
    ]);
  });

  test('a name is replaced as a whole, and its value stays', () => {
    const request = symbolic('PUT /projects/1/merge_requests/2/merge?merge_when_build_succeeds=true');
    const [parameter] = translate(request).replacement?.parameters ?? [];
    expect(parameter?.name).toEqual([{ kind: 'known', text: 'merge_when_pipeline_succeeds', source: null }]);
    expect(parameter?.value).toBe(request.parameters[0]?.value);
    expect(parameter?.written).toBe(request.parameters[0]?.written);
  });

  test('a version that stands in a piece of its own changes there', () => {
    const request = symbolic('GET https://{host}/api^/v3^/user');
    const { replacement } = translate(request);
    expect(print(replacement)).toBe('GET https://{}/api/v4/user');
    expect(replacement?.base.slice(0, 3)).toEqual(request.base.slice(0, 3));
    expect(replacement?.version).toBe('v4');
  });

  test('a value that moves into the path keeps the characters that need no encoding', () => {
    const { replacement } = translate(symbolic('GET /projects/1/repository/files?file_path=docs/a b/{name}.md&ref=x'));
    expect(show(printAddress(replacement ?? symbolic('GET /')))).toBe(
      '/projects/1/repository/files/docs%2Fa%20b%2F{}.md?ref=x',
    );
    const texts = replacement?.segments[4]?.text ?? [];
    expect(
      texts
        .filter((piece) => piece.kind === 'known' && piece.source !== null)
        .map((piece) => piece.kind === 'known' && piece.text),
    ).toEqual(['docs', 'a', 'b', '.md']);
  });

  test('a value that needs no encoding moves as it is', () => {
    const request = symbolic('GET /projects/1/repository/files?file_path=^README.md^&ref=x');
    const value = request.parameters[0]?.value ?? [];
    expect(translate(request).replacement?.segments[4]?.text).toEqual(value);
    expect(translate(request).replacement?.segments[4]?.text[0]).toBe(value[0]);
  });
});

describe('holes', () => {
  test('one that moves into the path is encoded there, once', () => {
    const raw = translate(symbolic('GET /projects/1/repository/files?file_path={path}&ref=x'));
    expect(raw.replacement?.segments[4]?.text).toMatchObject([{ label: 'path', wrap: 'encode', encoded: true }]);
    expect(raw.certainty).toBe('safe');
    const request = symbolic('GET /projects/1/repository/files?file_path={!path}&ref=x');
    const [hole] = request.parameters[0]?.value ?? [];
    expect(translate(request).replacement?.segments[4]?.text[0]).toBe(hole);
  });

  test('one of a record is encoded when it moves into the path', () => {
    const request = symbolic('GET /projects/1/repository/files', {
      parameters: [property('ref', 'x'), property('file_path', 'a b/100%/c+d%20.md')],
    });
    const { replacement } = translate(request);
    expect(replacement?.segments.map(({ text }) => show(text)).at(-1)).toBe('a%20b%2F100%25%2Fc%2Bd%2520.md');
    expect(replacement?.parameters).toEqual([request.parameters[0]]);
    expect(replacement?.parameters[0]).toBe(request.parameters[0]);
  });

  test('one that moves into the query is encoded there, once', () => {
    const raw = translate(symbolic('GET /projects/search/{words}')).replacement;
    expect(raw?.parameters).toMatchObject([
      { value: [{ label: 'words', wrap: 'encode' }], written: { in: 'nowhere' } },
    ]);
    const encoded = translate(symbolic('GET /projects/search/{!words}')).replacement;
    expect(encoded?.parameters[0]?.value?.[0]).not.toHaveProperty('wrap');
  });

  test('they match names, never words', () => {
    for (const line of [
      'GET /projects/{filter}',
      'GET /projects/{id}/{what}',
      'GET /{what}/owned',
      'DELETE /projects/1/{what}',
    ]) {
      expect(idsOf(translate(symbolic(line)))).toEqual([]);
    }
    expect(idsOf(translate(symbolic('GET /projects/{a}/merge_request{b}/5')))).toEqual([]);
  });

  test('one whose value v4 calls otherwise is for a person', () => {
    const request = symbolic('POST /projects?name=n&visibility_level={level}');
    const translation = translate(request);
    expect(translation.certainty).toBe('manual');
    expect(translation.replacement).toBe(request);
    expect(stepOf(translation, 'visibility-string').reason).toMatch(/0 is private, 10 is internal, 20 is public/);
  });

  test('one that is turned round or counted on is a suggestion that names what must hold', () => {
    const users = translate(symbolic('POST /users?confirm={ask}'));
    expect(users.replacement?.parameters).toMatchObject([{ value: [{ label: 'ask', wrap: 'not' }] }]);
    expect(stepOf(users, 'skip-confirmation')).toMatchObject({
      certainty: 'suggestion',
      reason: '`ask` holds a boolean',
    });
    const commits = translate(symbolic('GET /projects/1/repository/commits?page={n}&per_page=5'));
    expect(commits.replacement?.parameters[0]).toMatchObject({ value: [{ label: 'n', wrap: 'increment' }] });
    expect(stepOf(commits, 'commits-first-page')).toMatchObject({
      certainty: 'suggestion',
      reason: '`n` holds a number',
    });
  });

  test('one among other text cannot be turned round', () => {
    const commits = translate(symbolic('GET /projects/1/repository/commits?page=1{n}'));
    expect(stepOf(commits, 'commits-first-page').certainty).toBe('manual');
    expect(commits.replacement).toBe(commits.request);
  });
});

describe('records', () => {
  test('a renamed property keeps its value and its place', () => {
    const own = property('branch_name', '{branch}', 'body');
    const request = symbolic('POST /projects/{id}/repository/branches', {
      parameters: [own, property('ref', 'main', 'body')],
    });
    const { replacement, certainty } = translate(request);
    expect(certainty).toBe('safe');
    expect(replacement?.parameters.map(({ name }) => show(name))).toEqual(['branch', 'ref']);
    expect(replacement?.parameters[0]?.value).toBe(own.value);
    expect(replacement?.parameters[0]?.written).toBe(own.written);
    expect(replacement?.parameters[1]).toBe(request.parameters[1]);
  });

  test('what is added stands nowhere yet', () => {
    const request = symbolic('GET {base}/projects', { parameters: [property('per_page', '100')] });
    expect(translate(request).replacement?.parameters).toMatchObject([
      { written: { in: 'record' } },
      { location: 'query', written: { in: 'nowhere' }, name: [{ text: 'membership' }], value: [{ text: 'true' }] },
    ]);
  });

  test('a list keeps its name without brackets, which clients write that do not all write them', () => {
    const request = symbolic('GET /projects/1/merge_requests', { parameters: [property('iid', null)] });
    const { replacement, certainty } = translate(request);
    expect(replacement?.parameters.map(({ name }) => show(name))).toEqual(['iids']);
    expect(certainty).toBe('suggestion');
  });

  test('one value under a name that wants a list is a suggestion', () => {
    const request = symbolic('GET /projects/1/merge_requests', { parameters: [property('iid', '{n}')] });
    expect(translate(request)).toMatchObject({ certainty: 'suggestion' });
    expect(show(translate(request).replacement?.parameters[0]?.name ?? [])).toBe('iids[]');
  });

  test('a list cannot move into the path', () => {
    const request = symbolic('GET /projects/1/repository/files', { parameters: [property('file_path', null)] });
    const translation = translate(request);
    expect(translation.replacement).toBe(request);
    expect(stepOf(translation, 'repository-file-path').certainty).toBe('manual');
  });
});

describe('a method out of sight', () => {
  test.each([
    ['{m} /api/v3/projects/owned', '{} /api/v4/projects?owned=true', 'safe', ['projects-filters', 'api-prefix']],
    ['{m} /projects/1/builds', '{} /projects/1/jobs', 'safe', ['builds-to-jobs']],
    ['{m} /projects/1/builds/2/{action}', '{} /projects/1/jobs/2/{}', 'safe', ['builds-to-jobs']],
    [
      '{m} /projects/1/merge_request/5',
      '{} /projects/1/merge_requests/5',
      'manual',
      ['merge-request-singular', 'merge-request-iid'],
    ],
    [
      '{m} /projects/1/repository/files?file_path=a',
      '{} /projects/1/repository/files/a',
      'safe',
      ['repository-file-path'],
    ],
    ['{m} /licenses', '{} /templates/licenses', 'safe', ['templates-prefix']],
    ['{m} /projects', '{} /projects', 'manual', ['projects-membership']],
    ['{m} /projects/1/star', '{} /projects/1/star', 'manual', ['project-unstar']],
    ['{m} /todos', '{} /todos', 'manual', ['todos-mark-as-done']],
    ['{m} /users/1/block', '{} /users/1/block', 'manual', ['user-block']],
    ['{m} /projects/1/labels/a/subscription', '{} /projects/1/labels/a/subscription', 'manual', ['subscriptions']],
    [
      '{m} /projects/1/repository/branches?branch_name=a',
      '{} /projects/1/repository/branches?branch_name=a',
      'manual',
      ['branch-parameter'],
    ],
    ['{m} /projects/1/repository/tree?ref_name=a', '{} /projects/1/repository/tree?ref=a', 'safe', ['tree-ref']],
    ['{m} /projects/1', '{} /projects/1', 'safe', []],
    ['{m} /user', '{} /user', 'safe', []],
    ['{m} /api/v4/users/1/block', '{} /api/v4/users/1/block', 'safe', []],
    ['{m} /api/v4/todos', '{} /api/v4/todos', 'safe', []],
    ['{m} /api/v4/projects/1/star', '{} /api/v4/projects/1/star', 'safe', []],
    ['{m} /api/v4/licenses', '{} /api/v4/licenses', 'safe', []],
    ['{m} /api/v4/projects/owned', '{} /api/v4/projects?owned=true', 'safe', ['projects-filters']],
    ['{m} /api/v4/projects/1/builds', '{} /api/v4/projects/1/jobs', 'safe', ['builds-to-jobs']],
  ])('%s', (before, after, certainty, ids) => {
    const translation = translate(symbolic(before));
    expect({
      after: print(translation.replacement),
      certainty: translation.certainty,
      ids: idsOf(translation),
    }).toEqual({
      after,
      certainty,
      ids,
    });
    for (const step of translation.steps) expect(step.reason === null).toBe(step.certainty === 'safe');
  });

  test('has only the notes that hold for every method', () => {
    const of = (line: string) => translate(symbolic(line)).notes.map(({ change }) => change);
    expect(of('{m} /projects/1/pipelines')).toEqual(['pipelines-basic']);
    expect(of('{m} /projects/1/hooks/5')).toEqual([]);
  });

  test('says so', () => {
    expect(stepOf(translate(symbolic('{m} /projects/1/star')), 'project-unstar').reason).toMatch(
      /method is out of sight/,
    );
  });
});

describe('parameters out of sight', () => {
  test.each([
    ['POST /projects/1/repository/branches', ['branch-parameter']],
    ['POST /projects/1/repository/files', ['branch-parameter', 'repository-file-path']],
    ['POST /projects/1/merge_requests/{mr.iid}/comments', ['merge-request-iid', 'merge-request-comments']],
    ['POST /projects/1/triggers', ['trigger-description']],
    ['POST /users', ['skip-confirmation']],
    ['PUT /projects/1', ['merge-when-pipeline-succeeds', 'project-public', 'visibility-string', 'builds-to-jobs']],
    ['POST /projects/1/star', []],
  ])('%s', (line, ids) => {
    const translation = translate(symbolic(line, { unseen: ['body'] }));
    expect(idsOf(translation)).toEqual(ids);
    for (const step of translation.steps) {
      expect(step.certainty).toBe('manual');
      expect(step.reason).not.toBeNull();
    }
  });

  test.each([
    ['GET /projects', ['projects-membership']],
    ['GET /projects/1/repository/blobs/a', ['repository-file-raw']],
    ['GET /projects/1/repository/files', ['repository-file-path']],
    ['GET /projects/1/repository/files?file_path=a', ['repository-file-path']],
    ['GET /projects/owned', ['projects-filters']],
    ['GET /projects?membership=true', []],
    ['GET /projects/1/repository/tree', ['tree-ref']],
    ['GET /projects/1/repository/tree?ref_name=a', ['tree-ref']],
    ['GET /projects/1/repository/branches', []],
  ])('%s, a query', (line, ids) => {
    expect(idsOf(translate(symbolic(line, { unseen: ['query'] })))).toEqual(ids);
  });

  test('what is in sight changes nevertheless', () => {
    const translation = translate(symbolic('GET /projects/1/repository/files?file_path=a', { unseen: ['query'] }));
    expect(print(translation.replacement)).toBe('GET /projects/1/repository/files/a');
    expect(translation.certainty).toBe('safe');
  });

  test('a name that nobody sees may be any of them', () => {
    const branches = translate(symbolic('POST /projects/1/repository/branches?{query}'));
    expect(stepOf(branches, 'branch-parameter').certainty).toBe('manual');
    expect(branches.replacement).toBe(branches.request);
  });

  test('v3 knew nothing of what is added, so that it cannot be among what is passed out of sight', () => {
    const { replacement, certainty } = translate(symbolic('GET /projects?{query}'));
    expect({ replacement: print(replacement), certainty }).toEqual({
      replacement: 'GET /projects?{}&membership=true',
      certainty: 'safe',
    });
  });

  test('a v4 request is left alone', () => {
    for (const line of [
      'POST /api/v4/projects/1/repository/branches',
      'POST /api/v4/projects/1/repository/files',
      'GET /api/v4/projects',
    ]) {
      expect(idsOf(translate(symbolic(line, { unseen: ['query', 'body'] })))).toEqual([]);
    }
  });

  test('values of a v4 request under a name that stays are v4 values', () => {
    const line = 'PUT /api/v4/application/settings?default_group_visibility={level}';
    expect(idsOf(translate(symbolic(line)))).toEqual([]);
    expect(translate(symbolic(line.replace('v4', 'v3'))).certainty).toBe('manual');
  });
});

describe('steps', () => {
  test('are in the order of the catalogue, and each tells what it did alone', () => {
    const { steps } = translate(symbolic('DELETE {base}/projects/{id}/merge_request/{mr.id}/subscription'));
    const told = steps.map(({ change, before, after }) => [change.id, print(before), print(after)]);
    expect(told).toEqual([
      [
        'merge-request-singular',
        'DELETE {}/projects/{}/merge_request/{}/subscription',
        'DELETE {}/projects/{}/merge_requests/{}/subscription',
      ],
      [
        'subscriptions',
        'DELETE {}/projects/{}/merge_requests/{}/subscription',
        'POST {}/projects/{}/merge_requests/{}/unsubscribe',
      ],
      [
        'merge-request-iid',
        'POST {}/projects/{}/merge_requests/{}/unsubscribe',
        'POST {}/projects/{}/merge_requests/{}/unsubscribe',
      ],
    ]);
  });

  test('name the segment whose meaning changes', () => {
    const request = symbolic('DELETE {base}/projects/{id}/merge_request/{mr.id}/subscription');
    const { identified, reason } = stepOf(translate(request), 'merge-request-iid');
    expect(identified).toEqual({ segment: request.segments[3], entity: 'merge request', from: 'id', to: 'iid' });
    expect(identified?.segment).toBe(request.segments[3]);
    expect(reason).toContain('`mr.id`');
    const trigger = symbolic('DELETE /projects/{id}/triggers/{token}');
    expect(stepOf(translate(trigger), 'trigger-by-id').identified?.segment).toBe(trigger.segments[3]);
  });

  test('of a route that v4 has nothing for have no request after', () => {
    const translation = translate(symbolic('POST https://{host}/api/v3/session?login={a}&password={b}'));
    expect(translation.replacement).toBeNull();
    expect(idsOf(translation)).toEqual(['api-prefix', 'session-removed']);
    expect(stepOf(translation, 'session-removed')).toMatchObject({ after: null, certainty: 'manual' });
  });

  test('search comes before what its words look like', () => {
    for (const word of ['keys', 'builds', 'issues', 'merge_requests', 'star', 'git_hook']) {
      expect(idsOf(translate(symbolic(`GET /projects/search/${word}`)))).toEqual(['projects-search']);
    }
  });
});
