import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { codeOf, describeFailure } from './failure.js';

/** What stands in a file, or why nobody can tell. */
export type FileText = { readonly text: string } | { readonly failure: string };

/** Reads a file. Only UTF-8 is taken, since a file that is written back in another encoding is damaged. The mark stays. */
export function readText(path: string): FileText {
  try {
    const bytes = readFileSync(path);
    const other = toForeignEncoding(bytes);
    return other === null
      ? { text: bytes.toString('utf8') }
      : { failure: `is ${other}, and only UTF-8 is read: convert it, or exclude it` };
  } catch (error) {
    return { failure: toFailure(error) };
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
