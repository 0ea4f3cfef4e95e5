import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

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

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'is no longer there',
  EACCES: 'cannot be read: no permission',
  EPERM: 'cannot be read: no permission',
  EISDIR: 'is a directory',
};

function toFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
