/** https://www.npmjs.com/package/dotenv#rules */
import { emptyDocument } from '../document.js';
import type { Reader } from '../document.js';
import { findSettings } from '../settings.js';

const variable = /^([^\S\n]*(?:export\s+)?(\w+)\s*=[^\S\n]*["'`]?)([^\s"'`#]+)/gm;

export const read: Reader = (file, text) => ({
  ...emptyDocument,
  requests: findSettings(
    [...text.matchAll(variable)].map(({ index, 1: before = '', 2: name = '', 3: value = '' }) => {
      const start = index + before.length;
      return { text: value, place: { file, start, end: start + value.length }, names: [name] };
    }),
  ),
  comments: [...text.matchAll(/^[^\S\n]*#(.*)$/gm)].map(({ index, 0: line, 1: value = '' }) => ({
    value,
    start: index + line.length - value.length - 1,
    end: index + line.length,
  })),
});
