import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { describeCommand, describeProgram } from '../../src/cli/help.js';
import { parseCommandLine } from '../../src/cli/parse.js';
import { makeDirectory } from '../directory.js';
import { program, runProgram } from './program.js';

describe('usage', () => {
  it.each([
    [
      'no command',
      [],
      'Say what to do: v4ward <command>, such as `v4ward check`.\n`v4ward --help` lists the commands.',
    ],
    ['an unknown command', ['chekc'], 'There is no command "chekc". Did you mean "check"?\n`v4ward --help` lists'],
    ['an option before the command', ['--quiet', 'check'], 'The command comes first: v4ward <command> --quiet …'],
    [
      'an unknown option',
      ['check', '--formt', 'json'],
      '`v4ward check` has no option "--formt". Did you mean "--format"?\n`v4ward check --help` shows what it takes.',
    ],
    ['a short option', ['check', '-q'], '`v4ward check` has no option "-q".'],
    ['an option that is named like what every object has', ['check', '--toString'], 'has no option "--toString".'],
    ['an option of another command', ['check', '--write'], 'has no option "--write". It is one of `v4ward migrate`.'],
    [
      'an unknown format',
      ['check', '--format', 'jsno'],
      'Did you mean "json"?\n`v4ward check --help` shows what it takes.',
    ],
    ['an option without its value', ['check', '--fail-on'], '--fail-on needs a value: one of safe, suggestion, manual'],
    ['an option instead of a value', ['check', '--config', '--quiet'], '--config needs a value: --config FILE.'],
    ['dashes instead of a value', ['verify', '--to', '--', 'npm'], '--to needs a value: --to URL.'],
    ['an empty value', ['check', '--fail-on='], '--fail-on : expected one of safe, suggestion, manual'],
    ['a value for a switch', ['check', '--quiet=no'], '--quiet=no: --quiet takes no value; leave it out for no.'],
    ['a word that the command does not take', ['catalogue', 'issues'], '`v4ward catalogue` takes no "issues", only'],
    ['a word too many', ['explain', 'pagination', 'issue-iid'], 'takes one change; "issue-iid" is one too many.'],
    ['nothing to explain', ['explain'], 'Say which change: v4ward explain project-unstar\n'],
    ['nothing to verify', ['verify'], 'Say which command, behind `--`: v4ward verify -- npm test\n'],
    [
      'a command that is not behind dashes',
      ['verify', 'npm', 'test'],
      'Put the command behind `--`: v4ward verify -- npm',
    ],
    ['a port that is none', ['serve', '--port', 'http'], '--port http: "http" is no port; expected a number from 0'],
    [
      'an unknown row',
      ['check', '--only', 'isue-iid'],
      'There is no row or rule "isue-iid". Did you mean "issue-iid"?',
    ],
    [
      'an unknown rule',
      ['check', '--skip', 'no-v3-prefx'],
      'There is no row or rule "no-v3-prefx". Did you mean "no-v3-prefix"?',
    ],
    [
      'a report without a file',
      ['check', '--report', 'json'],
      '--report json: expected FORMAT=FILE, such as json=v4ward.json.',
    ],
    [
      'a report of no format',
      ['check', '--report', 'jsn=x'],
      'There is no format "jsn"; expected one of text, json, sarif,',
    ],
    ['a path that is not there', ['check', 'a.js', 'nowhere'], 'There is no file or directory "nowhere".'],
    [
      'what is asked for and left out',
      ['check', '--only', 'issue-iid', '--skip', 'no-global-id'],
      'Nothing is left of what',
    ],
    ['a file of another kind', ['check', 'notes.txt'], '"notes.txt" is no JavaScript or TypeScript'],
    ['a directory without files', ['check', 'empty'], 'No file matched: nothing to look at in "empty".'],
    ['a configuration that is not there', ['check', '--config', 'gate.mjs'], 'There is no configuration'],
    ['a configuration file of JSON that is not there', ['check', '--config', 'gate.json'], 'There is no configuration'],
    ['a path through a file', ['check', 'a.js/b.js'], 'There is no file or directory "a.js/b.js".'],
    ['an empty path', ['check', ''], 'A path is empty'],
    ['an unknown change', ['explain', 'issue-id'], 'There is no change or rule "issue-id". Did you mean "issue-iid"?'],
  ])('refuses %s', (_, args, message) => {
    const root = makeDirectory({ 'a.js': '', 'notes.txt': '', 'empty/notes.txt': '' });
    const { status, stdout, stderr } = runProgram(root, args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it('refuses a wrong configuration, and tells all that is wrong', () => {
    const root = makeDirectory({ 'a.js': '', 'v4ward.config.json': '{ "hosst": [], "ignore": ["api-prefx"] }' });
    const { status, stdout, stderr } = runProgram(root, ['check']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('"hosst" is no key of the configuration. Did you mean "hosts"?');
    expect(stderr).toContain('"ignore" names "api-prefx", which is no change. Did you mean "api-prefix"?');
  });

  it('says that the working directory is gone', () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && "$0" "$1" check';
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script, process.execPath, program], {
      cwd: makeDirectory({}),
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'v4ward: The working directory is no longer there: go to another one.\n',
    });
  });

  it('takes what stands behind -- as it is, and nothing else', () => {
    const root = makeDirectory({ '-a.js': '', 'b.js': "fetch('https://gitlab.com/api/v3/projects/1/star')" });
    const { status, stdout } = runProgram(root, ['check', '--', '-a.js']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Nothing to do: no GitLab request in 1 file.\n' });
    expect(runProgram(root, ['translate', '--', 'DELETE /todos']).stdout).toBe('POST /todos/mark_as_done\n');
  });

  it('takes the last of several values, and all of an option that is repeatable', () => {
    const root = makeDirectory({ 'a.js': "fetch('https://gitlab.com/api/v3/user')" });
    const args = ['check', '--format', 'text', '--only', 'no-v3-prefix', '--only=issue-iid', '--format=json', 'a.js'];
    const { status, stdout } = runProgram(root, args);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ summary: { findings: 1 } });
  });

  it('tells its version', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(runProgram(makeDirectory({}), ['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('help', () => {
  it('lists the commands', () => {
    const { status, stdout } = runProgram(makeDirectory({}), ['--help']);
    expect(status).toBe(0);
    for (const { name, describe: about } of commands)
      expect(stdout).toMatch(new RegExp(`^  ${name} .*  ${about}$`, 'm'));
  });

  it.each(commands.map((command) => [command.name, command] as const))('tells all of %s', (name, command) => {
    const { status, stdout } = runProgram(makeDirectory({}), [name, '-h']);
    expect(status).toBe(0);
    for (const option of Object.keys(command.options)) expect(stdout).toMatch(new RegExp(`^ {6}--${option}\\b`, 'm'));
    expect(command.examples.length).toBeGreaterThan(0);
    for (const [line] of command.examples) expect(stdout).toContain(`  v4ward ${line} `);
  });

  it.each(commands.flatMap(({ examples }) => examples.map(([line]) => line)))(
    'has an example that is understood: v4ward %s',
    (line) => {
      expect(parseCommandLine(toWords(line), commands)).toMatchObject({ kind: 'run' });
    },
  );

  it('is no wider than it should be', () => {
    const longest = (text: string): number => Math.max(...text.split('\n').map(({ length }) => length));
    for (const command of commands) expect(longest(describeCommand(command, 80))).toBeLessThanOrEqual(80);
    expect(longest(describeProgram(commands, 80))).toBeLessThanOrEqual(80);
  });
});

/** What a shell would hand to the program: quoted words are one, and redirections are its own. */
function toWords(line: string): string[] {
  const words = line.replace(/ (?:>>|[<>]) \S+$/, '').matchAll(/'([^']*)'|(\S+)/g);
  return [...words].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

const none = { describe: '', examples: [], load: () => Promise.resolve(() => 0) };
const options = {
  commit: { describe: '', type: 'boolean' },
  push: { describe: '', type: 'boolean', implies: ['commit'] },
  undo: { describe: '', type: 'boolean', conflicts: ['commit'] },
} as const;

describe('options that belong together', () => {
  const parse = (...args: string[]) => parseCommandLine(['ship', ...args], [{ ...none, name: 'ship', options }]);

  it('are taken together', () => {
    expect(parse('--push', '--commit')).toMatchObject({ values: { push: true, commit: true, undo: false } });
  });

  it('are refused apart', () => {
    expect(() => parse('--push')).toThrow('--push means nothing without --commit: add it.');
  });

  it('are refused where they contradict each other', () => {
    expect(() => parse('--commit', '--undo')).toThrow('--undo and --commit cannot go together: give one of them.');
  });
});
