import { hasTrigger, mayHaveTrigger } from '../analysis/triggers.js';
import { findImports } from './imports.js';

/** A text to search: characters beyond ASCII may be other ones in it. */
export interface Searched {
  readonly text: string;
  readonly encoding: 'latin1' | 'utf8';
}

/**
 * The bytes of a file as a text to search. Trigger words are ASCII, the same in Latin 1 as in UTF-8, and to decode every
 * file would take longer than the search.
 *
 * @param words what the configuration adds to the trigger words
 */
export function toSearched(bytes: Buffer, words: readonly string[]): Searched {
  const encoding = words.every(isAscii) ? 'latin1' : 'utf8';
  return { text: bytes.toString(encoding), encoding };
}

function isAscii(word: string): boolean {
  return !/[^ -~]/.test(word);
}

/** Whether a text holds a word that the configuration adds. */
export function holdsWord(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word));
}

/** What a program imports that holds neither a trigger word nor one that the configuration adds; null if it has one. */
export function findPlainImports({ text, encoding }: Searched, words: readonly string[]): readonly string[] | null {
  if ((mayHaveTrigger(text) && hasTrigger(text)) || holdsWord(text, words)) return null;
  return toCopies(findImports(text), encoding);
}

/** As copies, since a part of a text keeps all of it in memory. */
function toCopies(names: readonly string[], encoding: Searched['encoding']): readonly string[] {
  if (names.length === 0) return names;
  return Buffer.from(names.join('\n'), encoding).toString('utf8').split('\n');
}
