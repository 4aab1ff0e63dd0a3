import { registeredJobs } from '../areas/area.ts';
import { asSystem } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job, Run } from '../jobs/define-job.ts';

const ROUNDS = 10_000;
const running: Run = { signal: new AbortController().signal };

/** Runs one kind of job in the process of the test, without the queue. */
export interface JobRunner {
  /** Runs the job until no due rows are left. Rows that are due later stay. */
  runAll(): Promise<void>;
}

/** Creates a runner, which finds due work in the same way as the worker does every minute. */
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

/** Runs a scheduled job once in every account, whether or not it is due there. Returns the errors. */
export async function runInAllAccounts(deps: Deps, job: Job): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const work = job.work(deps);
  const accounts = await deps.db.selectFrom('account_directory').select('account_id').orderBy('account_id').execute();
  for (const { account_id: accountId } of accounts)
    await work({ accountId }, running).catch((error: unknown) => void failures.push(error));
  return failures;
}

/** Runs all sweeps once, whether or not they are due. */
export async function sweep(deps: Deps): Promise<void> {
  const sweeps = registeredJobs().filter((job) => job.name.endsWith('.sweep'));
  for (const job of sweeps.filter((job) => job.perAccount)) {
    const [failure] = await runInAllAccounts(deps, job);
    if (failure) throw failure;
  }
  for (const job of sweeps.filter((job) => !job.perAccount)) await job.work(deps)({ accountId: null }, running);
}
