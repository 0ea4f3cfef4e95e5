import type { Document } from './document.js';

// Variables of files that are no programs, as their text has them

/** `NAME=`, `NAME: `, `"name": "`, `ENV NAME `, and `name: NAME` with `value: ` behind it: what stands before a value. */
const beginnings = [
  /\bname["']?\s*:\s*["']?(?<name>[\w.-]+)["']?[\s,]*["']?value["']?\s*:\s*["'`]?$/,
  /(?<![\w.$-])(?<name>[A-Za-z_][\w.-]*)["']?(?: *[:?+]*[:=])\s*["'`]?$/,
  /\b(?:ENV|ARG)\s+(?<name>\w+)[^\S\n]+["']?$/,
];

/** The name that a value is kept under; null if it stands by itself. */
export function nameBefore(text: string, start: number): string | null {
  const before = text.slice(Math.max(0, start - 200), start);
  for (const beginning of beginnings) {
    const name = beginning.exec(before)?.groups?.['name'];
    if (name !== undefined) return name;
  }
  return null;
}

/**
 * Where a variable whose whole value is changed is read by something that is no request: an offset of the text. Null if
 * there is none, or it is an address, which is read for nothing else.
 *
 * @param start where the change begins
 */
export function findVariableReader(text: string, { requests, comments }: Document, start: number): number | null {
  const word = /[\w.%-]*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
  const name = nameBefore(text, start - word.length);
  if (name === null || !/^\w+$/.test(name)) return null;
  const known = [...requests.flatMap(({ place, calls }) => [place, ...calls]), ...comments];
  const reading = new RegExp(
    `\\$\\{?${name}\\b|\\$\\(${name}\\)|\\{\\{\\s*\\.?${name}\\s*\\}\\}|\\benv\\.${name}\\b`,
    'g',
  );
  for (const { index } of text.matchAll(reading))
    if (!known.some((place) => place.start <= index && index < place.end)) return index;
  return null;
}
