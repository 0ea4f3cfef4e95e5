import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeDeep } from './deep.js';
import { writeDense } from './dense.js';
import { writeSparse } from './sparse.js';

/**
 * The repositories that v4ward is measured on. They are made, not kept: the same each time, and of the same kind at
 * any size.
 *
 * @typedef {object} CorpusFile
 * @property {string} path from the repository's root, with `/`
 * @property {string} text
 * @property {boolean} [trigger] a source that holds a trigger word; of the deep corpus nothing is said
 * @property {boolean} [holder] a source that holds `api/v3`
 * @property {number} [requests] of v3, which the file sends
 * @property {boolean} [ignored] by git
 *
 * @typedef {object} Contents what a corpus holds; all but `bytes` and `requests` are numbers of files
 * @property {number} files sources, without those that git ignores
 * @property {number} bytes of those
 * @property {number} holders
 * @property {number} triggers
 * @property {number} requests
 */

export const corpora = {
  sparse: {
    says: '0.11 % of the files hold `api/v3`, 1.1 % a trigger word',
    files: 20_000,
    write: writeSparse,
    holders: 0.0011,
    triggers: 0.011,
  },
  medium: {
    says: '1 % of the files hold `api/v3`, 2 % a trigger word',
    files: 20_000,
    write: writeSparse,
    holders: 0.01,
    triggers: 0.02,
  },
  dense: { says: 'all files send requests of v3', files: 1500, write: writeDense },
  deep: { says: 'wrappers behind wrappers, in groups of 30 files', files: 300, write: writeDeep },
};

const source = /\.[cm]?[jt]sx?$/;

/**
 * Writes a corpus into a directory, as a repository of one commit.
 *
 * @param {keyof typeof corpora} name
 * @param {string} directory empty, or not there yet
 * @param {number} files how many sources
 * @returns {Contents}
 */
export function writeCorpus(name, directory, files = corpora[name].files) {
  const contents = { files: 0, bytes: 0, holders: 0, triggers: 0, requests: 0 };
  for (const file of corpora[name].write({ ...corpora[name], files })) {
    writeAt(join(directory, file.path), file.text);
    if (!file.ignored && source.test(file.path)) add(contents, file);
  }
  commit(directory);
  return contents;
}

function writeAt(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function add(contents, { text, holder = false, trigger = false, requests = 0 }) {
  contents.files += 1;
  contents.bytes += Buffer.byteLength(text);
  contents.holders += Number(holder);
  contents.triggers += Number(trigger);
  contents.requests += requests;
}

/** The same commit wherever and whenever it is made. */
function commit(directory) {
  const person = { NAME: 'Mara', EMAIL: 'mara@example.com', DATE: '2026-01-01T00:00:00Z' };
  const people = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
    Object.entries(person).map(([key, value]) => [`GIT_${role}_${key}`, value]),
  );
  const env = {
    ...process.env,
    ...Object.fromEntries(people),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const git = (...args) => execFileSync('git', args, { cwd: directory, env, stdio: ['ignore', 'ignore', 'inherit'] });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Start');
}
