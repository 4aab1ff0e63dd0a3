import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CHROMIUM_FLAGS, chromiumPath } from './scripts/lib/chromium.mjs';
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-folder.mjs';

keepTemporaryFilesInMemory();

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const setupFiles = ['./apps/server/src/testing/setup.ts', './packages/domain/src/testing/seed.ts'].map(here);

// Tests of rules that the whole source tree must follow. `npm run check` runs them without a database.
const withoutDatabase = [
  'src/testing/arrows.test.ts',
  'src/testing/planted-faults.test.ts',
  'src/testing/table-owners.test.ts',
  'src/testing/table-readers.test.ts',
  'src/testing/circles.test.ts',
  'src/testing/own-forms.test.ts',
  'src/testing/own-lists.test.ts',
  'src/testing/long-parts.test.ts',
  'src/testing/folders.test.ts',
  'src/testing/commits.test.ts',
  'src/testing/exports.test.ts',
  'src/testing/line-width.test.ts',
  'src/testing/requirements.test.ts',
  'src/testing/first-screen.test.ts',
  'src/testing/styles.test.ts',
  'src/testing/colours.test.ts',
  'src/testing/socket-guard.test.ts',
  'src/testing/test-budget.test.ts',
  'src/testing/related.test.ts',
  'src/testing/shaky-tests.test.ts',
  'src/testing/unused-words.test.ts',
  'src/testing/choosers.test.ts',
  'src/testing/obeyed-settings.test.ts',
  'src/testing/mail-names.test.ts',
  'src/testing/shown-refusals.test.ts',
  'src/testing/failure-words.test.ts',
  'src/testing/measures.test.ts',
  'src/testing/read-amounts.test.ts',
];

/**
 * TESTS_AGAIN: runs the server tests again, on a PostgreSQL of another version (scripts/lib/server-again.mjs). Tests
 * that start a database of their own, or need none, are left out.
 */
const again = process.env['TESTS_AGAIN'];
const onlyOnce = ['src/testing/all-areas.kill.test.ts', 'src/jobs/pdf-text.test.ts'];

/**
 * Tests that start clusters, kill processes, back up or restore: the parts that change least, and that take longest.
 * They are a project of their own, which `npm run test:all` runs. One kill test, with writers of all areas, stays with
 * the others.
 */
const ofPlatform = [
  'src/db/embedded/**/*.test.ts',
  'src/db/{database-faults,upgrade,imports-upgrade}.api.test.ts',
  'src/backups/**/*.test.ts',
  'src/{stop,make-admin}.test.ts',
  'src/areas/**/*.kill.test.ts',
  'src/jobs/processes.kill.test.ts',
  'src/http/two-processes.api.test.ts',
];

/**
 * PROPERTY_FACTOR multiplies the number of random cases of each property (packages/domain/src/testing/runs.ts).
 * SERVER_CASES multiplies it once more for the server, where a case takes hundreds of calls.
 */
const propertyFactor = Number(process.env['PROPERTY_FACTOR'] ?? 1);
const serverFactor = propertyFactor * Number(process.env['SERVER_CASES'] ?? 1);
const slower = Math.max(1, propertyFactor);

/**
 * The seed of all random cases. It is the same in each run of `npm test`, so that a test fails because of a change, and
 * not because of its luck. `npm run test:all` tries others (PROPERTY_SEED, which it prints).
 */
const propertySeed = Number(process.env['PROPERTY_SEED'] ?? 20_261_128);

const each = {
  setupFiles,
  provide: { propertyFactor, propertySeed, firstFailureEnds: false },
  // Files share the modules of their worker: loading the application for each of them took longer than many of the
  // tests. A test that needs a fresh copy of a module uses vi.resetModules.
  isolate: false,
  testTimeout: 20_000 * slower,
  // On an idle machine polling succeeds at once; on a busy one it may take longer than the default of a second.
  expect: { poll: { timeout: 10_000 } },
};

const server = {
  ...each,
  // A case takes hundreds of calls: the search for a smaller one would end in a time-out that hides what failed.
  provide: { ...each.provide, propertyFactor: serverFactor, firstFailureEnds: true },
  globalSetup: [here('./apps/server/src/testing/global-setup.ts')],
  // This limit is only for tests that hang: it is far above the time that a test takes, even on a busy machine.
  testTimeout: 60_000 * slower,
  hookTimeout: 120_000,
};

