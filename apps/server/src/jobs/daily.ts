import { todayIn } from '@quayside/domain/days/days';
import { inAccountAsJob, type Work } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { claimRun, dropRun, findRunStart, finishRun } from './daily.queries.ts';
import { defineJob, type Job, type RunAgain } from './define-job.ts';
import { ofAccount } from './payloads.ts';

/** A run that has not ended after this time is assumed to have died with its process. */
const GIVEN_UP_MS = 60 * 60_000;

/** A job that runs once a day in every account, in one unit of work. `schedule.ts` defines when. */
interface DailyWork {
  /** The part after the dot is the name under which each run is recorded. */
  readonly name: `${string}.${string}`;
  /** Does the work and returns the result to record. */
  run(w: Work, deps: Deps): Promise<object>;
}

/**
 * Creates a job that runs once a day per account, however often it is queued: a unique row per account, job and day
 * makes sure of it.
 */
export const dailyJob = (daily: DailyWork): Job =>
  defineJob({
    name: daily.name,
    payload: ofAccount,
    attempts: 5,
    backOffSeconds: 60,
    concurrency: 1,
    perAccount: true,
    work: (deps) => (payload) => runOnce(deps, payload.accountId, daily),
  });

async function runOnce(deps: Deps, accountId: string, { name, run }: DailyWork): Promise<RunAgain | void> {
  const job = name.slice(name.indexOf('.') + 1);
  const found = await inAccountAsJob(deps, accountId, async (w) => {
    const claim = { job, day: todayIn(w.now.getTime(), w.scope.timeZone), startedAt: w.now };
    if (await claimRun(w, claim, new Date(w.now.getTime() - GIVEN_UP_MS))) return { claim };
    return { runsSince: await findRunStart(w, claim) };
  });
  // Another process has claimed the run. If that process died, the run can be claimed again after an hour.
  if (found.runsSince) return { again: new Date(found.runsSince.getTime() + GIVEN_UP_MS + 1) };
  const { claim } = found;
  if (!claim) return undefined;
  try {
    await inAccountAsJob(deps, accountId, async (w) => finishRun(w, claim, await run(w, deps)));
  } catch (error) {
    // If releasing the claim fails too, the run can be claimed again after an hour.
    await inAccountAsJob(deps, accountId, (w) => dropRun(w, claim)).catch(() => undefined);
    throw error;
  }
  return undefined;
}
