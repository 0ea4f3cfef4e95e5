import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { ReportDocument } from '../../src/reporters/document.js';
import { makeDirectory } from '../directory.js';
import { addRemote, bareEnvironment, commitAll, git } from '../repository.js';

const program = fileURLToPath(new URL('../../dist/bundle/v4ward.js', import.meta.url));

const before = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";
const after = "fetch('https://gitlab.example.com/api/v4/projects/1/unstar', { method: 'POST' });\n";
const issue = "fetch('https://gitlab.example.com/api/v3/projects/1/issues/' + number);\n";

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program, with git as nobody has configured it. */
async function run(cwd: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return start(cwd, args, environment).ended;
}

function start(
  cwd: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...bareEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const texts = [child.stdout, child.stderr].map(readAll);
  const ended = Promise.all([closed, ...texts]).then(([status, stdout = '', stderr = '']) => ({
    status,
    stdout,
    stderr,
  }));
  return { child, ended };
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of stream.setEncoding('utf8')) chunks.push(String(chunk));
  return chunks.join('');
}

function parse({ stdout }: Ended): ReportDocument {
  return JSON.parse(stdout) as ReportDocument;
}

/** Every file below a directory, by path, but for what git keeps of objects. */
function takeFiles(directory: string): Map<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = paths.filter((path) => !path.includes('/objects/') && !path.endsWith('/FETCH_HEAD'));
  return new Map(own.map((path) => [path.slice(directory.length + 1), readFileSync(path, 'latin1')]));
}

function findChanges(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names.filter((name) => was.get(name) !== is.get(name)).sort();
}

function nameOf(index: number): string {
  return `team-${String(index % 3)}/project-${String(index).padStart(2, '0')}`;
}

interface Fleet {
  readonly root: string;
  readonly names: readonly string[];
}

/** Repositories with bare remotes beside them, all alike, and a list of them. */
function makeFleet(count: number): Fleet {
  const root = realpathSync(makeDirectory({ 'template/src/api.js': before, 'template/README.md': 'Text\n' }));
  const template = join(root, 'template');
  commitAll(template);
  addRemote(template, join(root, 'template.git'));
  for (const hooks of ['template/.git/hooks', 'template.git/hooks']) {
    rmSync(join(root, hooks), { recursive: true });
    mkdirSync(join(root, hooks));
  }
  writeFileSync(
    join(root, 'template.git/hooks/post-receive'),
    '#!/bin/sh\nenv | grep ^GIT_PUSH_OPTION_ | sort >> options\n',
  );
  chmodSync(join(root, 'template.git/hooks/post-receive'), 0o755);
  const names = Array.from({ length: count }, (_, index) => nameOf(index)).sort();
  for (const name of names) {
    cpSync(template, join(root, 'work', name), { recursive: true });
    cpSync(`${template}.git`, join(root, 'bare', `${name}.git`), { recursive: true });
    const configuration = join(root, 'work', name, '.git/config');
    const text = readFileSync(configuration, 'utf8').replace(`${template}.git`, join(root, 'bare', `${name}.git`));
    writeFileSync(configuration, text);
  }
  writeFileSync(join(root, 'work/repos.txt'), `# the fleet\n\n${names.join('\n')}\n`);
  return { root: join(root, 'work'), names };
}

function bareOf({ root }: Fleet, name: string): string {
  return join(root, '../bare', `${name}.git`);
}

