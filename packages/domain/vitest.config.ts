import { defineConfig } from 'vitest/config';

/** The tests of pure functions share no state, so one worker can run all files without a restart. */
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], isolate: false, pool: 'threads', maxWorkers: 1 },
});
