import { workerData } from 'node:worker_threads';
import { findFormat } from '../documents/formats.js';
import type { Batch, Errand, Looked } from './look-ahead.js';
import { findPlainImports, toSearched } from './plain.js';
import { readListed } from './read.js';

/** The other thread of `look-ahead.ts`. It loads little, since it is to be there before the walk is done. */
const { port, words } = workerData as Errand;

port.on('message', ({ paths, claims }: Batch) => {
  const looked: Looked = paths.map((path, index) =>
    Atomics.compareExchange(claims, index, 0, 1) === 0 ? importsOf(path) : null,
  );
  port.postMessage(looked);
  Atomics.store(claims, paths.length, 1);
  Atomics.notify(claims, paths.length);
});

function importsOf(path: string): readonly string[] | null {
  if (findFormat(path) !== null) return null;
  const read = readListed(path);
  return 'failure' in read ? null : findPlainImports(toSearched(read.bytes, words), words);
}