describe('a campaign over 30 repositories, one of them broken and one dirty', { timeout: 600_000 }, () => {
  const branch = ['migrate', '--repos', 'repos.txt', '--branch', 'gitlab-v4', '--commit'];

  async function runBranch({ root }: Fleet, ...more: string[]): Promise<{ ended: Ended; document: ReportDocument }> {
    const ended = await run(root, [...branch, '--format', 'json', ...more]);
    return { ended, document: parse(ended) };
  }

  function makeFaulty(): Fleet & { readonly broken: string; readonly dirty: string } {
    const fleet = makeFleet(30);
    const [broken, dirty] = [nameOf(7), nameOf(20)];
    writeFileSync(join(fleet.root, broken, 'v4ward.config.json'), '{ "hosst": [] }');
    git(join(fleet.root, broken), 'add', '.');
    git(join(fleet.root, broken), 'commit', '--quiet', '--message=Broken');
    git(join(fleet.root, broken), 'push', '--quiet');
    rmSync(join(bareOf(fleet, broken), 'options'), { force: true });
    writeFileSync(join(fleet.root, dirty, 'README.md'), 'Mine\n');
    return { ...fleet, broken, dirty };
  }

  it('makes 28 branches and reports two; pushes them when asked; the second time there is nothing to do', async () => {
    const fleet = makeFaulty();
    const { root, names, broken, dirty } = fleet;
    const good = names.filter((name) => name !== broken && name !== dirty);
    const wasFiles = takeFiles(join(root, '..'));

    const first = await runBranch(fleet);
    expect(first.ended.status).toBe(3);
    expect(first.document.summary).toMatchObject({ fixed: 56, filesChanged: 28, findings: 0, errors: 2 });
    expect(first.document.errors.map(({ file }) => file)).toEqual([broken, dirty].sort());
    expect(first.document.errors.find(({ file }) => file === broken)?.message).toContain('"hosst" is no key');
    expect(first.document.errors.find(({ file }) => file === dirty)?.message).toContain(
      'not committed, so nothing was done: README.md',
    );
    for (const name of good) {
      const shown = git(join(root, name), 'show', '--format=%an%n%P%n%B', '--unified=0', 'gitlab-v4');
      const main = readFileSync(join(root, name, '.git/refs/heads/main'), 'utf8');
      expect(shown).toContain(`Mara\n${main}Move to the GitLab REST API v4\n\n- api-prefix: 1\n- project-unstar: 1\n`);
      expect(shown.match(/^diff .*/gm)).toEqual(['diff --git a/src/api.js b/src/api.js']);
      expect(`${shown}\n`).toContain(`\n-${before}+${after}`);
    }
    const made = good.flatMap((name) => [
      `work/${name}/.git/logs/refs/heads/gitlab-v4`,
      `work/${name}/.git/refs/heads/gitlab-v4`,
    ]);
    const isFiles = takeFiles(join(root, '..'));
    expect(findChanges(wasFiles, isFiles)).toEqual(made.sort());

    const second = await runBranch(fleet, '--push');
    expect(second.document.summary).toMatchObject({ fixed: 0, filesChanged: 0, errors: 2 });
    for (const name of good) {
      const pushed = readFileSync(join(bareOf(fleet, name), 'refs/heads/gitlab-v4'), 'utf8');
      expect(pushed).toBe(readFileSync(join(root, name, '.git/refs/heads/gitlab-v4'), 'utf8'));
      expect(readFileSync(join(bareOf(fleet, name), 'options'), 'utf8').split('\n')).toEqual([
        'GIT_PUSH_OPTION_0=merge_request.create',
        'GIT_PUSH_OPTION_1=merge_request.title=Move to the GitLab REST API v4',
        'GIT_PUSH_OPTION_2=merge_request.target=main',
        'GIT_PUSH_OPTION_COUNT=3',
        '',
      ]);
    }
    for (const name of [broken, dirty]) expect(existsSync(join(bareOf(fleet, name), 'options'))).toBe(false);

    const settled = takeFiles(join(root, '..'));
    const third = await runBranch(fleet, '--push');
    expect(third.ended.status).toBe(3);
    const states = third.document.repositories?.filter(({ branch: own }) => own !== undefined);
    expect(states?.map(({ name }) => name)).toEqual(good);
    expect(new Set(states?.map(({ branch: own }) => `${String(own?.state)} ${String(own?.push)}`))).toEqual(
      new Set(['present present']),
    );
    expect(findChanges(settled, takeFiles(join(root, '..')))).toEqual([]);
  });
});

