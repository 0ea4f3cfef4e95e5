import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Configuration } from '../configuration/configuration.js';
import { program } from '../installation.js';
import type { Result } from '../migration/finding.js';
import { version } from '../version.js';
import { describeFailure } from './failure.js';
import type { Inputs } from './inputs.js';
import type { Scan } from './scan.js';
import { stampOf } from './stamp.js';

/** What a run came to, and what it rests on. */
export interface Kept {
  readonly inputs: Inputs;
  /** With the errors that came up later, too. */
  readonly scan: Scan;
  readonly unread: readonly string[];
  readonly result: Result;
}

/** What a result depends on beside what stands on the disk; another program keeps other things. */
export function toKey(configuration: Configuration, named: ReadonlySet<string>): string {
  const parts = [version, stampOf(program), process.version, configuration, [...named].sort()];
  return hash('sha256', JSON.stringify(parts));
}

/** What was kept under a key; null if nothing was, or nothing that can be read. */
export function readKept(path: string, key: string): Kept | null {
  try {
    const content = deserialize(readFileSync(path)) as { key: string; kept: Kept };
    return content.key === key ? content.kept : null;
  } catch {
    return null;
  }
}

/**
 * Keeps what a run came to, in place of what was kept before.
 *
 * @returns why it could not be kept; null if it was
 */
export function keep(path: string, key: string, kept: Kept): string | null {
  const temporary = `${path}.${String(process.pid)}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, serialize({ key, kept }));
    renameSync(temporary, path);
    return null;
  } catch (error) {
    rmSync(temporary, { force: true });
    return describeFailure(error);
  }
}
