import { defineConfig, type ReporterDescription } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumPath } from './scripts/lib/chromium.mjs';
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-folder.mjs';

keepTemporaryFilesInMemory();

const report = process.env['E2E_REPORT'];
const reporters: ReporterDescription[] = [
  ['list'],
  ...(report === undefined
    ? []
    : [
        ['json', { outputFile: report }] satisfies ReporterDescription,
        ['./scripts/lib/playwright-reporter.mjs'] satisfies ReporterDescription,
      ]),
];

/**
 * Uses the browser of the system; nothing is downloaded. Each worker starts its own server, on a copy of one seeded
 * demo seller (e2e/support/test.ts).
 */
export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: './test-results',
  reporter: reporters,
  // Three keep two cores busy, because a test also waits: for a mail, or a job.
  workers: 3,
  // A test that passes only at the second try is named at the end of the run.
  retries: 1,
  timeout: 90_000,
  // On an idle machine everything is visible within a second; on a busy one the first list may take ten.
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Turn animations off, so that tests do not wait for a menu to fade in.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace copies the page after each step, which takes longer than the step. Use `--trace on` to debug a test.
    trace: 'off',
    // support/test.ts takes pictures of the pages of a failed test.
    screenshot: 'off',
    video: 'off',
    // Most pages live for seconds, which is too short for optimized code, or for compiling functions before they are
    // called, to be worth it: without both, Chromium takes a fifth less processor time.
    launchOptions: {
      executablePath: chromiumPath(),
      args: [...CHROMIUM_FLAGS, '--js-flags=--no-maglev --no-turbofan --max-lazy'],
    },
  },
});
