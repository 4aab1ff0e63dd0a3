import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnv } from './child-env.ts';

const SCRIPTS = join(import.meta.dirname, '../../../../scripts');

/** Runs a command of the product (`backup`, `make-admin`) in the same way as npm. */
export function runScript(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(SCRIPTS, `${command}.mjs`), ...args], {
      env: { ...childEnv(), ...env },
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said: said.trim() }));
  });
}
