import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory that holds these files, by path, until the test is over. */
export function makeDirectory(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'v4ward-test-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return directory;
}
