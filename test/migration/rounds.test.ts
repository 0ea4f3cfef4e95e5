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
let examined = 0;

vi.mock('../../src/migration/examine.js', () => ({
  examine(project: Project & EditableProject): Result {
    examined += 1;
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

function migrate(files: Readonly<Record<string, string>>, isPreview = false): Migration {
  const project = openTexts('/nowhere', new Map(Object.entries(files)), () => null);
  return migrateProject(project, defaultConfiguration, choice, new Map(), undefined, { isPreview });
}

describe('migrateProject', () => {
  beforeEach(() => {
    words.clear();
    examined = 0;
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

  it('examines once for a preview, and finds out what is open then when it is asked for', () => {
    words.set('one', 'two');
    const { texts, after } = migrate({ 'a.js': 'gitlab(one)' });
    const [whole, before] = [examined, texts];
    examined = 0;
    const preview = migrate({ 'a.js': 'gitlab(one)' }, true);
    expect(preview.texts).toEqual(before);
    expect([whole, examined]).toEqual([2, 1]);
    expect(preview.after).toEqual(after);
    expect(preview.after).toBe(preview.after);
    expect(examined).toBe(2);
  });

  it('goes on with a preview if a fix waits for another', () => {
    words.set('one', 'two').set('(one', '(a, one');
    expect(migrate({ 'a.js': 'gitlab(one)' }, true).texts).toEqual(migrate({ 'a.js': 'gitlab(one)' }).texts);
    expect(examined).toBeGreaterThan(2);
  });

  it('tells of a preview what would not parse', () => {
    words.set('bad', 'bad(');
    expect(migrate({ 'a.js': 'gitlab(bad)' }, true).broken.map(({ file }) => file)).toEqual(['a.js']);
  });

  it('changes nothing the second time', () => {
    words.set('one', 'two');
    const { texts } = migrate({ 'a.js': 'gitlab(one)' });
    expect(migrate({ 'a.js': texts.get('a.js')?.after ?? '' }).texts.size).toBe(0);
  });
});
