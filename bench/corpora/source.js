import { posix } from 'node:path';
import { claim, writeFiller } from './filler.js';
import { toCamel } from './words.js';

/** An ordinary file of a repository: imports, ordinary code, and what it exports under its name. */
export function writeSource(random, planned, imports, { length, extra = () => [] }) {
  const writing = startWriting(random, planned, imports);
  const paragraphs = writeFiller(writing, length);
  const texts = [...paragraphs, ...extra(writing), writeOwn(writing, planned)];
  return `${writeImports(planned, imports)}\n${texts.join('\n')}`;
}

/** @returns {import('./filler.js').Writing} */
export function startWriting(random, { name, typed, markup }, imports) {
  const names = imports.map((each) => each.name);
  return { random, typed, markup, taken: new Set([name, ...names]), imported: names };
}

/** Most files are short and a few are long, as in repositories that were counted: 4.7 KB on average. */
export function drawLength(random) {
  const [least, most] = random.pick([
    ...[
      [200, 900],
      [600, 2500],
      [600, 2500],
      [1500, 4000],
      [1500, 4000],
    ],
    ...[
      [3000, 6000],
      [3000, 6000],
      [5000, 9000],
      [7000, 15_000],
    ],
  ]);
  return random.between(least, most);
}

export function writeImports(planned, imports) {
  const react = planned.markup ? `import { useMemo, useState } from 'react';\n` : '';
  return (
    react + imports.map(({ name, path }) => `import { ${name} } from '${toSpecifier(planned.path, path)}';\n`).join('')
  );
}

export function toSpecifier(from, to) {
  const path = posix.relative(posix.dirname(from), to).replace(/\.\w+$/, '');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Under the file's name there is a function of one parameter, which others call. */
function writeOwn(writing, { name, typed }) {
  const key = claim(writing, (random) => toCamel(random.pick(['given', 'known', 'own']), 'entry'));
  const called = writing.imported.map((each) => `${each}(${key})`);
  return `export function ${name}(${key}${typed ? ': any' : ''})${typed ? ': any' : ''} {\n  return [${[key, ...called].join(', ')}].flat();\n}\n`;
}
