import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { steadyPort } from './steady-port.ts';
import { childEnv } from './child-env.ts';
import { serverProgram } from '../bundle/server-program.ts';

const READY_WITHIN_MS = 180_000;

/** One of several server processes that share a database and a folder of files. */
export interface ServerProcess {
  /** The name of its connections to the database. */
  readonly name: string;
  /** The base URL of the API, if the process answers requests. */
  readonly api: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Prepares to start server processes on one database, each with a role. `remove` ends them. */
export function createProcesses(databaseUrl: string, env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-processes-'));
  chmodSync(folder, 0o755);
  const running = new Set<ChildProcess>();

  async function startProcess(role: 'web' | 'worker'): Promise<ServerProcess> {
    const port = await steadyPort();
    const name = `${role} ${port}`;
    let child: ChildProcess;
    const one: ServerProcess = {
      name,
      api: `http://127.0.0.1:${port}/api/v2`,
      async kill() {
        running.delete(child);
        const { exitCode, signalCode } = child;
        if (exitCode !== null || signalCode !== null)
          throw new Error(`A ${role} had ended by itself: ${exitCode ?? signalCode}`);
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
      async start() {
        child = spawn(process.execPath, [serverProgram()], {
          env: {
            ...childEnv(),
            ROLE: role,
            // The name of the connections to the database, by which a test finds the process that does some work.
            PGAPPNAME: name,
            PORT: String(port),
            HOST: '127.0.0.1',
            DATABASE_URL: databaseUrl,
            DATA_DIR: folder,
            DEMO: '0',
            LOG_LEVEL: 'error',
            STOP_NOTICE_SECONDS: '0',
            API_LIMIT_PER_MINUTE: '1000000',
            MAIL_LIMIT_PER_HOUR: '1000000',
            // Leave every import to the job, so that a kill cannot roll an import back in the middle of the upload
            // call.
            IMPORT_ROWS_IN_CALL: '0',
            ...env,
          },
          stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        });
        running.add(child);
        let said = '';
        child.stdout?.on('data', (text: Buffer) => void (said += text.toString()));
        for (const until = Date.now() + READY_WITHIN_MS; !said.includes('is ready'); await sleep(50))
          if (child.exitCode !== null || Date.now() > until) throw new Error(`A ${role} did not start: ${said}`);
      },
    };
    await one.start();
    return one;
  }
  return {
    start: startProcess,
    async remove() {
      for (const child of running) {
        if (child.exitCode !== null) continue;
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
