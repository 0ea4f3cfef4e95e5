import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDirectory } from '../directory.js';
import { program, runProgram } from './program.js';
import { git, makeRepository } from './repository.js';

const before = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";
const after = "fetch('https://gitlab.example.com/api/v4/projects/1/unstar', { method: 'POST' });\n";

/** A base with requests in two files: they are written together or not at all. */
const shared = {
  'shared/base.js': "module.exports = 'https://gitlab.example.org/api/v3';\n",
  'shared/star.js': "const base = require('./base');\nfetch(base + '/projects/1/star', { method: 'DELETE' });\n",
};
const movedShared = {
  'shared/base.js': shared['shared/base.js'].replace('v3', 'v4'),
  'shared/star.js': shared['shared/star.js'].replace('/star', '/unstar').replace('DELETE', 'POST'),
};

const isAdministrator = process.getuid?.() === 0;
const canMount = isAdministrator && spawnSync('unshare', ['--mount', 'true']).status === 0;

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function readAll(root: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(files).map((file) => [file, read(root, file)]));
}

function listTemporaries(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'));
}

describe('migrate --undo', () => {
  it('brings back what was there, and says which files', () => {
    const files = { 'src/a.js': `\uFEFF${before}`, 'b.js': before.replace('\n', '\r\n'), ...shared };
    const root = makeRepository(files);
    chmodSync(join(root, 'b.js'), 0o755);
    git(root, 'commit', '--quiet', '-am', 'Mode');
    expect(runProgram(root, ['migrate', '--write']).stderr).toContain('`v4ward migrate --undo` takes it back.');
    expect(readAll(root, shared)).toEqual(movedShared);
    const { status, stdout, stderr } = runProgram(root, ['migrate', '--undo']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'b.js\nshared/base.js\nshared/star.js\nsrc/a.js\n' });
    expect(stderr).toContain('4 files hold again what they held before it.');
    expect(readAll(root, files)).toEqual(files);
    expect(git(root, 'status', '--porcelain', '--ignored')).toBe('');
  });

  it('says that there is nothing, before and after', () => {
    const root = makeRepository({ 'a.js': before });
    const nothing = {
      status: 2,
      stdout: '',
      stderr: 'v4ward: There is nothing to take back: no migration was written here.\n',
    };
    expect(runProgram(root, ['migrate', '--undo'])).toEqual(nothing);
    runProgram(root, ['migrate', '--write']);
    expect(runProgram(root, ['migrate', '--undo']).status).toBe(0);
    expect(runProgram(root, ['migrate', '--undo'])).toEqual(nothing);
  });

  it('takes back the last of several first, and nothing of a run that wrote nothing', () => {
    const root = makeRepository({ 'a.js': before, 'b.js': before });
    runProgram(root, ['migrate', '--write', 'a.js']);
    runProgram(root, ['migrate', '--write', 'b.js']);
    runProgram(root, ['migrate', '--write']);
    expect(runProgram(root, ['migrate', '--undo']).stdout).toBe('b.js\n');
    expect([read(root, 'a.js'), read(root, 'b.js')]).toEqual([after, before]);
    expect(runProgram(root, ['migrate', '--undo']).stdout).toBe('a.js\n');
    expect(read(root, 'a.js')).toBe(before);
  });

  it('leaves a file that somebody has changed since, offers it once more, and then lets go of it', () => {
    const root = makeRepository({ 'a.js': before, 'b.js': before });
    runProgram(root, ['migrate', '--write']);
    writeFileSync(join(root, 'a.js'), `${after}// mine\n`);
    const first = runProgram(root, ['migrate', '--undo']);
    expect(first).toMatchObject({ status: 3, stdout: 'b.js\n' });
    expect(first.stderr).toContain('a.js has changed since v4ward wrote it, so it is left as it is');
    expect(read(root, 'a.js')).toBe(`${after}// mine\n`);
    writeFileSync(join(root, 'a.js'), after);
    expect(runProgram(root, ['migrate', '--undo'])).toMatchObject({ status: 0, stdout: 'a.js\n' });
    expect(read(root, 'a.js')).toBe(before);
  });

  it('lets go of a migration of which nothing can be taken back', () => {
    const root = makeRepository({ 'a.js': before });
    runProgram(root, ['migrate', '--write']);
    writeFileSync(join(root, 'a.js'), 'mine\n');
    expect(runProgram(root, ['migrate', '--undo']).status).toBe(3);
    expect(runProgram(root, ['migrate', '--undo']).status).toBe(2);
    expect(read(root, 'a.js')).toBe('mine\n');
  });

  it('works from any directory of the repository, and of a worktree', () => {
    const root = makeRepository({ 'src/a.js': before, 'lib/b.js': 'x;\n' });
    runProgram(join(root, 'src'), ['migrate', '--write']);
    expect(runProgram(join(root, 'lib'), ['migrate', '--undo']).stdout).toBe('../src/a.js\n');
    expect(read(root, 'src/a.js')).toBe(before);
    git(root, 'worktree', 'add', '--quiet', 'tree');
    const tree = join(root, 'tree');
    runProgram(tree, ['migrate', '--write']);
    expect(git(tree, 'status', '--porcelain', '--ignored')).toBe(' M src/a.js\n');
    expect(runProgram(root, ['migrate', '--undo']).status).toBe(2);
    expect(runProgram(tree, ['migrate', '--undo']).stdout).toBe('src/a.js\n');
  });

  it('leaves nothing among the files where there is no repository', () => {
    const root = makeDirectory({ 'src/a.js': before });
    runProgram(root, ['migrate', '--write']);
    expect(readdirSync(root, { recursive: true })).toEqual(['src', 'src/a.js']);
  });

  it('clears up after itself outside of a repository', () => {
    const root = makeDirectory({ 'src/a.js': before });
    runProgram(root, ['migrate', '--write']);
    expect(runProgram(join(root, 'src'), ['migrate', '--undo']).stdout).toBe('a.js\n');
    expect(read(root, 'src/a.js')).toBe(before);
    expect(readdirSync(root)).toEqual(['src']);
  });

  it('takes no paths, and no other work', () => {
    const root = makeRepository({ 'a.js': before });
    expect(runProgram(root, ['migrate', '--undo', 'a.js'])).toMatchObject({ status: 2, stdout: '' });
    expect(runProgram(root, ['migrate', '--undo', '--write'])).toMatchObject({ status: 2, stdout: '' });
    expect(read(root, 'a.js')).toBe(before);
  });
});

