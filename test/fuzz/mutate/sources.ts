import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const kinds = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.tsx', '.mts', '.cts', '.vue', '.svelte']);
const documentKinds = new Set(['.md', '.yml', '.yaml', '.json', '.sh', '.http']);
const mostBytes = 40_000;

/** A file that people wrote. */
export interface SourceFile {
  /** Relative to the project's root. */
  readonly name: string;
  readonly text: string;
}

/** Files of installed packages, sorted; what is in them is found out when they are read. */
const installed: readonly string[] = listFiles('node_modules', (name) => kinds.has(extname(name)));
const documents: readonly string[] = listFiles('node_modules', (name) => documentKinds.has(extname(name)));
/** The programs of the fixtures, which hold what mutations of others have no chance to hit upon. */
const programs: readonly string[] = listFiles('fixtures', (name) => /\/input\/.*\.\w+$/.test(name));

function listFiles(folder: string, isWanted: (name: string) => boolean): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter(isWanted)
    .sort();
}

const lists = { installed, documents, programs } as const;

/** The file of a list that a number stands for, or the next one that is not too large. */
export function readSource(list: keyof typeof lists, number: number): SourceFile {
  const names = lists[list];
  for (let step = 0; step < names.length; step += 1) {
    const name = names[(number + step) % names.length] ?? '';
    const { size } = statSync(join(root, name));
    if (size > 0 && size <= mostBytes && statSync(join(root, name)).isFile())
      return { name, text: readFileSync(join(root, name), 'utf8') };
  }
  throw new Error(`No file of ${list} is small enough.`);
}
