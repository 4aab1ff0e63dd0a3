import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fromRoot, root, tools } from './paths.mjs';
import { runNode } from './processes.mjs';
import { byExitCode, counted, PlainError } from './report.mjs';
import { weighShell } from './web.mjs';

/** Bytes, gzipped; what somebody waits for who opens the product. */
const SHELL_LIMIT = 350 * 1024;

const TYPED = ['packages/domain', 'packages/contracts', 'apps/server', 'apps/web', 'e2e'];

/** Layout of every file. */
export const checkFormat = async () => byExitCode(await runNode([tools.biome, 'format', '.']));

/** Mistakes and import arrows; promises are followed through types. */
export const checkLint = async () =>
  byExitCode(await runNode([tools.oxlint, '--type-aware', '--deny-warnings', '--report-unused-disable-directives']));

/** One step per package, one after the other: the machine may have two cores and little memory. */
export const typeSteps = TYPED.filter((folder) => existsSync(fromRoot(folder, 'tsconfig.json'))).map((folder) => ({
  title: `Types: ${folder}`,
  work: async () => byExitCode(await runNode([tools.tsc, '-p', folder])),
}));

/** The description of the schema and the generated types against a database made by the migrations. */
export const checkSchema = async () => byExitCode(await runNode([fromRoot('scripts/compare-schema.mjs')]));

/**
 * The size of what the first screen needs, as it was built. A new part belongs to what is loaded later
 * (apps/web/src/lib/load-part.ts).
 */
export function checkWeight() {
  const files = weighShell();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const note = `${(bytes / 1024).toFixed(0)} KB gzipped in ${files.length} files`;
  const names = files.map((file) => `${file.name} ${(file.bytes / 1024).toFixed(0)} KB`).join(', ');
  if (bytes > SHELL_LIMIT || files.length < 2) throw new PlainError(`${note}, where 350 KB are the limit: ${names}`);
  return { passed: 1, failed: 0, note };
}

const TIMES_REPORTER = fromRoot('scripts/lib/vitest-times.mjs');

/** The kind of test in the budget that a project of vitest.config.ts belongs to. */
function kindOf(project, env) {
  if (project === 'server') return env.TESTS_AGAIN === undefined ? 'server' : 'again';
  return ['domain', 'contracts', 'house'].includes(project) ? 'rules' : 'web';
}

/** Runs vitest, counts from its own report and says how long each file took. */
export function runVitest(args, env = {}) {
  return withReportFolder(async (folder) => {
    const [report, times] = [join(folder, 'report.json'), join(folder, 'times.json')];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { code } = await runNode([tools.vitest, 'run', ...reporters, `--reporter=${TIMES_REPORTER}`, ...args], {
      env: { ...env, TIMES_REPORT: times },
    });
    const found = readReport(report);
    if (!found) return { passed: 0, failed: 1, note: 'vitest did not finish' };
    // A file that breaks before its first test counts as one failure; vitest itself counts only tests.
    const broken = found.testResults.filter(
      (one) => one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed'),
    );
    const result = counted({
      passed: found.numPassedTests,
      failed: found.numFailedTests + broken.length,
      skipped: found.numPendingTests + found.numTodoTests,
      code,
    });
    const files = (readReport(times) ?? []).map(({ project, ...file }) => ({ ...file, kind: kindOf(project, env) }));
    return { ...result, files, failures: failuresOfVitest(found.testResults) };
  });
}

/** `file › test: first line of the error` of each failed test, and of each file that broke before its first one. */
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

/** The specs of Playwright's report, out of suites within suites. */
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

/**
 * So many browser tests may pass at the second try. Each of them is named: it is a defect of the test or of the product.
 * More of them fail the run.
 */
const SECOND_TRIES = 2;

/** The names of the tests that passed at the second try, from the suites of Playwright's report. */
const secondTries = (suites) =>
  suites.flatMap((suite) => [
    ...suite.specs
      .filter((spec) => spec.tests.some((one) => one.status === 'flaky'))
      .map((spec) => `${spec.file}:${spec.line} ${spec.title}`),
    ...secondTries(suite.suites ?? []),
  ]);

/** `file › test: first line of the error` of each failed test, and of what went wrong outside of them. */
const failuresOfPlaywright = ({ suites, errors, config }) => [
  ...errors.map(({ message }) => described(config.rootDir, 'outside of the tests', message)),
  ...specsOf(suites)
    .filter((spec) => spec.tests.some((one) => one.status === 'unexpected'))
    .map((spec) => {
      const [error] = spec.tests.flatMap((one) => one.results).flatMap((result) => result.errors);
      return described(join(config.rootDir, spec.file), spec.title, error?.message);
    }),
];

/** Runs the browser tests, counts from Playwright's own report and says how long each file took. */
export function runPlaywright(args = []) {
  return withReportFolder(async (folder) => {
    const file = join(folder, 'report.json');
    const { code } = await runNode([tools.playwright, 'test', ...args], { env: { E2E_REPORT: file } });
    const report = readReport(file);
    if (!report) return { passed: 0, failed: 1, note: 'Playwright did not finish' };
    const { expected, unexpected, flaky, skipped } = report.stats;
    const second = flaky > 0 ? `at the second try: ${secondTries(report.suites).join('; ')}` : undefined;
    const failed = unexpected + report.errors.length + Math.max(0, flaky - SECOND_TRIES);
    const passed = expected + Math.min(flaky, SECOND_TRIES);
    const { note, ...counts } = counted({ passed, failed, skipped, code });
    return {
      ...counts,
      note: [note, second].filter(Boolean).join(', '),
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
