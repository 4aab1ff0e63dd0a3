import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.ts';

type Command = (config: Config, file: string, say: (line: string) => void) => Promise<readonly string[]>;

/** The maximum number of faults to print. */
const SHOWN = 20;

/**
 * Runs a command that takes one file, in the environment of `npm start`. The process fails if the command returns
 * faults.
 */
export async function runCommand(usage: string, command: Command): Promise<void> {
  try {
    const [file, ...more] = process.argv.slice(2);
    if (file === undefined || more.length > 0) throw new Error(usage);
    const say = (line: string) => process.stdout.write(`${line}\n`);
    const faults = await command(readConfig(process.env), resolve(file), say);
    for (const fault of faults.slice(0, SHOWN)) process.stderr.write(`${fault}\n`);
    if (faults.length > SHOWN) process.stderr.write(`... and ${faults.length - SHOWN} more.\n`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
