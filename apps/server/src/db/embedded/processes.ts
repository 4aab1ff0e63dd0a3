import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a running PostgreSQL writes about itself. */
export interface PostmasterFile {
  readonly pid: number;
  /** Undefined while it is not written yet. */
  readonly port: number | undefined;
  readonly status: string;
}

/** Reads postmaster.pid; undefined when there is none or it is half written. */
export function readPostmasterFile(dataDir: string): PostmasterFile | undefined {
  const lines = readText(join(dataDir, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) || undefined, status: lines[7]?.trim() ?? '' } : undefined;
}

/** A name for one process that a later process with the same number does not have; undefined when it is not alive. */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = readText(`/proc/${pid}/stat`);
    if (stat === undefined) return undefined;
    // The name in brackets may hold spaces; state is the first field after it, the start time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}@${fields[19]}`;
  }
  if (!isSignalable(pid)) return undefined;
  if (process.platform === 'win32') return `${pid}`;
  const started = spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout.trim();
  return started === '' ? undefined : `${pid}@${started}`;
}

/** All live processes of the cluster, also those whose postmaster is gone. */
export function clusterProcesses(dataDir: string): number[] {
  const postmaster = readPostmasterFile(dataDir)?.pid;
  if (process.platform === 'linux') {
    const dir = realpathSync(dataDir);
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid > 0 && pid !== process.pid);
    // Every process of PostgreSQL works in its data folder, and nothing else does that holds up a start.
    return pids.filter((pid) => workingDir(pid) === dir && processIdentity(pid) !== undefined && isPostgres(pid));
  }
  return postmaster !== undefined && processIdentity(postmaster) !== undefined && commandOf(postmaster).includes('postgres') ? [postmaster] : [];
}

/** Ends what a killed application or a killed postmaster left behind, and removes a lock file that names a stranger. */
export async function clearLeftovers(dataDir: string, log: (line: string) => void): Promise<void> {
  let left = clusterProcesses(dataDir);
  if (left.length > 0) log('The database was left running by an earlier start. Shutting it down first.');
  const postmaster = readPostmasterFile(dataDir)?.pid;
  if (postmaster !== undefined && left.includes(postmaster)) {
    signal(postmaster, 'SIGINT');
    left = await waitUntilGone(dataDir, 10_000);
  } else {
    // Children of a killed postmaster notice within moments.
    left = await waitUntilGone(dataDir, 1_000);
  }
  for (const [name, patience] of [
    ['SIGQUIT', 3_000],
    ['SIGKILL', 5_000],
  ] as const) {
    for (const pid of left) signal(pid, name);
    left = await waitUntilGone(dataDir, patience);
  }
  if (left.length > 0) throw new Error(`An earlier database process (${left.join(', ')}) cannot be ended. End it by hand and start again.`);
  // Now no process of this cluster lives; a number in the file that is in use belongs to somebody else.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

/** Sends a signal; a process that is gone already is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function waitUntilGone(dataDir: string, patience: number): Promise<number[]> {
  const until = Date.now() + patience;
  let left = clusterProcesses(dataDir);
  while (left.length > 0 && Date.now() < until) {
    await sleep(30);
    left = clusterProcesses(dataDir);
  }
  return left;
}

function isPostgres(pid: number): boolean {
  return /postgres|postmaster/.test(commandOf(pid));
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? '';
  // Windows has no cheap way to ask; the number in postmaster.pid is believed.
  if (process.platform === 'win32') return 'postgres';
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
}

function workingDir(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
