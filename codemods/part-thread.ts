import { workerData } from 'node:worker_threads';
import { loadReaders } from '../src/documents/formats.js';
import { openProject } from '../src/files/project.js';
import type { OpenProject } from '../src/files/project.js';
import { examine } from '../src/migration/examine.js';
import { examinePart } from '../src/migration/part.js';
import type { Part } from '../src/migration/part.js';
import type { Errand, Examined, Task } from './part-worker.js';
import { createRenames } from './rename-fields.js';

/** The other thread of `part-worker.ts`. */
const { port, pulse, root, found, scan, configuration } = workerData as Errand;

const project = openProject(root, found, configuration, {
  known: { scan, unread: [] },
  watch: () => {
    Atomics.add(pulse, 0, 1);
  },
});
const renames = createRenames(project, null);
await loadReaders(project.files);

port.on('message', (task: Task) => {
  const at = project.withTexts(task.texts);
  const known = [...task.parts];
  for (const index of task.stale.toReversed()) {
    if (Atomics.compareExchange(task.claims, index, 0, 1) !== 0) continue;
    const part = examineOrFail(at, known, index);
    if (part !== null) known[index] = part;
    const examined: Examined = { turn: task.turn, index, part, errors: at.errors(), unread: at.unread() };
    port.postMessage(examined);
    Atomics.add(task.claims, task.parts.length, 1);
    Atomics.notify(task.claims, task.parts.length);
  }
  at.forget();
});

/** What fails here fails there too, where somebody hears of it. */
function examineOrFail(at: OpenProject, known: readonly Part[], index: number): Part | null {
  const part = known[index];
  if (part === undefined) return null;
  const rename = renames(at);
  at.forget();
  try {
    return examinePart(at, part, known, (own) => examine(own, configuration, rename));
  } catch {
    return null;
  }
}