describe('a campaign', { timeout: 300_000 }, () => {
  it('that is stopped leaves each repository with its branch or without, and goes on when it is run again', async () => {
    const fleet = makeFleet(5);
    const { root, names } = fleet;
    const slow = join(root, names[2] ?? '');
    const marker = join(root, 'started');
    writeFileSync(join(slow, '.git/hooks/pre-commit'), `#!/bin/sh\ntouch '${marker}'\nexec sleep 60\n`);
    chmodSync(join(slow, '.git/hooks/pre-commit'), 0o755);
    const temporary = makeDirectory({});
    const was = takeFiles(root);
    const args = ['migrate', '--repos', 'repos.txt', '--branch', 'v4', '--commit', '--jobs', '2'];
    const { child, ended } = start(root, args, { TMPDIR: temporary });
    await vi.waitFor(() => readFileSync(marker), { timeout: 60_000 });
    child.kill('SIGINT');
    const { status, stdout, stderr } = await ended;
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    expect(stderr).toMatch(/stopped: \d of 5 repositories done/);
    expect(readdirSync(temporary)).toEqual([]);
    rmSync(marker);
    const made = names.filter((name) => git(join(root, name), 'branch', '--list', 'v4') !== '');
    expect(made).not.toContain(names[2]);
    for (const name of made) expect(`${git(join(root, name), 'cat-file', '-p', 'v4:src/api.js')}\n`).toBe(after);
    const files = made.flatMap((name) => [`${name}/.git/logs/refs/heads/v4`, `${name}/.git/refs/heads/v4`]);
    expect(findChanges(was, takeFiles(root))).toEqual(files.sort());
    rmSync(join(slow, '.git/hooks/pre-commit'));
    const again = await run(root, args);
    expect(again.status).toBe(0);
    for (const name of names) expect(git(join(root, name), 'branch', '--list', 'v4')).toBe('  v4');
  });

  it('reports on each repository and on all, the same for any number of jobs', async () => {
    const root = makeDirectory({
      'team/web/a.js': before,
      'team/web/v4ward.config.json': '{ "ignore": ["project-unstar"] }',
      'bot/b.js': before + issue,
      'empty/README.md': '',
      'repos.txt': '\uFEFFteam/web\r\n  bot/  \n#gone\nempty\nbot\nmissing\nrepos.txt\n',
    });
    const one = await run(root, ['check', '--repos', 'repos.txt', '--jobs', '1', '--format', 'json']);
    const args = ['--report', 'json=reports/{name}.json', '--report', 'text=all.txt'];
    const four = await run(root, ['check', '--repos', 'repos.txt', '--jobs', '4', '--format', 'json', ...args]);
    expect(four.stdout).toBe(one.stdout);
    expect(four.status).toBe(3);
    const { repositories, errors, findings } = parse(four);
    expect(repositories?.map(({ name, summary }) => [name, summary.findings, summary.errors])).toEqual([
      ['bot', 4, 0],
      ['empty', 0, 0],
      ['missing', 0, 1],
      ['repos.txt', 0, 1],
      ['team/web', 1, 0],
    ]);
    expect(errors).toEqual([
      { file: 'missing', message: 'there is no directory "missing"' },
      { file: 'repos.txt', message: '"repos.txt" is no directory' },
    ]);
    expect([...new Set(findings.map(({ file }) => file))]).toEqual(['bot/b.js', 'team/web/a.js']);
    expect(readFileSync(join(root, 'all.txt'), 'utf8')).toContain('  bot        4 findings open\n');
    const reports = ['bot', 'empty', 'missing', 'repos.txt', 'team/web'].map((name) => `reports/${name}.json`);
    const merged = await run(root, ['merge', ...reports, '--format', 'json']);
    expect(parse(merged).summary).toEqual(parse(four).summary);
    expect(parse(merged).ledger).toEqual(parse(four).ledger);
  });

  it('goes on whatever becomes of one', async () => {
    const root = makeDirectory({
      'fine/a.js': before,
      'killed/v4ward.config.mjs': "process.kill(process.pid, 'SIGKILL');\nawait new Promise(() => {});\n",
      'left/v4ward.config.mjs': 'process.exit(0);\n',
      'thrown/v4ward.config.mjs': "throw new Error('no \\u001B[31m luck');\n",
      'repos.txt': 'fine\nkilled\nleft\nthrown\n',
    });
    for (const name of ['killed', 'left', 'thrown']) writeFileSync(join(root, name, 'a.js'), before);
    const ended = await run(root, ['check', '--repos', 'repos.txt', '--format', 'json']);
    expect(ended.status).toBe(3);
    const { summary, errors } = parse(ended);
    expect(summary).toMatchObject({ findings: 2, errors: 3 });
    expect(errors.map(({ file }) => file)).toEqual(['killed', 'left', 'thrown']);
    expect(errors[0]?.message).toBe('was ended by SIGKILL');
    expect(errors[1]?.message).toContain('it ends the process');
    expect(errors[2]?.message).toContain('luck');
    expect(ended.stderr).not.toContain('\u001B');
  });

  it('is one if several directories are repositories of their own', async () => {
    const root = makeDirectory({ 'one/a.js': before, 'two/b.js': before, 'three/c.js': before });
    for (const name of ['one', 'two']) commitAll(join(root, name));
    const several = await run(root, ['check', 'two', './one/', '--format', 'json']);
    expect(several.status).toBe(1);
    expect(parse(several).repositories?.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(parse(await run(root, ['check', 'one', 'three', '--format', 'json']))).not.toHaveProperty('repositories');
    const branch = await run(root, ['migrate', 'one', '--branch', 'v4', '--commit', '--format', 'json']);
    expect(parse(branch).repositories?.map((one) => [one.name, one.branch?.state])).toEqual([['one', 'created']]);
    expect(git(join(root, 'two'), 'branch', '--list', 'v4')).toBe('');
  });

  it('writes working trees when it is asked to', async () => {
    const root = makeDirectory({ 'one/a.js': before, 'two/b.js': before, 'repos.txt': 'one\ntwo\n' });
    commitAll(join(root, 'one'));
    const ended = await run(root, ['migrate', '--repos', 'repos.txt', '--write']);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(root, 'one/a.js'), 'utf8')).toBe(after);
    expect(readFileSync(join(root, 'two/b.js'), 'utf8')).toBe(after);
    expect(ended.stdout).toContain('Fixed 4 findings in 2 files.');
  });

  it('takes its part of the repositories', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const root = makeDirectory(Object.fromEntries(names.map((name) => [`${name}/x.js`, before])));
    writeFileSync(join(root, 'repos.txt'), names.join('\n'));
    const list = async (
      args: readonly string[],
      environment: NodeJS.ProcessEnv = {},
    ): Promise<string[] | undefined> => {
      const ended = await run(root, ['check', '--repos', 'repos.txt', '--format', 'json', ...args], environment);
      return parse(ended).repositories?.map(({ name }) => name);
    };
    expect(await list(['--shard', '1/2', '--report', 'json=part-1.json'])).toEqual(['a', 'c', 'e']);
    expect(await list(['--shard', '2/2', '--report', 'json=part-2.json'])).toEqual(['b', 'd']);
    const whole = await run(root, ['check', '--repos', 'repos.txt', '--format', 'json']);
    const merged = await run(root, ['merge', 'part-1.json', 'part-2.json', '--format', 'json']);
    expect(merged.stdout).toBe(whole.stdout);
    expect(await list([], { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '2' })).toEqual(['b', 'd']);
    expect(await list(['--shard', '1/1'], { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '2' })).toEqual(names);
    expect(await list(['--shard', '6/6'])).toEqual([]);
  });

  it('says what is wrong with what it is asked for', async () => {
    const root = makeDirectory({
      'one/a.js': before,
      'two/b.js': before,
      'repos.txt': 'one\ntwo\n',
      'none.txt': '# none\n',
    });
    const wrong: readonly (readonly [args: string, message: string])[] = [
      ['check --repos none.txt', '--repos none.txt names no repository'],
      ['check --repos gone.txt', '--repos gone.txt cannot be read'],
      ['check --repos repos.txt one', 'give one of them'],
      ['check --repos repos.txt --jobs 0', 'no number of jobs'],
      ['check --repos repos.txt --shard 3/2', 'expected I/N'],
      ['check --repos repos.txt --only nothing', 'The same in all 2 repositories: There is no row or rule "nothing".'],
      [
        'check --repos repos.txt --report json=x-{name}.json --report text=x-one.json',
        'Two reports go to "x-one.json"',
      ],
      ['migrate --repos repos.txt --branch v4', 'without --commit'],
      ['migrate --repos repos.txt --branch v4 --commit', 'It is not a git repository.'],
      ['migrate --branch v4 --commit --shard 1/2', '--shard shares out repositories'],
      ['migrate --branch -x --commit', '"-x" is no name for a branch'],
      ['migrate --branch=a..b --commit', '"a..b" is no name for a branch'],
      ['migrate --repos repos.txt --undo', '--undo'],
    ];
    for (const [args, message] of wrong) {
      const ended = await run(root, args.split(' '));
      expect({ args, status: ended.status, stdout: ended.stdout }).toEqual({ args, status: 2, stdout: '' });
      expect(ended.stderr).toContain(message);
    }
  });
});

