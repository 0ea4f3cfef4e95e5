import { resolve } from 'node:path';
import type { Configuration } from '../src/configuration/configuration.js';
import type { FoundFiles } from '../src/files/find.js';
import { differ, renewInputs, startRecording } from '../src/files/inputs.js';
import type { OpenProject } from '../src/files/project.js';
import { createResolver } from '../src/files/resolve.js';
import { keep, readKept, toKey } from '../src/files/result-cache.js';
import type { Kept } from '../src/files/result-cache.js';
import { openSurroundings } from '../src/files/surroundings.js';
import type { Surroundings } from '../src/files/surroundings.js';
import type { Result } from '../src/migration/finding.js';

/** What the last run came to, or a place for what this one comes to. */
export interface ResultCache {
  /** Null if anything is different that the last run took. */
  readonly known: Kept | null;
  readonly surroundings: Surroundings;
  /** @returns why it could not be kept; null if it was */
  keep(project: OpenProject, result: Result): string | null;
}

/** Looks whether a run can be spared. */
export function openResultCache(
  root: string,
  name: string,
  found: FoundFiles,
  configuration: Configuration,
): ResultCache {
  const path = resolve(root, name);
  const key = toKey(configuration, found.named);
  const surroundings = openSurroundings(root, createResolver(root));
  const last = readKept(path, key);
  const inputs = last === null ? null : renewInputs(last.inputs, root, found, surroundings);
  if (last === null || inputs === null) {
    const recording = startRecording(root, found);
    return {
      known: null,
      surroundings: recording.watch(surroundings),
      keep: (project, result) => keep(path, key, toKept(recording.finish(), project, result)),
    };
  }
  return {
    known: last,
    surroundings,
    keep: () => (differ(last.inputs, inputs) ? keep(path, key, { ...last, inputs }) : null),
  };
}

function toKept(inputs: Kept['inputs'], project: OpenProject, result: Result): Kept {
  const { files, looked, generated, bystanders } = project;
  const scan = { files, looked, errors: project.errors(), generated, bystanders };
  return { inputs, scan, unread: project.unread(), result };
}
