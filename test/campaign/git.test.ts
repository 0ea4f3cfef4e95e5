import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { GitError, runGit } from '../../src/campaign/git.js';
import { makeDirectory } from '../directory.js';

it('git that is stopped is waited for: what it was about to write stands there', async () => {
  const directory = makeDirectory({});
  const slow = "alias.slow=!trap '' TERM; touch started; sleep 1; touch done";
  const stop = new AbortController();
  const ended = runGit(directory, ['slow'], { config: [slow], signal: stop.signal });
  const refused = expect(ended).rejects.toThrow(GitError);
  await vi.waitFor(() => {
    expect(existsSync(join(directory, 'started'))).toBe(true);
  });
  stop.abort();
  await refused;
  expect(existsSync(join(directory, 'done'))).toBe(true);
});

it('git that cannot be run is told, and not waited for', async () => {
  vi.stubEnv('PATH', makeDirectory({}));
  const stop = new AbortController();
  await expect(runGit(makeDirectory({}), ['status'], { signal: stop.signal })).rejects.toThrow('git cannot be run');
  vi.unstubAllEnvs();
});
