import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { childEnv } from './child-env.ts';

/** Starts a process as tests do, says its number, and waits. */
const PARENT = `
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  console.log(child.pid);
  setInterval(() => undefined, 1000);`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a process that a test started ends when the tests are killed', async () => {
  const tests = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
    env: childEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(tests.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  expect(isRunning(pid)).toBe(true);
  tests.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});
