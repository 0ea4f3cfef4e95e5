import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Frame } from './record.js';

/** A place in a source file, as its author knows it. */
export interface Located {
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The source's text. */
  readonly text: string;
}

/** Finds where frames are written; each file is read once. */
export interface Locator {
  /** The frames that stand in the user's own files, nearest first, by source map where a file has one. */
  readonly locate: (frames: readonly Frame[]) => Located[];
}

interface Generated {
  readonly text: string | null;
  /** Null if it has none. */
  readonly map: { readonly map: SourceMap; readonly from: string } | null;
}

export function createLocator(root: string): Locator {
  const files = new Map<string, Generated>();
  const open = (path: string): Generated => {
    const generated = files.get(path) ?? readGenerated(path);
    files.set(path, generated);
    return generated;
  };
  return { locate: (frames) => frames.flatMap((frame) => locateFrame(frame, root, open) ?? []) };
}

function locateFrame(frame: Frame, root: string, open: (path: string) => Generated): Located | null {
  const path = toPath(frame.file);
  if (path === null || isForeign(path)) return null;
  const { text, map } = open(path);
  if (text === null) return null;
  const origin = map === null ? null : findOrigin(map, frame);
  if (origin !== null && isForeign(origin.path)) return null;
  const source = origin === null ? null : (open(origin.path).text ?? origin.content);
  if (origin === null || source === null) return { ...frame, file: toName(path, root), text };
  return { file: toName(origin.path, root), line: origin.line, column: origin.column, text: source };
}

/** Files of packages, and what has no file. */
function isForeign(path: string): boolean {
  return /[\\/]node_modules[\\/]/.test(path);
}

function toPath(file: string): string | null {
  const bare = file.replace(/\?[^/]*$/, '');
  if (/^(?:\/|[A-Za-z]:[\\/])/.test(bare)) return bare;
  return bare.startsWith('file://') ? fileURLToPath(bare) : null;
}

function toName(path: string, root: string): string {
  return relative(root, path).split(sep).join('/');
}

interface Origin {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly content: string | null;
}

function findOrigin({ map, from }: NonNullable<Generated['map']>, { line, column }: Frame): Origin | null {
  const entry = map.findEntry(line - 1, column - 1);
  if (!('originalSource' in entry)) return null;
  const source = entry.originalSource;
  return {
    path: toSourcePath(source, from),
    line: entry.originalLine + 1,
    column: entry.originalColumn + 1,
    content: findContent(map, source),
  };
}

/** Bundlers name sources by an URL of their own, relative to the project. */
function toSourcePath(source: string, from: string): string {
  if (source.startsWith('file://')) return fileURLToPath(source);
  const path = source.replace(/^[a-z][\w+.-]*:\/\/\/?(?:[^/]*\/)?(?=\.\/|\.\.\/)/i, '');
  return resolve(from, path);
}

function findContent({ payload }: SourceMap, source: string): string | null {
  const index = payload.sources.findIndex((name) => name === source || source.endsWith(name));
  return (payload.sourcesContent as readonly (string | null)[] | undefined)?.[index] ?? null;
}

function readGenerated(path: string): Generated {
  const text = readText(path);
  return { text, map: text === null ? null : readMap(text, path) };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** A map that cannot be read is none: the place in the generated file is told instead. */
function readMap(text: string, path: string): Generated['map'] {
  const address = [...text.matchAll(/^\s*\/[/*][#@]\s*sourceMappingURL=([^\s*]+)/gm)].at(-1)?.[1];
  if (address === undefined) return null;
  try {
    const inline = /^data:[^,]*?(;base64)?,(.*)$/s.exec(address);
    const file = inline === null ? fileURLToPath(new URL(address, pathToFileURL(path))) : path;
    const content = inline === null ? readFileSync(file, 'utf8') : decode(inline[2] ?? '', inline[1] !== undefined);
    const payload = JSON.parse(content) as ConstructorParameters<typeof SourceMap>[0];
    return { map: new SourceMap(payload), from: resolve(dirname(file), payload.sourceRoot || '.') };
  } catch {
    return null;
  }
}

function decode(text: string, isBase64: boolean): string {
  return isBase64 ? Buffer.from(text, 'base64').toString('utf8') : decodeURIComponent(text);
}
