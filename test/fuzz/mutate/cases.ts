import fc from 'fast-check';
import { basename, extname } from 'node:path';
import { Choices } from '../choices.js';
import { mutate, rename } from './mutations.js';
import { readSource } from './sources.js';
import type { SourceFile } from './sources.js';

/** Numbers that make a case: fewer of them make fewer mutations, smaller ones plainer. */
export interface CaseNumbers {
  readonly source: number;
  readonly donor: number;
  readonly style: number;
  readonly mutations: readonly (readonly number[])[];
}

/** Files to look at together, and how to move them. */
export interface Case {
  readonly files: ReadonlyMap<string, string>;
  readonly suggestions: boolean;
  readonly partial: boolean;
  readonly todo: boolean;
  /** What the first file was made of. */
  readonly sources: readonly string[];
}

export const caseNumbers: fc.Arbitrary<CaseNumbers> = fc.noBias(
  fc.record({
    source: fc.nat(),
    donor: fc.nat(),
    style: fc.nat(),
    mutations: fc.array(fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), {
      minLength: 1,
      maxLength: 6,
      size: 'max',
    }),
  }),
);

/** One of ten is a file that is no program; one of three is a fixture's, which is a client to begin with. */
function chooseSource(number: number): SourceFile {
  const rest = Math.floor(number / 30);
  if (number % 10 === 9) return readSource('documents', rest);
  return readSource(number % 3 === 2 ? 'programs' : 'installed', rest);
}

/** Mutates a file of the project's packages or fixtures; where the style says so, another file calls what it exports. */
export function makeCase({ source, donor, style, mutations }: CaseNumbers): Case {
  const choices = new Choices([style, style >> 3, style >> 6, style >> 9, style >> 12, style >> 15]);
  const chosen = chooseSource(source);
  const other = readSource(donor % 2 === 0 ? 'programs' : 'installed', donor >> 1);
  const text = mutations.reduce(
    (before, numbers) => mutate({ name: chosen.name, text: before, donor: other }, new Choices(numbers)),
    chosen.text,
  );
  const [suggestions, partial, todo] = [choices.oneIn(3), choices.oneIn(5), choices.oneIn(5)];
  const name = rename(toName(chosen.name), choices);
  const files = new Map([[name, text]]);
  if (choices.oneIn(4)) files.set(`beside${toCode(other.name)}`, toCaller(name) + other.text);
  return { files, suggestions, partial, todo, sources: [chosen.name, other.name] };
}

/** Files are told by their names; where they lie says nothing here. */
function toName(name: string): string {
  return /\.(?:d\.[cm]?ts)$/.test(name) ? 'types.d.ts' : basename(name);
}

function toCode(name: string): string {
  return /\.[cm]?[jt]sx?$/.test(name) ? extname(name) : '.js';
}

function toCaller(name: string): string {
  return `import * as own from './${name}';\nown.get('/projects/owned');\n`;
}
