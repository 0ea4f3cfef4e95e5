import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatNames } from '../../src/reporters/formats.js';
import { makeDirectory } from '../directory.js';
import { program, runProgram } from './program.js';
import { noTerminal, openTerminal } from './pseudo-terminal.js';

/** A safe finding, a manual one, one that cannot be told, and a name with all that a format could stumble over. */
const files = {
  'src/star <b>%2C, "x":y\n::error::|`z`.js':
    "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n",
  'src/session.js': "fetch('https://gitlab.example.com/api/v4/session', { method: 'POST', body: form });\n",
  'src/any.js': "export const load = (path) => fetch('https://gitlab.example.com/api/v4' + path);\n",
};

/** Nobody listens there. */
const send = `fetch('http://127.0.0.1:45999/api/v3/projects/1/star', {
  method: 'DELETE',
  headers: { 'PRIVATE-TOKEN': 'secret' },
}).catch(() => null);
`;

/** The environment of the tests is not the user's. */
const bare = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

function run(
  cwd: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): [number | null, string, string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...bare, ...environment },
  });
  return [status, stdout, stderr];
}

describe('--format', () => {
  it.each(formatNames)('%s is printed alone on stdout, the same each time, without a path of the machine', (format) => {
    const directory = makeDirectory(files);
    const [status, stdout, stderr] = run(directory, ['check', '--format', format]);
    expect(status).toBe(1);
    expect(stdout).toContain('session-removed');
    expect(stdout).not.toContain(directory);
    expect(stdout.endsWith('\n')).toBe(true);
    expect(stderr === '').toBe(format === 'text');
    expect(run(directory, ['check', '--format', format])).toEqual([status, stdout, stderr]);
  });

  it.each(formatNames)('%s of verify has what was sent', (format) => {
    const directory = makeDirectory({ 'send.mjs': send });
    const [status, stdout] = run(directory, ['verify', '--format', format, '--', 'node', 'send.mjs']);
    expect(status).toBe(1);
    expect(stdout).toContain('project-unstar');
    expect(stdout).not.toContain(directory);
  });

  it('writes the summary of a step of GitHub Actions, behind what stands there', () => {
    const directory = makeDirectory({ ...files, 'summary.md': 'before\n' });
    const summary = { GITHUB_STEP_SUMMARY: join(directory, 'summary.md') };
    const [status, stdout] = run(directory, ['check', 'src', '--format', 'github'], summary);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^(?:::[a-z]+ .*\n)+$/);
    expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toMatch(/^before\n## v4ward: [^]*session-removed/);
    const lost = run(directory, ['check', 'src', '--format', 'github'], { GITHUB_STEP_SUMMARY: '/no/such/file' });
    expect(lost.slice(0, 2)).toEqual([status, stdout]);
    expect(lost[2]).toContain('the step summary cannot be written');
  });
});

