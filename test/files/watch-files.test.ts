/** What is noticed of a project while people work on it, and what is not looked at. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchFiles } from '../../src/files/watch-files.js';
import { makeDirectory } from '../directory.js';

const call = "fetch('https://gitlab.quay.example/api/v3/user');\n";
const plain = 'export const answer = 42;\n';

/** A directory whose files have long been as they are. */
function makeOldDirectory(files: Readonly<Record<string, string>>): string {
  const directory = makeDirectory(files);
  const paths = Object.keys(files).flatMap((file) => [file, dirname(file)]);
  for (const path of ['.', ...paths]) utimesSync(join(directory, path), new Date(), new Date('2020-02-02'));
  return directory;
}

/** Writes a file, or removes what is there if there is no text. */
function write(path: string, text: string | null): void {
  if (text === null) {
    rmSync(path, { recursive: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A clock, in milliseconds, that goes on with each look at it. */
const time = { now: 0, step: 0 };

beforeEach(() => {
  Object.assign(time, { now: performance.now(), step: 0 });
  vi.spyOn(performance, 'now').mockImplementation(() => (time.now += time.step));
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Long enough for all that there is to be looked at once. */
function wait(): void {
  time.now += 60_000;
}

function watch(directory: string): () => readonly string[] {
  const find = watchFiles(directory, [], { globs: [], from: directory });
  return () => find().files;
}

describe('watchFiles', () => {
  it('finds the files that hold a trigger word, and those that import them', () => {
    const directory = makeOldDirectory({ 'a/user.js': call, 'b/page.js': "import '../a/user.js';\n", 'c.js': plain });
    expect(watch(directory)()).toEqual(['a/user.js', 'b/page.js']);
  });

  it('gives the same list as long as nothing counts that has changed', () => {
    const directory = makeOldDirectory({ 'user.js': call, 'c.js': plain, '.gitignore': 'old\n' });
    const find = watch(directory);
    const files = find();
    write(join(directory, 'c.js'), `${plain}\n`);
    write(join(directory, '.user.js.swp'), '');
    wait();
    expect(find()).toBe(files);
  });

  it.each<[what: string, file: string, text: string | null, files: readonly string[]]>([
    ['a file is written', 'lib/c.js', call, ['lib/c.js', 'user.js']],
    ['a file comes', 'lib/new.js', call, ['lib/new.js', 'user.js']],
    ['a directory comes', 'lib/new/new.js', call, ['lib/new/new.js', 'user.js']],
    ['a file comes where none was', 'doc/x.js', call, ['doc/x.js', 'user.js']],
    ['a file goes', 'user.js', null, []],
    ['a directory goes', 'lib', null, ['user.js']],
    ['a file is ignored', '.gitignore', 'user.js\n', []],
    ['a file is no longer ignored', 'doc/.gitignore', '', ['doc/out.js', 'user.js']],
    ['variables are set', 'lib/.env', 'QUAY_URL=https://gitlab.quay.example/api/v3\n', ['lib/env.js', 'user.js']],
    [
      'settings are written',
      'lib/quay.json',
      '{ "url": "https://gitlab.quay.example/api/v3" }',
      ['lib/json.js', 'user.js'],
    ],
  ])('notices that %s', (_, file, text, files) => {
    const directory = makeOldDirectory({
      'user.js': call,
      'lib/c.js': plain,
      'lib/env.js': 'export const user = () => fetch(process.env.QUAY_URL + "/user");\n',
      'lib/json.js': "import { url } from './quay.json' with { type: 'json' };\nexport const at = url;\n",
      'lib/quay.json': '{ "url": "https://quay.example" }',
      'doc/read.me': '',
      'doc/.gitignore': 'out.js\n',
      'doc/out.js': call,
    });
    const find = watch(directory);
    expect(find()).toEqual(['user.js']);
    write(join(directory, file), text);
    wait();
    expect(find()).toEqual(files);
  });

  it('gives another list when what says how files are read changes', () => {
    const directory = makeOldDirectory({ 'lib/user.js': call, 'lib/tsconfig.json': '{}' });
    const find = watch(directory);
    const files = find();
    write(join(directory, 'lib/tsconfig.json'), '{ "compilerOptions": {} }');
    wait();
    expect(find()).toEqual(files);
    expect(find()).not.toBe(files);
  });

  it('looks at a few files at a time', () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${String(index)}.js`, plain]));
    const directory = makeOldDirectory(files);
    const find = watch(directory);
    find();
    time.step = 1;
    write(join(directory, '399.js'), call);
    time.now += 1000;
    expect(find()).toEqual([]);
    for (let lint = 0; lint < 10; lint += 1) {
      time.now += 1000;
      find();
    }
    expect(find()).toEqual(['399.js']);
  });
});
