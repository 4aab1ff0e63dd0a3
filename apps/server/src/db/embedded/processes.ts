import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The contents of PostgreSQL's postmaster.pid. */
interface PostmasterFile {
  readonly pid: number;
  /** The port; undefined until PostgreSQL has written it. */
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

/**
 * Returns a string that identifies a process even if the system reuses its pid later; undefined if the process is dead.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = readText(`/proc/${pid}/stat`);
    if (stat === undefined) return undefined;
    // The process name in brackets may contain spaces. After it, the state is the first field and the start time the
    // twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}@${fields[19]}`;
  }
  if (!isSignalable(pid)) return undefined;
  if (process.platform === 'win32') return `${pid}`;
  const started = spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout.trim();
  return started === '' ? undefined : `${pid}@${started}`;
}

/** Lists the pids of all live processes of the cluster, including orphans whose postmaster is dead. */
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
 * Ends processes that a killed application or postmaster left behind, and removes a postmaster.pid whose pid belongs to
 * an unrelated process.
 */
export async function clearLeftovers(dataDir: string, log: (line: string) => void): Promise<void> {
  let left = clusterProcesses(dataDir);
  if (left.length > 0) log('The database was left running by an earlier start. Shutting it down first.');
  const postmaster = readPostmasterFile(dataDir)?.pid;
  if (postmaster !== undefined && left.includes(postmaster)) {
    signal(postmaster, 'SIGINT');
    left = await waitUntilGone(dataDir, 10_000);
  } else {
    // The children of a killed postmaster exit by themselves within moments.
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
  // No process of this cluster is alive now, so if the file's pid is in use, it belongs to another program.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

/** Sends a signal. Ignores a process that has already ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function waitUntilGone(dataDir: string, patience: number): Promise<number[]> {
  const until = performance.now() + patience;
  let left = clusterProcesses(dataDir);
  while (left.length > 0 && performance.now() < until) {
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
  // Windows offers no cheap way to read a process's program, so trust the pid in postmaster.pid.
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
