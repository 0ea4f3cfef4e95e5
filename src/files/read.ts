import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { codeOf, describeFailure } from './failure.js';

/** What stands in a file, or why nobody can tell. */
export type FileText = { readonly text: string } | { readonly failure: string };

/** Reads a file. Only UTF-8 is taken, since a file that is written back in another encoding is damaged. The mark stays. */
export function readText(path: string): FileText {
  try {
    const bytes = readRegular(path);
    const other = toForeignEncoding(bytes);
    return other === null
      ? { text: bytes.toString('utf8') }
      : { failure: `is ${other}, and only UTF-8 is read: convert it, or exclude it` };
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
  // Without `O_NONBLOCK`, which Windows does not have, a pipe is not opened before somebody writes to it.
  const descriptor = openSync(path, constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0));
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is a pipe or a device');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function toForeignEncoding(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16 (little endian)';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16 (big endian)';
  if (!isUtf8(bytes)) return 'not UTF-8';
  return bytes.includes(0) ? 'binary, or UTF-16 without a mark' : null;
}

function toFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'is no longer there';
  return code === 'EISDIR' ? 'is a directory' : `cannot be read: ${describeFailure(error)}`;
}
