import { sql } from 'kysely';
import type { Work } from '../db/tx.ts';
import { latestEnd } from '../ports/clock.ts';

/** One run of a job, for one day of an account. */
interface Run {
  readonly job: string;
  readonly day: string;
  readonly startedAt: Date;
}

/**
 * Claims the run of a day, unless another process has claimed it. A run that began before `givenUp` and has not ended
 * can be claimed again, and so can one that began in the future, before the clock was set back.
 */
export async function claimRun(w: Work, run: Run, givenUp: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into job_run (account_id, job, day, started_at)
    values (${w.scope.accountId}, ${run.job}, ${run.day}, ${run.startedAt})
    on conflict (account_id, job, day) do update
    set started_at = excluded.started_at
    where job_run.finished_at is null
      and (job_run.started_at < ${givenUp} or job_run.started_at > ${latestEnd(w.now, 0)})
    returning job`.execute(w.tx);
  return rows.length > 0;
}

/** Finds when the unfinished run of this day began; undefined if the run has ended. */
export async function findRunStart(w: Work, run: Run): Promise<Date | undefined> {
  const row = await w.tx
    .selectFrom('job_run')
    .select('started_at')
    .where('account_id', '=', w.scope.accountId)
    .where('job', '=', run.job)
    .where('day', '=', run.day)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return row?.started_at;
}

const mine = (w: Work, run: Run) => sql<boolean>`
  account_id = ${w.scope.accountId} and job = ${run.job} and day = ${run.day} and started_at = ${run.startedAt}
    and finished_at is null`;

/**
 * Ends the run and records its result. Throws if another process has claimed the run in the meantime, so that this run
 * is rolled back.
 */
export async function finishRun(w: Work, run: Run, outcome: object): Promise<void> {
  const result = await w.tx
    .updateTable('job_run')
    .set({ finished_at: w.now, outcome: JSON.stringify(outcome) })
    .where(mine(w, run))
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new Error(`The run of ${run.job} for ${run.day} was taken over`);
}

/** Releases the claim after a failure, so that the run is retried. */
export async function dropRun(w: Work, run: Run): Promise<void> {
  await w.tx.deleteFrom('job_run').where(mine(w, run)).execute();
}
