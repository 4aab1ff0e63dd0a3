import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { countSecondTries, partShaky, readShaky } from '../../apps/server/src/testing/shaky-tests.ts';
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
 * (apps/web/src/lib/page/load-part.ts).
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

/** Returns the kind of test (the word that the time budget uses) that a project of vitest.config.ts runs. */
function kindOf(project, env) {
  if (project === 'server') return env.TESTS_AGAIN === undefined ? 'server' : 'again';
  if (project === 'platform') return 'server';
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
    const { files, secondTries, processorSeconds } = readReport(ours) ?? { files: [], secondTries: [] };
    return {
      ...judged({
        passed: found.numPassedTests,
        skipped: found.numPendingTests + found.numTodoTests,
        code,
        failed: failuresOfVitest(found.testResults),
        retried: secondTries,
      }),
      files: files.map(({ project, ...file }) => ({ ...file, kind: kindOf(project, env) })),
      processorSeconds,
    };
  });
}

/**
 * The result of a run of tests. A test that failed at first and passed when it was tried again does not fail the run;
 * it is named, with how often that has happened in this clone, because it is a defect of the test or of the product.
 * Nor does a failure of a test that scripts/shaky-tests.json names.
 */
function judged({ passed, skipped, code, failed, retried }) {
  const { shaky, others } = partShaky(failed.map(fromTheRoot), readShaky());
  const { note, ...counts } = counted({
    passed,
    failed: others.length,
    skipped,
    // Vitest and Playwright end with 1 for a shaky test, too.
    code: shaky.length > 0 ? 0 : code,
  });
  const again = retried.map(fromTheRoot);
  const numbers = countSecondTries(again);
  return {
    ...counts,
    note: [
      note,
      listed(
        'at the second try',
        again.map((test, i) => `${described(test)} (number ${numbers[i]} in this clone)`),
      ),
      listed('FAILED, but named in scripts/shaky-tests.json', shaky.map(described)),
    ]
      .filter(Boolean)
      .join(', '),
    failures: others.map(described),
  };
}

const listed = (title, names) => (names.length === 0 ? '' : `${title}: ${names.join('; ')}`);
const fromTheRoot = ({ file, ...test }) => ({ ...test, file: relative(root, file) });

/**
 * Each failed test, and each file that failed before its first test; Vitest itself counts only tests. `message` is the
 * error.
 */
const failuresOfVitest = (files) =>
  files.flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    const found = tests.map((test) => ({ file, title: test.fullName, message: test.failureMessages[0] }));
    return status === 'failed' && found.length === 0 ? [{ file, title: 'the file itself', message }] : found;
  });

/** `file › test: first line of the error`. */
const described = ({ file, title, message = '' }) => {
  const [firstLine = ''] = stripVTControlCharacters(message).split('\n');
  return `${file} › ${title}: ${firstLine.slice(0, 300)}`;
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

/** The tests of a report whose results are of this status, each with its first error. */
const specsThatAre = (status, { suites, config }) =>
  specsOf(suites)
    .filter((spec) => spec.tests.some((one) => one.status === status))
    .map((spec) => {
      const [error] = spec.tests.flatMap((one) => one.results).flatMap((result) => result.errors);
      return { file: join(config.rootDir, spec.file), title: spec.title, message: error?.message };
    });

/** The failed tests, and the errors outside of tests. */
const failuresOfPlaywright = (report) => [
  ...report.errors.map(({ message }) => ({ file: report.config.rootDir, title: 'outside of the tests', message })),
  ...specsThatAre('unexpected', report),
];

/** Runs the browser tests. Returns the counts of Playwright's report, the failures, and the time of each file. */
export function runPlaywright(args = []) {
  return withReportFolder(async (folder) => {
    const [file, ours] = [join(folder, 'report.json'), join(folder, 'ours.json')];
    const { code } = await runNode([tools.playwright, 'test', ...args], {
      env: { E2E_REPORT: file, QUAYSIDE_REPORT: ours },
    });
    const report = readReport(file);
    if (!report) return { passed: 0, failed: 1, note: 'Playwright did not finish' };
    const { expected, flaky, skipped } = report.stats;
    return {
      ...judged({
        passed: expected + flaky,
        skipped,
        code,
        failed: failuresOfPlaywright(report),
        retried: specsThatAre('flaky', report),
      }),
      files: timesOf(report),
      processorSeconds: readReport(ours)?.processorSeconds,
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
