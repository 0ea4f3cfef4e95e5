import { beforeEach, describe, expect, it, vi } from 'vitest';
import { review } from '../../codemods/review.js';
import type { Left } from '../../codemods/review.js';
import type { Project } from '../../src/analysis/project.js';
import { defaultConfiguration } from '../../src/configuration/configuration.js';
import { openTexts } from '../../src/files/project.js';
import type { Choice } from '../../src/migration/choose.js';
import type { ReportedFinding, Result } from '../../src/migration/finding.js';
import type { Answer, Question } from '../../src/migration/review.js';
import { migrateProject } from '../../src/migration/rounds.js';
import type { EditableProject } from '../../src/migration/rounds.js';
import { makeEdit, makeFinding, makeResult } from '../migration/sample.js';

interface Word extends Partial<ReportedFinding> {
  readonly to: string;
  /** Other words that are replaced with it. */
  readonly also?: readonly string[];
}

/** An engine that finds certain words, in the place of the one that knows GitLab. */
const words = new Map<string, Word>();

vi.mock('../../src/migration/examine.js', () => ({
  examine(project: Project & EditableProject): Result {
    return makeResult({ findings: project.files.flatMap((file) => findWords(file, project.text(file) ?? '')) });
  },
}));

/** Every place of every word, in order of the words. */
function findWords(file: string, text: string): ReportedFinding[] {
  return [...words].flatMap(([word, { to, also = [], ...finding }]) =>
    placesOf(word, text).map((start) => {
      const others = also.flatMap((other) => placesOf(other, text).map((at) => toEdit(file, other, at)));
      const edits = [makeEdit(start, start + word.length, to, file), ...others];
      return makeFinding({ change: word, place: { file, start, end: start + word.length }, edits, ...finding });
    }),
  );
}

function toEdit(file: string, word: string, start: number): ReturnType<typeof makeEdit> {
  return makeEdit(start, start + word.length, words.get(word)?.to ?? '', file);
}

function placesOf(word: string, text: string): number[] {
  return [...text.matchAll(new RegExp(`\\b${word}\\b`, 'g'))].map(({ index }) => index);
}

const everything: Choice = { suggestions: false, partial: false, todo: false, isSelected: () => true };

interface Reviewed {
  readonly asked: readonly string[];
  readonly told: readonly (Left & { change: string })[];
  readonly after: string | undefined;
  readonly held: Readonly<Record<string, readonly string[]>>;
}

/** What comes of a file if a person says this of these words, and yes to others. */
async function answer(text: string, answers: Readonly<Record<string, Answer>>, choice = everything): Promise<Reviewed> {
  const asked: string[] = [];
  const told: (Left & { change: string })[] = [];
  const project = openTexts('/nowhere', new Map([['a.js', text]]), () => null);
  const { migration } = await review(
    (own) => ({ migration: migrateProject(project, defaultConfiguration, own) }),
    choice,
    {
      ask: (question) => {
        asked.push(toName(question));
        return Promise.resolve(answers[subjectOf(question)] ?? 'yes');
      },
      tellWaiting: (question, left) => {
        told.push({ change: subjectOf(question), ...left });
      },
    },
  );
  const held = migration.after.findings.filter(({ heldBy }) => heldBy.length > 0);
  return {
    asked,
    told,
    after: migration.texts.get('a.js')?.after,
    held: Object.fromEntries(held.map(({ change, heldBy }) => [change, heldBy])),
  };
}

function subjectOf({ fixes }: Question): string {
  return fixes[0]?.finding.change ?? '';
}

function toName({ fixes }: Question): string {
  return fixes.map(({ finding }) => finding.change).join('+');
}

const version = { rule: 'no-v3-prefix', transaction: 'one' } as const;

