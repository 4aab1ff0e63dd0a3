import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './paths.mjs';
import { runNode } from './processes.mjs';
import { PlainError } from './report.mjs';
import { hashOfSources } from './sources.mjs';

/** Each bundle is in a folder named by the hash of its sources, so that no start changes the bundle of another one. */
const BUNDLES = fromRoot('apps/server/dist');
const MAIN = 'main.cjs';
/** The beginning of the names of folders in which a build is running, or in which it was killed. */
const HALF = 'half-';
/** Bundles that no start has used for this time are removed by the next build. */
const UNUSED_MS = 6 * 60 * 60_000;
/** Folders of builds older than this are left over from killed ones. */
const LEFTOVER_MS = 60 * 60_000;
const SOURCES = [
  ...['apps/server/src', 'apps/server/package.json'],
  ...['packages/domain/src', 'packages/domain/package.json'],
  ...['packages/contracts/src', 'packages/contracts/package.json'],
  ...['package-lock.json', 'tsconfig.base.json', 'scripts/lib/bundle-server.mjs'],
];
const NOT_BUNDLED = /\.test\.ts$|\/(testing|bench|fuzz)\/|\.(sql|txt|json)$/;
const BUNDLED_ALL_THE_SAME = /package(-lock)?\.json$|^tsconfig/;

/** Returns the folder for the bundle of the present sources, whether or not it was made. */
function folderOfSources() {
  const isLeftOut = (file) => NOT_BUNDLED.test(file) && !BUNDLED_ALL_THE_SAME.test(file);
  return join(BUNDLES, hashOfSources('server', SOURCES, isLeftOut).slice(0, 16));
}

/** Finds the bundled server of the present sources and notes that it is used; undefined if it was not made. */
export function findServerBundle() {
  const folder = folderOfSources();
  if (!existsSync(join(folder, MAIN))) return undefined;
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // The folder belongs to somebody else. Whoever may build may write to it.
  }
  return { folder, main: join(folder, MAIN) };
}

/**
 * Bundles the server with its packages into one file, which loads in half of the time that thousands of files take
 * (ADR 0079). It is built in a folder of its own and renamed, so that a failed or killed build leaves nothing behind
 * that a start would use, and several starts may build at the same time.
 */
export async function buildServerBundle() {
  const folder = folderOfSources();
  mkdirSync(BUNDLES, { recursive: true });
  removeUnused();
  const half = mkdtempSync(join(BUNDLES, HALF));
  try {
    const { code, output } = await runNode([fromRoot('scripts/lib/bundle-server.mjs'), half, MAIN], { quiet: true });
    if (code !== 0) throw new PlainError(`The server could not be bundled:\n${output}`);
    chmodSync(half, 0o755);
    moveInto(half, folder);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return { folder, main: join(folder, MAIN) };
}

function moveInto(half, folder) {
  try {
    renameSync(half, folder);
  } catch (error) {
    // Another start has made the same bundle meanwhile.
    if (!existsSync(join(folder, MAIN))) throw error;
  }
}

function removeUnused() {
  for (const name of readdirSync(BUNDLES)) {
    const folder = join(BUNDLES, name);
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - usedAt > (name.startsWith(HALF) ? LEFTOVER_MS : UNUSED_MS))
      rmSync(folder, { recursive: true, force: true });
  }
}
