import { describe, expect, it } from 'vitest';
import { getChange } from '../../src/catalogue/index.js';
import { pageOf } from '../../src/catalogue/page.js';
import type { Change } from '../../src/catalogue/change.js';
import { defaultConfiguration } from '../../src/configuration/configuration.js';
import { openTexts } from '../../src/files/project.js';
import { examine } from '../../src/migration/examine.js';
import { listSome, speak, withWaiting } from '../../src/migration/message.js';
import { order } from '../../src/migration/order.js';
import { makeEdit, makeFinding } from './sample.js';

const unstar = getChange('project-unstar') as Change;
const session = getChange('session-removed') as Change;
const nothing = { read: null, form: null, reason: null };

describe('speak', () => {
  it('says what to do, the v4 form, the row and the page', () => {
    const { says, message } = speak(unstar, 'safe', { ...nothing, form: 'POST /projects/8/unstar' });
    expect(says).toBe('Take the star back with `POST /projects/:id/unstar`. In v4: `POST /projects/8/unstar`.');
    expect(message).toBe(`${says} (project-unstar) ${pageOf(unstar)}`);
  });

  it('says what a suggestion rests on', () => {
    const { says } = speak(unstar, 'suggestion', { ...nothing, reason: '`verb` is DELETE' });
    expect(says).toBe('Take the star back with `POST /projects/:id/unstar`. Check first: `verb` is DELETE.');
  });

  it('says why a person must decide', () => {
    const { says } = speak(unstar, 'manual', { ...nothing, reason: 'the method is out of sight' });
    expect(says).toMatch(/unstar`\. The method is out of sight\.$/);
  });

  it('says once what the row says', () => {
    const { says } = speak(session, 'manual', { ...nothing, reason: session.message });
    expect(says).toBe(`${session.message} ${session.because}`);
  });

  it('says of a body that is gone what goes wrong, where the reason of the row is about the request', () => {
    const text =
      "const answer = await fetch('https://gitlab.example.com/api/v3/todos', { method: 'DELETE' });\nawait answer.json();\n";
    const project = openTexts('/nowhere', new Map([['inbox.js', text]]), () => null);
    const read = examine(project, defaultConfiguration).findings.find(({ rule }) => rule === 'no-v3-response');
    expect(read?.reason).toBe('v4 answers without the number of to-dos, so reading the body fails.');
  });

  it('leaves out a method that nobody sees', () => {
    expect(speak(unstar, 'manual', { ...nothing, form: '{} /projects/{}' }).says).toContain('In v4: `/projects/{}`.');
  });
});

describe('withWaiting', () => {
  it('says what holds a finding back', () => {
    const { message } = withWaiting(makeFinding({ heldBy: ['src/board.js:30 issue-iid'] }));
    expect(message).toBe(
      'branch_name is branch in v4. Held back by src/board.js:30 issue-iid. (branch-parameter) https://docs.example.com/branch-parameter',
    );
  });
});

describe('listSome', () => {
  it.each([
    [['a'], 'a'],
    [['a', 'b', 'c', 'd'], 'a, b, c and d'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more'],
  ])('%j', (names, list) => {
    expect(listSome(names)).toBe(list);
  });
});

describe('order', () => {
  const prefix = makeFinding({ change: 'api-prefix', rule: 'no-v3-prefix', transaction: 'base' });
  const star = makeFinding({ change: 'project-unstar', rule: 'no-v3-endpoint', transaction: 'base' });
  const after = (findings: readonly ReturnType<typeof makeFinding>[]): readonly string[] =>
    order(findings, () => 7).find(({ change }) => change === 'api-prefix')?.after ?? [];

  it('puts the version of a base behind the fixes of its file', () => {
    expect(after([prefix, { ...star, transaction: null }])).toEqual(['line 7 project-unstar']);
  });

  it('puts it behind those of its requests in other files, and no others', () => {
    const place = { file: 'jobs/star.js', start: 0, end: 1 };
    expect(after([prefix, { ...star, place }])).toEqual(['jobs/star.js:7 project-unstar']);
    expect(after([prefix, { ...star, place, transaction: 'other' }])).toEqual([]);
  });

  it.each([
    ['a person decides', { certainty: 'manual', edits: [] }],
    ['an assumption holds', { certainty: 'suggestion' }],
    ['something holds it back', { heldBy: ['a.js:1 issue-iid'] }],
    ['it moves together with the base', { joint: true }],
  ] as const)('waits for nothing of which %s', (_, less) => {
    expect(after([prefix, { ...star, ...less }])).toEqual([]);
  });

  it('says so in the message', () => {
    const [first] = order([prefix, { ...star, edits: [makeEdit(4, 5, 'x')] }], () => 7);
    expect(first?.message).toContain(' Its fix comes after line 7 project-unstar. (api-prefix) ');
  });
});