describe('a branch in one repository', () => {
  it('leaves the checkout as it is, and says what is left', async () => {
    const root = realpathSync(makeDirectory({ 'a.js': before, 'b.js': issue.replace('gitlab.', 'git.gitlab.') }));
    commitAll(root);
    const ended = await run(root, ['migrate', '--branch', 'v4', '--commit', '--message', 'Use v4']);
    expect(ended.status).toBe(1);
    expect(ended.stdout).toContain('The branch v4 was made');
    expect(git(root, 'log', '-1', '--format=%B', 'v4')).toBe(
      'Use v4\n\n- api-prefix: 1\n- project-unstar: 1\n\nLeft to people, as `v4ward check` lists them: 2\n',
    );
    expect(git(root, 'status', '--porcelain')).toBe('');
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(before);
    const again = await run(root, ['migrate', '--branch', 'v4', '--commit', '--message', 'Use v4']);
    expect(again.stdout).toContain('Nothing to do: the branch v4 holds the fixes already');
    git(root, 'switch', '--quiet', 'v4');
    expect((await run(root, ['migrate', '--branch', 'v4', '--commit'])).stdout).toContain(
      'Nothing to do: no fix for a branch v4.',
    );
  });

  it('sees what git ignores, as migrate does', async () => {
    const root = realpathSync(
      makeDirectory({
        '.gitignore': '.env\n',
        'a.js': "fetch(process.env.API + '/projects/1/star', { method: 'DELETE' });\n",
      }),
    );
    commitAll(root);
    writeFileSync(join(root, '.env'), 'API=https://gitlab.example.com/api/v3\n');
    const ended = await run(root, ['migrate', '--branch', 'v4', '--commit', '--format', 'json']);
    expect(parse(ended).summary.requests).toBeGreaterThan(0);
    expect(parse(ended).branch?.state).toBe('unneeded');
    expect(git(root, 'branch', '--list', 'v4')).toBe('');
  });

  it('stays where it is if its push is refused, and is reported', async () => {
    const { root, names } = makeFleet(1);
    const repository = join(root, names[0] ?? '');
    const bare = bareOf({ root, names }, names[0] ?? '');
    mkdirSync(join(bare, 'hooks'), { recursive: true });
    writeFileSync(join(bare, 'hooks/pre-receive'), '#!/bin/sh\necho "GitLab: no" >&2\nexit 1\n');
    chmodSync(join(bare, 'hooks/pre-receive'), 0o755);
    const ended = await run(repository, ['migrate', '--branch', 'v4', '--commit', '--push', '--format', 'json']);
    expect(ended.status).toBe(3);
    expect(parse(ended).branch).toMatchObject({ state: 'created', push: null });
    expect(parse(ended).errors).toEqual([
      { file: '.', message: expect.stringMatching(/^The branch v4 was not pushed: [^]*GitLab: no/) as string },
    ]);
  });
});

