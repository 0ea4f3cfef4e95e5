import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { clients } from '../analysis/clients/index.js';
import type { ParsedFile } from '../analysis/project.js';
import { isRecord } from '../configuration/checks.js';
import { readManifest } from './manifest.js';
import { parseOrNull } from './parse-or-null.js';
import { readText } from './read.js';
import { createPackageResolver } from './resolve.js';

/** Files of packages that the project depends on, read when they are asked for. */
export interface Packages {
  /** The file that an import names; null if it is none of a package that is made on an HTTP library. */
  resolve(from: string, specifier: string): string | null;
  has(file: string): boolean;
  parse(file: string): ParsedFile | null;
}

/** Larger files are bundles, which nobody reads. */
const mostBytes = 200_000;
const mostFiles = 100;

/** What cannot be read or parsed here is out of sight, and no error: it is not the project's. */
export function openPackages(root: string): Packages {
  const find = createPackageResolver(root);
  const parsed = new Map<string, ParsedFile | null>();
  const made = new Map<string, boolean>();
  const resolved = new Map<string, string | null>();
  const take = (file: string): string | null => {
    if (parsed.has(file)) return file;
    const folder = folderOf(resolve(root, file));
    const sends = made.get(folder) ?? isMadeOnClient(folder);
    made.set(folder, sends);
    if (!sends || parsed.size >= mostFiles) return null;
    parsed.set(file, parsePackageFile(root, file));
    return file;
  };
  return {
    resolve(from, specifier) {
      const key = `${dirname(from)} ${specifier}`;
      const before = resolved.get(key);
      if (before !== undefined) return before;
      const file = find(from, specifier);
      const result = file === null ? null : take(file);
      resolved.set(key, result);
      return result;
    },
    has: (file) => parsed.has(file),
    parse: (file) => parsed.get(file) ?? null,
  };
}

function parsePackageFile(root: string, file: string): ParsedFile | null {
  const path = resolve(root, file);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? Infinity) > mostBytes) return null;
  const read = readText(path);
  if ('failure' in read) return null;
  return parseOrNull(file, read.text);
}

/** `…/node_modules/name` or `…/node_modules/@scope/name`. */
function folderOf(path: string): string {
  const match = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(path);
  return match?.[0] ?? dirname(path);
}

const libraries = new Set(clients.flatMap(({ modules }) => modules));

/** Whether a package's own `package.json` names an HTTP library among its dependencies. */
function isMadeOnClient(folder: string): boolean {
  const dependencies = readManifest(folder)?.['dependencies'];
  return isRecord(dependencies) && Object.keys(dependencies).some((name) => libraries.has(name));
}
