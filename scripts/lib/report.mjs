import { inspect } from 'node:util';
import { redirectedOutput } from './processes.mjs';

/** A result of one step: how many checks passed and failed. */
const ok = { passed: 1, failed: 0 };

/** A failure that its message explains; the place in the code would only distract. */
export class PlainError extends Error {}

/**
 * Collects the steps of a run and prints the failed tests and the result at the end; with a timesheet also how long
 * each part took, before the last line.
 */
export function createReport({ timesheet } = {}) {
  const total = { passed: 0, failed: 0 };
  const failures = [];

  /**
   * Prints a heading, does the work, prints the time it took. What the work throws is a failure, and the next step
   * follows all the same.
   */
  async function step(title, work) {
    console.log(`\n── ${title}`);
    return count(title, work, console.log);
  }

  /**
   * A step that may run while another one does: all that it prints comes at its end, in one piece.
   */
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
    timesheet?.add(title, seconds, result.files);
    const words = [result.failed > 0 ? 'FAILED' : 'ok', result.note, `${seconds.toFixed(1)} s`];
    print(`── ${title}: ${words.filter(Boolean).join(', ')}`);
    return result.failed === 0;
  }

  /** The last line, and the exit code. A run that checked nothing is no success. */
  function finish() {
    if (total.passed === 0 && total.failed === 0) total.failed = 1;
    timesheet?.print();
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

/** One check that a program makes by its exit code. */
export const byExitCode = ({ code }) => (code === 0 ? ok : { passed: 0, failed: 1 });

/**
 * Counts of several kinds of failure that a test runner may have beside failed tests: files that broke, a crash, no
 * test at all.
 */
export function counted({ passed, failed, skipped, code }) {
  const note = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  if (failed === 0 && (code !== 0 || passed === 0))
    return { passed, failed: 1, note: passed === 0 ? 'no test ran' : `${note}, but the runner ended with ${code}` };
  return { passed, failed, note };
}
