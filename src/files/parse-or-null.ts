import { isSyntaxFailure, parseText } from '../analysis/parse.js';
import type { ParsedFile } from '../analysis/project.js';

/** A file's tree; null if the text is no program, or is nested too deeply. For files that nobody is to be told about. */
export function parseOrNull(file: string, text: string): ParsedFile | null {
  try {
    const result = parseText(file, text);
    return isSyntaxFailure(result) ? null : result;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
