import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OtherParts, Project } from '../../src/analysis/project.js';
import { defaultConfiguration } from '../../src/configuration/configuration.js';
import type { Result } from '../../src/migration/finding.js';
import { examineParts } from '../../src/migration/parts.js';
import type { LargeProject } from '../../src/migration/parts.js';
import { makeFinding, makeResult } from './sample.js';

/** What each file has to do with others, in the place of an engine: the files are looked at in the order of their names. */
const meetings = new Map<string, (others: OtherParts) => void>();
const looks: (readonly string[])[] = [];

vi.mock('../../src/migration/examine.js', () => ({
  examine({ files, others }: Project): Result {
    looks.push(files);
    for (const file of files) if (others !== undefined) meetings.get(file)?.(others);
    return makeResult({
      files: files.length,
      findings: files.map((file) => makeFinding({ place: { file, start: 0, end: 1 } })),
    });
  },
}));

/** @param imports by file */
function open(
  imports: Readonly<Record<string, readonly string[]>>,
): LargeProject & { readonly forgotten: () => number } {
  let forgotten = 0;
  return {
    files: Object.keys(imports),
    parse: () => null,
    resolve: (_, specifier) => specifier,
    findImports: (file) => imports[file] ?? [],
    resolvePackage: () => null,
    findEnvironment: () => [],
    isForeign: () => false,
    isBystander: () => false,
    findBystandersOf: () => [],
    names: [],
    whole: true,
    forget: () => {
      forgotten += 1;
    },
    forgotten: () => forgotten,
  };
}

function examine(project: LargeProject, files: number, work = 10): Result {
  return examineParts(project, defaultConfiguration, undefined, { files, work });
}

const alone = { 'a.js': [], 'b.js': [], 'c.js': [] };

describe('examineParts', () => {
  beforeEach(() => {
    meetings.clear();
    looks.length = 0;
  });

  it('looks at a small project at once', () => {
    const project = open(alone);
    examine(project, 3);
    expect(looks).toEqual([['a.js', 'b.js', 'c.js']]);
    expect(project.forgotten()).toBe(0);
  });

  it('lets go of the trees of each part before the next', () => {
    const project = open(alone);
    const { findings, files } = examine(project, 1);
    expect(looks).toEqual([['a.js'], ['b.js'], ['c.js']]);
    expect(project.forgotten()).toBeGreaterThanOrEqual(3);
    expect(findings.map(({ place }) => place.file)).toEqual(['a.js', 'b.js', 'c.js']);
    expect(files).toBe(3);
  });

  it('keeps files together that hang together by imports, however many they are', () => {
    examine(open({ 'a.js': ['c.js'], 'b.js': [], 'c.js': ['d.js'], 'd.js': [] }), 2);
    expect(looks).toEqual([['a.js', 'c.js', 'd.js'], ['b.js']]);
  });

  it.each([
    ['each file by itself', 1, 8],
    ['groups of ten', 10, 10],
    ['a group that is more than an eighth', 60, 1],
  ])('shares a project of %s with another thread if that pays', (_, size, times) => {
    const names = Array.from({ length: 300 }, (_value, index) => `${String(index).padStart(3, '0')}.js`);
    const firsts = names.map((name, index) => [name, [names[index - (index % size)] ?? '']] as const);
    const project = { ...open(Object.fromEntries(firsts)), share: () => null };
    expect(examineParts(project, defaultConfiguration).files).toBe(300);
    expect(looks.map((files) => files.length)).toHaveLength(times);
  });

  it('shares a project of very many groups', () => {
    const project = {
      ...open(Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`${String(index)}.js`, []]))),
      share: () => null,
    };
    expect(examineParts(project, defaultConfiguration).files).toBe(150_000);
  });

  it('looks again at parts together of which one asks for what the other has', () => {
    meetings.set('a.js', ({ ask }) => {
      ask('service', 'forge');
    });
    meetings.set('c.js', ({ offer }) => {
      offer('service', 'forge');
    });
    const { findings } = examine(open(alone), 1);
    expect(looks).toEqual([['a.js'], ['b.js'], ['c.js'], ['a.js', 'c.js']]);
    expect(findings.map(({ place }) => place.file)).toEqual(['a.js', 'b.js', 'c.js']);
  });

  it('looks at all at once where most hang together', () => {
    meetings.set('a.js', ({ ask }) => {
      ask('service', 'forge');
    });
    meetings.set('c.js', ({ offer }) => {
      offer('service', 'forge');
    });
    const { findings } = examine(open(alone), 1, 1.5);
    expect(looks).toEqual([['a.js'], ['b.js'], ['c.js'], ['a.js', 'b.js', 'c.js']]);
    expect(findings.map(({ place }) => place.file)).toEqual(['a.js', 'b.js', 'c.js']);
  });

  it('knows topics and keys apart', () => {
    meetings.set('a.js', ({ ask }) => {
      ask('service', 'forge');
    });
    meetings.set('c.js', ({ offer }) => {
      offer('call by name', 'forge');
      offer('service', 'forgery');
    });
    examine(open(alone), 1);
    expect(looks).toEqual([['a.js'], ['b.js'], ['c.js']]);
  });

  it('looks again at a part that was told what is not so', () => {
    const answers: boolean[] = [];
    meetings.set('a.js', ({ has }) => {
      answers.push(has('version', 'v3'));
    });
    meetings.set('c.js', ({ offer }) => {
      offer('version', 'v3');
    });
    examine(open(alone), 1);
    expect(looks).toEqual([['a.js'], ['b.js'], ['c.js'], ['a.js']]);
    expect(answers).toEqual([false, true]);
  });

  it('does not tell a part of itself', () => {
    const answers: boolean[] = [];
    meetings.set('a.js', ({ has, offer, ask }) => {
      offer('version', 'v3');
      ask('version', 'v3');
      answers.push(has('version', 'v3'));
    });
    examine(open(alone), 1);
    expect(looks).toEqual([['a.js'], ['b.js'], ['c.js']]);
    expect(answers).toEqual([false]);
  });

  it('has an end where parts tell each other otherwise in each turn', () => {
    meetings.set('a.js', ({ has, offer }) => {
      if (!has('version', 'v4')) offer('version', 'v3');
    });
    meetings.set('c.js', ({ has, offer }) => {
      if (has('version', 'v3')) offer('version', 'v4');
    });
    examine(open(alone), 1);
    expect(looks.length).toBeLessThan(40);
    expect(looks.at(-1)).toEqual(['a.js', 'b.js', 'c.js']);
  });
});
