import { hash } from 'node:crypto';
import { basename, join, relative, resolve } from 'node:path';
import type { FoundFiles } from './find.js';
import { observeReads, readRegular } from './read.js';
import { findRepository } from './repository.js';
import { isSettled, stampOf } from './stamp.js';
import type { Surroundings } from './surroundings.js';

/** What a piece of work took from the disk: with the same inputs it comes to the same. */
export interface Inputs {
  /** A digest of what the directories hold, and of what is installed. */
  readonly layout: string;
  readonly reads: readonly Read[];
  readonly resolutions: readonly Resolution[];
}

/** A file that was asked for. */
interface Read {
  /** Relative to the root. */
  readonly path: string;
  /** Empty if the file may change under the same stamp. */
  readonly stamp: string;
  /** Of what it held; empty if it could not be read. */
  readonly digest: string;
}

/** Where an import led. */
interface Resolution {
  readonly by: 'resolve' | 'resolvePackage';
  readonly from: string;
  readonly specifier: string;
  readonly to: string | null;
}

/** Notes what is taken from the disk until it is finished. */
export interface Recording {
  /** Notes, too, where imports lead. */
  watch(surroundings: Surroundings): Surroundings;
  finish(): Inputs;
}

/** Starts to note. */
export function startRecording(root: string, found: FoundFiles): Recording {
  const layout = describeLayout(root, found);
  const reads = new Map<string, Read>();
  const stop = observeReads((path, bytes) => {
    if (!reads.has(path)) reads.set(path, toRead(root, path, bytes));
  });
  const resolutions = new Map<string, Resolution>();
  const follow = (by: Resolution['by'], { [by]: find }: Surroundings): Surroundings['resolve'] => {
    return (from, specifier) => {
      const to = find(from, specifier);
      resolutions.set(`${by} ${from} ${specifier}`, { by, from, specifier, to });
      return to;
    };
  };
  return {
    watch: (surroundings) => ({
      ...surroundings,
      resolve: follow('resolve', surroundings),
      resolvePackage: follow('resolvePackage', surroundings),
    }),
    finish() {
      stop();
      return { layout, reads: [...reads.values()], resolutions: [...resolutions.values()] };
    },
  };
}

/**
 * The inputs as they are now, if what stands on the disk is the same as it was; else null. A file is read only if its
 * stamp tells of a change: in a fresh clone the same texts have other stamps.
 */
export function renewInputs(
  inputs: Inputs,
  root: string,
  found: FoundFiles,
  surroundings: Surroundings,
): Inputs | null {
  if (inputs.layout !== describeLayout(root, found)) return null;
  const reads: Read[] = [];
  for (const read of inputs.reads) {
    const renewed = renewRead(read, root);
    if (renewed.digest !== read.digest) return null;
    reads.push(renewed);
  }
  const isSame = inputs.resolutions.every(({ by, from, specifier, to }) => surroundings[by](from, specifier) === to);
  return isSame ? { ...inputs, reads } : null;
}

/** Whether some of them were read again, and are known by other stamps since. */
export function differ(before: Inputs, after: Inputs): boolean {
  return before.reads.some((read, index) => read !== after.reads[index]);
}

function renewRead(read: Read, root: string): Read {
  const path = resolve(root, read.path);
  if (read.stamp !== '' && read.stamp === stampOf(path)) return read;
  if (read.digest === '' && stampOf(path) === '') return read;
  return toRead(root, path, readOrNull(path));
}

function readOrNull(path: string): Buffer | null {
  try {
    return readRegular(path);
  } catch {
    return null;
  }
}

function toRead(root: string, path: string, bytes: Buffer | null): Read {
  return {
    path: relative(root, path),
    stamp: isSettled(path) ? stampOf(path) : '',
    digest: bytes === null ? '' : hash('sha256', bytes, 'base64'),
  };
}

/** What package managers write last. */
const installed = [
  'node_modules/.package-lock.json',
  'node_modules/.yarn-integrity',
  'node_modules/.yarn-state.yml',
  'node_modules/.modules.yaml',
  '.pnp.cjs',
];

function describeLayout(root: string, { files, aside, directories, errors }: FoundFiles): string {
  const repository = findRepository(root);
  const places = [...new Set([root, repository ?? root])];
  const layout = {
    names: places.map((place) => basename(place)),
    files,
    aside,
    kept: [...directories]
      .filter(([, names]) => names.length > 0)
      .map(([path, names]) => [relative(root, path), names]),
    errors,
    installed: places.flatMap((place) => installed.map((name) => stampOf(join(place, name)))),
  };
  return hash('sha256', JSON.stringify(layout));
}
