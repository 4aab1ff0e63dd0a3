import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFuzz } from '../../apps/server/src/fuzz/fuzz.ts';
import { PlainError } from './report.mjs';

/** How many requests `npm run test:all` sends. */
export const DEFAULT_REQUESTS = 3_000;

/** Reads --requests, --seed and --only. Without --seed, each run has a different seed. */
export function readFuzzOptions(args) {
  const numberAfter = (option) => {
    const at = args.indexOf(option);
    if (at < 0) return undefined;
    const number = Number(args[at + 1]);
    if (!Number.isSafeInteger(number) || number < 0) throw new PlainError(`${option} needs a number from 0.`);
    return number;
  };
  return {
    requests: numberAfter('--requests') ?? DEFAULT_REQUESTS,
    seed: numberAfter('--seed') ?? Math.floor(Math.random() * 1_000_000),
    only: numberAfter('--only'),
  };
}

/** Sends the requests and returns the result of the step: each request is one check. */
export async function runFuzzStep({ requests, seed, only, signal = new AbortController().signal }) {
  console.log(`${only === undefined ? `${requests} requests` : `Request ${only}`}, seed ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-fuzz-'));
  // When root runs this, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  try {
    const { sent, statuses, faults } = await runFuzz({ requests, seed, only, folder, signal, say: console.log });
    const counts = [...statuses]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([status, count]) => `${status}: ${count}`);
    console.log(`Answers: ${counts.join(', ')}`);
    return {
      passed: sent - faults.length,
      failed: faults.length,
      note: `seed ${seed}`,
      failures: faults.map(({ number, call, what }) => `request ${number} of seed ${seed}, ${call}: ${what}`),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
