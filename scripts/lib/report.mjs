import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import { fromRoot } from './paths.mjs';
import { redirectedOutput } from './processes.mjs';

/** A result of one step: how many checks passed and failed. */
const ok = { passed: 1, failed: 0 };

/** An error whose message explains everything, so it is printed without a stack trace. */
export class PlainError extends Error {}

/**
 * The file that stores what failed in the last `npm test`, because continuous integration may show only the output of
 * the next command.
 */
const FAILED_BEFORE = fromRoot('.cache/failed-tests.json');

/** Reports what failed in the last `npm test` as one failure of the next run. */
export const failedBefore = () => ({
  passed: 0,
  failed: 1,
  failures: existsSync(FAILED_BEFORE) ? JSON.parse(readFileSync(FAILED_BEFORE, 'utf8')) : [],
});

/**
 * Collects the results of the steps of a run. At the end it prints the time of each part if there is a timesheet, then
 * the failed tests and the result. With `keepFailures`, the failures are stored for `failedBefore`.
 */
export function createReport({ timesheet, keepFailures = false } = {}) {
  const total = { passed: 0, failed: 0 };
  const failures = [];

  /**
   * Prints a heading, does the work, and prints the time it took. If the work throws, the step has failed; the next one
   * runs anyway.
   */
  async function step(title, work) {
    console.log(`\n── ${title}`);
    return count(title, work, console.log);
  }

  /** Runs a step while another one is running, and prints its whole output when it ends. */
  async function quietStep(title, work) {
    let output = '';
    const write = (text) => (output += text);
    const isGood = await redirectedOutput.run({ write }, () => count(title, work, (line) => write(`${line}\n`)));
    process.stdout.write(`\n── ${title}\n${output}`);
    return isGood;
  }

  async function count(title, work, print) {
    const began = performance.now();
    const result = await attempt(work, print);
    total.passed += result.passed;
    total.failed += result.failed;
    if (result.failed > 0) failures.push([title, ...(result.failures ?? [])].join('\n    '));
    const seconds = (performance.now() - began) / 1_000;
    timesheet?.add(title, seconds, result);
    const words = [result.failed > 0 ? 'FAILED' : 'ok', result.note, `${seconds.toFixed(1)} s`];
    print(`── ${title}: ${words.filter(Boolean).join(', ')}`);
    return result.failed === 0;
  }

  /** Prints the last line and sets the exit code. A run without any check counts as failed. */
  function finish() {
    if (total.passed === 0 && total.failed === 0) total.failed = 1;
    timesheet?.print();
    if (keepFailures) {
      mkdirSync(dirname(FAILED_BEFORE), { recursive: true });
      writeFileSync(FAILED_BEFORE, JSON.stringify(failures));
    }
    if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}`);
    process.exitCode = total.failed > 0 ? 1 : 0;
    console.log(`\n${total.passed} passed, ${total.failed} failed`);
  }

  return { step, quietStep, finish };
}

async function attempt(work, print) {
  try {
    const result = await work();
    if (typeof result !== 'object') return ok;
    return result;
  } catch (error) {
    print(error instanceof PlainError ? error.message : inspect(error));
    return { passed: 0, failed: 1 };
  }
}

/** The result of a program that reports a single check by its exit code. */
export const byExitCode = ({ code }) => (code === 0 ? ok : { passed: 0, failed: 1 });

/** Returns the result of a test runner. A crash of the runner, or a run without tests, counts as one failure. */
export function counted({ passed, failed, skipped, code }) {
  const note = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  if (failed === 0 && (code !== 0 || passed === 0))
    return { passed, failed: 1, note: passed === 0 ? 'no test ran' : `${note}, but the runner ended with ${code}` };
  return { passed, failed, note };
}
