import { resolve } from 'node:path';
import type { ParsedFile } from '../analysis/project.js';
import { parseOrNull } from './parse-or-null.js';
import { readText } from './read.js';
import { stampOf } from './stamp.js';

/** Reads and parses files once, until they change. */
export interface Reader {
  /** Null if it cannot be read. */
  readonly text: (file: string) => string | null;
  /** Null if it cannot be read, or is no program. */
  readonly parse: (file: string) => ParsedFile | null;
  /** Whether a file has been written since it was read, so that its text is another. */
  readonly isOld: (file: ParsedFile) => boolean;
  /** Forgets the files that are not on the disk as they were; false if there was none. */
  readonly forgetChanged: () => boolean;
}

interface Known {
  readonly stamp: string;
  readonly text: string | null;
  /** Undefined until it is asked for. */
  parsed: ParsedFile | null | undefined;
}

/** @param root what files are relative to */
export function createReader(root: string): Reader {
  const known = new Map<string, Known>();
  const open = (file: string): Known => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const path = resolve(root, file);
    const stamp = stampOf(path);
    const read = readText(path);
    const result = { stamp, text: 'text' in read ? read.text : null, parsed: undefined };
    known.set(file, result);
    return result;
  };
  return {
    text: (file) => open(file).text,
    parse(file) {
      const entry = open(file);
      if (entry.parsed === undefined) entry.parsed = entry.text === null ? null : parseOrNull(file, entry.text);
      return entry.parsed;
    },
    isOld({ file, text }) {
      const entry = known.get(file);
      return entry !== undefined && entry.text !== text && entry.stamp !== stampOf(resolve(root, file));
    },
    forgetChanged() {
      const changed = [...known].filter(([file, { stamp }]) => stampOf(resolve(root, file)) !== stamp);
      for (const [file] of changed) known.delete(file);
      return changed.length > 0;
    },
  };
}
