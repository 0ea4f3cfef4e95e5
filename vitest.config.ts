import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build.ts'],
    // What programs under test keep for their user is not the user's who tests.
    env: { XDG_STATE_HOME: fileURLToPath(new URL('.cache/state', import.meta.url)) },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // All processors: nobody waits for the one that is left free by default.
    maxWorkers: '100%',
    // It imports JSON in a way that Node does not take.
    deps: { optimizer: { ssr: { enabled: true, include: ['@actions/workflow-parser'] } } },
  },
});
