import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CHROMIUM_FLAGS, chromiumPath } from './scripts/lib/chromium.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const setupFiles = [here('./apps/server/src/testing/setup.ts')];

// What holds for the source tree as a whole; `npm run check` runs it without a database.
const withoutDatabase = [
  'src/testing/arrows.test.ts',
  'src/testing/planted-faults.test.ts',
  'src/testing/table-owners.test.ts',
  'src/testing/circles.test.ts',
  'src/testing/requirements.test.ts',
  'src/testing/first-screen.test.ts',
  'src/testing/styles.test.ts',
  'src/testing/socket-guard.test.ts',
  'src/testing/test-budget.test.ts',
];

/**
 * TESTS_AGAIN: the server's tests once more, on a PostgreSQL of another version (scripts/test.mjs). What starts a
 * database of its own, or needs none, would only do the same again. `chosen` is where versions may differ (migrations,
 * by the set-up of the run; row-level security, sweeps, search, exports, costs) and one file of each area; `all` is
 * everything.
 */
const again = process.env['TESTS_AGAIN'];
const onlyOnce = ['src/db/embedded/**', 'src/**/*.kill.test.ts', 'src/jobs/pdf-text.test.ts'];
const AREAS = here('./apps/server/src/areas');

/** The file of an area that carries its name, or its first one. */
function oneOfEachArea(): string[] {
  return readdirSync(AREAS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const files = readdirSync(`${AREAS}/${name}`).filter((file) => file.endsWith('.api.test.ts'));
      const [first] = files.toSorted(
        (a, b) => Number(b === `${name}.api.test.ts`) - Number(a === `${name}.api.test.ts`) || a.localeCompare(b),
      );
      return first === undefined ? [] : [`src/areas/${name}/${first}`];
    });
}

const chosen = [
  'src/db/*.test.ts',
  'src/testing/sweeps.api.test.ts',
  'src/http/export.api.test.ts',
  'src/areas/products/products.search.api.test.ts',
  'src/areas/costs/*.test.ts',
  ...oneOfEachArea(),
];

/** PROPERTY_FACTOR: properties are tried with so many times as many random cases (packages/domain/src/testing/runs.ts). */
const propertyFactor = Number(process.env['PROPERTY_FACTOR'] ?? 1);

const each = {
  setupFiles,
  provide: { propertyFactor },
  // Files share the modules of their worker: loading the application for each of them took longer than many of the
  // tests. A test that needs a fresh copy of a module asks for it (vi.resetModules).
  isolate: false,
  testTimeout: 20_000 * propertyFactor,
  // What is waited for comes at once on a calm machine; on a busy one it may take longer than the default of a second.
  expect: { poll: { timeout: 10_000 } },
};

/** Components and screens in a real browser, on a fake API (apps/web/src/testing). */
const screens = {
  root: here('./apps/web'),
  // All that a screen loads is prepared at once: what is found later would load the page anew, under a running test.
  optimizeDeps: { entries: ['src/main.tsx', 'src/**/*.screen.test.tsx'] },
  test: {
    name: 'screens',
    include: ['src/**/*.screen.test.tsx'],
    setupFiles: [here('./apps/web/src/testing/screen-setup.ts')],
    isolate: false,
    // What is waited for comes at once on a calm machine; these are limits for what hangs.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    // After the files of all other projects: a page loads every module for itself, and two pages use two cores.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: {
          executablePath: chromiumPath(),
          args: [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
        },
        contextOptions: {
          viewport: { width: 1440, height: 900 },
          locale: 'en-GB',
          timezoneId: 'Europe/Berlin',
          reducedMotion: 'reduce',
        },
        actionTimeout: 20_000,
      }),
      instances: [{ browser: 'chromium' as const, name: 'screens' }],
    },
  },
};

/** Kill tests first: they wait for minutes, and should not be what is left at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isKill = (file: TestSpecification) => Number(file.moduleId.endsWith('.kill.test.ts'));
    return (await super.sort(files)).toSorted((a, b) => isKill(b) - isKill(a));
  }
}

export default defineConfig({
  test: {
    // More than a small machine has cores: many tests of the server wait, for a lease or a process that starts.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      { root: here('./packages/domain'), test: { name: 'domain', include: ['src/**/*.test.ts'], ...each } },
      { root: here('./packages/contracts'), test: { name: 'contracts', include: ['src/**/*.test.ts'], ...each } },
      {
        root: here('./apps/server'),
        test: {
          name: 'server',
          include: again === 'chosen' ? chosen : ['src/**/*.test.ts'],
          exclude: [...withoutDatabase, ...(again === undefined ? [] : onlyOnce)],
          ...each,
          globalSetup: [here('./apps/server/src/testing/global-setup.ts')],
          // A limit for what hangs, far above what a test takes even beside much other work.
          testTimeout: 60_000 * propertyFactor,
          hookTimeout: 120_000,
        },
      },
      { root: here('./apps/server'), test: { name: 'house', include: withoutDatabase, ...each } },
      // A tab is one session, one stream and one store, kept in modules: each file is a tab of its own.
      {
        root: here('./apps/web'),
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/**/*.screen.test.tsx'],
          ...each,
          setupFiles: [...setupFiles, here('./apps/web/src/i18n/part-texts.ts')],
          isolate: true,
        },
      },
      screens,
    ],
  },
});
