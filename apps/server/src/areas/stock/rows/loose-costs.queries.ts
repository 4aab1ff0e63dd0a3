import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { COST_ENTRIES } from '../../costs/facts.ts';
import { fromDays } from './first-days.ts';
import type { ReplayFrom } from '../stock.types.ts';

// Costs of products that no order bears, as stock knows them.

/** A cost without an order, with the lot whose total it is part of. */
export interface LooseCostRow {
  readonly lineId: string;
  readonly invoiceId: string;
  readonly productId: string;
  readonly day: string;
  readonly amountMinor: bigint;
  readonly lotId: string | null;
}
const LOOSE = sql`
  c.line_id as "lineId", c.invoice_id as "invoiceId", c.product_id as "productId", c.day,
  c.amount_minor as "amountMinor", c.lot_id as "lotId"`;

/** The costs without an order that stock knows of these products. */
export async function readLooseCosts(w: Work, productIds: readonly string[]): Promise<LooseCostRow[]> {
  if (productIds.length === 0) return [];
  const { rows } = await sql<LooseCostRow>`
    select ${LOOSE} from loose_cost c
    where c.account_id = ${w.scope.accountId} and c.product_id = ${anyOf(productIds)}`.execute(w.tx);
  return rows;
}

/** The costs without an order of these products, from their days on. */
export async function looseCostsFrom(w: Work, from: ReplayFrom): Promise<LooseCostRow[]> {
  const { rows } = await sql<LooseCostRow>`
    select ${LOOSE} from ${fromDays(from)}
    join loose_cost c on c.account_id = ${w.scope.accountId} and c.product_id = f.product_id and c.day >= f.day
    `.execute(w.tx);
  return rows;
}

/** What entries of costs say about these products now: what no order bears, on the day of its invoice. */
export async function costsWithoutOrder(
  w: Work,
  productIds: readonly string[],
): Promise<Omit<LooseCostRow, 'lotId'>[]> {
  if (productIds.length === 0) return [];
  const a = w.scope.accountId;
  const { rows } = await sql<Omit<LooseCostRow, 'lotId'>>`
    select e.line_id as "lineId", e.invoice_id as "invoiceId", e.product_id as "productId", i.date as day,
      sum(e.account_minor)::bigint as "amountMinor"
    from ${COST_ENTRIES} e
    join ${INVOICES} i on i.account_id = ${a} and i.id = e.invoice_id
    where e.account_id = ${a} and e.product_id = ${anyOf(productIds)} and e.layer_id is null
      and e.superseded_at is null and not e.is_excluded
    group by e.line_id, e.invoice_id, e.product_id, i.date`.execute(w.tx);
  return rows;
}

/** The products among these invoices' costs without an order whose invoices have another day now. */
export async function productsOnOtherDays(w: Work, invoiceIds: readonly string[]): Promise<string[]> {
  if (invoiceIds.length === 0) return [];
  const a = w.scope.accountId;
  const { rows } = await sql<{ id: string }>`
    select distinct c.product_id as id
    from loose_cost c join ${INVOICES} i on i.account_id = ${a} and i.id = c.invoice_id
    where c.account_id = ${a} and c.invoice_id = ${anyOf(invoiceIds)} and c.day <> i.date`.execute(w.tx);
  return rows.map(({ id }) => id);
}

const keys = (rows: readonly Pick<LooseCostRow, 'lineId' | 'productId'>[]) =>
  rowsOf('k', rows, {
    line_id: ['uuid', ({ lineId }) => lineId],
    product_id: ['uuid', ({ productId }) => productId],
  });

export async function deleteLooseCosts(w: Work, rows: readonly LooseCostRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from loose_cost c using ${keys(rows)}
    where c.account_id = ${w.scope.accountId} and c.line_id = k.line_id and c.product_id = k.product_id`.execute(w.tx);
}

/** Writes costs without an order as they are given, with their lots. */
export async function saveLooseCosts(w: Work, rows: readonly LooseCostRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (key: keyof LooseCostRow) => sql.val(rows.map((row) => row[key]?.toString() ?? null));
  await sql`
    insert into loose_cost (account_id, line_id, invoice_id, product_id, day, amount_minor, lot_id, updated_at)
    select ${w.scope.accountId}, n.*, ${w.now}::timestamptz
    from unnest(
      ${column('lineId')}::uuid[], ${column('invoiceId')}::uuid[], ${column('productId')}::uuid[],
      ${column('day')}::date[], ${column('amountMinor')}::bigint[], ${column('lotId')}::uuid[]
    ) n
    on conflict (account_id, line_id, product_id) do update
    set invoice_id = excluded.invoice_id, day = excluded.day, amount_minor = excluded.amount_minor,
      lot_id = excluded.lot_id, updated_at = excluded.updated_at`.execute(w.tx);
}

/** The lot that each of these costs joins, first in, first out: the next that begins to arrive on its day or later. */
export async function lotsToJoin(w: Work, costs: readonly LooseCostRow[]): Promise<Map<string, string>> {
  if (costs.length === 0) return new Map();
  const days = rowsOf('f', costs, {
    line_id: ['uuid', ({ lineId }) => lineId],
    product_id: ['uuid', ({ productId }) => productId],
    day: ['date', ({ day }) => day],
  });
  const { rows } = await sql<{ lineId: string; productId: string; lotId: string }>`
    select f.line_id as "lineId", f.product_id as "productId", l.id as "lotId"
    from ${days}
    cross join lateral (
      select l.id from lot l
      where l.account_id = ${w.scope.accountId} and l.product_id = f.product_id and l.first_received_on >= f.day
        and l.kind <> 'COUNT'
      order by l.first_received_on, l.number, l.id
      limit 1
    ) l`.execute(w.tx);
  return new Map(rows.map(({ lineId, productId, lotId }) => [keyOfCost({ lineId, productId }), lotId]));
}

/**
 * The costs without an order that stock knows of these products, and the lots of these that have such costs in their
 * totals.
 */
export async function readJoined(
  w: Work,
  productIds: readonly string[],
): Promise<{ readonly costs: readonly LooseCostRow[]; readonly lotIds: readonly string[] }> {
  if (productIds.length === 0) return { costs: [], lotIds: [] };
  const a = w.scope.accountId;
  const { rows } = await sql<(LooseCostRow & { joinedId: null }) | { joinedId: string }>`
    select ${LOOSE}, null::uuid as "joinedId" from loose_cost c
    where c.account_id = ${a} and c.product_id = ${anyOf(productIds)}
    union all
    select null, null, null, null, null, null, id from lot
    where account_id = ${a} and product_id = ${anyOf(productIds)} and joined_minor <> 0`.execute(w.tx);
  return {
    costs: rows.flatMap((row) => {
      if (row.joinedId !== null) return [];
      const { joinedId: _, ...cost } = row;
      return cost;
    }),
    lotIds: rows.flatMap(({ joinedId }) => joinedId ?? []),
  };
}

export const keyOfCost = ({ lineId, productId }: Pick<LooseCostRow, 'lineId' | 'productId'>): string =>
  `${lineId} ${productId}`;
