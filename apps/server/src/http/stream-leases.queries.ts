import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { asSystem, type SystemTx, type TxDeps } from '../db/tx.ts';
import { type Clock, latestEnd } from '../ports/clock.ts';

/** How long a stream counts after its lease was last extended: those of a killed process are free after that. */
const LEASE_MS = 60_000;

interface LeaseDeps extends TxDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const after = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** Losing a lease in a crash of the database does no harm: it is written again with the next heartbeat. */
const withoutWaiting = (tx: SystemTx) => sql`select set_config('synchronous_commit', 'off', true)`.execute(tx);

/** Deletes leases that have run out, or that were written before the clock was set back. */
const deleteSpent = (tx: SystemTx, now: Date) =>
  tx
    .deleteFrom('live_stream')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('expires_at', '>', latestEnd(now, LEASE_MS))]))
    .execute();

/**
 * Counts one more stream of a person, in all processes together. Returns the id of its lease; undefined if the person
 * has `most` streams already.
 */
export function takeStreamLease(deps: LeaseDeps, personId: string, most: number): Promise<string | undefined> {
  return asSystem(deps, async (tx) => {
    const now = deps.clock.now();
    await withoutWaiting(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`live-streams:${personId}`}, 0))`.execute(tx);
    await deleteSpent(tx, now);
    const { held } = await tx
      .selectFrom('live_stream')
      .select((eb) => eb.fn.countAll<bigint>().as('held'))
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    if (Number(held) >= most) return undefined;
    const id = deps.newId();
    await tx
      .insertInto('live_stream')
      .values({ id, person_id: personId, expires_at: after(now) })
      .execute();
    return id;
  });
}

/** Extends the leases of open streams. A lease that has run out, because the clock jumped, is written again. */
export async function extendStreamLeases(
  deps: LeaseDeps,
  open: readonly { readonly id: string; readonly personId: string }[],
): Promise<void> {
  if (open.length === 0) return;
  await asSystem(deps, async (tx) => {
    const now = deps.clock.now();
    await withoutWaiting(tx);
    await deleteSpent(tx, now);
    await tx
      .insertInto('live_stream')
      .values(open.map(({ id, personId }) => ({ id, person_id: personId, expires_at: after(now) })))
      .onConflict((oc) => oc.column('id').doUpdateSet((eb) => ({ expires_at: eb.ref('excluded.expires_at') })))
      .execute();
  });
}

/** Frees the place of a stream that has ended. */
export async function endStreamLease({ db }: LeaseDeps, id: string): Promise<void> {
  await db.deleteFrom('live_stream').where('id', '=', id).execute();
}
