/**
 * Writes a corpus: the same files each time.
 *
 *     node bench/corpora/main.js --corpus sparse --to DIRECTORY [--scale 0.1 | --files 10000]
 */
import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { corpora, writeCorpus } from './corpus.js';

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    to: { type: 'string' },
    scale: { type: 'string', default: '1' },
    files: { type: 'string' },
  },
});

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

const { corpus, to } = options;
if (corpus === undefined || !Object.hasOwn(corpora, corpus))
  fail(`--corpus is one of ${Object.keys(corpora).join(', ')}`);
if (to === undefined) fail('--to names the directory');
if (existsSync(to) && readdirSync(to).length > 0) fail(`${to} is not empty: choose another directory`);
const files = Math.round(Number(options.files ?? corpora[corpus].files * Number(options.scale)));
if (!(files > 0)) fail('--scale and --files are numbers above 0');
process.stdout.write(`${JSON.stringify(writeCorpus(corpus, to, files))}\n`);
