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
  'two variables written hundreds of times, each of the other': `${send};\nexport function from(leaf) {\n  const all = [leaf.value];\n${'for (var up = void 0; (up = leaf.parent); leaf = up) all.push(leaf.name, up.value);\n'.repeat(200)}  return all;\n}\n`,
  'a function that calls itself many times': `${send};\nexport const from = async (repo, page) => {\n  const some = await fetch(\`https://gitlab.com/api/v3/projects/\${repo}/builds?page=\${page}\`);\n${"  return some.concat(await from(repo, page + { path: 'https://gitlab.com/api/v3' }));\n".repeat(85)}};\n`,
  'a function that gives back what it was given at hundreds of places': `${send};\nexport const sortAll = (edits) => sort(edits.map(tidy), (one, other) => one.place - other.place);\nfunction tidy(edit) {\n${'  if (edit.done) return edit;\n'.repeat(800)}}\nfunction sort(list, compare) {\n  const left = list.slice(0, 2);\n  const right = list.slice(2);\n  sort(left, compare);\n  sort(right, compare);\n  for (let at = 0; at < 9; at++) list[at] = compare(left[at], right[at]) ? left[at] : right[at];\n  return list;\n}\n`,
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

/** Each of many variables may hold what any of the others does. */
function entangle(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `v${String(index)}`);
  const other = (index: number): string => `v${String(index % count)}`;
  const functions = names.map(
    (name, index) =>
      `function send${name}(more) { if (more) ${name} = ${other(index * 7 + 1)}.concat(${other(index * 13 + 5)}, ${other(index * 29 + 3)}); return fetch(${name}); }\n`,
  );
  return `let ${names.join(', ')};\n${functions.join('')}${send};\n`;
}

it('values that are all made of each other are given up, which is told and holds the base', async () => {
  const root = makeDirectory({ 'a.js': entangle(400) });
  const start = process.cpuUsage();
  const { result } = await check(root, { paths: ['a.js'], configuration: {} });
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(10_000);
  expect(result.notices).toMatchObject([{ kind: 'unread-values', place: { file: 'a.js' } }]);
  expect(result.unresolved).toMatchObject([{ place: { file: 'a.js', start: 0, end: 0 } }]);
  expect(result.findings.filter(({ change }) => change === 'api-prefix')).toMatchObject([
    { heldBy: [expect.stringMatching(/^a\.js:1 unresolved$/)] },
  ]);
});

it('values of a few that are made of each other are not', async () => {
  const root = makeDirectory({ 'a.js': entangle(20) });
  const { result } = await check(root, { paths: ['a.js'], configuration: {} });
  expect(result.notices).toEqual([]);
});
