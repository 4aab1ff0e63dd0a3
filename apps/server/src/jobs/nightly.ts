import { hourIn, todayIn } from '@quayside/domain/days/days';
import { inAccountAsJob, type Work } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { eachAccount } from './accounts.ts';
import { claimRun, dropRun, finishRun } from './nightly.queries.ts';

const MINUTE = 60_000;
const EVERY_MS = 15 * MINUTE;
/** From this hour of the account's night on. */
const FROM_HOUR = 3;
/** A run that has not ended after so long died with its process. */
const GIVEN_UP_MS = 60 * MINUTE;

/** Something that is done once a day in every account, in one unit of work. */
export interface NightlyJob {
  readonly name: string;
  /** Answers what is kept of the run. */
  run(w: Work): Promise<object>;
}
type NightlyDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log'>;

/** Runs what is due, account by account. One that fails stops no other, and is due again next time. */
export async function runNightly(deps: NightlyDeps, jobs: readonly NightlyJob[], isStopped: () => boolean = () => false): Promise<void> {
  for (const accountId of await eachAccount(deps)) {
    for (const job of jobs) {
      if (isStopped()) return;
      await runOnce(deps, accountId, job).catch((error: unknown) =>
        deps.log.error({ err: error, accountId, job: job.name }, 'a nightly job failed; it is tried again'),
      );
    }
  }
}

/** The row of account, job and day is what makes it once, with several processes too: whoever writes it runs the job. */
async function runOnce(deps: NightlyDeps, accountId: string, { name, run }: NightlyJob): Promise<void> {
  const claim = await inAccountAsJob(deps, accountId, async (w) => {
    const now = w.now.getTime();
    if (hourIn(now, w.scope.timeZone) < FROM_HOUR) return undefined;
    const wanted = { job: name, day: todayIn(now, w.scope.timeZone), startedAt: w.now };
    return (await claimRun(w, wanted, new Date(now - GIVEN_UP_MS))) ? wanted : undefined;
  });
  if (!claim) return;
  try {
    await inAccountAsJob(deps, accountId, async (w) => finishRun(w, claim, await run(w)));
  } catch (error) {
    // Where this fails too, the run is free again after an hour.
    await inAccountAsJob(deps, accountId, (w) => dropRun(w, claim)).catch(() => undefined);
    throw error;
  }
}

/** Looks a minute after the start and then every quarter of an hour. */
export function startNightly(deps: NightlyDeps, jobs: readonly NightlyJob[]): { stop(): void } {
  let stopped = false;
  let running = false;
  const look = async () => {
    if (running) return;
    running = true;
    await runNightly(deps, jobs, () => stopped)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the nightly jobs could not start; they try again'))
      .finally(() => {
        running = false;
      });
  };
  const first = setTimeout(() => void look(), MINUTE);
  const each = setInterval(() => void look(), EVERY_MS);
  first.unref();
  each.unref();
  return {
    stop() {
      stopped = true;
      clearTimeout(first);
      clearInterval(each);
    },
  };
}
