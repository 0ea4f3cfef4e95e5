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
  /** Forgets trees if they are many, but for those that were asked for since this was done before. */
  readonly forgetUnused: () => void;
}

/** A tree with its scopes takes about a hundred bytes for each character of its text. */
const mostCharacters = 2_000_000;

interface Known {
  readonly stamp: string;
  readonly text: string | null;
  /** Undefined until it is asked for. */
  parsed: ParsedFile | null | undefined;
  /** Whether it was asked for lately. */
  used: boolean;
}

/**
 * @param root what files are relative to
 * @param most how many characters may have trees before those are forgotten that are not used
 */
export function createReader(root: string, most = mostCharacters): Reader {
  const known = new Map<string, Known>();
  const open = (file: string): Known => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const path = resolve(root, file);
    const stamp = stampOf(path);
    const read = readText(path);
    const result = { stamp, text: 'text' in read ? read.text : null, parsed: undefined, used: false };
    known.set(file, result);
    return result;
  };
  return {
    text: (file) => open(file).text,
    parse(file) {
      const entry = open(file);
      entry.used = true;
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
    forgetUnused() {
      const parsed = [...known.values()].filter((entry) => entry.parsed !== undefined);
      const characters = parsed.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
      if (characters <= most) return;
      for (const entry of parsed) {
        if (!entry.used) entry.parsed = undefined;
        entry.used = false;
      }
    },
  };
}
