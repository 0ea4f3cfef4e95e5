import type { Project } from '../analysis/project.js';
import { openPackages } from './packages.js';
import type { Resolver } from './resolve.js';

/** What a project has beside its own files: where imports lead, and the files of packages. */
export type Surroundings = Pick<Project, 'resolve' | 'resolvePackage' | 'isForeign'> & {
  /** A file of a package, of which `isForeign` is true. */
  readonly parseForeign: Project['parse'];
};

/**
 * Opens what a project has beside its own files. What was read once is not read again.
 *
 * @param resolver where imports lead that are not inside of packages
 */
export function openSurroundings(root: string, resolver: Resolver): Surroundings {
  const packages = openPackages(root);
  return {
    resolve(from, specifier) {
      if (packages.has(from)) return specifier.startsWith('.') ? packages.resolve(from, specifier) : null;
      return resolver(from, specifier);
    },
    resolvePackage: (from, specifier) => packages.resolve(from, specifier),
    isForeign: (file) => packages.has(file),
    parseForeign: (file) => packages.parse(file),
  };
}
