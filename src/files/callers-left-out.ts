import type { FileImports } from './bystanders.js';
import type { Resolver } from './resolve.js';

/** Languages that are not read, and whose programs import those of JavaScript. */
const importing = /\.(?:coffee|litcoffee|ls|astro|marko|riot|tag|imba)$/i;

/** Parentheses are left out where a language lets them be: `require '../lib/client'`. */
const imported = /\b(?:require|from|import)(?:\s*\()?\s*(['"])([^'"\n]+)\1/g;

/** The beginning of a request's path, in quotes. */
const path =
  /['"`]\/?(?:projects|groups|users?|issues|merge_requests|todos|runners|hooks|namespaces|keys|session|licenses|templates)(?=[/?'"`])/;

/**
 * Programs in languages that are not read, which have paths of requests and import a file that is looked at: what they
 * send goes by way of that.
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
  return files
    .filter((file) => importing.test(file))
    .flatMap((file) => {
      const text = textOf(file) ?? '';
      if (!path.test(text)) return [];
      const imports = Array.from(text.matchAll(imported), ([, , specifier = '']) => specifier);
      const leadsIn = imports.some((specifier) => own.has(resolve(file, specifier) ?? ''));
      return leadsIn ? [{ file, imports, isUnread: true }] : [];
    });
}
