import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

const running = new Set();
/**
 * While code runs in this context, the output of child processes goes to the store's `write` instead of the terminal,
 * unless they are `quiet`.
 */
export const redirectedOutput = new AsyncLocalStorage();

/** Runs a Node program and waits for it. Its output is shown, or returned if `quiet`. */
export function runNode(args, { env = {}, cwd = root, quiet = false } = {}) {
  return run(process.execPath, args, { env, cwd, quiet });
}

/** Runs a program, waits for it and returns `{ code, output }`; `output` is empty unless `quiet`. */
export function run(command, args, { env = {}, cwd = root, quiet = false } = {}) {
  const redirected = redirectedOutput.getStore();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet || redirected ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    running.add(child);
    let output = '';
    const add = (chunk) => (redirected && !quiet ? redirected.write(String(chunk)) : (output += chunk));
    child.stdout?.on('data', add);
    child.stderr?.on('data', add);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: signal ? 1 : (code ?? 1), output });
    });
  });
}

/** Sends SIGTERM to this process when the process that started it (scripts/run.mjs) is killed. */
export function endWithParent() {
  if (!process.channel) return;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

/** Makes Ctrl-C and SIGTERM end the running commands, then this process. */
export function passSignalsOn() {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      const left = [...running];
      const gone = left.map((child) => new Promise((done) => child.once('close', done)));
      for (const child of left) child.kill('SIGTERM');
      setTimeout(() => process.exit(130), 5_000).unref();
      void Promise.all(gone).then(() => process.exit(130));
    });
  }
}
