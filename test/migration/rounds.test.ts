import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Project } from '../../src/analysis/project.js';
import { defaultConfiguration } from '../../src/configuration/configuration.js';
import { openTexts } from '../../src/files/project.js';
import type { Choice } from '../../src/migration/choose.js';
import type { ReportedFinding, Result } from '../../src/migration/finding.js';
import { migrateProject } from '../../src/migration/rounds.js';
import type { EditableProject, Migration } from '../../src/migration/rounds.js';
import { makeEdit, makeFinding, makeResult } from './sample.js';

/** An engine that finds certain words, in the place of the one that knows GitLab. */
const words = new Map<string, string>();

vi.mock('../../src/migration/examine.js', () => ({
  examine(project: Project & EditableProject): Result {
    return makeResult({ findings: project.files.flatMap((file) => findWords(file, project.text(file) ?? '')) });
  },
}));

function findWords(file: string, text: string): ReportedFinding[] {
  return [...words].flatMap(([word, replacement]) => {
    const start = text.indexOf(word);
    if (start === -1) return [];
    const place = { file, start, end: start + word.length };
    return [makeFinding({ change: word, place, edits: [makeEdit(start, start + word.length, replacement, file)] })];
  });
}

const choice: Choice = { suggestions: false, partial: false, todo: false, isSelected: () => true };

function migrate(files: Readonly<Record<string, string>>): Migration {
  return migrateProject(
    openTexts('/nowhere', new Map(Object.entries(files)), () => null),
    defaultConfiguration,
    choice,
  );
}

describe('migrateProject', () => {
  beforeEach(() => {
    words.clear();
  });

  it('goes on until nothing more is to be fixed', () => {
    words.set('one', 'two').set('two', 'three');
    const { texts, applied, before, after } = migrate({ 'a.js': 'gitlab(one)' });
    expect(texts).toEqual(new Map([['a.js', { before: 'gitlab(one)', after: 'gitlab(three)' }]]));
    expect(applied.map(({ change }) => change)).toEqual(['one', 'two']);
    expect(before.findings).toHaveLength(1);
    expect(after.findings).toEqual([]);
    expect(after.ledger.get('one')?.fixed).toBe(1);
  });

  it('ends even if a fix brings itself back', () => {
    words.set('one', 'one ');
    expect(migrate({ 'a.js': 'gitlab(one)' }).applied).toHaveLength(10);
  });

  it('leaves a file as it was if its fixes break it, and fixes the others', () => {
    words.set('bad', 'bad(').set('good', 'fine');
    const { texts, after } = migrate({ 'a.js': 'gitlab(bad, good)', 'b.js': 'gitlab(good)' });
    expect([...texts.keys()]).toEqual(['b.js']);
    expect(after.errors.map(({ file }) => file)).toEqual(['a.js']);
    expect(after.findings.map(({ change }) => change)).toEqual(['bad', 'good']);
  });

  it('says of what it left by which file it is held', () => {
    words.set('bad', 'bad(');
    expect(migrate({ 'a.js': 'gitlab(bad)' }).after.findings.map(({ heldBy }) => heldBy)).toEqual([
      ['a.js (does not parse with its fixes)'],
    ]);
  });

  it('changes nothing the second time', () => {
    words.set('one', 'two');
    const { texts } = migrate({ 'a.js': 'gitlab(one)' });
    expect(migrate({ 'a.js': texts.get('a.js')?.after ?? '' }).texts.size).toBe(0);
  });
});
