import { describe, expect, it } from 'vitest';
import { addToEslint } from '../../src/init/eslint-edit.js';

/** Lines as they would be written, `|` at the front of each standing for its beginning. */
function lines(text: TemplateStringsArray): string {
  return `${text.raw
    .join('')
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/^\|/, ''))
    .join('\n')}\n`;
}

describe('a flat configuration', () => {
  it.each([
    [
      'a list on one line',
      lines`|import js from '@eslint/js';
            |
            |export default [js.configs.recommended];`,
      lines`|import js from '@eslint/js';
            |import v4ward from 'v4ward';
            |
            |export default [js.configs.recommended, v4ward.configs.recommended];`,
    ],
    [
      'a list on lines of their own, with a comma at the end, tabs and comments',
      lines`|// @ts-check
            |import js from "@eslint/js"; // the rules
            |
            |export default [
            |	js.configs.recommended,
            |	{ rules: {} }, // last
            |	// nothing else
            |];`,
      lines`|// @ts-check
            |import js from "@eslint/js"; // the rules
            |import v4ward from "v4ward";
            |
            |export default [
            |	js.configs.recommended,
            |	{ rules: {} }, // last
            |	// nothing else
            |	v4ward.configs.recommended,
            |];`,
    ],
    [
      'a list without semicolons or a comma at the end',
      lines`|import js from '@eslint/js'
            |
            |export default [
            |  js.configs.recommended, {
            |    rules: {}
            |  }
            |]`,
      lines`|import js from '@eslint/js'
            |import v4ward from 'v4ward'
            |
            |export default [
            |  js.configs.recommended, {
            |    rules: {}
            |  },
            |  v4ward.configs.recommended
            |]`,
    ],
    [
      'an empty list',
      'export default [];\n',
      "import v4ward from 'v4ward';\n\nexport default [v4ward.configs.recommended];\n",
    ],
    [
      'no imports, below a licence',
      lines`|/* The licence. */
            |
            |/** @type {import('eslint').Linter.Config[]} */
            |export default [{ rules: {} }];`,
      lines`|/* The licence. */
            |
            |import v4ward from 'v4ward';
            |
            |/** @type {import('eslint').Linter.Config[]} */
            |export default [{ rules: {} }, v4ward.configs.recommended];`,
    ],
    [
      'defineConfig with a list',
      lines`|import { defineConfig as define } from 'eslint/config';
            |export default define([{ rules: {} }]);`,
      lines`|import { defineConfig as define } from 'eslint/config';
            |import v4ward from 'v4ward';
            |export default define([{ rules: {} }, v4ward.configs.recommended]);`,
    ],
    [
      'tseslint.config with arguments',
      lines`|import tseslint from 'typescript-eslint';
            |
            |export default tseslint.config(
            |  tseslint.configs.recommended,
            |);`,
      lines`|import tseslint from 'typescript-eslint';
            |import v4ward from 'v4ward';
            |
            |export default tseslint.config(
            |  tseslint.configs.recommended,
            |  v4ward.configs.recommended,
            |);`,
    ],
    [
      'a constant with a type',
      lines`|import type { Linter } from 'eslint';
            |
            |const config = [...base()] satisfies Linter.Config[];
            |export default config;`,
      lines`|import type { Linter } from 'eslint';
            |import v4ward from 'v4ward';
            |
            |const config = [...base(), v4ward.configs.recommended] satisfies Linter.Config[];
            |export default config;`,
    ],
    [
      'CommonJS',
      lines`|'use strict';
            |const { defineConfig } = require('eslint/config');
            |
            |module.exports = defineConfig([{ rules: {} }]);`,
      lines`|'use strict';
            |const { defineConfig } = require('eslint/config');
            |const v4ward = require('v4ward');
            |
            |module.exports = defineConfig([{ rules: {} }, v4ward.configs.recommended]);`,
    ],
    [
      'CommonJS without a require',
      lines`|'use strict';
            |module.exports = [];`,
      lines`|'use strict';
            |const v4ward = require('v4ward');
            |
            |module.exports = [v4ward.configs.recommended];`,
    ],
    [
      'lines that end as on Windows',
      "import js from '@eslint/js';\r\nexport default [\r\n  js.configs.recommended,\r\n];\r\n",
      "import js from '@eslint/js';\r\nimport v4ward from 'v4ward';\r\nexport default [\r\n  js.configs.recommended,\r\n  v4ward.configs.recommended,\r\n];\r\n",
    ],
  ])('is added to: %s', (_, before, after) => {
    expect(addToEslint('eslint.config.ts', before)).toEqual({ text: after });
  });

  it.each([
    [
      'is made by a function of somebody else',
      "import antfu from '@antfu/eslint-config';\nexport default antfu();\n",
      'put together',
    ],
    [
      'is made by a defineConfig of somebody else',
      "import { defineConfig } from './own.js';\nexport default defineConfig([]);\n",
      'put together',
    ],
    ['is a promise', 'export default (async () => [])();\n', 'put together'],
    ['is one object', 'export default { rules: {} };\n', 'put together'],
    ['is imported', "import config from './base.js';\nexport default config;\n", 'put together'],
    ['may become another', 'let config = [];\nexport default config;\n', 'put together'],
    ['has holes', 'export default [, ];\n', 'put together'],
    ['has parentheses where a comma would go', 'export default [(a)];\n', 'its list is written'],
    ['is exported by name', 'export { config as default };\n', 'its export'],
    ['is exported twice', 'module.exports = [];\nmodule.exports = [];\n', 'its export'],
    ['is no program', 'export default [;\n', 'parsed'],
    ['uses the name', 'const v4ward = 1;\nexport default [];\n', 'names v4ward'],
  ])('is left alone where it %s', (_, text, because) => {
    expect(addToEslint('eslint.config.js', text)).toEqual({ because: expect.stringContaining(because) as string });
  });
});
