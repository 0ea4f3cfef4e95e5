import { expect, it } from 'vitest';
import { check } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

const base = "'https://gitlab.com/api/v3'";

/** Modules that are, or pass on, what they have from themselves. */
const files: Readonly<Record<string, string>> = {
  'missing.js': `exports.gitlab = ${base}; module.exports = exports["default"];`,
  'own.js': `module.exports = exports; exports.gitlab = ${base};`,
  'itself.js': "module.exports = require('./itself');",
  'one.js': "module.exports = require('./other');",
  'other.js': "module.exports = require('./one');",
  'stars.js': "export * from './round.js'; export * from './stars.js';",
  'round.js': "export * from './stars.js';",
};

it.each(Object.keys(files))('what is not in %s is looked for without getting lost', async (name) => {
  const use = `const given = require('./${name}'); fetch(${base} + '/projects/owned'); fetch(${base} + given.path + given.default.path);`;
  const { result } = await check(makeDirectory({ ...files, 'use.js': use }), { configuration: {} });
  expect(result.errors).toEqual([]);
  expect(result.findings.map(({ change }) => change)).toContain('projects-filters');
  expect(result.unresolved.map(({ place }) => place.file)).toContain('use.js');
});
