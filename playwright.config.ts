import { defineConfig, type ReporterDescription } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumPath } from './scripts/lib/chromium.mjs';

const report = process.env['E2E_REPORT'];
const reporters: ReporterDescription[] = [
  ['list'],
  ...(report === undefined ? [] : [['json', { outputFile: report }] satisfies ReporterDescription]),
];

/**
 * The browser is the system's; nothing is downloaded. Each worker starts a product of its own (e2e/support/test.ts).
 */
export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  reporter: reporters,
  workers: 2,
  // A test that needs its second try is named at the end of the run, and more than two of them fail it.
  retries: 1,
  timeout: 90_000,
  // On a calm machine everything is there within a second; beside much other work the first list may take ten.
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Nobody waits for a menu to have faded in.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace copies the page after each step, which takes longer than the steps: `--trace on` for who looks into one.
    trace: 'off',
    screenshot: 'only-on-failure',
    video: 'off',
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_FLAGS },
  },
});
