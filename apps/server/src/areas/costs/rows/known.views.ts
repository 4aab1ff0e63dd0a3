import { endOfDayInstant } from '@quayside/domain/days/days';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { isKnown } from '../../../db/known.ts';
import { INVOICES } from '../../invoices/facts.ts';

/** Only rows that were recorded before this instant are used; null means the current state. */
export type Known = Date | null;

/** The end of a day in the account's time zone. Null, which means the current state, if there is no day. */
export const knownBy = (w: Work, day: string | null): Known =>
  day === null ? null : new Date(endOfDayInstant(day, w.scope.timeZone));

/** The state of an order at a past time, including whether it had been removed by then. */
interface OrderState {
  readonly id: string;
  readonly product_id: string;
  readonly date: string;
  readonly units: bigint;
  readonly weight_ug: bigint | null;
  readonly volume_mm3: bigint | null;
  readonly is_removed: boolean;
}

/** Subquery for the orders as they were known at the instant `at`. Orders that were recorded later are omitted. */
export const ordersKnown = (w: Work, at: Known): RawBuilder<OrderState> =>
  at === null
    ? sql`(
      select id, product_id, date, units, weight_ug, volume_mm3, removed_at is not null as is_removed
      from cost_layer
      where account_id = ${w.scope.accountId}
    )`
    : sql`(
      select h.layer_id as id, h.product_id, h.date, h.units, h.weight_ug, h.volume_mm3, h.is_removed
      from cost_layer_history h
      where h.account_id = ${w.scope.accountId} and ${isKnown('h', at)}
    )`;

/** The sums and units of products as they were known at a time, for orders dated up to a day. */
export async function totalsKnown(
  w: Work,
  productIds: readonly string[],
  at: Known,
  datedBy: string | null,
): Promise<Map<string, { factoryMinor: bigint; inboundMinor: bigint; units: bigint }>> {
  const a = w.scope.accountId;
  const { rows } = await sql<{ id: string; factory: string; inbound: string; units: string }>`
    select k.id, coalesce(s.factory, 0)::text as factory, coalesce(s.inbound, 0)::text as inbound,
      coalesce(u.units, 0)::text as units
    from unnest(${sql.val([...productIds])}::uuid[]) as k(id)
    left join lateral (
      select sum(e.account_minor) filter (where e.cost_type = 'FACTORY_INVOICE') as factory,
        sum(e.account_minor) filter (where e.cost_type <> 'FACTORY_INVOICE') as inbound
      from cost_entry e
      join ${INVOICES} i on i.account_id = e.account_id and i.id = e.invoice_id
      left join ${ordersKnown(w, at)} c on c.id = e.layer_id
      where e.account_id = ${a} and e.product_id = k.id and not e.is_excluded and ${isKnown('e', at)}
        and (${datedBy}::date is null or coalesce(c.date, i.date) <= ${datedBy}::date)
    ) s on true
    left join lateral (
      select sum(o.units) as units from ${ordersKnown(w, at)} o
      where o.product_id = k.id and not o.is_removed and (${datedBy}::date is null or o.date <= ${datedBy}::date)
    ) u on true`.execute(w.tx);
  return new Map(
    rows.map((r) => [
      r.id,
      { factoryMinor: BigInt(r.factory), inboundMinor: BigInt(r.inbound), units: BigInt(r.units) },
    ]),
  );
}
