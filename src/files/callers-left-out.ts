import { posix } from 'node:path';
import type { FileImports } from './bystanders.js';
import { findLeftOut, isOfOtherLanguage } from './find.js';
import type { Resolver } from './resolve.js';

/** Languages that are not read, and whose programs import those of JavaScript. */
const importing = /\.(?:coffee|litcoffee|ls|astro|marko|riot|tag|imba)$/i;

/** Parentheses are left out where a language lets them be: `require '../lib/client'`. */
const imported = /\b(?:require|from|import)(?:\s*\()?\s*(['"])([^'"\n]+)\1/g;

/** Settings that programs in any language may read. What everybody has is read for other things. */
const settings = /(?<!(?:^|\/)(?:package|[jt]sconfig))\.(?:json|ya?ml|toml)$/i;
const settingsNamed = /['"`/]([\w.-]+\.(?:json|ya?ml|toml))['"`]/gi;

/** The beginning of a request's path, in quotes or behind a base: `"$base/projects"`, `f'{base}/projects'`. */
const path =
  /(?:['"`}]|\$\w+)\/?(?:projects|groups|users?|issues|merge_requests|todos|runners|hooks|namespaces|keys|session|licenses|templates)(?=[/?'"`])/;

/**
 * Programs in languages that are not read, which have paths of requests and import a file that is looked at, or name one
 * of settings: what they send goes by way of that.
 *
 * @param files those that are left out, relative to the root
 * @param chosen those that are looked at
 */
export function findCallersLeftOut(
  files: readonly string[],
  chosen: readonly string[],
  textOf: (file: string) => string | null,
  resolve: Resolver,
): FileImports[] {
  const own = new Set(chosen);
  const byName = groupByName(chosen.filter((file) => settings.test(file)));
  const mayCall = (file: string): boolean =>
    (importing.test(file) || byName.size > 0) && isOfOtherLanguage(file) && findLeftOut(file) === null;
  return files.filter(mayCall).flatMap((file) => {
    const text = textOf(file) ?? '';
    if (!path.test(text)) return [];
    const imports = importing.test(file)
      ? Array.from(text.matchAll(imported), ([, , specifier = '']) => specifier)
      : [];
    const leading = imports.filter((specifier) => own.has(resolve(file, specifier) ?? ''));
    const named = Array.from(text.matchAll(settingsNamed)).flatMap(([, name = '']) => byName.get(name) ?? []);
    const all = [...leading, ...named.map((each) => specifierOf(file, each))];
    return all.length > 0 ? [{ file, imports: all, isUnread: true }] : [];
  });
}

function groupByName(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const name = posix.basename(file);
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return groups;
}

/** A file as another one would import it. */
function specifierOf(from: string, file: string): string {
  const relative = posix.relative(posix.dirname(from), file);
  return relative.startsWith('.') ? relative : `./${relative}`;
}
