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
