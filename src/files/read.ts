import { isUtf8 } from 'node:buffer';
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { codeOf, describeFailure } from './failure.js';

/** What stands in a file, or why nobody can tell. */
export type FileText = { readonly text: string } | { readonly failure: string };

/** What a file holds, or why nobody can tell. */
export type FileBytes = { readonly bytes: Buffer } | Unread;

interface Unread {
  readonly failure: string;
  /** What stands there, until the next is read, if words of ASCII can be searched in it. */
  readonly searchable?: Buffer;
}

/** Reads a file. Only UTF-8 is taken, since a file that is written back in another encoding is damaged. The mark stays. */
export function readText(path: string): FileText {
  const read = readBytes(path);
  return 'failure' in read ? { failure: read.failure } : { text: read.bytes.toString('utf8') };
}

/** Reads a file of UTF-8 as `readText` does, into memory that the next call takes again. */
export function readBytes(path: string): FileBytes {
  return toFileBytes(() => readReused(path, readUnobserved));
}

/** `readBytes` of what a directory lists as a file: to ask of each what it is would take a third as long again. */
export function readListed(path: string): FileBytes {
  return toFileBytes(() => readReused(path, readAtOnce));
}

function toFileBytes(read: () => Buffer): FileBytes {
  try {
    const bytes = read();
    const other = toForeignEncoding(bytes);
    if (other === null) return { bytes };
    const failure = `is ${other}, and only UTF-8 is read: convert it, or exclude it`;
    return other === ofBytes ? { failure, searchable: bytes } : { failure };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

/**
 * The bytes of a file. A pipe or a device, which a link may lead to under any name, may never end, and is refused.
 *
 * @throws {Error} if it cannot be read, with the system's `code` if it is the system that refuses
 */
export function readRegular(path: string): Buffer {
  return Buffer.from(readReused(path, readUnobserved));
}

/** `readRegular` of what is seldom there, since an error costs a hundred times a look; null if it is not. */
export function readIfThere(path: string): Buffer | null {
  if (existsSync(path)) return readRegular(path);
  tell(path, null);
  return null;
}

/** Is told of each file that is read, and, with null, of each that could not be; the bytes are good until the next is read. */
export type ReadObserver = (path: string, bytes: Buffer | null) => void;

const observers = new Set<ReadObserver>();

/** @returns stops it */
export function observeReads(observer: ReadObserver): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

function tell(path: string, bytes: Buffer | null): void {
  for (const observer of observers) observer(path, bytes);
}

/** To make a buffer for each of many small files takes longer than to read them. */
const reused: { buffer: Buffer } = { buffer: Buffer.allocUnsafeSlow(1 << 20) };

function readReused(path: string, read: (path: string) => Buffer): Buffer {
  try {
    const bytes = read(path);
    tell(path, bytes);
    return bytes;
  } catch (error) {
    tell(path, null);
    throw error;
  }
}

function readUnobserved(path: string): Buffer {
  return withFile(path, readAll);
}

function readAtOnce(path: string): Buffer {
  return withFile(path, (descriptor) => readPart(descriptor) ?? readAll(descriptor));
}

function withFile<Result>(path: string, work: (descriptor: number) => Result): Result {
  // Without `O_NONBLOCK`, which Windows does not have, a pipe is not opened before somebody writes to it.
  const descriptor = openSync(path, constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0));
  try {
    return work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readAll(descriptor: number): Buffer {
  const found = fstatSync(descriptor);
  if (!found.isFile() && !found.isDirectory()) throw new Error('it is a pipe or a device');
  return fill(descriptor, found.size);
}

/** A file from its start, if it holds less than there is room for; null too if it may be none after all: a pipe has no start. */
function readPart(descriptor: number): Buffer | null {
  try {
    const count = readSync(descriptor, reused.buffer, 0, reused.buffer.length, 0);
    return count > 0 && count < reused.buffer.length ? reused.buffer.subarray(0, count) : null;
  } catch {
    return null;
  }
}

/** @param size as the system tells it; what it makes as it is read has none */
function fill(descriptor: number, size: number): Buffer {
  for (let length = 0; ;) {
    const count = readSync(descriptor, reused.buffer, length, reused.buffer.length - length, null);
    length += count;
    if (count === 0 || length === size) return reused.buffer.subarray(0, length);
    if (length === reused.buffer.length) reused.buffer = enlarge(reused.buffer);
  }
}

function enlarge(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(2 * buffer.length);
  buffer.copy(larger);
  return larger;
}

/** Latin 1 and the like, where ASCII is what it is in UTF-8. */
const ofBytes = 'not UTF-8';

function toForeignEncoding(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16 (little endian)';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16 (big endian)';
  if (!isUtf8(bytes)) return ofBytes;
  return isWide(bytes) ? 'binary, or UTF-16 without a mark' : null;
}

/** Each character of English in UTF-16 has a zero byte; a program may hold one in a text. */
function isWide(bytes: Buffer): boolean {
  if (!bytes.includes(0)) return false;
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros += 1;
  return 4 * zeros > bytes.length;
}

function toFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'is no longer there';
  return code === 'EISDIR' ? 'is a directory' : `cannot be read: ${describeFailure(error)}`;
}
