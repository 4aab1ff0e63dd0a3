import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fromRoot, root, tools } from './paths.mjs';
import { runNode } from './processes.mjs';
import { byExitCode, counted, PlainError } from './report.mjs';
import { weighShell } from './web.mjs';

/** The maximum size of the first screen: bytes, gzipped. */
const SHELL_LIMIT = 350 * 1024;

const TYPED = ['packages/domain', 'packages/contracts', 'apps/server', 'apps/web', 'e2e'];

/** Checks the formatting of every file. */
const checkFormat = async () => byExitCode(await runNode([tools.biome, 'format', '.']));

/** Lints every file, with the rules that need types. */
const checkLint = async () =>
  byExitCode(await runNode([tools.oxlint, '--type-aware', '--deny-warnings', '--report-unused-disable-directives']));

/**
 * Checks the types, one step per package. The steps run in sequence, because the machine may have two cores and little
 * memory. A second run checks only what changed since the first.
 */
const typeSteps = TYPED.filter((folder) => existsSync(fromRoot(folder, 'tsconfig.json'))).map((folder) => ({
  title: `Types: ${folder}`,
  work: async () => {
    const known = fromRoot('.cache/types', `${folder.replaceAll('/', '-')}.tsbuildinfo`);
    return byExitCode(await runNode([tools.tsc, '-p', folder, '--incremental', '--tsBuildInfoFile', known]));
  },
}));

/** Compares the schema description and the generated types with a database that the migrations created. */
const checkSchema = async () => byExitCode(await runNode([fromRoot('scripts/compare-schema.mjs')]));

/**
 * The static checks: format, lint, types, and whether the description of the schema is true. They need no test, so they
 * are not part of `npm test`.
 */
export async function staticChecks(step) {
  await step('Format', checkFormat);
  await step('Lint', checkLint);
  for (const { title, work } of typeSteps) await step(title, work);
  await step('Schema: migrations, description and generated types agree', checkSchema);
}

/**
 * Checks the size of the built files that the first screen needs. If it is over the limit, load new code later
 * (apps/web/src/lib/load-part.ts).
 */
export function checkWeight() {
  const files = weighShell();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const note = `${(bytes / 1024).toFixed(0)} KB gzipped in ${files.length} files`;
  const names = files.map((file) => `${file.name} ${(file.bytes / 1024).toFixed(0)} KB`).join(', ');
  if (bytes > SHELL_LIMIT || files.length < 2) throw new PlainError(`${note}, above the limit of 350 KB: ${names}`);
  return { passed: 1, failed: 0, note };
}

const QUAYSIDE_REPORTER = fromRoot('scripts/lib/vitest-reporter.mjs');

/**
 * The number of tests in a browser that may fail at first and pass when they are retried: of the screen tests, and of
 * the browser tests. More of them fail the run. Each one is named, because it is a defect of the test or product.
 */
const SECOND_TRIES = 2;

/** Returns the kind of test (the word that the time budget uses) that a project of vitest.config.ts runs. */
function kindOf(project, env) {
  if (project === 'server') return env.TESTS_AGAIN === undefined ? 'server' : 'again';
  return ['domain', 'contracts', 'house'].includes(project) ? 'rules' : 'web';
}