describe('--report', () => {
  it('writes several at once, into directories that it makes', () => {
    const directory = makeDirectory(files);
    const wanted = formatNames.flatMap((format) => ['--report', `${format}=out/${format}/report`]);
    expect(run(directory, ['check', 'src', ...wanted])[0]).toBe(1);
    for (const format of formatNames) {
      const [, printed] = run(directory, ['check', 'src', '--format', format]);
      expect(readFileSync(join(directory, 'out', format, 'report'), 'utf8'), format).toBe(printed);
    }
  });

  it('is no part of what the next run looks at', () => {
    const directory = makeDirectory(files);
    const names = ['json=a.json', 'sarif=a.sarif.json', 'gitlab=b.json', 'markdown=a.md', 'html=a.html', 'junit=a.xml'];
    const args = ['check', ...names.flatMap((name) => ['--report', name])];
    expect(run(directory, args)).toEqual(run(directory, args));
  });

  it.each([
    ['is a directory', 'html=there', 'there" cannot be written: it is a directory'],
    ['lies behind a file', 'html=src/any.js/x.html', 'src/any.js/x.html" cannot be written'],
    ['is stdout', 'html=-', '`--format html` prints the report instead'],
    ['has no format', 'pdf=x.pdf', 'There is no format "pdf"; expected one of text, json, sarif'],
  ])('refuses a place that %s, before the work', (_, value, words) => {
    const directory = makeDirectory(files);
    mkdirSync(join(directory, 'there'));
    const [status, stdout, stderr] = run(directory, ['check', '--report', value]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it('refuses two reports in one file', () => {
    const directory = makeDirectory(files);
    const [status, , stderr] = run(directory, ['check', '--report', 'json=a', '--report', 'html=./a']);
    expect(status).toBe(2);
    expect(stderr).toContain('Two reports go to "./a"');
    expect(existsSync(join(directory, 'a'))).toBe(false);
  });

  it.skipIf(process.getuid?.() === 0)('refuses a place that takes no file (root may write anywhere)', () => {
    const directory = makeDirectory(files);
    chmodSync(join(directory, 'src'), 0o500);
    const [status, , stderr] = run(directory, ['check', '--report', 'json=src/a.json']);
    chmodSync(join(directory, 'src'), 0o700);
    expect(status).toBe(2);
    expect(stderr).toContain('cannot be written');
    expect(readdirSync(join(directory, 'src'))).not.toContain('a.json');
  });

  it('refuses a full disk', () => {
    const [status, , stderr] = run(makeDirectory(files), ['check', '--report', 'json=/dev/full']);
    expect(status).toBe(2);
    expect(stderr).toContain('The report "/dev/full" cannot be written: ENOSPC');
  });
});

describe('colours and links of text', () => {
  const directory = (): string => makeDirectory({ 'a.js': files['src/session.js'] });

  it('are left out where nobody looks, unless they are forced', () => {
    const cwd = directory();
    const [, piped] = run(cwd, ['check']);
    expect(piped).not.toContain('\u001B');
    expect(run(cwd, ['check'], { FORCE_COLOR: '1' })[1]).toContain('\u001B[31mmanual');
    expect(run(cwd, ['check'], { FORCE_COLOR: '0' })[1]).toBe(piped);
  });

  it.skipIf(noTerminal !== null)('are there in a terminal, but for NO_COLOR and dumb ones', async () => {
    const cwd = directory();
    const show = async (environment: NodeJS.ProcessEnv): Promise<string> => {
      const session = openTerminal(cwd, ['check'], environment);
      await session.ended;
      return session.screen();
    };
    const shown = await show({ FORCE_HYPERLINK: '1' });
    expect(shown).toContain('\u001B[31mmanual');
    expect(shown).toMatch(/\u001B\]8;;file:\/\/\/.*\/a\.js\u001B\\/);
    expect(shown).toContain('\u001B]8;;https://unpkg.com/v4ward@');
    for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      expect(await show(environment)).not.toMatch(/\u001B/);
  });
});

describe('formats', () => {
  it('are listed by help, from the table', () => {
    expect(runProgram(makeDirectory({}), ['check', '--help']).stdout).toContain(formatNames[1] ?? '');
  });

  it('are loaded when they are asked for', () => {
    const cwd = makeDirectory(files);
    const loaded = (format: string): string[] => {
      const trace = join(cwd, 'trace.mjs');
      const { stderr } = spawnSync(
        process.execPath,
        [
          '--import',
          `data:text/javascript,${encodeURIComponent(tracer)}`,
          program,
          'check',
          '--quiet',
          '--format',
          format,
        ],
        { cwd, encoding: 'utf8', env: { ...bare, TRACE: trace } },
      );
      return [...stderr.matchAll(/bundle\/reporters\.(?:html\.)?(\w+)-[\w-]+\.js$/gm)].map(([, name]) => name ?? '');
    };
    expect(loaded('json')).not.toEqual(expect.arrayContaining(['html']));
    expect(loaded('json')).toContain('json');
    expect(loaded('html')).toContain('html');
    expect(
      loaded('html').filter((name) => ['sarif', 'junit', 'gitlab', 'github', 'markdown', 'text'].includes(name)),
    ).toEqual([]);
  });
});

/** Says each module that is loaded, on stderr. */
const tracer = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(2, url + '\\\\n');
    return next(url, context);
  }
\`));
`;