const many = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [
    `f${String(index).padStart(3, '0')}.js`,
    before.replace('/1/', `/${String(index)}/`),
  ]),
);

/** Ends when the first files are written, and not the last. */
async function waitForHalf(root: string): Promise<void> {
  while (read(root, 'f003.js').includes('v3')) await new Promise((resolve) => setTimeout(resolve, 1));
}

function start(root: string, args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdout.resume();
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal, stderr });
    });
  });
  return { child, ended };
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** How many files hold their new text; each of the others must hold its old one. */
function countMoved(root: string): number {
  const moved = Object.entries(many).filter(([file, text]) => read(root, file) !== text);
  for (const [file, text] of moved)
    expect([file, read(root, file)]).toEqual([
      file,
      text.replace('v3', 'v4').replace('star', 'unstar').replace('DELETE', 'POST'),
    ]);
  return moved.length;
}

describe('migrate --write that is stopped', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends after %s with files old or new, and says what to do', async (signal, code) => {
    const root = makeRepository(many);
    const { child, ended } = start(root, ['migrate', '--write']);
    await waitForHalf(root);
    child.kill(signal);
    const end = await ended;
    const moved = countMoved(root);
    expect(end).toMatchObject({ code, signal: null });
    expect(moved).toBeGreaterThan(3);
    expect(moved).toBeLessThan(300);
    expect(end.stderr).toContain(`${String(moved)} of 300 files were written`);
    expect(end.stderr).toContain('`v4ward migrate --undo` takes it back');
    expect(listTemporaries(root)).toEqual([]);
    expect(runProgram(root, ['migrate', '--undo']).status).toBe(0);
    expect(countMoved(root)).toBe(0);
  });

  it('can be taken back, or gone on with, though it was killed', async () => {
    const root = makeRepository(many);
    const { child, ended } = start(root, ['migrate', '--write']);
    await waitForHalf(root);
    child.kill('SIGKILL');
    await ended;
    expect(countMoved(root)).toBeLessThan(300);
    writeFileSync(join(root, '.v4ward-0123abcd-ef01.tmp'), 'half a fi');
    const { status, stderr } = runProgram(root, ['migrate', '--undo']);
    expect(status).toBe(0);
    expect(stderr).toContain('The last migration was stopped before its end.');
    expect(countMoved(root)).toBe(0);
    expect(git(root, 'status', '--porcelain', '--ignored')).toBe('');
  });

  it('is at its beginning if the journal was not written to its end', () => {
    const root = makeRepository({ 'a.js': before });
    mkdirSync(join(root, '.git/v4ward'));
    writeFileSync(join(root, '.git/v4ward/000001-open.json'), '{"version":1,"files":[{"file":"a.js","bef');
    expect(runProgram(root, ['migrate', '--undo'])).toMatchObject({ status: 0, stdout: '' });
    expect(existsSync(join(root, '.git/v4ward'))).toBe(false);
  });
});