/** Runs Vitest. Returns the counts of its report, the failures, and the time of each file. */
export function runVitest(args, env = {}) {
  return withReportFolder(async (folder) => {
    const [report, ours] = [join(folder, 'report.json'), join(folder, 'ours.json')];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { code } = await runNode([tools.vitest, 'run', ...reporters, `--reporter=${QUAYSIDE_REPORTER}`, ...args], {
      env: { ...env, QUAYSIDE_REPORT: ours },
    });
    const found = readReport(report);
    if (!found) return { passed: 0, failed: 1, note: 'Vitest did not finish' };
    const { files, secondTries } = readReport(ours) ?? { files: [], secondTries: [] };
    // A file that fails before its first test counts as one failure; Vitest itself counts only tests.
    const broken = found.testResults.filter(
      (one) => one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed'),
    );
    const tooMany = Math.max(0, secondTries.length - SECOND_TRIES);
    const { note, ...counts } = counted({
      passed: found.numPassedTests - tooMany,
      failed: found.numFailedTests + broken.length + tooMany,
      skipped: found.numPendingTests + found.numTodoTests,
      code,
    });
    const retried = secondTries.map(({ file, title, error }) => described(file, title, error));
    return {
      ...counts,
      note: withSecondTries(note, retried),
      files: files.map(({ project, ...file }) => ({ ...file, kind: kindOf(project, env) })),
      failures: failuresOfVitest(found.testResults),
    };
  });
}

const withSecondTries = (note, names) =>
  names.length === 0 ? note : `${note}, at the second try: ${names.join('; ')}`;

/** `file › test: first line of the error` of each failed test, and of each file that failed before its first test. */
const failuresOfVitest = (files) =>
  files.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    const found = tests.map((test) => described(name, test.fullName, test.failureMessages[0]));
    return status === 'failed' && found.length === 0 ? [described(name, 'the file itself', message)] : found;
  });

const described = (file, title, message = '') => {
  const [firstLine = ''] = stripVTControlCharacters(message).split('\n');
  return `${relative(root, file)} › ${title}: ${firstLine.slice(0, 300)}`;
};

/** Lists the specs in Playwright's report, including those of nested suites. */
const specsOf = (suites) => suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])]);

/** How long the tests of each file took. */
function timesOf(report) {
  const seconds = new Map();
  for (const spec of specsOf(report.suites)) {
    const file = join(report.config.rootDir, spec.file);
    const ms = spec.tests.flatMap((one) => one.results).reduce((sum, result) => sum + result.duration, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + ms / 1_000);
  }
  return [...seconds].map(([file, took]) => ({ kind: 'browser', file, seconds: took }));
}

/** Lists the names of the tests that passed at the second try. */
const secondTries = (suites) =>
  suites.flatMap((suite) => [
    ...suite.specs
      .filter((spec) => spec.tests.some((one) => one.status === 'flaky'))
      .map((spec) => `${spec.file}:${spec.line} ${spec.title}`),
    ...secondTries(suite.suites ?? []),
  ]);

/** `file › test: first line of the error` of each failed test, and the errors outside of tests. */
const failuresOfPlaywright = ({ suites, errors, config }) => [
  ...errors.map(({ message }) => described(config.rootDir, 'outside of the tests', message)),
  ...specsOf(suites)
    .filter((spec) => spec.tests.some((one) => one.status === 'unexpected'))
    .map((spec) => {
      const [error] = spec.tests.flatMap((one) => one.results).flatMap((result) => result.errors);
      return described(join(config.rootDir, spec.file), spec.title, error?.message);
    }),
];

/** Runs the browser tests. Returns the counts of Playwright's report, the failures, and the time of each file. */
export function runPlaywright(args = []) {
  return withReportFolder(async (folder) => {
    const file = join(folder, 'report.json');
    const { code } = await runNode([tools.playwright, 'test', ...args], { env: { E2E_REPORT: file } });
    const report = readReport(file);
    if (!report) return { passed: 0, failed: 1, note: 'Playwright did not finish' };
    const { expected, unexpected, flaky, skipped } = report.stats;
    const failed = unexpected + report.errors.length + Math.max(0, flaky - SECOND_TRIES);
    const passed = expected + Math.min(flaky, SECOND_TRIES);
    const { note, ...counts } = counted({ passed, failed, skipped, code });
    return {
      ...counts,
      note: withSecondTries(note, secondTries(report.suites)),
      files: timesOf(report),
      failures: failuresOfPlaywright(report),
    };
  });
}

async function withReportFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-report-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
