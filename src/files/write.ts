import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { describeFailure } from './failure.js';
import { readText } from './read.js';

/** A file that is to hold another text. */
export interface Rewrite {
  /** The directory that the work is done in, absolute. What links in it lead to must be in it too. */
  readonly root: string;
  /** Absolute. */
  readonly path: string;
  /** What it held when it was read. */
  readonly before: string;
  readonly after: string;
}

/**
 * Why a file cannot be rewritten; null if it can, as far as one can tell before trying. Its directory must be writable
 * too, since the new text is written beside it first.
 */
export function findObstacle({ root, path, before }: Rewrite): string | null {
  const now = readText(path);
  if ('failure' in now) return now.failure;
  if (now.text !== before) return changed;
  return attempt(() => {
    refuseOutside(root, path);
    refuseReadOnly(path);
    accessSync(path, constants.W_OK);
    accessSync(dirname(realpathSync(path)), constants.W_OK);
  });
}

const changed = 'has changed since it was read, so it is left as it is: run again';

/** A rewrite, and where the text is written first: beside the file, so that it can take its name. */
interface Planned {
  readonly rewrite: Rewrite;
  readonly temporary: string;
}

/** The name is short whatever the file is called, and not one of code. */
function plan(rewrite: Rewrite): Planned {
  const temporary = join(dirname(toReal(rewrite.path)), `.v4ward-${randomUUID().slice(0, 13)}.tmp`);
  return { rewrite, temporary };
}

const temporaryName = /^\.v4ward-[0-9a-f-]{13}\.tmp$/;

/** Removes what was left beside files by writers that were killed. */
export function removeTemporaries(paths: readonly string[]): void {
  for (const directory of new Set(paths.map((path) => dirname(toReal(path))))) {
    const names = existsSync(directory) ? readdirSync(directory) : [];
    for (const name of names.filter((one) => temporaryName.test(one))) rmSync(join(directory, name), { force: true });
  }
}

function toReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A file that was left as it was. */
export interface Refused {
  readonly path: string;
  readonly message: string;
}

/**
 * Puts texts in the place of others, all of them or none: they are written beside the files, down to the disk, and only
 * when all are there each takes its file's name. Mode and owner stay, and a link stays a link. A file that has more
 * names (hard links) is changed under this one.
 *
 * @returns what was refused and why; if anything was, no file has changed
 */
export function writeTogether(rewrites: readonly Rewrite[]): Refused[] {
  const obstacles = rewrites.flatMap((one) => toRefused(one, findObstacle(one)));
  return obstacles.length > 0 ? obstacles : writeAll(rewrites.map(plan));
}

function writeAll(planned: readonly Planned[]): Refused[] {
  try {
    const refused = firstRefused(planned, stage);
    return refused.length > 0 ? refused : commitAll(planned);
  } finally {
    for (const { temporary } of planned) rmSync(temporary, { force: true });
  }
}

/** Each takes its file's name. If one cannot, those before it are put back. */
function commitAll(planned: readonly Planned[]): Refused[] {
  const done: Planned[] = [];
  const refused = firstRefused(planned, (one) => {
    commit(one);
    done.push(one);
  });
  syncDirectories(planned);
  if (refused.length === 0) return [];
  for (const { temporary } of planned) rmSync(temporary, { force: true });
  return [...refused, ...done.flatMap(putBack)];
}

function putBack({ rewrite }: Planned): Refused[] {
  const refused = writeTogether([{ ...rewrite, before: rewrite.after, after: rewrite.before }]);
  return refused.map(({ path }) => ({
    path,
    message:
      'holds its new text, though what belongs to it could not be written, and cannot be put back: `v4ward migrate --undo` tries again',
  }));
}

function toRefused({ path }: Rewrite, message: string | null): Refused[] {
  return message === null ? [] : [{ path, message }];
}

/** Acts on one after another, up to the first that cannot be done. */
function firstRefused(planned: readonly Planned[], act: (one: Planned) => void): Refused[] {
  for (const one of planned) {
    const message = attempt(() => {
      act(one);
    });
    if (message !== null) return toRefused(one.rewrite, message);
  }
  return [];
}

function attempt(action: () => void): string | null {
  try {
    action();
    return null;
  } catch (error) {
    return error instanceof RefusedError ? error.message : `cannot be written: ${describeFailure(error)}`;
  }
}

/** What is refused for a reason of our own, in words that follow the file's name. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** A link in the project may lead anywhere, and whoever asks for the project does not ask for that. */
function refuseOutside(root: string, path: string): void {
  const leadsOut = isWithin(root, path)
    ? !isWithin(realpathSync(root), realpathSync(path))
    : lstatSync(path).isSymbolicLink();
  if (leadsOut)
    throw new RefusedError(
      'is reached by a link that leads out of the directory, so it is left as it is: run v4ward where the file is',
    );
}

/** Whether a path is a directory, or in it, as they are written. */
function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The administrator may write what nobody may write, and means it no more than others do. */
function refuseReadOnly(path: string): void {
  if ((statSync(path).mode & 0o222) === 0) throw new RefusedError('is read-only, so it is left as it is');
}

function stage({ rewrite: { path, after }, temporary }: Planned): void {
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    writeFileSync(descriptor, after);
    keepOwner(descriptor, statSync(path));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The mode comes last, since a change of the owner takes bits of it away. */
function keepOwner(descriptor: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(descriptor);
  if (own.uid !== uid || own.gid !== gid) changeOwner(descriptor, uid, gid);
  fchmodSync(descriptor, mode & 0o7777);
}

function changeOwner(descriptor: number, uid: number, gid: number): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch (error) {
    throw new RefusedError(`is left as it is, since its owner could not be kept: ${describeFailure(error)}`);
  }
}

/** Looks once more, so that hardly a moment is left in which somebody else's change would be lost. */
function commit({ rewrite: { path, before }, temporary }: Planned): void {
  const now = readText(path);
  if (!('text' in now) || now.text !== before) throw new RefusedError(changed);
  renameSync(temporary, realpathSync(path));
}

/** What a directory says of its files is written later than they are, unless it is asked to. Not every system can. */
function syncDirectories(planned: readonly Planned[]): void {
  for (const directory of new Set(planned.map(({ temporary }) => dirname(temporary)))) syncDirectory(directory);
}

/** Brings the names in a directory down to the disk, where the system can. */
export function syncDirectory(directory: string): void {
  try {
    const descriptor = openSync(directory, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    // Windows has no such thing; the files themselves are on the disk.
  }
}
