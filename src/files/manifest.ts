import { join } from 'node:path';
import { isRecord } from '../configuration/checks.js';
import { readIfThere } from './read.js';

/** What the `package.json` of a folder says; null if there is none, or it holds no object. */
export function readManifest(folder: string): Readonly<Record<string, unknown>> | null {
  try {
    const bytes = readIfThere(join(folder, 'package.json'));
    const content: unknown = bytes === null ? null : JSON.parse(bytes.toString('utf8'));
    return isRecord(content) ? content : null;
  } catch {
    return null;
  }
}

/** The names of what a package depends on, whenever it does. */
export function listDependencies(manifest: Readonly<Record<string, unknown>> | null): string[] {
  const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  return kinds.flatMap((kind) => {
    const list = manifest?.[kind];
    return isRecord(list) ? Object.keys(list) : [];
  });
}