describe('migrate --write and what cannot be written', () => {
  it('leaves a read-only file, whoever runs it, and all that goes with it', () => {
    const root = makeRepository({ ...shared, 'other.js': before });
    chmodSync(join(root, 'shared/star.js'), 0o444);
    const { status, stdout } = runProgram(root, ['migrate', '--write']);
    expect(status).toBe(3);
    expect(stdout).toContain('shared/star.js is read-only, so it is left as it is');
    expect(stdout).toContain('held by shared/star.js (not writable)');
    expect(readAll(root, shared)).toEqual(shared);
    expect(read(root, 'other.js')).toBe(after);
  });

  it('leaves a file in a read-only directory', () => {
    const root = makeDirectory({ ...shared, 'other.js': before });
    if (isAdministrator)
      for (const name of ['.', 'shared', 'other.js', ...Object.keys(shared)]) chownSync(join(root, name), 65534, 65534);
    chmodSync(join(root, 'shared'), 0o555);
    onTestFinished(() => {
      chmodSync(join(root, 'shared'), 0o755);
    });
    const nobody = isAdministrator ? { uid: 65534, gid: 65534 } : {};
    const { status, stdout } = spawnSync(process.execPath, [program, 'migrate', '--write'], {
      cwd: root,
      encoding: 'utf8',
      ...nobody,
    });
    expect(status).toBe(3);
    expect(stdout).toContain('shared/star.js cannot be written: no permission');
    expect(readAll(root, shared)).toEqual(shared);
    expect(read(root, 'other.js')).toBe(after);
  });

  it('refuses a link that leads out of the directory, and follows one that stays', () => {
    const top = makeDirectory({
      'elsewhere/out.js': before,
      'project/real/in.mjs': before,
      'project/other.js': before,
    });
    const root = join(top, 'project');
    symlinkSync('../elsewhere', join(root, 'linked'));
    symlinkSync('real/in.mjs', join(root, 'link.js'));
    const { status, stdout } = runProgram(root, ['migrate', '--write']);
    expect(status).toBe(3);
    expect(stdout).toContain('linked/out.js is reached by a link that leads out of the directory');
    expect(read(top, 'elsewhere/out.js')).toBe(before);
    expect(read(root, 'real/in.mjs')).toBe(after);
    expect(lstatSync(join(root, 'link.js')).isSymbolicLink()).toBe(true);
    expect(read(root, 'other.js')).toBe(after);
  });

  it('writes a file outside that is named', () => {
    const top = makeDirectory({ 'elsewhere/out.js': before, 'project/other.js': 'x;\n' });
    expect(runProgram(join(top, 'project'), ['migrate', '--write', '../elsewhere']).status).toBe(0);
    expect(read(top, 'elsewhere/out.js')).toBe(after);
  });

  it('changes a file under one of its names, and not what others keep under another', () => {
    const top = makeDirectory({ 'project/a.js': before });
    linkSync(join(top, 'project/a.js'), join(top, 'copy.js'));
    runProgram(join(top, 'project'), ['migrate', '--write']);
    expect(read(top, 'project/a.js')).toBe(after);
    expect(read(top, 'copy.js')).toBe(before);
  });

  it('takes a file whose name is as long as names can be', () => {
    const name = `${'n'.repeat(252)}.js`;
    const root = makeDirectory({ [name]: before });
    expect(runProgram(root, ['migrate', '--write']).status).toBe(0);
    expect(read(root, name)).toBe(after);
  });

  it.each(['', 'here'])('keeps its journal elsewhere if HOME is "%s", which is no place of its own', (home) => {
    const root = makeDirectory({ 'a.js': before });
    const environment = { HOME: home, XDG_STATE_HOME: undefined };
    expect(runProgram(root, ['migrate', '--write'], '', environment).status).toBe(0);
    expect(readdirSync(root)).toEqual(['a.js']);
    expect(runProgram(root, ['migrate', '--undo'], '', environment).status).toBe(0);
    expect(read(root, 'a.js')).toBe(before);
  });

  it('keeps a mode that the mask would not give', () => {
    const root = makeDirectory({ 'a.js': before });
    chmodSync(join(root, 'a.js'), 0o666);
    runProgram(root, ['migrate', '--write']);
    expect(statSync(join(root, 'a.js')).mode & 0o777).toBe(0o666);
  });

  it.skipIf(!isAdministrator)('keeps owner and group (only an administrator can give files away)', () => {
    const root = makeDirectory({ 'a.js': before });
    chownSync(join(root, 'a.js'), 1234, 4321);
    chmodSync(join(root, 'a.js'), 0o6755);
    runProgram(root, ['migrate', '--write']);
    const { uid, gid, mode } = statSync(join(root, 'a.js'));
    expect({ uid, gid, mode: mode & 0o7777 }).toEqual({ uid: 1234, gid: 4321, mode: 0o6755 });
    expect(read(root, 'a.js')).toBe(after);
  });
});

