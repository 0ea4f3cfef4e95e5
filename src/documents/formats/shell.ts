/** https://www.gnu.org/software/bash/manual/bash.html */
import { emptyDocument, mayBeGitLab } from '../document.js';
import type { Reader } from '../document.js';
import { excerptOf } from '../excerpt.js';
import { findHashComments, readScript } from '../shell/read.js';

export const read: Reader = (file, text) => {
  const result = readScript(excerptOf(file, text), new Map());
  if ('document' in result) return { ...result.document, comments: findHashComments(text) };
  return mayBeGitLab(text) ? { message: result.failure, at: result.at } : emptyDocument;
};
