import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasTrigger } from '../../src/analysis/triggers.js';
import { runProgram } from '../cli/program.js';
import { makeDirectory } from '../directory.js';
import { git } from '../repository.js';

const maker = fileURLToPath(new URL('../../bench/corpora/main.js', import.meta.url));
const source = /\.[cm]?[jt]sx?$/;

/** What the maker says that a corpus holds. */
interface Contents {
  readonly files: number;
  readonly holders: number;
  readonly triggers: number;
  readonly requests: number;
}

interface Made extends Contents {
  readonly directory: string;
}

function make(corpus: string, files: number): Made {
  const directory = makeDirectory({});
  const args = [maker, '--corpus', corpus, '--files', String(files), '--to', directory];
  const contents = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Contents;
  return { ...contents, directory };
}

/** The texts of a corpus's sources, without those that git ignores. */
function readSources({ directory }: Made): string[] {
  const files = git(directory, 'ls-files').split('\n');
  return files.filter((file) => source.test(file)).map((file) => readFileSync(join(directory, file), 'utf8'));
}

function check({ directory }: Made): { requests: number; unresolved: number; errors: number } {
  const { stdout } = runProgram(directory, ['check', '--format', 'json', '--quiet']);
  const { summary } = JSON.parse(stdout) as { summary: { requests: number; unresolved: number; errors: number } };
  return { requests: summary.requests, unresolved: summary.unresolved, errors: summary.errors };
}

describe('the corpora of the bench', () => {
  it.each(['sparse', 'medium', 'dense', 'deep'])('are the same each time: %s', (corpus) => {
    const [one, other, larger] = [make(corpus, 60), make(corpus, 60), make(corpus, 90)];
    expect(git(one.directory, 'rev-parse', 'HEAD')).toBe(git(other.directory, 'rev-parse', 'HEAD'));
    expect(git(one.directory, 'rev-parse', 'HEAD')).not.toBe(git(larger.directory, 'rev-parse', 'HEAD'));
  });

  it.each([
    ['sparse', 1000, { triggers: 11, holders: 1 }],
    ['medium', 1000, { triggers: 20, holders: 10 }],
    ['dense', 40, { triggers: 40, holders: 36 }],
  ])('hold as many trigger words as they say: %s', (corpus, files, expected) => {
    const made = make(corpus, files);
    const texts = readSources(made);
    expect({ triggers: made.triggers, holders: made.holders, files: made.files }).toEqual({
      ...expected,
      files: texts.length,
    });
    expect(texts.filter((text) => hasTrigger(text))).toHaveLength(expected.triggers);
    expect(texts.filter((text) => text.includes('api/v3'))).toHaveLength(expected.holders);
  });

  it.each([
    ['medium', 400],
    ['dense', 60],
    ['deep', 30],
  ])('hold as many requests as are found in them: %s', (corpus, files) => {
    const made = make(corpus, files);
    expect(made.requests).toBeGreaterThan(10);
    expect(check(made)).toEqual({ requests: made.requests, unresolved: 0, errors: 0 });
  });
});
