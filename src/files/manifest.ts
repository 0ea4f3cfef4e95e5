import { join } from 'node:path';
import { isRecord } from '../configuration/checks.js';
import { readRegular } from './read.js';

/** What the `package.json` of a folder says; null if there is none, or it holds no object. */
export function readManifest(folder: string): Readonly<Record<string, unknown>> | null {
  try {
    const content: unknown = JSON.parse(readRegular(join(folder, 'package.json')).toString('utf8'));
    return isRecord(content) ? content : null;
  } catch {
    return null;
  }
}
