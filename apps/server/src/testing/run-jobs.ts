import { registeredJobs } from '../areas/area.ts';
import { asSystem } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job, Run } from '../jobs/define-job.ts';

const ROUNDS = 10_000;
const running: Run = { signal: new AbortController().signal };

/** A job that a test runs in its own process, without the queue. */
export interface JobRunner {
  /** Processes all rows that are due now; postponed ones stay. */
  runAll(): Promise<void>;
}

/** Finds and does due work as the worker does each minute, until none is left. */
export function createJobRunner(deps: Deps, job: Job, run: Run = running): JobRunner {
  const work = job.work(deps);
  return {
    async runAll() {
      for (let round = 0; round < ROUNDS; round += 1) {
        const waiting = (await asSystem(deps, async (tx) => job.findUnfinished?.(tx, deps))) ?? [];
        let isMoving = false;
        for (const payload of waiting) {
          if (run.signal.aborted) return;
          const outcome = await work(payload, run);
          isMoving ||= !outcome || outcome.again.getTime() <= deps.clock.now().getTime();
        }
        if (!isMoving) return;
      }
      throw new Error(`${job.name} does not come to an end`);
    },
  };
}

/** Runs a scheduled job once in every account, as if it were due everywhere. Returns the errors. */
export async function runInAllAccounts(deps: Deps, job: Job): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const work = job.work(deps);
  const accounts = await deps.db.selectFrom('account_directory').select('account_id').orderBy('account_id').execute();
  for (const { account_id: accountId } of accounts)
    await work({ accountId }, running).catch((error: unknown) => void failures.push(error));
  return failures;
}

/** Runs all sweeps, as if all of them were due. */
export async function sweep(deps: Deps): Promise<void> {
  const sweeps = registeredJobs().filter((job) => job.name.endsWith('.sweep'));
  for (const job of sweeps.filter((job) => job.perAccount)) {
    const [failure] = await runInAllAccounts(deps, job);
    if (failure) throw failure;
  }
  for (const job of sweeps.filter((job) => !job.perAccount)) await job.work(deps)({ accountId: null }, running);
}
