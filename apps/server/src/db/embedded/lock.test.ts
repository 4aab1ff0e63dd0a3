import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { networkFileSystem, tryLock } from './lock.ts';
import { childEnv } from '../../testing/child-env.ts';
import { clusterProcesses } from './processes.ts';

/** Runs a command as in another container: with its own process ids and its own shared memory. */
const CONTAINER = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status === 0;
if (!canUnshare)
  console.warn('The tests of two containers on one folder did not run: they need root and the program "unshare".');

let dataDir: string;
let children: ChildProcess[] = [];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quayside-lock-'));
  chmodSync(dataDir, 0o755);
  await (await startEmbeddedPostgres({ dataDir, log: () => undefined })).stop();
}, 60_000);
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  children = [];
  for (const pid of clusterProcesses(join(dataDir, 'pg18', 'data'))) killIfRunning(pid);
  await expect.poll(() => clusterProcesses(join(dataDir, 'pg18', 'data')), { timeout: 10_000 }).toEqual([]);
});
/** A process of the cluster may end by itself after it was listed, because the others end it. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

/**
 * Starts the database in another process. Returns the first line that the process prints: "started", or why it did not
 * start.
 */
async function startElsewhere(...container: string[]): Promise<{ app: ChildProcess; said: string }> {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const database = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => undefined }).catch((e) => e);
    console.log(database instanceof Error ? database.message : 'started');
    if (!(database instanceof Error)) setInterval(() => undefined, 1000);`;
  const command = [process.execPath, '--input-type=module', '-e', script, dataDir];
  const [program, ...args] = [...container, ...command];
  const app = spawn(program ?? '', args, { env: childEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(app);
  if (!app.stdout) throw new Error('No output.');
  const [line] = (await once(app.stdout, 'data')) as [Buffer];
  return { app, said: line.toString().trim() };
}

describe('the database of one data folder', { timeout: 60_000 }, () => {
  it.skipIf(!canUnshare)(
    'is started by one of two containers, and the other is refused with an explanation',
    async () => {
      expect((await startElsewhere(...CONTAINER)).said).toBe('started');
      expect((await startElsewhere(...CONTAINER)).said).toMatch(/already runs on this data folder.*DATA_DIR/);
      expect((await startElsewhere()).said).toMatch(/already runs on this data folder/);
    },
  );

  it.skipIf(!canUnshare)(
    'is not started in a container while a database that an application left behind is running',
    async () => {
      const { app } = await startElsewhere();
      const gone = once(app, 'exit');
      app.kill('SIGKILL');
      await gone;
      expect((await startElsewhere(...CONTAINER)).said).toMatch(/still running.*cannot see into/);
      // In the same container, the new process can see the processes of the old server, and ends them first.
      expect((await startElsewhere()).said).toBe('started');
    },
  );

  it.skipIf(!canUnshare)('starts at once after a container was killed', async () => {
    const { app, said } = await startElsewhere(...CONTAINER);
    const gone = once(app, 'exit');
    app.kill('SIGKILL');
    await gone;
    expect([said, (await startElsewhere(...CONTAINER)).said]).toEqual(['started', 'started']);
  });

  it('is started by exactly one of several processes that start at the same moment', async () => {
    const started = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
    expect(started.map(({ said }) => said.slice(0, 7)).sort()).toEqual(['Quaysid', 'Quaysid', 'started']);
  });
});

describe('a lock', () => {
  const file = () => join(dataDir, 'some-lock');

  it('is free again as soon as it is released', () => {
    const lock = tryLock(file());
    expect(lock).toBeDefined();
    expect(tryLock(file())).toBeUndefined();
    lock?.release();
    const next = tryLock(file());
    expect(next && networkFileSystem(next)).toBeUndefined();
    next?.release();
    expect(existsSync(file())).toBe(true);
  });

  it.each([
    ['flock', ['flock', '-n', '3']],
    ['perl', undefined],
  ] as const)('can be taken with %s, whichever program holds it', (_, program) => {
    const held = tryLock(file(), program && [[...program]]);
    expect(tryLock(file())).toBeUndefined();
    held?.release();
    expect(held).toBeDefined();
  });

  it('is refused with an explanation where the file system or the machine has no locks', () => {
    expect(() => tryLock(file(), [['sh', '-c', 'echo No locks available >&2; exit 71']])).toThrow(
      /No locks available.*network file system/,
    );
    expect(() => tryLock(file(), [['no-such-program']])).toThrow(/neither "flock" \(util-linux\) nor "perl"/);
  });
});
