import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles, PathError } from '../../src/files/find.js';
import { makeDirectory } from '../directory.js';

function makeRepository(files: Readonly<Record<string, string>>): string {
  const directory = makeDirectory(files);
  mkdirSync(join(directory, '.git'));
  return directory;
}

describe('findFiles', () => {
  it('takes every extension of the language, sorted, and nothing else', () => {
    const names = [
      'a.js',
      'b.jsx',
      'c.mjs',
      'd.cjs',
      'e.ts',
      'f.tsx',
      'g.mts',
      'h.cts',
      'i.vue',
      'j.svelte',
      'k.d.ts',
      'l.html',
      'p.gs',
      'q.js.es6',
      'r.jsm',
    ];
    const root = makeDirectory(Object.fromEntries([...names, 'm.json', 'n.md', 'o.coffee'].map((name) => [name, ''])));
    expect(findFiles(root, ['.']).files).toEqual(names);
  });

  it('leaves packages, build output and minified files out', () => {
    const root = makeDirectory({
      'src/a.js': '',
      'node_modules/b/b.js': '',
      'lib/dist/c.js': '',
      'src/d.min.js': '',
      '.next/e.js': '',
    });
    expect(findFiles(root, ['.']).files).toEqual(['src/a.js']);
  });

  it('walks a directory that is named, whatever its name', () => {
    const root = makeDirectory({ 'dist/a.js': '', 'dist/dist/b.js': '' });
    expect(findFiles(root, ['dist']).files).toEqual(['dist/a.js']);
  });

  it('honours nested .gitignore files, the nearest first', () => {
    const root = makeRepository({
      '.gitignore': '*.gen.js\n/local/\n',
      'a.gen.js': '',
      'local/b.js': '',
      'src/local/c.js': '',
      'src/.gitignore': '!kept.gen.js\nsecret.js\n',
      'src/kept.gen.js': '',
      'src/other.gen.js': '',
      'src/secret.js': '',
    });
    expect(findFiles(root, ['.']).files).toEqual(['src/kept.gen.js', 'src/local/c.js']);
  });

  it('honours .gitignore files between the repository and the directory', () => {
    const root = makeRepository({
      '.gitignore': '*.gen.js\n',
      'packages/.gitignore': 'old\n',
      'packages/a/b.gen.js': '',
      'packages/a/old/c.js': '',
      'packages/a/d.js': '',
    });
    expect(findFiles(join(root, 'packages/a'), ['.']).files).toEqual(['d.js']);
  });

  it('takes what is named even if it is ignored', () => {
    const root = makeRepository({ '.gitignore': 'secret\n', 'secret/a.js': '', 'b.js': '' });
    expect(findFiles(root, ['secret/a.js']).files).toEqual(['secret/a.js']);
    expect(findFiles(root, ['secret']).files).toEqual(['secret/a.js']);
  });

  it('leaves excluded globs out, from where they are written', () => {
    const root = makeDirectory({ 'app/src/a.js': '', 'app/src/legacy/b.js': '', 'app/test/c.spec.ts': '' });
    const exclude = { globs: ['./app/src/legacy', '**/*.spec.ts'], from: root };
    expect(findFiles(join(root, 'app'), ['.'], exclude).files).toEqual(['src/a.js']);
  });

  it('names files above the root with ../', () => {
    const root = makeDirectory({ 'app/a.js': '', 'lib/b.js': '' });
    expect(findFiles(join(root, 'app'), ['../lib', 'a.js']).files).toEqual(['../lib/b.js', 'a.js']);
  });

  it('walks links to directories once, so that a loop ends', () => {
    const root = makeDirectory({ 'src/a.js': '' });
    symlinkSync(root, join(root, 'src/loop'));
    symlinkSync(join(root, 'nowhere'), join(root, 'broken.js'));
    expect(findFiles(root, ['.']).files).toEqual(['src/a.js']);
  });

  it('takes a file once, however often it is named', () => {
    const root = makeDirectory({ 'a.js': '' });
    expect(findFiles(root, ['.', 'a.js', './a.js']).files).toEqual(['a.js']);
  });

  it('takes a file once, whatever links lead to it, and by its own name', () => {
    const root = makeDirectory({ 'src/a.js': '', 'away/b.js': '' });
    symlinkSync(join(root, 'src/a.js'), join(root, 'alias.js'));
    symlinkSync(join(root, 'src'), join(root, 'also'));
    symlinkSync(join(root, 'away/b.js'), join(root, 'src/b.js'));
    expect(findFiles(root, ['.']).files).toEqual(['away/b.js', 'src/a.js']);
    expect(findFiles(root, ['src']).files).toEqual(['src/a.js', 'src/b.js']);
    expect([...findFiles(root, ['alias.js', 'src/a.js']).named]).toEqual(['alias.js']);
  });

  it('passes over a link to itself', () => {
    const root = makeDirectory({ 'a.js': '' });
    symlinkSync('loop.js', join(root, 'loop.js'));
    expect(findFiles(root, ['.']).files).toEqual(['a.js']);
    expect(() => findFiles(root, ['loop.js'])).toThrow('"loop.js" cannot be looked at: its links lead in a circle.');
  });

  it('refuses what is neither a file nor a directory', () => {
    expect(() => findFiles('/', ['/dev/null'])).toThrow(
      new PathError('"/dev/null" is neither a file nor a directory.'),
    );
  });

  it('refuses a path that is not there', () => {
    const root = makeDirectory({});
    expect(() => findFiles(root, ['srcc'])).toThrow(new PathError('There is no file or directory "srcc".'));
  });

  it('refuses a named file of another kind', () => {
    const root = makeDirectory({ 'a.py': '' });
    expect(() => findFiles(root, ['a.py'])).toThrow(/"a\.py" is no JavaScript or TypeScript/);
  });

  it('takes patterns of a .gitignore that are names, and those that are paths, for what they are', () => {
    const root = makeDirectory({
      '.git/HEAD': '',
      '.gitignore': '# tools/made.js\nmade/\n*.out.js\n!kept.out.js\r\n',
      'web/.gitignore': 'odd#name/one.js\n/two.js\n',
      'app/made/a.js': '',
      'app/made.js': '',
      'app/a.out.js': '',
      'app/kept.out.js': '',
      'tools/made.js': '',
      'web/odd#name/one.js': '',
      'web/two.js': '',
      'web/sub/two.js': '',
    });
    expect(findFiles(root, ['.']).files).toEqual([
      ...['app/kept.out.js', 'app/made.js', 'tools/made.js', 'web/sub/two.js'],
    ]);
    expect(findFiles(root, ['app/made']).files).toEqual(['app/made/a.js']);
  });

  it.each([
    ['*.gen.js'],
    ['a*b*long?r.js', 'plain.js'],
    ['*'],
    ['*', '!*/', '!keep*.js'],
    ['[ab].js', '*.ts'],
    ['# plain.js', '', 'keep.js  ', '\\#odd.js'],
    ['**plain.js', 'lib/'],
    ['*lib', '!lib/', '*eep*js'],
    ['lib/', '!inner'],
    ['.', '..', '.js', 'k*p.j*'],
  ])('leaves out what git leaves out: %j', (...patterns) => {
    const names = ['a.gen.js', 'aXbXlonger.js', 'plain.js', 'keep.js', 'keeper.js', 'a.js', 'b.ts', '#odd.js', '.js'];
    const all = ['', 'lib/', 'inner/', 'inner/lib/'].flatMap((folder) => names.map((name) => folder + name));
    const root = makeDirectory(Object.fromEntries(all.map((name) => [name, ''])));
    execFileSync('git', ['init', '-q'], { cwd: root });
    writeFileSync(join(root, '.gitignore'), patterns.join('\n'));
    const listed = execFileSync('git', ['ls-files', '-oz', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
    const expected = listed.split('\0').filter((name) => all.includes(name));
    expect(findFiles(root, ['.']).files).toEqual(expected.sort());
  });
});
