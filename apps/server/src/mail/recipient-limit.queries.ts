import { type RawBuilder, sql } from 'kysely';
import type { SystemTx } from '../db/tx.ts';

const HOUR_MS = 3_600_000;
/** How many recipients the people of an account may type for mails within an hour, over all these mails. */
const MOST_RECIPIENTS_PER_HOUR = 100;
/** The same for one person, over all accounts that they belong to. */
const MOST_PER_PERSON = 100;

/** A limit that mails to typed recipients exceed, and in how many seconds there is room for them. */
interface Exceeded {
  readonly of: 'account' | 'person' | 'installation';
  readonly max: number;
  readonly retryAfterSeconds: number;
}

interface Sender {
  readonly accountId: string;
  readonly personId: string;
  /** How many recipients all people of the installation may type within an hour. */
  readonly mostOfInstallation: number;
}

/**
 * Finds the limit that is exceeded by the typed recipients of the last hour, including those of the running
 * transaction. The limits prevent that somebody sends mails in bulk in the operator's name. Transactions are counted
 * one after the other, so call this last: everybody else who sends waits until this one has ended.
 */
export async function findExceeded(tx: SystemTx, now: Date, sender: Sender): Promise<Exceeded | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('typed recipients', 0))`.execute(tx);
  const limits = [
    { of: 'account', max: MOST_RECIPIENTS_PER_HOUR, isCounted: sql`account_id = ${sender.accountId}` },
    { of: 'person', max: MOST_PER_PERSON, isCounted: sql`sent_by = ${sender.personId}` },
    { of: 'installation', max: sender.mostOfInstallation, isCounted: sql`true` },
  ] as const;
  for (const { of, max, isCounted } of limits) {
    const since = await findNewestBeyond(tx, { max, isCounted, after: new Date(now.getTime() - HOUR_MS) });
    if (since === undefined) continue;
    const seconds = Math.ceil((since.getTime() + HOUR_MS - now.getTime()) / 1000);
    return { of, max, retryAfterSeconds: Math.min(HOUR_MS / 1000, Math.max(1, seconds)) };
  }
  return undefined;
}

/** The time of the newest mail with which, counted from the newest one, there are more than `max` recipients. */
async function findNewestBeyond(
  tx: SystemTx,
  { max, isCounted, after }: { max: number; isCounted: RawBuilder<unknown>; after: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from (
      select created_at as at,
        sum(1 + cardinality(also_to) + cardinality(cc)) over (order by created_at desc, id desc) as recipients
      from mail_message where sent_by is not null and created_at > ${after} and ${isCounted}
    ) as counted
    where recipients > ${max} order by at desc limit 1`.execute(tx);
  return rows[0]?.at;
}
