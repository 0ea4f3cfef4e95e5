import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

const cacheFile = 'node_modules/.cache/v4ward/check';
const old = new Date('2020-01-01T00:00:00Z');

/** A project whose base stands in one file, a call in another, and half of the path in a package. */
const files = {
  'package.json': '{ "name": "gitlab-board", "dependencies": { "rest-shelf": "1.0.0" } }',
  'node_modules/rest-shelf/package.json': '{ "main": "index.js", "dependencies": { "urllib": "1.0.0" } }',
  'node_modules/rest-shelf/index.js':
    "module.exports = function Shelf(sender, place) { this.sender = sender; this.item = place + '/:key'; };\n",
  'src/base.js': "export const base = 'https://gitlab.example.com/api/v3';\n",
  'src/user.js': "import { base } from './base';\nexport const owned = () => fetch(base + '/projects/owned');\n",
  'src/keys.js': [
    "const Shelf = require('rest-shelf');",
    "class Keys extends Shelf { constructor(sender) { super(sender, '/projects/:id/keys'); } }",
    "Keys.prototype.enable = function () { this.sender.request('post', this.item + '/enable'); };",
  ].join('\n'),
  'src/plain.js': 'export const five = 5;\n',
};

function makeProject(more: Readonly<Record<string, string>> = {}): string {
  const root = makeDirectory({ ...files, ...more });
  for (const file of Object.keys({ ...files, ...more })) age(root, file);
  return root;
}

/** What was written long ago is known by its time. */
function age(root: string, file: string): void {
  utimesSync(join(root, file), old, old);
}

function check(root: string, ...options: readonly string[]): string {
  const { stdout, stderr, status } = runProgram(root, ['check', '--format', 'json', ...options]);
  expect(stderr).toMatch(/^(?:\d+ finding|Nothing to do)/m);
  expect(status).toBeLessThan(2);
  return stdout;
}

/** The results that are kept, changed so that it shows whether they were taken. */
function mark(root: string): void {
  const path = join(root, cacheFile);
  writeFileSync(
    path,
    readFileSync(path).toString('latin1').replaceAll('projects-filters', 'PROJECTS-FILTERS'),
    'latin1',
  );
}

function isTaken(root: string): boolean {
  return check(root, '--cache').includes('PROJECTS-FILTERS');
}

describe('check --cache', () => {
  it('tells the same as without, at first and again', () => {
    const root = makeProject();
    const without = check(root);
    expect(without).toContain('projects-filters');
    expect(existsSync(join(root, cacheFile))).toBe(false);
    expect(check(root, '--cache')).toBe(without);
    expect(check(root, '--cache')).toBe(without);
    expect(check(root, '--cache', '--only', 'api-prefix')).toBe(check(root, '--only', 'api-prefix'));
  });

  it('takes what was kept', () => {
    const root = makeProject();
    check(root, '--cache');
    mark(root);
    expect(isTaken(root)).toBe(true);
  });

  it.each<[string, (root: string) => void]>([
    [
      'a file with findings',
      (root) => {
        write(root, 'src/user.js', `${files['src/user.js']}\n`);
      },
    ],
    [
      'a file that one of them imports',
      (root) => {
        write(root, 'src/base.js', files['src/base.js'].replace('v3', 'v4'));
      },
    ],
    [
      'a file that says nothing',
      (root) => {
        write(root, 'src/plain.js', 'export const six = 6;\n');
      },
    ],
    [
      'a file in as many bytes, at the same time',
      (root) => {
        write(root, 'src/base.js', files['src/base.js'].replace('v3', 'v4'));
        age(root, 'src/base.js');
      },
    ],
    [
      'a file more',
      (root) => {
        write(root, 'src/new.js', '');
      },
    ],
    [
      'a file less',
      (root) => {
        rmSync(join(root, 'src/plain.js'));
      },
    ],
    [
      'a program in a language that is not read',
      (root) => {
        write(root, 'src/deploy.py', "get('https://gitlab.example.com/api/v3/projects/owned')\n");
      },
    ],
    [
      'a name',
      (root) => {
        renameSync(join(root, 'src/plain.js'), join(root, 'src/other.js'));
      },
    ],
    [
      'a package',
      (root) => {
        write(root, 'node_modules/rest-shelf/index.js', 'exports.call = () => 5;\n');
      },
    ],
    [
      'what is installed',
      (root) => {
        rmSync(join(root, 'node_modules/rest-shelf'), { recursive: true });
      },
    ],
    [
      'a file that git ignores, and an import finds before another',
      (root) => {
        write(root, 'src/base.ts', 'export const base = 5;\n');
      },
    ],
    [
      'settings of the environment',
      (root) => {
        write(root, '.env', 'A=https://gitlab.example.com/api/v3\n');
      },
    ],
    [
      'the configuration',
      (root) => {
        write(root, 'v4ward.config.json', '{ "notHosts": ["gitlab.example.com"] }');
      },
    ],
  ])('looks again after a change of %s', (_, change) => {
    const root = makeProject({ '.gitignore': '*.ts\n.env\n' });
    check(root, '--cache');
    mark(root);
    change(root);
    expect(isTaken(root)).toBe(false);
    expect(check(root, '--cache')).toBe(check(root));
  });

  it('takes it in a copy elsewhere, whose files are new', () => {
    const root = makeProject();
    check(root, '--cache');
    mark(root);
    const copy = join(makeDirectory({}), 'board');
    cpSync(root, copy, { recursive: true });
    renameSync(root, `${root}-gone`);
    renameSync(copy, root);
    expect(isTaken(root)).toBe(true);
  });

  it('looks at other paths for themselves', () => {
    const root = makeProject();
    check(root, '--cache');
    mark(root);
    expect(check(root, '--cache', 'src/user.js')).not.toContain('PROJECTS-FILTERS');
  });

  it.each(['', 'no such thing', '\u0000\u0001'])('goes on where the file holds %j', (content) => {
    const root = makeProject({ [cacheFile]: content });
    expect(check(root, '--cache')).toBe(check(root));
  });

  it('tells when nothing can be kept, and goes on', () => {
    const root = makeProject();
    mkdirSync(join(root, 'taken'));
    const { stderr, status } = runProgram(root, ['check', '--cache', '--cache-location', 'taken']);
    expect(stderr).toContain('Nothing is kept in taken:');
    expect(status).toBe(1);
  });

  it('refuses a place without the option', () => {
    expect(runProgram(makeProject(), ['check', '--cache-location', 'x']).status).toBe(2);
  });
});

function write(root: string, file: string, text: string): void {
  writeFileSync(join(root, file), text);
}
