/** Judges cases that another process sends, so that a crash or a hang ends this process and not the run. */
import { judge } from './judge.js';
import type { Case } from './cases.js';

/** A case as it is sent: maps become lists. */
export interface SentCase extends Omit<Case, 'files'> {
  readonly files: readonly (readonly [string, string])[];
}

process.on('message', (sent: SentCase) => {
  void judge({ ...sent, files: new Map(sent.files) }).then((verdict) => process.send?.(verdict));
});