describe('parts of one repository', () => {
  it('are the whole when they are merged: each finding is in one of them', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`src/f${String(index)}.js`, index === 3 ? 'gitlab(' : before + issue]),
    );
    const root = makeDirectory(files);
    const whole = await run(root, ['check', '--format', 'json']);
    for (const index of [1, 2, 3]) {
      const part = await run(root, [
        'check',
        '--shard',
        `${String(index)}/3`,
        '--quiet',
        '--report',
        `json=shard-${String(index)}.json`,
      ]);
      expect(part.status).toBe(index === 1 ? 3 : 1);
    }
    const shards = [3, 1, 2].map((index) => `shard-${String(index)}.json`);
    const merged = await run(root, ['merge', ...shards, '--format', 'json']);
    expect(merged.stdout).toBe(whole.stdout);
    const seen = shards.flatMap(
      (file) => (JSON.parse(readFileSync(join(root, file), 'utf8')) as ReportDocument).findings,
    );
    expect(new Set(seen.map(({ fingerprint }) => fingerprint)).size).toBe(seen.length);
    expect(seen).toHaveLength(parse(whole).findings.length);
    const missing = await run(root, ['merge', 'shard-1.json', 'shard-3.json', '--format', 'json']);
    expect(missing.status).toBe(3);
    expect(parse(missing).errors.map(({ message }) => message)).toContain(
      'shard 2 of 3 is not among the reports, so its findings are missing',
    );
  });

  it('are told by the CI job, and refused if they make no sense', async () => {
    const root = makeDirectory({ 'a.js': before, 'b.js': before });
    const part = await run(root, ['check', '--format', 'json'], { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '2' });
    expect(parse(part).findings.map(({ file }) => file)).toEqual(['b.js', 'b.js']);
    expect(part.stderr).toContain('Part 2 of 2, as CI_NODE_INDEX and CI_NODE_TOTAL say');
    const alone = await run(root, ['check', '--format', 'json'], { CI_NODE_TOTAL: '2' });
    expect(parse(alone).findings).toHaveLength(4);
    const wrong = await run(root, ['check'], { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '2' });
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('CI_NODE_INDEX is "3"');
  });
});
