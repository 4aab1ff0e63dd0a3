import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, root } from './paths.mjs';
import { passSignalsOn, run } from './processes.mjs';

const RESULTS = join('.cache', 'bench-results.json');
/** The order of the runs, in which a change of the machine with time affects both sides alike. */
const TURNS = ['before', 'after', 'after', 'before'];

/**
 * Runs the bench of another commit and that of this checkout in turns (before, after, after, before) and prints the
 * results of both beside each other, each to its own floor. The other commit runs in a worktree, with its own packages,
 * its own schema and its own bench, because what is measured and the floors change as well. `what` is passed to both.
 */
export async function compareWith(commit, what) {
  const found = git('rev-parse', '--verify', '--quiet', `${commit ?? ''}^{commit}`);
  if (found.status !== 0) {
    console.error('Usage: npm run bench -- compare <commit> [what]');
    process.exitCode = 1;
    return;
  }
  passSignalsOn();
  mkdirSync(fromRoot('.cache'), { recursive: true });
  const parent = mkdtempSync(fromRoot('.cache', 'compare-'));
  const folder = join(parent, 'before');
  // Also after Ctrl-C: another worktree of this commit could not be told from this one.
  process.once('exit', () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true, force: true });
  });
  const made = git('worktree', 'add', '--detach', folder, found.stdout.trim());
  if (made.status !== 0) throw new Error(made.stderr);
  sharePackages(folder);
  const sides = { before: { folder, runs: [] }, after: { folder: root, runs: [] } };
  for (const [turn, side] of TURNS.entries()) {
    console.log(`\n── ${turn + 1} of ${TURNS.length}: ${side === 'before' ? commit : 'this checkout'}`);
    sides[side].runs.push(await benchIn(sides[side].folder, what));
  }
  console.log(`\n${tableOf(sides)}`);
}

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/**
 * Gives the worktree the packages of this checkout as hard links if both lock files name the same; otherwise its own
 * `npm run bench` installs what it needs. Caches are left out, because they are written to.
 */
function sharePackages(folder) {
  const lock = (where) => readFileSync(join(where, 'package-lock.json'), 'utf8');
  if (lock(folder) !== lock(root)) return;
  for (const packages of globSync(['node_modules', '{apps,packages}/*/node_modules'], { cwd: root })) {
    const target = join(folder, packages);
    spawnSync('cp', ['-al', fromRoot(packages), target], { stdio: 'inherit' });
    for (const cache of ['.cache', '.vite', '.vitest']) rmSync(join(target, cache), { recursive: true, force: true });
  }
}

async function benchIn(folder, what) {
  const file = join(folder, RESULTS);
  const began = Date.now();
  // A bench that missed a goal ends with 1, but has written its results.
  await run(process.execPath, [join(folder, 'scripts', 'run.mjs'), 'bench', ...what], { cwd: folder });
  if (!existsSync(file) || statSync(file).mtimeMs < began) throw new Error(`The bench in ${folder} wrote no results.`);
  return new Map(figuresIn(JSON.parse(readFileSync(file, 'utf8'))));
}

/** Lists the figures of a file of results by their titles, wherever they are in it. */
function figuresIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  if (typeof value.title !== 'string') return Object.values(value).flatMap(figuresIn);
  const { title, concurrency, figures } = value;
  if (typeof value.value === 'string') return [[title, value.value]];
  return figures ? [[concurrency > 1 ? `${title} (${concurrency} at a time)` : title, inWords(figures)]] : [];
}

function inWords({ product, tenant, small, large, largeFloor }) {
  const [ours, floor] = [product ?? large, tenant ?? largeFloor];
  const text = ours ? `${ours.p50.toFixed(2)} ms` : '-';
  if (ours && floor) return `${(ours.p50 / floor.p50).toFixed(2)} x (${text})`;
  return ours && small ? `${text}, growth ${(ours.p50 / small.p50).toFixed(2)} x` : text;
}

function tableOf({ before, after }) {
  const titles = new Set([...before.runs, ...after.runs].flatMap((figures) => [...figures.keys()]));
  const cells = ({ runs }, title) => runs.map((figures) => figures.get(title) ?? '-').join(' / ');
  return [
    '| what, to its own floor | before (first and last run) | now (second and third) |',
    '|---|---|---|',
    ...[...titles].map((title) => `| ${title} | ${cells(before, title)} | ${cells(after, title)} |`),
  ].join('\n');
}
