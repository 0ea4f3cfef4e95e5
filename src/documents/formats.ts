import type { Reader } from './document.js';
import { findInterpreter } from './hashbang.js';

/** A kind of file that is no program, and may hold requests. */
export interface Format {
  readonly name: string;
  /** What its files are called. */
  readonly files: RegExp;
  /** Loaded with its parser when the first such file is met. */
  readonly load: () => Promise<{ readonly read: Reader }>;
}

/** The first whose name fits reads a file. */
export const formats: readonly Format[] = [
  { name: 'yaml', files: /\.ya?ml$/, load: () => import('./formats/yaml.js') },
  { name: 'json', files: /\.(?:json|jsonc|json5|har)$/, load: () => import('./formats/json.js') },
  { name: 'toml', files: /\.toml$/, load: () => import('./formats/toml.js') },
  { name: 'environment', files: /(?:^|\/)\.env(?:\.[\w.-]+)?$/, load: () => import('./formats/environment.js') },
  {
    name: 'markdown',
    // What tells history, or how to come from v3 to v4, is right as it stands.
    files: /(?:^|\/)(?!change(?:log|s)|history|news|releases?|upgrad|migrat)[^/]*\.(?:mdx?|markdown)$/i,
    load: () => import('./formats/markdown.js'),
  },
  { name: 'http', files: /\.(?:http|rest)$/, load: () => import('./formats/http.js') },
  {
    name: 'dockerfile',
    files: /(?:^|\/)(?:Docker|Container)file(?:\.[\w-]+)?$|\.dockerfile$/i,
    load: () => import('./formats/dockerfile.js'),
  },
  {
    name: 'makefile',
    files: /(?:^|\/)(?:GNU)?makefile$|\.(?:mk|make)$/i,
    load: () => import('./formats/makefile.js'),
  },
  {
    name: 'shell',
    files: /\.(?:sh|bash|zsh|ksh)$|(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|envrc)$|(?:^|\/)[^/.]+$/,
    load: () => import('./formats/shell.js'),
  },
];

const readers = new Map<string, Reader>();

/** The format of a file by its name; null for a program. A name without a dot may be either: its first line tells. */
export function findFormat(file: string): Format | null {
  return formats.find(({ files }) => files.test(file)) ?? null;
}

/** Whether a name says nothing of what a file is. */
export function isNameless(file: string): boolean {
  return /(?:^|\/)[^/.]+$/.test(file) && findFormat(file)?.name === 'shell';
}

/** Whether a file is a program: by its name, or by the first line if that says nothing. */
export function isProgram(file: string, text: string): boolean {
  return findFormat(file) === null || isNodeScript(file, text);
}

/** Whether a file without an extension is known by its first line. */
export function isScript(text: string): boolean {
  return findInterpreter(text) !== null;
}

function isNodeScript(file: string, text: string): boolean {
  if (!text.slice(0, 5).includes('#!') || !isNameless(file)) return false;
  const interpreter = findInterpreter(text);
  return interpreter !== null && interpreter !== 'shell';
}

/** Loads what reads some files. Before that, none of them is read. */
export async function loadReaders(files: readonly string[]): Promise<void> {
  const wanted = new Set(files.flatMap((file) => findFormat(file) ?? []));
  for (const { name, load } of wanted) {
    if (!readers.has(name)) readers.set(name, (await load()).read);
  }
}

/** What reads a file; null for a program, and for a format that was not loaded. */
export function findReader(file: string, text: string): Reader | null {
  const format = isNodeScript(file, text) ? null : findFormat(file);
  return format === null ? null : (readers.get(format.name) ?? null);
}
