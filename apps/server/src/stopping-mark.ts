import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './db/embedded/processes.ts';

/**
 * How long a failed start waits for a stopping mark to appear: the process that it replaces may only now have received
 * its signal to stop.
 */
const NOTICE_MS = 1_000;
const PATIENCE_MS = 60_000;
const POLL_MS = 50;
const PREFIX = 'stopping-';

/** Writes a file to DATA_DIR which says that this process is stopping. Returns a function that removes the file. */
export function markStopping(dataDir: string): () => void {
  const file = join(dataDir, `${PREFIX}${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, processIdentity(process.pid) ?? '');
  } catch {
    // If the mark cannot be written, a start during the stop fails instead of waiting.
  }
  return () => rmSync(file, { force: true });
}

/**
 * Runs the first steps of a start. If they fail because another process with the same DATA_DIR is still stopping, waits
 * until that process has ended and runs them again.
 */
export async function afterEarlier<T>(dataDir: string, log: (line: string) => void, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(await waitForStopping(dataDir, log))) throw error;
    return run();
  }
}

/** Waits until no other process is stopping. Returns false if none was. */
async function waitForStopping(dataDir: string, log: (line: string) => void): Promise<boolean> {
  for (let waited = 0; stoppingProcesses(dataDir).length === 0; waited += POLL_MS) {
    if (waited >= NOTICE_MS) return false;
    await sleep(POLL_MS);
  }
  log('An earlier start is still stopping. Waiting for its end.');
  for (let waited = 0; waited < PATIENCE_MS && stoppingProcesses(dataDir).length > 0; waited += POLL_MS)
    await sleep(POLL_MS);
  return true;
}

/** Lists the living processes that have marked that they are stopping, and removes the marks of dead ones. */
function stoppingProcesses(dataDir: string): number[] {
  const marks = namesIn(dataDir).filter((name) => name.startsWith(PREFIX));
  return marks.map((name) => Number(name.slice(PREFIX.length))).filter((pid) => isMarked(join(dataDir, PREFIX), pid));
}

function isMarked(prefix: string, pid: number): boolean {
  const file = `${prefix}${pid}`;
  try {
    if (readFileSync(file, 'utf8') === processIdentity(pid)) return true;
    rmSync(file, { force: true });
  } catch {
    // The mark cannot be read, because its process has just removed it.
  }
  return false;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
