import { execFileSync } from 'node:child_process';
import { Linter } from 'eslint';
import { Linter as Linter9 } from 'eslint-9';
import { describe, expect, it } from 'vitest';
import imported from 'v4ward';
import * as defined from '../support/configs/define-config.js';
import spread from '../support/configs/spread.js';

const star = "fetch('https://gitlab.harbour.example/api/v3/projects/58/star', { method: 'DELETE' });\n";

const cases: readonly (readonly [
  name: string,
  config: readonly Linter.Config[],
  file: string,
  reported: readonly string[],
])[] = [
  ['by name', defined.byName, 'star.js', ['v4ward/no-v3-prefix 2', 'v4ward/no-v3-endpoint 2']],
  ['by another name', defined.byAnotherName, 'star.js', ['gitlab/no-v3-prefix 2', 'gitlab/no-v3-endpoint 2']],
  ['whole', defined.whole, 'star.js', ['v4ward/no-v3-prefix 2', 'v4ward/no-v3-endpoint 2']],
  ['extended', defined.extended, 'jobs/star.ts', ['v4ward/no-v3-prefix 1', 'v4ward/no-v3-endpoint 1']],
  ['spread', spread, 'star.js', ['v4ward/no-v3-prefix 1', 'v4ward/no-v3-endpoint 1']],
];

const versions: readonly (readonly [name: string, linter: Linter])[] = [
  ['ESLint 10', new Linter({ cwd: '/nowhere' })],
  // What is called here is the same in both.
  ['ESLint 9', new Linter9({ cwd: '/nowhere' }) as unknown as Linter],
];

describe.each(versions)('%s', (_, linter) => {
  it.each(cases)('takes a configuration %s', (_name, config, file, reported) => {
    const messages = linter.verify(star, [...config], file);
    expect(messages.map(({ ruleId, severity }) => `${String(ruleId)} ${String(severity)}`)).toEqual(reported);
  });
});

describe('the package', () => {
  it('is the plugin, imported or required', () => {
    const program =
      "import imported from 'v4ward'; import { createRequire } from 'node:module';" +
      "const required = createRequire(import.meta.url)('v4ward');" +
      'console.log(imported.meta.name, required === imported, required.default === imported);';
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    expect(printed).toBe('v4ward true true\n');
  });

  it('holds itself in its configurations', () => {
    for (const { plugins } of Object.values(imported.configs)) expect(plugins?.['v4ward']).toBe(imported);
  });
});
