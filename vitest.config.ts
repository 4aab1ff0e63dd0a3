import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const setupFiles = [here('./apps/server/src/testing/setup.ts')];

// What holds for the source tree as a whole; `npm run check` runs it without a database.
const withoutDatabase = [
  'src/testing/arrows.test.ts',
  'src/testing/requirements.test.ts',
  'src/testing/first-screen.test.ts',
  'src/testing/socket-guard.test.ts',
];

// What starts a database of its own, or needs none, would only do the same again on another one (scripts/test.mjs).
const onlyOnce = process.env['TESTS_AGAIN'] === undefined ? [] : ['src/db/embedded/**', 'src/**/*.kill.test.ts', 'src/jobs/pdf-text.test.ts'];

const each = {
  setupFiles,
  // Files share the modules of their worker: loading the application for each of them took longer than many of the tests. A test that needs a fresh copy of a
  // module asks for it (vi.resetModules).
  isolate: false,
  // What is waited for comes at once on a calm machine; on a busy one it may take longer than the default of a second.
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    // Two is what a small machine has; the database of the run answers them all.
    maxWorkers: 2,
    projects: [
      { root: here('./packages/domain'), test: { name: 'domain', include: ['src/**/*.test.ts'], ...each } },
      { root: here('./packages/contracts'), test: { name: 'contracts', include: ['src/**/*.test.ts'], ...each } },
      {
        root: here('./apps/server'),
        test: {
          name: 'server',
          include: ['src/**/*.test.ts'],
          exclude: [...withoutDatabase, ...onlyOnce],
          ...each,
          globalSetup: [here('./apps/server/src/testing/global-setup.ts')],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { root: here('./apps/server'), test: { name: 'house', include: withoutDatabase, ...each } },
      // A tab is one session, one stream and one store, kept in modules: each file is a tab of its own.
      {
        root: here('./apps/web'),
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          ...each,
          setupFiles: [...setupFiles, here('./apps/web/src/i18n/part-texts.ts')],
          isolate: true,
        },
      },
    ],
  },
});