const WEB = here('./apps/web');
/** The tests of the web's modules, without a browser. */
const webTests = globSync('src/**/*.test.{ts,tsx}', { cwd: WEB, exclude: ['src/**/*.screen.test.tsx'] });
/**
 * Some modules hold the session, the live stream or the state of a tab. The tests of such modules replace the globals
 * of the browser or reload modules. Each of these files loads its own modules, which takes three times as long.
 */
const withOwnModules = webTests.filter((file) =>
  /browser-globals|resetModules|stubGlobal|vi\.mock/.test(readFileSync(`${WEB}/${file}`, 'utf8')),
);
const web = {
  root: WEB,
  test: {
    ...each,
    setupFiles: [
      ...setupFiles,
      here('./apps/web/src/testing/british-browser.ts'),
      here('./apps/web/src/i18n/part-texts.ts'),
    ],
  },
};

/**
 * REACT_BUILD: which build of React the screen tests run. `production`, as people run it, takes a quarter less time;
 * `development` also fails tests for what React reports only there, such as missing keys, and is thorough: axe checks
 * every state of a screen in both themes (`npm run test:screens`).
 */
const isDevelopment = process.env['REACT_BUILD'] === 'development';
const reactBuild = {
  include: [isDevelopment ? 'react/jsx-dev-runtime' : 'react/jsx-runtime'],
  rolldownOptions: {
    transform: { define: { 'process.env.NODE_ENV': JSON.stringify(isDevelopment ? 'development' : 'production') } },
  },
};

/** Components and screens in a real browser, on a fake API (apps/web/src/testing). */
const screens = {
  root: WEB,
  // Prepares all dependencies in advance: one that is found later would reload the page during a test.
  optimizeDeps: { entries: ['src/main.tsx', 'src/**/*.screen.test.tsx'], ...reactBuild },
  oxc: { jsx: { runtime: 'automatic' as const, development: isDevelopment } },
  test: {
    name: 'screens',
    include: ['src/**/*.screen.test.tsx'],
    setupFiles: [here('./apps/web/src/testing/screen-setup.ts')],
    provide: { isThorough: isDevelopment },
    isolate: false,
    // On an idle machine polling succeeds at once; these timeouts are only for tests that hang.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    // A test that passes only at the second try is named at the end of the run.
    retry: 1,
    // Runs after all other projects: each page loads every module itself. Three pages keep two cores busy, because a
    // fifth of the time a page waits for the next click.
    maxWorkers: 3,
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

/** What a test file says if it starts servers or databases, or tries random cases. */
const TAKES_LONG = /startOwnServer|startEmbeddedPostgres|createProcesses|spawn\(|runs\(/;

/**
 * Runs kill tests first, then other tests that start processes or try random cases: they take longest, and one that
 * begins last keeps a single core busy while the others wait. Vitest knows how long files take only where they ran
 * before. All other server tests follow before any other project begins, because Vitest ends its workers at a change
 * of the project, and each new worker loads the whole application again.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      if (moduleId.endsWith('.kill.test.ts')) return 0;
      if (project.name !== 'server') return 3;
      return TAKES_LONG.test(readFileSync(moduleId, 'utf8')) ? 1 : 2;
    };
    const ranks = new Map(files.map((file) => [file, rank(file)]));
    return (await super.sort(files)).toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  }
}

export default defineConfig({
  test: {
    // Use one worker more than a small machine has cores, because many server tests wait for a lease or a starting
    // process. With two more, all of them take a tenth more processor time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { root: here('./packages/domain'), test: { name: 'domain', include: ['src/**/*.test.ts'], ...each } },
      { root: here('./packages/contracts'), test: { name: 'contracts', include: ['src/**/*.test.ts'], ...each } },
      {
        root: here('./apps/server'),
        test: {
          name: 'server',
          include: ['src/**/*.test.ts'],
          exclude: [...withoutDatabase, ...ofPlatform, ...(again === undefined ? [] : onlyOnce)],
          ...server,
        },
      },
      { root: here('./apps/server'), test: { name: 'platform', include: ofPlatform, ...server } },
      { root: here('./apps/server'), test: { name: 'house', include: withoutDatabase, ...each } },
      {
        ...web,
        test: {
          ...web.test,
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/**/*.screen.test.tsx', ...withOwnModules],
        },
      },
      { ...web, test: { ...web.test, name: 'web-state', include: withOwnModules, isolate: true, pool: 'vmThreads' } },
      screens,
    ],
  },
});
