import { expect, it } from 'vitest';
import { check } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

const spaces = ' '.repeat(100_000);
const lines = '\n'.repeat(100_000);
const url = 'https://gitlab.com/api/v3/projects/owned';

/** What a regular expression that tries each way to share blanks out would take hours for. */
const files: Readonly<Record<string, string>> = {
  'imports.js': `import${lines};\n`,
  'component.vue': `<template><a bind:a=${lines}!>{{ '${url}' }}</a></template>\n<script>fetch('${url}');</script>\n`,
  'ignored.js': `// v4ward-ignore${spaces}--${spaces}x\n/* ${spaces} */ \nfetch('${url}');\n`,
  'requests.http': `@base = ${lines.replaceAll('\n', ' ')}x\n@a={{${spaces}\nGET ${url}\n`,
  '.gitlab-ci.yml': `job:\n  script:\n    - curl ${url}?a=\${{${spaces}\n`,
};

it.each(Object.entries(files))('blanks without an end cost no time in %s', async (name, text) => {
  const start = process.cpuUsage();
  const { result } = await check(makeDirectory({ [name]: text, 'plain.js': `fetch('${url}');\n` }), {
    paths: name === 'imports.js' ? ['.'] : [name, 'plain.js'],
    configuration: {},
  });
  const { user } = process.cpuUsage(start);
  expect(result.findings.map(({ place }) => place.file)).toContain('plain.js');
  expect(user / 1_000_000).toBeLessThan(10);
});
