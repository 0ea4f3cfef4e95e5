import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** In a process of its own, since all of its connections are led to a recorder. */
it('moves programs made at random so that they send what translate says', { timeout: 300_000 }, () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['dist/test/fuzz/main.js', '--seed', '20170', '--count', '200'],
    { encoding: 'utf8' },
  );
  expect(stdout + stderr).toContain('200 programs: 0 with a defect');
  expect(status).toBe(0);
});

it('neither crashes, hangs nor breaks anything where files are mutated', { timeout: 300_000 }, () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['dist/test/fuzz/main.js', '--mutate', '--seed', '160', '--count', '40'],
    { encoding: 'utf8' },
  );
  expect(stdout + stderr).toContain('40 mutations: 0 with a defect');
  expect(stdout).toMatch(/^that change +[1-9]/m);
  expect(status).toBe(0);
});
