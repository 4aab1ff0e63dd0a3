import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { relative } from 'node:path';
import { fromRoot, root } from './paths.mjs';

/**
 * The area of all files that belong to no other area: the domain, the shared parts of the server, the shell and the
 * kits.
 */
const PLATFORM = 'platform';
/** The command to which the budgets apply. Other commands run more tests, or the same tests with more rounds. */
const BUDGETED = 'npm test';
const SLOWEST = 10;
const NAME_WIDTH = 14;
const CELL_WIDTH = 11;

/** Reads the time budgets of the tests. */
const readBudget = () => JSON.parse(readFileSync(fromRoot('scripts/test-budget.json'), 'utf8'));

/** Finds the area of a test file. The file of a browser test is named after its area, or `sameArea` maps it to one. */
function areaOf(file, { sameArea, areas }) {
  const [, folder] = file.match(/^(?:apps\/server\/src\/areas|apps\/web\/src\/features)\/([^/]+)\//) ?? [];
  if (folder !== undefined) return sameArea[folder] ?? folder;
  const [, spec = ''] = file.match(/^e2e\/(.+)\.spec\.ts$/) ?? [];
  return sameArea[spec] ?? (areas[spec] ? spec : PLATFORM);
}

/** Collects the time of each test file and each check, and prints it beside the budget. */
export function createTimesheet({ command, budget = readBudget() }) {
  const began = performance.now();
  const loadBefore = loadavg()[0];
  /** The measured files of all kinds, as `{ kind, file, seconds }`. */
  const entries = [];
  /** The processor time of all steps that know it, in seconds. */
  let processor = 0;

  /**
   * Adds a step: its processor time, shared over its files by the time that each took, or the time of the whole step if
   * it has no files (a check, a build). On a busy machine every file takes longer, but its share stays the same. Where
   * the processor time is unknown, the time of each file is printed as it is.
   */
  function add(title, seconds, { files, processorSeconds }) {
    if (files === undefined) entries.push({ kind: 'checks', file: title, seconds });
    const whole = (files ?? []).reduce((sum, file) => sum + file.seconds, 0);
    const share = processorSeconds === undefined || whole === 0 ? 1 : processorSeconds / whole;
    processor += processorSeconds ?? 0;
    for (const { kind, file, seconds: took } of files ?? [])
      entries.push({ kind, file: relative(root, file), seconds: took * share });
  }

  function print() {
    console.log(`\nProcessor seconds per area and kind of test, beside the budget of ${BUDGETED}:\n`);
    const over = printTable(entries, budget).filter(() => command === BUDGETED);
    console.log(`\nThe ${SLOWEST} slowest files:\n`);
    for (const { kind, file, seconds } of entries.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${kind.padEnd(8)} ${file}`);
    const took = (performance.now() - began) / 1_000;
    const limit = budget.wholeRun[command];
    const machine = `on ${availableParallelism()} cores with a load of ${loadBefore.toFixed(1)} at the start`;
    console.log(`\nTogether ${processor.toFixed(0)} s of processor time.`);
    if (limit === undefined) console.log(`\n${command} took ${took.toFixed(0)} s ${machine}.`);
    else
      console.log(
        `\n${command} took ${took.toFixed(0)} s of ${limit} s, ${machine}; the budget is for two idle cores.`,
      );
    if (took > limit) over.push(`${command}: ${took.toFixed(0)} s where ${limit} are allowed`);
    if (over.length > 0)
      console.log(
        '\n!!!! OVER THE BUDGET of scripts/test-budget.json, unless the machine had other work:\n' +
          `!!!! ${over.join('\n!!!! ')}`,
      );
  }

  return { add, print };
}

/** Prints the table and returns a line for each cell that is over its budget. */
function printTable(entries, budget) {
  const kinds = budget.kinds.filter((kind) => entries.some((entry) => entry.kind === kind));
  const areas = [...new Set([...Object.keys(budget.areas), ...entries.map((entry) => areaOf(entry.file, budget))])];
  const over = [];
  const row = (name, cells) =>
    console.log(name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(CELL_WIDTH)).join(''));
  const spent = (kind, area) =>
    entries
      .filter((entry) => entry.kind === kind && (area === undefined || areaOf(entry.file, budget) === area))
      .reduce((sum, entry) => sum + entry.seconds, 0);
  const allowed = (kind, area) => (budget.areas[area] ?? budget.newArea)[kind] ?? 0;

  row('', kinds);
  for (const area of areas) {
    const cells = kinds.map((kind) => {
      const [seconds, limit] = [spent(kind, area), allowed(kind, area)];
      if (seconds > limit) over.push(`${area}, ${kind}: ${seconds.toFixed(1)} s where ${limit} are allowed`);
      return seconds === 0 && limit === 0 ? '' : `${seconds.toFixed(1)} / ${limit}`;
    });
    if (cells.some((cell) => cell !== '')) row(area, cells);
  }
  const sum = (kind) => areas.reduce((total, area) => total + allowed(kind, area), 0);
  row(
    'together',
    kinds.map((kind) => `${spent(kind).toFixed(0)} / ${sum(kind)}`),
  );
  return over;
}
