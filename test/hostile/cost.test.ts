import { expect, it } from 'vitest';
import { check } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

const send = "fetch('https://gitlab.com/api/v3/projects/owned')";

/** Processor time, which other work on the machine does not count in, in milliseconds. */
async function measure(text: string, file = 'a.js'): Promise<number> {
  const root = makeDirectory({ [file]: text });
  const start = process.cpuUsage();
  const { result } = await check(root, { paths: [file], configuration: {} });
  expect(result.errors).toEqual([]);
  expect(result.findings.map(({ change }) => change)).toContain('projects-filters');
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Each took minutes, or more, at this size. */
const programs: Readonly<Record<string, string>> = {
  'one object with many properties': `const all = {};\n${Array.from({ length: 5000 }, (_, index) => `all.p${String(index)} = ${String(index)};\n`).join('')}axios.get('https://gitlab.com/api/v3/projects/owned', { params: all });`,
  'requests in branches of branches': `${`if (a) { ${send}; } else\n`.repeat(150)}{}`,
  'requests in answers of requests': `${`${send}.then(() =>\n`.repeat(150)}1${')'.repeat(150)};`,
};

it.each(Object.entries(programs))('%s take seconds at most', async (_, text) => {
  expect(await measure(text)).toBeLessThan(15_000);
});

const curl = 'curl -H "PRIVATE-TOKEN: $TOKEN" https://gitlab.example.com/api/v3/projects/owned\n';

/** Each took minutes, or all memory. */
const scripts: Readonly<Record<string, string>> = {
  'variables made of themselves': `${curl}${'A=$A$A\n'.repeat(1000)}curl "$A/api/v3/projects"\n`,
  'thousands of commands': curl.repeat(4000),
};

it.each(Object.entries(scripts))('%s take seconds at most', async (_, text) => {
  expect(await measure(text, 'a.sh')).toBeLessThan(15_000);
});
