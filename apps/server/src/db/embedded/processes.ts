import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The contents of PostgreSQL's postmaster.pid. */
export interface PostmasterFile {
  readonly pid: number;
  /** Undefined until PostgreSQL has written it. */
  readonly port: number | undefined;
  readonly status: string;
}

/** Reads postmaster.pid; undefined if it is missing or half written. */
export function readPostmasterFile(dataDir: string): PostmasterFile | undefined {
  const lines = readText(join(dataDir, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0
    ? { pid, port: Number(lines[3]) || undefined, status: lines[7]?.trim() ?? '' }
    : undefined;
}

/** Identifies a process beyond its pid, which the system may reuse; undefined if the process is dead. */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = readText(`/proc/${pid}/stat`);
    if (stat === undefined) return undefined;
    // The name in brackets may contain spaces; after it, state is the first field and the start time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}@${fields[19]}`;
  }
  if (!isSignalable(pid)) return undefined;
  if (process.platform === 'win32') return `${pid}`;
  const started = spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout.trim();
  return started === '' ? undefined : `${pid}@${started}`;
}

/** All live processes of the cluster, including orphans whose postmaster is dead. */
export function clusterProcesses(dataDir: string): number[] {
  const postmaster = readPostmasterFile(dataDir)?.pid;
  if (process.platform === 'linux') {
    const dir = realpathSync(dataDir);
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid > 0 && pid !== process.pid);
    // Every PostgreSQL process has the data folder as its working directory.
    return pids.filter((pid) => workingDir(pid) === dir && processIdentity(pid) !== undefined && isPostgres(pid));
  }
  return postmaster !== undefined &&
    processIdentity(postmaster) !== undefined &&
    commandOf(postmaster).includes('postgres')
    ? [postmaster]
    : [];
}

/**
 * Ends processes that a killed application or postmaster left behind, and removes a postmaster.pid that names an
 * unrelated process.
 */
export async function clearLeftovers(dataDir: string, log: (line: string) => void): Promise<void> {
  let left = clusterProcesses(dataDir);
  if (left.length > 0) log('The database was left running by an earlier start. Shutting it down first.');
  const postmaster = readPostmasterFile(dataDir)?.pid;
  if (postmaster !== undefined && left.includes(postmaster)) {
    signal(postmaster, 'SIGINT');
    left = await waitUntilGone(dataDir, 10_000);
  } else {
    // Children of a killed postmaster exit within moments.
    left = await waitUntilGone(dataDir, 1_000);
  }
  for (const [name, patience] of [
    ['SIGQUIT', 3_000],
    ['SIGKILL', 5_000],
  ] as const) {
    for (const pid of left) signal(pid, name);
    left = await waitUntilGone(dataDir, patience);
  }
  if (left.length > 0)
    throw new Error(
      `An earlier database process (${left.join(', ')}) cannot be ended. End it by hand and start again.`,
    );
  // No process of this cluster is alive now, so a pid in the file that is in use belongs to another program.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

/** Sends a signal; ignores a process that is already gone. */
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
  // Windows has no cheap way to ask, so trust the pid in postmaster.pid.
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
