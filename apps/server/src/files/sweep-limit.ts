import { sql } from 'kysely';
import type { FileDeps } from './stored-files.ts';

/** The share of all files that the sweep may move to the bin within a day. */
const SHARE = 0.05;
/**
 * The number of files that the sweep may always move within a day, so that the limit does not stop it in a small
 * installation.
 */
const ALWAYS = 20;
const DAY_MS = 24 * 3_600_000;

/** The number of files that the next sweep would move, and the numbers that limit it. */
export interface SweepPlan {
  /** How many files no row has named for an hour. */
  readonly due: number;
  readonly files: number;
  /** How many files the sweep may move to the bin now. */
  readonly limit: number;
  /** How many files an operator has allowed the next sweep to move. */
  readonly allowed: number;
}

/** Computes what a sweep would do with the files that have been unclaimed since before this instant. */
export async function planSweep({ db, clock }: Pick<FileDeps, 'db' | 'clock'>, before: Date): Promise<SweepPlan> {
  const now = clock.now().getTime();
  // Sweeps with a time in the future were recorded before the clock was set back. They count for one day only.
  const { rows } = await sql<{ due: number; files: number; recent: number; allowed: number }>`
    select
      (select count(*)::int from file_in_store where unclaimed_since < ${before}) as due,
      (select count(*)::int from file_in_store) as files,
      (select coalesce(sum(files), 0)::int from file_sweep
        where swept_at > ${new Date(now - DAY_MS)} and swept_at < ${new Date(now + DAY_MS)}) as recent,
      (select sweep_allowed from installation) as allowed`.execute(db);
  const { due = 0, files = 0, recent = 0, allowed = 0 } = rows[0] ?? {};
  return { due, files, allowed, limit: Math.max(0, Math.max(ALWAYS, Math.floor(files * SHARE)) - recent) };
}

/**
 * How many files the sweep may move to the bin. Throws if more files than the limit are due and no operator has allowed
 * it.
 */
export function budgetOf({ due, files, limit, allowed }: SweepPlan): number {
  if (due <= limit) return limit;
  if (allowed > 0) return allowed;
  throw new Error(
    `${due} of ${files} files are named by no row, and more than 5 % of all files are never removed within a day ` +
      'without an operator. Nothing was removed. Is this the right database, and is it complete? If these files may ' +
      `go, run: npm run allow-sweep -- ${due} (runbook, "Files and their database").`,
  );
}

/**
 * Records how many files were moved to the bin, because they count against the limit of the next sweeps. Files that an
 * operator allowed do not count.
 */
export async function recordSweep({ db, clock }: FileDeps, { due, limit }: SweepPlan, moved: number): Promise<void> {
  if (due > limit) return;
  await sql`insert into file_sweep (swept_at, files) values (${clock.now()}, ${moved})
    on conflict (swept_at) do update set files = file_sweep.files + excluded.files`.execute(db);
}

/** Ends a sweep. A sweep that exceeded the limit uses up the number of files that an operator had allowed. */
export async function endSweep({ db, clock }: FileDeps, { due, limit }: SweepPlan): Promise<void> {
  if (due > limit) await allowSweep({ db }, 0);
  await sql`delete from file_sweep where swept_at < ${new Date(clock.now().getTime() - 30 * DAY_MS)}`.execute(db);
}

/** Lets the next sweep move this many files to the bin, whatever the limit. */
export async function allowSweep({ db }: Pick<FileDeps, 'db'>, files: number): Promise<void> {
  await db.updateTable('installation').set({ sweep_allowed: files }).execute();
}
