import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import {
  ConfigurationError,
  findConfigurationFiles,
  findConfigurationIn,
  loadConfigurationFile,
} from './load-configuration.js';
import type { LoadedConfiguration } from './load-configuration.js';
import { createPace } from './pace.js';
import { changedAt, isSettledSince, stampOf } from './stamp.js';

/*
 * An editor's server asks for every file that is typed in, for days, and a run over a project asks for thousands, most
 * of which hold no trigger word. The words that a configuration adds must be known even so. What was found is therefore
 * taken as it is for a second, by directory, which costs less than a microsecond; then the file system is asked again:
 * whether each directory on the way up is as it was, and its package.json, and each file that the configuration is made
 * of. Only of a directory that has changed is asked what stands in it. A run that comes to directory after directory
 * would ask all the time: it asks now and then, of each within some seconds, and of all at once if one has changed.
 */

/** How long what is known is taken as it is, in milliseconds. */
const freshness = 1000;

/** How long it is at most, while little time may be spent on asking. */
const patience = 10_000;

/** Directories that are known are asked about again for half a hundredth of the time. */
const pace = createPace({ share: 0.005, atOnce: { least: 5, most: 5 } });

interface FoundFile {
  readonly path: string | null;
  readonly asked: number;
}

/** What a directory itself has. */
interface OwnFile {
  readonly path: string | null;
  /** When a name in it came or went. */
  readonly changed: number | null;
  readonly manifest: { readonly path: string; readonly stamp: string } | null;
}

type Outcome = { readonly loaded: LoadedConfiguration } | { readonly failure: string };

interface ReadFile {
  readonly outcome: Outcome;
  /** The state of the files that it is made of. */
  readonly stamp: string;
  readonly files: readonly string[];
  readonly asked: number;
}

const ownFiles = new Map<string, OwnFile>();
const foundFiles = new Map<string, FoundFile>();
const readFiles = new Map<string, ReadFile>();

/**
 * The configuration that holds in a directory, as `loadConfiguration` finds it; the same object as long as nothing of
 * it has changed. What was edited, created or deleted is seen about a second later, by a run over many files within ten.
 *
 * @param directory an absolute path
 * @throws {ConfigurationError} a new one each time, since ESLint writes into what it catches
 */
export function findCurrentConfiguration(directory: string): LoadedConfiguration | null {
  const path = findFile(directory);
  if (path === null) return null;
  const { outcome } = readFile(path);
  if ('failure' in outcome) throw new ConfigurationError(outcome.failure);
  return outcome.loaded;
}

function findFile(directory: string): string | null {
  const known = foundFiles.get(directory);
  const age = known === undefined ? Infinity : performance.now() - known.asked;
  if (known === undefined || age >= patience) return findAnew(directory);
  if (age >= freshness) pace(() => findAnew(directory));
  return foundFiles.get(directory)?.path ?? null;
}

function findAnew(directory: string): string | null {
  const now = performance.now();
  const asked: string[] = [];
  for (let at = directory; ; at = dirname(at)) {
    const known = foundFiles.get(at);
    const isKnown = known !== undefined && now - known.asked < freshness;
    if (!isKnown) asked.push(at);
    const path = isKnown ? known.path : findOwnFile(at);
    if (!isKnown && path === null && at !== dirname(at)) continue;
    for (const each of asked) foundFiles.set(each, { path, asked: now });
    return path;
  }
}

/** A directory changes when a name in it comes or goes, so a package.json need be asked for only where there is one. */
function findOwnFile(directory: string): string | null {
  const changed = changedAt(directory);
  const known = ownFiles.get(directory);
  if (known !== undefined && isAsItWas(changed, known)) return known.path;
  if (known !== undefined) foundFiles.clear();
  const has = listNames(directory);
  const manifest = join(directory, 'package.json');
  // Before it is read: what is written into it while it is read is noticed the next time.
  const own = { changed, manifest: has('package.json') ? { path: manifest, stamp: stampOf(manifest) } : null };
  const path = findConfigurationIn(directory, has);
  if (isSettledSince(changed)) ownFiles.set(directory, { ...own, path });
  else ownFiles.delete(directory);
  return path;
}

/** To list a directory takes less time than to ask for five names. One that cannot be listed may have files that can be read. */
function listNames(directory: string): (name: string) => boolean {
  const exists = (name: string): boolean => existsSync(join(directory, name));
  try {
    const listed = new Set(readdirSync(directory));
    return (name) => listed.has(name) && exists(name);
  } catch {
    return exists;
  }
}

function isAsItWas(now: number | null, { changed, manifest }: OwnFile): boolean {
  return now === changed && (manifest === null || stampOf(manifest.path) === manifest.stamp);
}

function readFile(path: string): ReadFile {
  const known = readFiles.get(path);
  if (known !== undefined && isFresh(known)) return known;
  const isSame = known !== undefined && toStamp(known.files) === known.stamp;
  const read = { ...(isSame ? known : readAnew(path)), asked: performance.now() };
  readFiles.set(path, read);
  return read;
}

function isFresh({ asked }: { readonly asked: number }): boolean {
  return performance.now() - asked < freshness;
}

function readAnew(path: string): Omit<ReadFile, 'asked'> {
  const files = findConfigurationFiles(path);
  return { files, stamp: toStamp(files), outcome: tryToLoad(path) };
}

function toStamp(files: readonly string[]): string {
  return files.map(stampOf).join('\n');
}

function tryToLoad(path: string): Outcome {
  try {
    return { loaded: loadConfigurationFile(path) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { failure: error.message };
  }
}
