import { resolve } from 'node:path';
import type { Project as MorphProject } from 'ts-morph';
import type { Configuration } from '../src/configuration/configuration.js';
import { toRelative } from '../src/files/find.js';
import { openTexts } from '../src/files/project.js';
import type { OpenProject } from '../src/files/project.js';
import type { Rewritten } from '../src/migration/rounds.js';

/** A ts-morph project as the engine reads it: its texts as they are in memory, its imports as its compiler resolves them. */
export async function openMorphProject(
  project: MorphProject,
  root: string,
  configuration: Configuration,
): Promise<OpenProject> {
  const { ts } = await import('ts-morph');
  const texts = new Map(
    project
      .getSourceFiles()
      .map((file): [string, string] => [toRelative(root, file.getFilePath()), file.getFullText()]),
  );
  const host = project.getModuleResolutionHost();
  const options = { ...project.getCompilerOptions(), allowJs: true };
  const resolver = (from: string, specifier: string): string | null => {
    const { resolvedModule } = ts.resolveModuleName(specifier, resolve(root, from), options, host);
    const file = resolvedModule === undefined ? null : toRelative(root, resolvedModule.resolvedFileName);
    return file !== null && texts.has(file) ? file : null;
  };
  return openTexts(root, texts, resolver, configuration);
}

/** Puts the new texts into the project, which stays unsaved. Each file is replaced once: ts-morph parses it again each time. */
export function writeMorphProject(project: MorphProject, root: string, texts: ReadonlyMap<string, Rewritten>): void {
  for (const [file, { after }] of texts) project.getSourceFileOrThrow(resolve(root, file)).replaceWithText(after);
}