describe('review', () => {
  beforeEach(() => {
    words.clear();
  });

  it('asks about each fix once, and makes what was accepted', async () => {
    words.set('one', { to: 'ONE' }).set('two', { to: 'TWO' });
    const { asked, after } = await answer('gitlab(one, two, one)', {});
    expect(asked).toEqual(['one', 'one', 'two']);
    expect(after).toBe('gitlab(ONE, TWO, ONE)');
  });

  it('asks about what is within reach only of a fix that was accepted', async () => {
    words.set('one', { to: 'two' }).set('two', { to: 'three' });
    expect(await answer('gitlab(one)', {})).toMatchObject({ asked: ['one', 'two'], after: 'gitlab(three)' });
    expect(await answer('gitlab(one)', { two: 'no' })).toMatchObject({ asked: ['one', 'two'], after: undefined });
    expect(await answer('gitlab(one)', { one: 'no' })).toMatchObject({ asked: ['one'], after: undefined });
  });

  it('keeps what later steps made beside a fix that one of them was refused', async () => {
    words.set('one', { to: 'longer' }).set('two', { to: 'TWO' }).set('longer', { to: 'three' });
    const { after } = await answer('gitlab(one, two)', { longer: 'no' }, { ...everything, partial: true });
    expect(after).toBe('gitlab(longer, TWO)');
  });

  it('takes an answer for all of a change, and no other', async () => {
    words.set('one', { to: 'ONE' }).set('two', { to: 'TWO' });
    const text = 'gitlab(one, two, one, two)';
    expect(await answer(text, { one: 'all' })).toMatchObject({
      asked: ['one', 'two', 'two'],
      after: text.toUpperCase().replace('GITLAB', 'gitlab'),
    });
    expect(await answer(text, { one: 'none' })).toMatchObject({
      asked: ['one', 'two', 'two'],
      after: 'gitlab(one, TWO, one, TWO)',
    });
  });

  it('leaves what was not asked about yet if it is quit, and makes what was accepted', async () => {
    words.set('one', { to: 'ONE' }).set('two', { to: 'TWO' }).set('three', { to: 'THREE' });
    expect(await answer('gitlab(one, two, three)', { two: 'quit' })).toMatchObject({
      asked: ['one', 'two'],
      after: 'gitlab(ONE, two, three)',
    });
  });

  it('asks about a base as a whole, its version last', async () => {
    words
      .set('v3', { to: 'v4', ...version })
      .set('other', { to: 'OTHER' })
      .set('star', { to: 'unstar', transaction: 'one' });
    const { asked, after } = await answer('gitlab(v3, other, star)', {});
    expect(asked).toEqual(['star', 'v3', 'other']);
    expect(after).toBe('gitlab(v4, OTHER, unstar)');
  });

  it('leaves all of a base if one of its fixes is refused, says so, and asks no more about it', async () => {
    words
      .set('star', { to: 'unstar', transaction: 'one' })
      .set('owned', { to: 'OWNED', transaction: 'one' })
      .set('id', { to: 'iid', transaction: 'one' })
      .set('v3', { to: 'v4', ...version })
      .set('other', { to: 'OTHER', transaction: 'two' });
    const { asked, after, told, held } = await answer('gitlab(v3, star, owned, id, other)', { owned: 'no' });
    expect(asked).toEqual(['star', 'owned', 'other']);
    expect(after).toBe('gitlab(v3, star, owned, id, OTHER)');
    expect(told).toEqual([{ change: 'owned', others: 3, accepted: 1 }]);
    expect(held).toEqual({
      star: ['a.js:1 owned (refused)'],
      id: ['a.js:1 owned (refused)'],
      v3: ['a.js:1 owned (refused)'],
    });
  });

  it('leaves all of a base if its version is refused', async () => {
    words.set('star', { to: 'unstar', transaction: 'one' }).set('v3', { to: 'v4', ...version });
    expect(await answer('gitlab(v3, star)', { v3: 'no' })).toMatchObject({ asked: ['star', 'v3'], after: undefined });
  });

  it('writes the others, though not the version, if part of a base is wanted', async () => {
    words
      .set('star', { to: 'unstar', transaction: 'one' })
      .set('owned', { to: 'OWNED', transaction: 'one' })
      .set('v3', { to: 'v4', ...version });
    const partial = { ...everything, partial: true };
    const { after, held } = await answer('gitlab(v3, star, owned)', { star: 'no' }, partial);
    expect(after).toBe('gitlab(v3, star, OWNED)');
    expect(held).toEqual({ v3: ['a.js:1 star (refused)'] });
  });

  it('lets a base move without a fix that it need not wait for', async () => {
    words.set('field', { to: 'FIELD', rule: 'no-v3-response', transaction: 'one' }).set('v3', { to: 'v4', ...version });
    expect(await answer('gitlab(v3, field)', { field: 'no' })).toMatchObject({ after: 'gitlab(v4, field)', told: [] });
  });

  it('leaves all of a base if a fix is refused that only shows after others of it are made', async () => {
    words
      .set('star', { to: 'unstar', transaction: 'one' })
      .set('one', { to: 'two', transaction: 'one' })
      .set('two', { to: 'three', transaction: 'one' })
      .set('other', { to: 'OTHER' });
    expect(await answer('gitlab(star, one, other)', { two: 'no' })).toMatchObject({
      asked: ['star', 'one', 'other', 'two'],
      after: 'gitlab(star, one, OTHER)',
    });
  });

  it('asks once about fixes that have an edit in common', async () => {
    words
      .set('v3', { to: 'v4', ...version, also: ['page'] })
      .set('page', { to: 'PAGE', joint: true, transaction: 'one', also: ['v3'] });
    expect(await answer('gitlab(v3, page)', {})).toMatchObject({ asked: ['page+v3'], after: 'gitlab(v4, PAGE)' });
    expect(await answer('gitlab(v3, page)', { page: 'no' })).toMatchObject({ asked: ['page+v3'], after: undefined });
  });
});
