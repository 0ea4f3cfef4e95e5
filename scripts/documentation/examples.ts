import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Change } from '../../src/catalogue/change.js';

/** A row as client code: what is reported, and what becomes of it. */
export interface Example {
  /** What of the row it shows: what is sent, or what is read of the answer. */
  readonly shows: 'request' | 'answer';
  /** Who writes `after`: a fix, or a person, where no tool may. */
  readonly by: 'fix' | 'person';
  readonly language: string;
  readonly before: string;
  readonly after: string;
}

/** The themes of the fixtures that a row's examples are among, under the row's name. */
const themes = [
  ['rows', 'request'],
  ['responses', 'answer'],
] as const;

/**
 * The examples of a row are the fixtures of its name, so that all tests of fixtures hold for them.
 *
 * @param fixtures the folder of all fixtures
 * @throws {Error} if the row has no fixture, or one that cannot be shown
 */
export function readExamples(fixtures: string, { id }: Pick<Change, 'id'>): Example[] {
  const found = themes.filter(([theme]) => existsSync(join(fixtures, theme, id)));
  if (found.length === 0) throw new Error(`No example for ${id}: add a fixture rows/${id} or responses/${id}.`);
  return found.map(([theme, shows]) => ({ shows, ...readExample(join(fixtures, theme, id)) }));
}

function readExample(folder: string): Omit<Example, 'shows'> {
  const [file, ...others] = readdirSync(join(folder, 'input'));
  if (file === undefined || others.length > 0) throw new Error(`${folder} is no example: it must have one file.`);
  const by = existsSync(join(folder, 'settled')) ? 'person' : 'fix';
  return {
    by,
    language: extname(file).slice(1).replace(/^[cm]/, ''),
    before: readFileSync(join(folder, 'input', file), 'utf8'),
    after: readFileSync(join(folder, by === 'person' ? 'settled' : 'output', file), 'utf8'),
  };
}
