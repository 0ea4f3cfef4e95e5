import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type * as Morph from 'ts-morph';
import type { Project as MorphProject, ProjectOptions, ts as TypeScript } from 'ts-morph';
import { findScript, hasMarkup } from '../src/analysis/syntax/script-blocks.js';
import { toRelative } from '../src/files/find.js';

/** What a project's types are read from. */
export interface TypeSources {
  readonly root: string;
  /** The project that the files belong to, if they are not on disk. */
  readonly origin: MorphProject | null;
  readonly text: (file: string) => string | null;
  /** All files that may be changed, relative to the root. */
  readonly everything: readonly string[];
  /** Projects that were opened before, by their `tsconfig.json`: TypeScript reads anew only what has changed. */
  readonly opened: Map<string, MorphProject>;
}

/** Files as TypeScript sees them. Components are their scripts, under a name that says what these are written in. */
export interface TypeProject {
  readonly morph: MorphProject;
  readonly ts: typeof TypeScript;
  /** By what the files are called here, relative to the root. */
  readonly files: ReadonlyMap<string, TypeFile>;
}

export interface TypeFile {
  readonly file: string;
  readonly path: string;
  /** A byte order mark, which TypeScript does not count. */
  readonly mark: number;
}

const load = createRequire(import.meta.url);

/** ts-morph is loaded here and now: asking for it is rare, and loading it takes as long as all the rest of a start. */
function loadMorph(): typeof Morph {
  return load('ts-morph') as typeof Morph;
}

/**
 * Opens files, and whatever they import, with the compiler's options that hold for one of them.
 *
 * @param names the files to open, relative to the root
 * @param main the one whose `tsconfig.json` counts
 */
export function openTypes(sources: TypeSources, names: readonly string[], main: string): TypeProject {
  const { root, text, everything } = sources;
  const morph = openMorph(sources, resolve(root, main));
  const before = morph.getSourceFiles().map((source) => toName(root, source.getFilePath()));
  const current = new Set([...names, ...before.filter((file) => everything.includes(file))]);
  const files = [...current].flatMap((file): [string, TypeFile][] => {
    const content = text(file);
    if (content === null) return [];
    const { code, language } = findScript(file, content);
    const path = resolve(root, file) + toExtension(file, language);
    const mark = content.startsWith('\uFEFF') ? 1 : 0;
    const counted = code.slice(mark);
    if (morph.getSourceFile(path)?.getFullText() !== counted)
      morph.createSourceFile(path, counted, { overwrite: true });
    return [[file, { file, path, mark }]];
  });
  return { morph, ts: loadMorph().ts, files: new Map(files) };
}

function toExtension(file: string, language: ReturnType<typeof findScript>['language']): string {
  if (!hasMarkup(file)) return '';
  return language === 'jsx' ? '.js' : `.${language}`;
}

function openMorph(sources: TypeSources, main: string): MorphProject {
  const { origin, opened } = sources;
  const { Project, ts } = loadMorph();
  const config = origin === null ? (ts.findConfigFile(dirname(main), (file) => ts.sys.fileExists(file)) ?? null) : null;
  const known = opened.get(config ?? '');
  if (known !== undefined) return known;
  const morph = origin === null ? openConfigured(sources, config, main) : new Project(toOptionsOf(origin));
  opened.set(config ?? '', morph);
  return morph;
}

function toOptionsOf(origin: MorphProject): ProjectOptions {
  return {
    fileSystem: origin.getFileSystem(),
    compilerOptions: { ...origin.getCompilerOptions(), allowJs: true },
  };
}

/** With the files of the same `tsconfig.json` that may not be changed: if they use a field too, it stays. */
function openConfigured({ root, everything }: TypeSources, config: string | null, main: string): MorphProject {
  const { Project, ts } = loadMorph();
  const parsed = config === null ? null : readConfig(ts, config, main);
  const morph = new Project({ compilerOptions: { ...parsed?.options, allowJs: true, noEmit: true } });
  const own = new Set(everything.map((file) => resolve(root, file)));
  for (const path of parsed?.fileNames ?? []) if (!own.has(path)) morph.addSourceFileAtPathIfExists(path);
  return morph;
}

/** Of a `tsconfig.json` that only refers to others the one that holds the file counts. */
function readConfig(ts: typeof TypeScript, config: string, path: string): TypeScript.ParsedCommandLine {
  const parse = (file: string): TypeScript.ParsedCommandLine =>
    ts.parseJsonConfigFileContent(
      ts.readConfigFile(file, (name) => ts.sys.readFile(name)).config ?? {},
      ts.sys,
      dirname(file),
      undefined,
      file,
    );
  const own = parse(config);
  if (own.fileNames.includes(path)) return own;
  const referred = (own.projectReferences ?? []).map((reference) => parse(ts.resolveProjectReferencePath(reference)));
  return referred.find(({ fileNames }) => fileNames.includes(path)) ?? own;
}

/** The file that a path of the compiler's is; null if it is none of those that were opened. */
export function findFile({ files }: TypeProject, path: string): TypeFile | null {
  return [...files.values()].find((file) => file.path === path) ?? null;
}

/** What a path of the compiler's is called for people. */
export function toName(root: string, path: string): string {
  const name = toRelative(root, path);
  const plain = name.replace(/\.[jt]sx?$/i, '');
  return hasMarkup(plain) ? plain : name;
}
