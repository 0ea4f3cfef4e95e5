import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../cli/program.js';
import { makeDirectory } from '../directory.js';

const call = "\nfetch('https://gitlab.com/api/v3/projects/owned');\n";
const owned = "'https://gitlab.com/api/v3/projects/owned'";
const many = 100_000;

/** Programs that would end the process within the parser; the file's name tells the language. */
const programs: Readonly<Record<string, string>> = {
  'parentheses.js': `fetch(${'('.repeat(many)}${owned}${')'.repeat(many)});`,
  'arrays.js': `const deep = ${'['.repeat(many)}${']'.repeat(many)};`,
  'open-arrays.js': `const deep = ${'['.repeat(many)}`,
  'records.js': `const deep = ${'{ a: '.repeat(many)}1${' }'.repeat(many)};`,
  'blocks.js': `${'{'.repeat(many)}${'}'.repeat(many)}`,
  'functions.js': `${'(function () { '.repeat(many / 2)}${'})();'.repeat(many / 2)}`,
  'callbacks.js': `${'f(() => {\n'.repeat(many)}${'});\n'.repeat(many)}`,
  'calls.js': `fetch(${'f('.repeat(many)}${owned}${')'.repeat(many)});`,
  'classes.js': `${'class A { a = '.repeat(many)}1${' }'.repeat(many)}`,
  'templates.js': `fetch(${'`${'.repeat(many)}${owned}${'}`'.repeat(many)});`,
  'elements.jsx': `const deep = ${'<a>'.repeat(many)}${'</a>'.repeat(many)};`,
  'elements-in-braces.jsx': `const deep = ${'<a>{'.repeat(many)}${'}</a>'.repeat(many)};`,
  'types.ts': `type Deep = ${'Array<'.repeat(many)}1${'>'.repeat(many)};`,
  'records-of-types.ts': `type Deep = ${'{ a: '.repeat(many)}1${' }'.repeat(many)};`,
  'namespaces.ts': `${'namespace A { '.repeat(many)}${'}'.repeat(many)}`,
  'assertions.ts': `const deep = a${'!'.repeat(many)}${' as A'.repeat(many)};`,
  'members.js': `const deep = a${'.a'.repeat(2 * many)};`,
  'sums.js': `const deep = 'a'${" +\n'a'".repeat(many)};`,
  'choices.js': `const deep = ${'a ? 1 : '.repeat(many)}2;`,
  'branches.js': `${'if (a) { b; }\nelse '.repeat(many)}{}`,
  'arrows.js': `const deep = ${'a => '.repeat(many)}1;`,
  'assignments.js': `${'a = '.repeat(many)}1;`,
  'negations.js': `const deep = ${'!'.repeat(many)}1;`,
  'awaits.mjs': `const deep = ${'await '.repeat(many)}1;`,
  'chains.js': `fetch(${owned})${'.then(a => a)'.repeat(many)};`,
  'hidden-in-quotes.js': `const deep = ${`[']', /[\\]]/, "\\"]", `.repeat(many / 2)}`,
  'hidden-in-comments.js': `const deep = ${'[ /* ] */\n// ]\n'.repeat(many)}`,
  'component.vue': `<script>const deep = ${'['.repeat(many)}${']'.repeat(many)};</script>`,
  'settings.json': `{ "gitlab": "/api/v3", "deep": ${'['.repeat(many)}${']'.repeat(many)} }`,
};

/** Settings hold no call. */
const files = Object.fromEntries(
  Object.entries(programs).map(([name, text]) => [name, name.endsWith('.json') ? text : `${text}${call}`]),
);

describe('what is nested too deeply', () => {
  it('is an error of its file, and no more', () => {
    const { status, stdout } = runProgram(makeDirectory(files), ['check', '--format', 'json', ...Object.keys(files)]);
    expect(status).toBe(3);
    const { errors } = JSON.parse(stdout) as { errors: { file: string; message: string }[] };
    const told = errors.map(({ file, message }) => [file, /nested too deeply/.test(message) ? 'too deep' : message]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(Object.keys(files).map((name) => [name, 'too deep'])));
  });

  it('leaves the files beside it in sight', () => {
    const deep = `${'(function () {\n'.repeat(many)}${'})();\n'.repeat(many)}${call}`;
    const root = makeDirectory({ 'deep.js': deep, 'plain.js': call });
    const { status } = runProgram(root, ['migrate', '--write']);
    expect(status).toBe(3);
    expect(readFileSync(join(root, 'plain.js'), 'utf8')).toBe(
      "\nfetch('https://gitlab.com/api/v4/projects?owned=true');\n",
    );
    expect(readFileSync(join(root, 'deep.js'), 'utf8')).toBe(deep);
  });
});
