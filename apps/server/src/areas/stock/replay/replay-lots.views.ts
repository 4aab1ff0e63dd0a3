import { sql } from 'kysely';
import { BY_KEYS, rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { LOT_COLUMNS } from '../rows/lots.queries.ts';
import type { LotRow, ReplayFrom } from '../stock.types.ts';

// Reads the lots of a replay. Writes nothing.

/** A lot of a replay. */
export interface ReplayLot extends LotRow {
  /** Whether it is the last that was asked for of those of its product that can give units, so that more may follow. */
  readonly isLast: boolean;
  /** What had arrived of it before the day of its product, with what was lost on the way, and since when. */
  readonly arrived: bigint;
  readonly arrivedOn: string | null;
}

/**
 * Reads, with one statement, up to `most` lots of each product that can give units, in the order in which they do, and
 * the lots that are `named`; of each what had arrived before the day of its product. What a count found is there from
 * its day on.
 */
export async function readReplayLots(
  w: Work,
  from: ReplayFrom,
  most: ReadonlyMap<string, number>,
  named: ReadonlyMap<string, string>,
): Promise<ReplayLot[]> {
  const a = w.scope.accountId;
  const products = rowsOf('f', [...most], {
    product_id: ['uuid', ([id]) => id],
    day: ['date', ([id]) => from.get(id)],
    most: ['integer', ([, n]) => n],
  });
  const lots = rowsOf('n', [...named], {
    id: ['uuid', ([id]) => id],
    day: ['date', ([, productId]) => from.get(productId)],
  });
  const { rows } = await sql<ReplayLot>`
    with listed as materialized (
      select l.*, l.place = f.most as "isLast", f.day
      from ${products}
      cross join lateral (
        select ${LOT_COLUMNS}, row_number() over queue as place
        from lot l
        where l.account_id = ${a} and l.product_id = f.product_id and l.received > l.taken
        window queue as (order by l.first_received_on, (l.kind = 'COUNT'), l.number, l.id)
        order by l.first_received_on, (l.kind = 'COUNT'), l.number, l.id
        limit f.most
      ) l
      union all
      select l.*, null, false, n.day
      from ${lots}
      cross join lateral (
        select ${LOT_COLUMNS} from lot l where l.account_id = ${a} and l.id = n.id ${BY_KEYS}
      ) l
    )
    select l.id, l."productId", l.kind, l."orderId", l.number, l."firstDay", l.units, l."landedMinor", l."factoryMinor",
      l."joinedMinor", l.received, l.taken, l."isLast",
      case
        when l.kind <> 'COUNT' then (coalesce(r.units, 0) + coalesce(d.units, 0))::bigint
        when c.day < l.day and c.reversed_at is null then l.received
        else 0
      end as arrived,
      case when l.kind <> 'COUNT' then r.first_day when c.day < l.day then c.day end as "arrivedOn"
    from (select distinct on (id) * from listed order by id, place) l
    left join lateral (
      select sum(r.units - r.credited - r.found) as units, min(r.day) as first_day
      from receipt r
      where r.account_id = ${a} and r.lot_id = l.id and r.day < l.day and r.reversed_at is null
        and r.credited < r.units
    ) r on l.kind <> 'COUNT'
    left join lateral (
      select sum(d.units) as units
      from missing_decision d
      where d.account_id = ${a} and d.pack_list_id = l.id and d.day < l.day and d.kind = 'LOST'
        and d.taken_back_at is null
    ) d on l.kind <> 'COUNT'
    left join lateral (
      select * from stock_count c where c.account_id = ${a} and c.id = l.id ${BY_KEYS}
    ) c on l.kind = 'COUNT'`.execute(w.tx);
  return rows;
}
