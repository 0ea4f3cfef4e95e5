import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { render, formatNames } from '../../src/reporters/formats.js';
import { runProgram } from '../cli/program.js';
import { makeDirectory } from '../directory.js';
import { makeHostileDocument } from '../reporters/hostile.js';

const call = "fetch('https://gitlab.com/api/v3/projects/owned');\n";
const moved = "fetch('https://gitlab.com/api/v4/projects?owned=true');\n";

const names = [
  'a\nb.js',
  'c\r\nd.js',
  'tab\t.js',
  '\u001b[31mred\u001b[0m.js',
  '\u001b]0;title\u0007.js',
  '\u009b31m\u007f.js',
  '\u202egnp\u2066.js',
  '\u2028.js',
  '-rf.js',
  ' .js',
  '"q"\'s\'.js',
  'back\\slash.js',
  '$(id)`id`.js',
  '%0A::error::x.js',
  '</script><!--]]>.js',
  '*[a]{b,c}!.js',
  '__proto__/index.js',
  'constructor/__proto__.js',
  `${'long'.repeat(62)}.js`,
];

const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe('names that mean something to a terminal, a shell or a format', () => {
  const files = Object.fromEntries(names.map((name) => [name, call]));

  it.each(formatNames)('stand in the report %s without what a terminal obeys', async (format) => {
    const printed = await render(makeHostileDocument(), format);
    expect(printed.split('\n').filter((line) => control.test(line))).toEqual([]);
  });

  it('are told by JSON as they are', () => {
    const { status, stdout } = runProgram(makeDirectory(files), ['check', '--format', 'json']);
    expect(status).toBe(1);
    expect(stdout).not.toMatch(control);
    const { findings } = JSON.parse(stdout) as { findings: { file: string }[] };
    expect(new Set(findings.map(({ file }) => file))).toEqual(new Set(names));
  });

  it('are written and taken back under those names, and no others', () => {
    const root = makeDirectory(files);
    const written = runProgram(root, ['migrate', '--write', '--todo']);
    expect(written).toMatchObject({ status: 0 });
    expect(written.stdout + written.stderr).not.toMatch(control);
    expect(names.map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(names.map(() => moved));
    const undone = runProgram(root, ['migrate', '--undo']);
    expect(undone).toMatchObject({ status: 0 });
    expect(undone.stdout + undone.stderr).not.toMatch(control);
    expect(names.map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(names.map(() => call));
    expect(readdirSync(root)).toHaveLength(names.length);
  });
});

describe('words that every object of JavaScript has as names', () => {
  const words = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

  it.each(words)('%s is a command, an option, a member and a field like any other', (word) => {
    const root = makeDirectory({
      'a.sh': `${word} x\nsudo ${word} curl https://gitlab.com/api/v3/projects/owned --${word} x\n`,
      'a.js': `${call}const own = {};\n${word}.call(own);\nangular.${word}('forge', ${word});\nfetch('https://gitlab.com/api/v3/user', own).then((answer) => answer.${word}.${word});\n`,
      'package.json': `{ "${word}": 1, "scripts": { "${word}": "${word}" } }`,
      'a.yml': `${word}:\n  ${word}: [${word}]\n`,
      'a.http': `GET https://gitlab.com/api/v3/projects/owned\n${word}: ${word}\n`,
    });
    const { status, stdout } = runProgram(root, ['check', '--format', 'json']);
    expect(status).toBe(1);
    const { errors, findings } = JSON.parse(stdout) as {
      errors: unknown[];
      findings: { file: string; change: string }[];
    };
    expect(errors).toEqual([]);
    const owned = findings.filter(({ change }) => change === 'projects-filters').map(({ file }) => file);
    expect(owned).toEqual(['a.http', 'a.js', 'a.sh']);
  });
});

it.runIf(process.platform === 'linux')('a name that is no UTF-8 is told, and not taken for another', () => {
  const root = makeDirectory({ 'a.js': call });
  const path = Buffer.concat([Buffer.from(join(root, 'b')), Buffer.from([0xff, 0xfe]), Buffer.from('.js')]);
  writeFileSync(path, call);
  mkdirSync(Buffer.concat([Buffer.from(join(root, 'd')), Buffer.from([0xff])]));
  const { status, stdout } = runProgram(root, ['migrate', '--write', '--format', 'json']);
  expect(status).toBe(3);
  const { errors } = JSON.parse(stdout) as { errors: { file: string; message: string }[] };
  expect(errors.map(({ file }) => file).sort()).toEqual(['b\ufffd\ufffd.js', 'd\ufffd']);
  expect(readFileSync(path, 'utf8')).toBe(call);
});
