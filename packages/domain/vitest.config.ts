import { defineConfig } from 'vitest/config';

/** Pure functions keep nothing between files, so one worker runs them all without starting anew. */
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], isolate: false, pool: 'threads', maxWorkers: 1 },
});
