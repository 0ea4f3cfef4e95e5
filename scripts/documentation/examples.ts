import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Change } from '../../src/catalogue/change.js';

/** A row as client code: what the rule reports, and what becomes of it. */
export interface Example {
  readonly language: string;
  readonly before: string;
  readonly after: string;
}

/** Rows about requests are shown by their request, those about answers by what reads the answer. */
const themes = ['rows', 'responses'];

/**
 * The example of a row is the fixture of its name, so that all tests of fixtures hold for it. What no tool may write
 * stands there in `settled`.
 *
 * @param fixtures the folder of all fixtures
 * @throws {Error} if the row has no fixture, or one that cannot be shown
 */
export function readExample(fixtures: string, { id, certainty }: Change): Example {
  const folder = themes.map((theme) => join(fixtures, theme, id)).find((each) => existsSync(each));
  if (folder === undefined) throw new Error(`No example for ${id}: add a fixture ${themes[0] ?? ''}/${id}.`);
  const [file, ...others] = readdirSync(join(folder, 'input'));
  if (file === undefined || others.length > 0) throw new Error(`${folder} is no example: it must have one file.`);
  const after = join(folder, certainty === 'manual' ? 'settled' : 'output', file);
  if (!existsSync(after)) throw new Error(`No end of the example for ${id}: add ${after}, as a person would write it.`);
  return {
    language: extname(file).slice(1).replace(/^[cm]/, ''),
    before: readFileSync(join(folder, 'input', file), 'utf8'),
    after: readFileSync(after, 'utf8'),
  };
}
