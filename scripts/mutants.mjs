// `npm run mutants -- [folder] [name]`: plants one fault at a time and runs the tests that must catch it.
// A fault replaces a piece of source (`find`, `replace`). The *.mutants.json files beside the tests list the faults.
// No file changes: a plugin applies the faults while Vitest reads the sources, so an aborted run leaves no trace.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import setUpDatabases from '../apps/server/src/testing/global-setup.ts';
import { keepTemporaryFilesInMemory } from './lib/memory-folder.mjs';
import { root as ROOT, tools } from './lib/paths.mjs';

/** How many faults share one run of Vitest, because starting Vitest takes as long as testing several of them. */
const GROUP = 12;

/** Reads the planted faults that are listed in a folder, with paths from the root. */
function readFaults(folder, name) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.mutants.json'], { cwd: ROOT });
  return listed
    .toString()
    .split('\n')
    .filter((path) => path !== '' && resolve(ROOT, path).startsWith(resolve(ROOT, folder)))
    .flatMap((path) => {
      const from = (relative) => join(dirname(path), relative);
      return JSON.parse(readFileSync(join(ROOT, path), 'utf8')).map((fault) => ({
        ...fault,
        file: from(fault.file),
        test: from(fault.test),
      }));
    })
    .filter((fault) => name === undefined || fault.name.includes(name));
}

/**
 * Finds the faults whose `find` does not occur exactly once in the source. The source has changed, so these faults must
 * be updated.
 */
function misplaced(faults) {
  const names = faults.map((fault) => fault.name);
  return faults.flatMap(({ name, file, find }) => {
    if (names.filter((other) => other === name).length > 1) return [`${name}: several faults have this name`];
    const path = join(ROOT, file);
    const times = existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : 0;
    return times === 1 ? [] : [`${name}: \`find\` occurs ${times} times in ${file}`];
  });
}

/** Runs Vitest for some faults. Returns how many tests passed and failed, by the name of the fault. */
async function run(faults, provided) {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-mutants-'));
  const [plan, report] = [join(folder, 'plan.json'), join(folder, 'report.json')];
  writeFileSync(plan, JSON.stringify({ faults, provided }));
  const child = spawn(
    process.execPath,
    [tools.vitest, 'run', '--config', join(ROOT, 'scripts/lib/mutants.config.ts')],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, MUTANTS_PLAN: plan, MUTANTS_REPORT: report },
    },
  );
  const stop = () => child.kill('SIGTERM');
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await new Promise((done) => child.once('close', done));
    return JSON.parse(readFileSync(report, 'utf8'));
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    rmSync(folder, { recursive: true, force: true });
  }
}

const cleanName = ({ test, title = '' }) => `without a fault: ${test} ${title}`;

/**
 * A fault is caught if its tests pass without it, and one of them fails with it. A test that always fails proves
 * nothing, and neither does a file that could not be loaded, because of the fault or because the machine was busy.
 */
function verdictOf(fault, results) {
  const [clean, planted] = [results[cleanName(fault)], results[fault.name]];
  const hasRun =
    clean?.passed > 0 && clean.failed === 0 && planted !== undefined && planted.passed + planted.failed > 0;
  if (!hasRun) return 'UNSOUND';
  return planted.failed > 0 ? 'caught' : 'SURVIVED';
}

/** Runs the tests of some faults, each without the fault and with it. Returns their verdicts by name. */
async function verdictsOf(faults, provided) {
  const clean = new Map(faults.map((fault) => [cleanName(fault), { ...fault, name: cleanName(fault) }]));
  const planted = faults.map((fault) => ({ ...fault, isPlanted: true }));
  const results = await run([...clean.values(), ...planted], provided);
  return new Map(faults.map((fault) => [fault.name, verdictOf(fault, results)]));
}

async function main() {
  keepTemporaryFilesInMemory();
  const [folder = '.', name] = process.argv.slice(2);
  const faults = readFaults(folder, name);
  const lost = misplaced(faults);
  if (lost.length > 0 || faults.length === 0) {
    console.error(lost.join('\n') || `There is no planted fault in ${folder}.`);
    process.exit(1);
  }
  const provided = {};
  const needsDatabase = faults.some((fault) => fault.test.startsWith('apps/server/'));
  const end = needsDatabase ? await setUpDatabases({ provide: (key, value) => (provided[key] = value) }) : undefined;
  const survivors = [];
  try {
    for (let i = 0; i < faults.length; i += GROUP) {
      const group = faults.slice(i, i + GROUP);
      const verdicts = await verdictsOf(group, provided);
      // Many pages at once can be too much for a machine, so what did not run gets a second try with fewer.
      const again = group.filter(({ name }) => verdicts.get(name) === 'UNSOUND');
      if (again.length > 0)
        for (const [name, verdict] of await verdictsOf(again, provided)) verdicts.set(name, verdict);
      for (const { name } of group) {
        const verdict = verdicts.get(name) ?? 'UNSOUND';
        console.log(`${verdict.padEnd(10)} ${name}`);
        if (verdict !== 'caught') survivors.push(name);
      }
    }
  } finally {
    await end?.();
  }
  console.log(`\n${faults.length - survivors.length} of ${faults.length} caught`);
  process.exit(survivors.length > 0 ? 1 : 0);
}

await main();
