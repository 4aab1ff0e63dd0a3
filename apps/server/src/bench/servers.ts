import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverProgram } from '../bundle/server-program.ts';
import { freePort } from '../db/embedded/postmaster.ts';
import { Wire } from './wire.ts';
import { BENCH_SECRETS_KEY } from './secrets-key.ts';

/** A server under measurement: one process, pinned to one core if the system allows it. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from the start of the process until it was ready. */
  readonly readyMs: number;
  /** Its processor time in milliseconds at that moment; NaN if the system does not report it. */
  readonly readyCpuMs: number;
  /** Resident memory in MB, now and at its peak; undefined if the system does not report it. */
  memory(): { now: number; peak: number } | undefined;
  stop(): Promise<void>;
}

const hasTaskset =
  process.platform === 'linux' && spawnSync('taskset', ['-c', '0', process.execPath, '--version']).status === 0;
/** Whether the servers and the driver (the process that sends requests) run on separate cores. */
export const isPinned = (): boolean => hasTaskset;

/** Pins this process (the driver, which sends the requests) to a core that the servers do not use. */
export function pinDriver(): void {
  if (hasTaskset) spawnSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)]);
}

/** The server as `npm start` runs it. */
export const productProgram = serverProgram;
export const FLOOR = join(import.meta.dirname, 'floor-main.ts');

/** Starts a server and waits until `/health/ready` answers. */
export async function startServer(script: string, env: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort();
  const node = [process.execPath, ...process.execArgv, script];
  const command = hasTaskset ? ['taskset', '-c', '0', ...node] : node;
  const began = performance.now();
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...allocatorSettings(),
      NODE_ENV: 'production',
      SECRETS_KEY: BENCH_SECRETS_KEY,
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  await untilReady(port, child, () => errors);
  const readyMs = performance.now() - began;
  const pid = child.pid ?? 0;
  const readyCpuMs = process.platform === 'linux' ? (cpuOf([pid]).get(pid) ?? Number.NaN) : Number.NaN;
  return { port, pid, readyMs, readyCpuMs, memory: () => memoryOf(child), stop: () => stop(child) };
}

/** The settings of the memory allocator with which `npm start` runs the server. The bench was given the same. */
const allocatorSettings = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('MALLOC_'))) as Record<
    string,
    string
  >;

async function untilReady(port: number, child: ChildProcess, errors: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`A server did not start: ${errors()}`);
    const wire = new Wire(port);
    const status = await wire.send({ method: 'GET', path: '/health/ready' }).then(
      (answer) => answer.status,
      () => 0,
    );
    wire.close();
    if (status === 200) return;
    await sleep(5);
  }
}

function memoryOf(child: ChildProcess): { now: number; peak: number } | undefined {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const mb = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024);
    return { now: mb('VmRSS'), peak: mb('VmHWM') };
  } catch {
    return undefined;
  }
}

/** Reads the processor time of these processes in ms, by pid. The system counts in hundredths of a second. */
export const cpuOf = (pids: readonly number[]): ReadonlyMap<number, number> =>
  new Map(pids.map((pid) => [pid, ticksOf(pid) * 10]));

/** Lists the pids of the child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

function ticksOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
