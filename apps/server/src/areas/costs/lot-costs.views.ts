import type { CostCategory } from '@quayside/domain/lists';
import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Work } from '../../db/tx.ts';

/** What counts of an order as a whole (`packListId` null), or of one of its pack lists. */
interface EntrySums {
  readonly orderId: string;
  readonly packListId: string | null;
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
}

/** The sums of the entries of orders that count. Those of pack lists leave out these categories. */
export async function entrySums(
  w: Work,
  orderIds: readonly string[],
  withoutOwn: readonly CostCategory[],
): Promise<EntrySums[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<EntrySums>`
    select layer_id as "orderId", pack_list_id as "packListId", sum(account_minor)::bigint as "landedMinor",
      coalesce(sum(account_minor) filter (where cost_type = 'FACTORY_INVOICE'), 0)::bigint as "factoryMinor"
    from cost_entry
    where account_id = ${w.scope.accountId} and layer_id = ${anyOf(orderIds)} and superseded_at is null
      and not is_excluded
      and (pack_list_id is null or not (cost_type = any(${sql.val([...withoutOwn])}::text[])))
    group by layer_id, pack_list_id`.execute(w.tx);
  return rows;
}