/** Runs the program where a small file system of its own is mounted on `disk`, and then shell commands that look at it. */
function runOnDisk(root: string, size: string, prepare: string, look: string): string {
  const script = `mount -t tmpfs -o size=${size} tmpfs disk && cp -r files/. disk/ && cd disk && ${prepare}
    XDG_STATE_HOME="$PWD/state" "$0" "$1" migrate --write --quiet > ../out 2>&1; echo "exit $?"; ${look}`;
  mkdirSync(join(root, 'disk'));
  const { stdout } = spawnSync('unshare', ['--mount', 'sh', '-c', script, process.execPath, program], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout;
}

describe.skipIf(!canMount)('migrate --write on a disk of its own (which takes an administrator to mount)', () => {
  const padding = `// ${'x'.repeat(47)}\n`.repeat(2000);
  const large = {
    'shared/base.js': shared['shared/base.js'] + padding,
    'shared/star.js': shared['shared/star.js'] + padding,
  };

  it('writes nothing if there is no room for the journal', () => {
    const root = makeDirectory({ 'files/a.js': before + padding });
    const look = 'ls -A | grep -v state; grep -c api/v3 a.js; cat ../out';
    expect(runOnDisk(root, '140k', 'true;', look)).toMatch(
      /^exit 3\na\.js\n1\n[^]*a\.js cannot be written: no journal can be kept in [^]*no space is left on the device/,
    );
  });

  it('writes the one base, and nothing of the other, if the disk is full in the middle of it', () => {
    const files = { 'a.js': before, ...large };
    const root = makeDirectory(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`files/${name}`, text])),
    );
    const look = 'ls -A . shared; grep -l api/v3 -r --include=*.js .; cat ../out';
    expect(runOnDisk(root, '560k', 'true;', look)).toMatch(
      /^exit 3\n\.:\na\.js\nshared\nstate\n\nshared:\nbase\.js\nstar\.js\n\.\/shared\/base\.js\n[^]*no space is left on the device/,
    );
  });

  it('puts back what it wrote of a base if another file of it cannot be replaced', () => {
    const files = { ...shared, 'other.js': before };
    const root = makeDirectory(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`files/${name}`, text])),
    );
    const mounted = 'cp shared/star.js ../star.js && mount --bind ../star.js shared/star.js;';
    const look = 'ls -A shared; cat shared/*.js; cat other.js ../out';
    expect(runOnDisk(root, '1m', mounted, look)).toContain(
      `exit 3\nbase.js\nstar.js\n${shared['shared/base.js']}${shared['shared/star.js']}${after}`,
    );
  });
});

describe('migrate and its ways in and out', () => {
  it('ends without a word if nobody reads on', () => {
    const root = makeDirectory(many);
    const script = `"$0" "$1" migrate 2>err | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout } = spawnSync('bash', ['-c', script, process.execPath, program], { cwd: root, encoding: 'utf8' });
    expect(stdout).toBe('--- a/f000.js\n1\n');
    expect(read(root, 'err')).not.toMatch(/EPIPE|error/);
  });

  it('needs no input, and writes all of a long output before it ends', () => {
    const root = makeDirectory(many);
    const script = '"$0" "$1" migrate <&- | (sleep 1; cat) > v4.patch; git apply v4.patch';
    spawnSync('bash', ['-c', script, process.execPath, program], { cwd: root });
    expect(countMoved(root)).toBe(300);
  });
});
