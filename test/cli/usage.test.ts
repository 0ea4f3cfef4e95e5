import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

describe('usage', () => {
  it.each([
    ['no command', [], 'Say what to do: v4ward <command>.'],
    ['an unknown command', ['chekc'], 'There is no command or option "chekc". Did you mean "check"?'],
    [
      'an unknown option',
      ['check', '--formt', 'json'],
      'There is no command or option "formt". Did you mean "format"?',
    ],
    ['a command of a later day', ['init'], 'There is no command or option "init".'],
    ['an unknown format', ['check', '--format', 'xml'], 'Given: "xml", Choices: "text", "json"'],
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
      'There is no format "jsn"; expected one of text, json. Did you mean "json"?',
    ],
    ['a path that is not there', ['check', 'a.js', 'nowhere'], 'There is no file or directory "nowhere".'],
    ['a file of another kind', ['check', 'notes.md'], '"notes.md" is no JavaScript or TypeScript'],
    ['a directory without files', ['check', 'empty'], 'No file matched: nothing to look at in "empty".'],
    ['a configuration that is not there', ['check', '--config', 'gate.mjs'], 'There is no configuration'],
    ['a configuration file of JSON that is not there', ['check', '--config', 'gate.json'], 'There is no configuration'],
    ['an option without its value', ['check', '--fail-on'], 'Not enough arguments following: fail-on'],
    ['a path through a file', ['check', 'a.js/b.js'], 'There is no file or directory "a.js/b.js".'],
    ['an empty path', ['check', ''], 'A path is empty'],
    ['an option of migrate', ['check', '--write'], 'There is no command or option "write".'],
    ['an unknown change', ['explain', 'issue-id'], 'There is no change "issue-id". Did you mean "issue-iid"?'],
  ])('refuses %s', (_, args, message) => {
    const root = makeDirectory({ 'a.js': '', 'notes.md': '', 'empty/notes.md': '' });
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

  it('takes what stands behind -- as it is, and nothing else', () => {
    const root = makeDirectory({ '-a.js': '', 'b.js': "fetch('https://gitlab.com/api/v3/projects/1/star')" });
    const { status, stdout } = runProgram(root, ['check', '--', '-a.js']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Nothing to do: no GitLab request in 1 file.\n' });
    expect(runProgram(root, ['translate', '--', 'DELETE /todos']).stdout).toBe('POST /todos/mark_as_done\n');
  });

  it('helps', () => {
    const root = makeDirectory({});
    const { status, stdout } = runProgram(root, ['--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('v4ward check [paths..]');
    expect(runProgram(root, ['migrate', '--help']).stdout).toContain('--allow-dirty');
  });
});
