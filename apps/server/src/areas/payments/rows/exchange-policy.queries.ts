import type { ExchangePolicy } from '@quayside/domain/payables/exchange';
import { type RawBuilder, sql, type Selectable } from 'kysely';
import { personOf, type Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { INVOICES } from '../../invoices/facts.ts';

export type PolicyChange = Selectable<DB['exchange_policy_change']>;

/** The newest change of the exchange policy. */
export const findNewestChange = (w: Work): Promise<PolicyChange | undefined> =>
  w.tx
    .selectFrom('exchange_policy_change')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The change that invoices still follow. */
export const findOpenChange = (w: Work): Promise<PolicyChange | undefined> =>
  w.tx
    .selectFrom('exchange_policy_change')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

export async function insertChange(
  w: Work,
  change: { readonly from: ExchangePolicy; readonly to: ExchangePolicy; readonly invoiceCount: number },
): Promise<string> {
  const id = w.newId();
  await w.tx
    .insertInto('exchange_policy_change')
    .values({
      account_id: w.scope.accountId,
      id,
      from_policy: change.from,
      to_policy: change.to,
      requested_by: personOf(w.scope),
      request_id: w.scope.requestId,
      invoice_count: change.invoiceCount,
      created_at: w.now,
      updated_at: w.now,
    })
    .execute();
  return id;
}

/** Stores how far invoices follow a change. */
export async function saveProgress(
  w: Work,
  id: string,
  progress: Pick<PolicyChange, 'done_count' | 'last_invoice_id'>,
): Promise<void> {
  await w.tx
    .updateTable('exchange_policy_change')
    .set({ ...progress, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Ends the change that invoices still follow, if there is one. */
export async function endChange(w: Work): Promise<void> {
  await w.tx
    .updateTable('exchange_policy_change')
    .set({ ended_at: w.now, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Invoices of which something is settled in another currency, or whose costs have another rate than their own. */
const following = (w: Work): RawBuilder<unknown> => sql`
  from payment_schedule s
  join ${INVOICES} i on i.account_id = s.account_id and i.id = s.invoice_id and i.deleted_at is null
  where s.account_id = ${w.scope.accountId} and s.removed_at is null
    and (s.settled_minor > 0 or i.cost_rate is not null) and i.currency <> ${w.scope.currency}`;

/** How many invoices have to follow a change of the policy. */
export async function countFollowing(w: Work): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n ${following(w)}`.execute(w.tx);
  return Number(rows[0]?.n ?? 0n);
}

/** The next of these invoices, in the order of their ids. */
export async function listFollowing(w: Work, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id ${following(w)} and (${after}::uuid is null or i.id > ${after}::uuid)
    order by i.id
    limit ${limit}`.execute(w.tx);
  return rows.map(({ id }) => id);
}
