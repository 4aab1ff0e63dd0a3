import type { CostCategory } from '@quayside/domain/lists';
import { sql } from 'kysely';
import { BY_KEYS, rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';

/** What counts of an order as a whole (`packListId` null), or of one of its pack lists. */
interface EntrySums {
  readonly orderId: string;
  readonly packListId: string | null;
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
}

/** An order that is not removed, with its pack lists that are not removed. */
interface PackedOrder {
  readonly id: string;
  readonly units: bigint;
  /** Its factory amount is known in account currency. */
  readonly isRated: boolean;
  readonly packLists: readonly { readonly id: string; readonly number: bigint; readonly units: bigint }[];
}

/** The orders among these that are not removed, with their pack lists. */
export async function packedOrders(w: Work, orderIds: readonly string[]): Promise<PackedOrder[]> {
  if (orderIds.length === 0) return [];
  const a = w.scope.accountId;
  const { rows } = await sql<{
    orderId: string;
    orderUnits: bigint;
    isRated: boolean;
    id: string | null;
    number: bigint | null;
    units: bigint | null;
  }>`
    select c.id as "orderId", c.units as "orderUnits", c.factory_minor is not null as "isRated", l.id, l.number,
      l.lot_units as units
    from ${ordersListed(orderIds)}
    join cost_layer c on c.account_id = ${a} and c.id = o.id and c.removed_at is null
    left join lateral (
      select l.id, l.number, l.lot_units from ${PACK_LISTS} l
      where l.account_id = ${a} and l.order_id = c.id and l.removed_at is null ${BY_KEYS}
    ) l on true`.execute(w.tx);
  return [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([orderId, ofOrder]) => ({
    id: orderId,
    units: ofOrder[0]?.orderUnits ?? 0n,
    isRated: ofOrder[0]?.isRated ?? true,
    packLists: ofOrder.flatMap(({ id, number, units }) =>
      id === null || number === null || units === null ? [] : [{ id, number, units }],
    ),
  }));
}

/** The sums of the entries of orders that count. Those of pack lists leave out these categories. */
export async function entrySums(
  w: Work,
  orderIds: readonly string[],
  withoutOwn: readonly CostCategory[],
): Promise<EntrySums[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<EntrySums>`
    select e.layer_id as "orderId", e.pack_list_id as "packListId", sum(e.account_minor)::bigint as "landedMinor",
      coalesce(sum(e.account_minor) filter (where e.cost_type = 'FACTORY_INVOICE'), 0)::bigint as "factoryMinor"
    from ${ordersListed(orderIds)}
    cross join lateral (
      select * from cost_entry e
      where e.account_id = ${w.scope.accountId} and e.layer_id = o.id and e.superseded_at is null ${BY_KEYS}
    ) e
    where not e.is_excluded
      and (e.pack_list_id is null or not (e.cost_type = any(${sql.val([...withoutOwn])}::text[])))
    group by e.layer_id, e.pack_list_id`.execute(w.tx);
  return rows;
}

const ordersListed = (ids: readonly string[]) => rowsOf('o', ids, { id: ['uuid', (id) => id] });
