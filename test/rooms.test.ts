import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import table from './rooms.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

/** The rooms, and those below each that it knows. `eslint.config.js` reads the same table. */
const knows: Readonly<Record<string, readonly string[]>> = table.knows;

/** What may only be imported here. Types cost nothing and bind nothing at run time, so they may be imported anywhere. */
const reserved = table.reserved.map(({ packages, rooms }): readonly [RegExp, readonly string[]] => [
  new RegExp(packages),
  rooms,
]);

interface Import {
  readonly file: string;
  readonly specifier: string;
}

const rooms = Object.keys(knows);
const imports = rooms.flatMap((room) => listFiles(room).flatMap(findImports));
const lateImports = rooms.flatMap((room) => listFiles(room).flatMap(findLateImports));

function listFiles(room: string): string[] {
  const entries = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' });
  return entries.filter((entry) => entry.endsWith('.ts')).map((entry) => join(room, entry));
}

function findImports(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const pattern = /^(?:import|export)\s(?!type\b)(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;
  return [...text.matchAll(pattern)].map((match) => ({ file, specifier: match[1] ?? match[2] ?? '' }));
}

/** What is loaded at once, yet only where it is needed, since rules of ESLint cannot wait. */
function findLateImports(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const pattern = /\bcreateRequire\(import\.meta\.url\)\(['"]([^'"]+)['"]\)/g;
  return [...text.matchAll(pattern)].map((match) => ({ file, specifier: match[1] ?? '' }));
}

function roomOf(path: string): string | undefined {
  return rooms.find((room) => path.startsWith(`${room}/`));
}

function describeImport({ file, specifier }: Import): string {
  return `${file}: ${specifier}`;
}

describe('the rooms', () => {
  it('are all on the map', () => {
    const found = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(rooms).toEqual(expect.arrayContaining(found.map(({ name }) => `src/${name}`)));
  });

  it('are read', () => {
    expect(imports.length).toBeGreaterThan(50);
    expect(lateImports.map(describeImport)).toContain('src/files/load-module.ts: ts-morph');
  });

  it.each(rooms)('%s knows only what is below it', (room) => {
    const crossing = imports.filter(({ file, specifier }) => {
      const target = specifier.startsWith('.') ? roomOf(join(file, '..', specifier)) : undefined;
      return roomOf(file) === room && target !== undefined && target !== room && knows[room]?.includes(target) !== true;
    });
    expect(crossing.map(describeImport)).toEqual([]);
  });

  it.each(reserved)('%s has its place', (pattern, allowed) => {
    const misplaced = [...imports, ...lateImports].filter(
      ({ file, specifier }) => pattern.test(specifier) && !allowed.includes(roomOf(file) ?? ''),
    );
    expect(misplaced.map(describeImport)).toEqual([]);
  });

  it('load ts-morph only where it is needed', () => {
    const eager = imports.filter(
      ({ file, specifier }) =>
        specifier === 'ts-morph' && !readFileSync(join(root, file), 'utf8').includes("await import('ts-morph')"),
    );
    expect(eager.map(describeImport)).toEqual([]);
  });
});

it('the plugin loads neither a parser nor TypeScript', () => {
  const reached = reach('rules/index.ts', new Set());
  const packages = [...reached]
    .flatMap((file) => findImports(file).map(({ specifier }) => specifier))
    .filter((name) => /^(?:oxc|ts-morph|typescript)/.test(name));
  expect(packages).toEqual([]);
});

/** The files that importing a file loads. */
function reach(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { specifier } of findImports(file)) {
    if (specifier.startsWith('.')) reach(join(file, '..', specifier).replace(/\.js$/, '.ts'), seen);
  }
  return seen;
}
