import { DIFFERENCES, type Difference, type DifferenceState } from '@quayside/domain/stock/five-quantities';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import { personOf, type Work } from '../../../db/tx.ts';

/** The five quantities of a line, and what of its differences needs somebody, as they are stored. */
export interface StoredLine {
  readonly id: string;
  readonly purchaseOrderId: string | null;
  readonly productId: string;
  readonly supplierId: string | null;
  readonly ordered: bigint;
  readonly invoiced: bigint;
  readonly packed: bigint;
  readonly shipped: bigint;
  readonly received: bigint;
  readonly inTransit: bigint;
  readonly open: Readonly<Record<Difference, bigint>>;
  readonly valueMinor: bigint | null;
  readonly states: Readonly<Record<Difference, DifferenceState>>;
  readonly orderIds: readonly string[];
  readonly toleranceHundredths: number;
  /** Null: there is no purchase order. */
  readonly isPurchaseOrderOpen: boolean | null;
}

const VALUES = sql`
  purchase_order_id, product_id, supplier_id, ordered, invoiced, packed, shipped, received, in_transit, not_invoiced,
  not_packed, not_shipped, not_received, value_minor, states, order_ids, tolerance_hundredths, is_purchase_order_open`;

/** Writes lines that differ from what is stored, and removes those that are no more. Returns the products of both. */
export async function saveLines(w: Work, ids: readonly string[], lines: readonly StoredLine[]): Promise<string[]> {
  const products = await removeOthers(
    w,
    ids,
    lines.map(({ id }) => id),
  );
  if (lines.length === 0) return products;
  const text = (key: 'ordered' | 'invoiced' | 'packed' | 'shipped' | 'received' | 'inTransit') => (row: StoredLine) =>
    String(row[key]);
  const open = (kind: Difference) => (row: StoredLine) => String(row.open[kind]);
  const listed = rowsOf('n', lines, {
    id: ['uuid', ({ id }) => id],
    purchase_order_id: ['uuid', ({ purchaseOrderId }) => purchaseOrderId],
    product_id: ['uuid', ({ productId }) => productId],
    supplier_id: ['uuid', ({ supplierId }) => supplierId],
    ordered: ['bigint', text('ordered')],
    invoiced: ['bigint', text('invoiced')],
    packed: ['bigint', text('packed')],
    shipped: ['bigint', text('shipped')],
    received: ['bigint', text('received')],
    in_transit: ['bigint', text('inTransit')],
    not_invoiced: ['bigint', open('NOT_INVOICED')],
    not_packed: ['bigint', open('NOT_PACKED')],
    not_shipped: ['bigint', open('NOT_SHIPPED')],
    not_received: ['bigint', open('NOT_RECEIVED')],
    value_minor: ['bigint', ({ valueMinor }) => (valueMinor === null ? null : String(valueMinor))],
    // Lists of lists would be unnested as a whole.
    states: ['text', ({ states }) => DIFFERENCES.map((kind) => states[kind]).join(',')],
    order_ids: ['text', ({ orderIds }) => orderIds.join(',')],
    tolerance_hundredths: ['integer', ({ toleranceHundredths }) => toleranceHundredths],
    is_purchase_order_open: ['boolean', ({ isPurchaseOrderOpen }) => isPurchaseOrderOpen],
  });
  // Changing a row takes half as long as an insert that meets it, and most lines have one.
  const { rows } = await sql<{ productId: string }>`
    with lines as materialized (
      select n.id, n.purchase_order_id, n.product_id, n.supplier_id, n.ordered, n.invoiced, n.packed, n.shipped,
        n.received, n.in_transit, n.not_invoiced, n.not_packed, n.not_shipped, n.not_received, n.value_minor,
        string_to_array(n.states, ',') as states, string_to_array(n.order_ids, ',')::uuid[] as order_ids,
        n.tolerance_hundredths, n.is_purchase_order_open
      from ${listed}
    ), changed as (
      update five_quantities f
      set (${VALUES}, updated_at) = (
        n.purchase_order_id, n.product_id, n.supplier_id, n.ordered, n.invoiced, n.packed, n.shipped, n.received,
        n.in_transit, n.not_invoiced, n.not_packed, n.not_shipped, n.not_received, n.value_minor, n.states,
        n.order_ids, n.tolerance_hundredths, n.is_purchase_order_open, ${w.now}::timestamptz
      )
      from lines n
      where f.account_id = ${w.scope.accountId} and f.id = n.id and (
        f.purchase_order_id, f.product_id, f.supplier_id, f.ordered, f.invoiced, f.packed, f.shipped, f.received,
        f.in_transit, f.not_invoiced, f.not_packed, f.not_shipped, f.not_received, f.value_minor, f.states,
        f.order_ids, f.tolerance_hundredths, f.is_purchase_order_open
      ) is distinct from (
        n.purchase_order_id, n.product_id, n.supplier_id, n.ordered, n.invoiced, n.packed, n.shipped, n.received,
        n.in_transit, n.not_invoiced, n.not_packed, n.not_shipped, n.not_received, n.value_minor, n.states,
        n.order_ids, n.tolerance_hundredths, n.is_purchase_order_open
      )
      returning f.product_id
    ), made as (
      insert into five_quantities (account_id, id, ${VALUES}, updated_at)
      select ${w.scope.accountId}, n.*, ${w.now}::timestamptz from lines n
      where not exists (
        select from five_quantities f where f.account_id = ${w.scope.accountId} and f.id = n.id
      )
      returning product_id
    )
    select product_id as "productId" from changed
    union all
    select product_id from made`.execute(w.tx);
  return [...new Set([...products, ...rows.map(({ productId }) => productId)])];
}

async function removeOthers(w: Work, ids: readonly string[], kept: readonly string[]): Promise<string[]> {
  const keptIds = new Set(kept);
  const gone = ids.filter((id) => !keptIds.has(id));
  if (gone.length === 0) return [];
  const { rows } = await sql<{ productId: string }>`
    delete from five_quantities where account_id = ${w.scope.accountId} and id = ${anyOf(gone)}
    returning product_id as "productId"`.execute(w.tx);
  return rows.map(({ productId }) => productId);
}

interface StoredRow extends Omit<StoredLine, 'open' | 'states'>, Record<Difference, bigint> {
  readonly states: readonly [DifferenceState, DifferenceState, DifferenceState, DifferenceState];
}

/** The stored lines with these ids. */
export async function readStoredLines(w: Work, ids: readonly string[]): Promise<Map<string, StoredLine>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredRow>`
    select id, purchase_order_id as "purchaseOrderId", product_id as "productId", supplier_id as "supplierId", ordered,
      invoiced, packed, shipped, received, in_transit as "inTransit", not_invoiced as "NOT_INVOICED",
      not_packed as "NOT_PACKED", not_shipped as "NOT_SHIPPED", not_received as "NOT_RECEIVED",
      value_minor as "valueMinor", states, order_ids as "orderIds", tolerance_hundredths as "toleranceHundredths",
      is_purchase_order_open as "isPurchaseOrderOpen"
    from five_quantities
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(
    rows.map(({ NOT_INVOICED, NOT_PACKED, NOT_SHIPPED, NOT_RECEIVED, states, ...row }) => [
      row.id,
      {
        ...row,
        open: { NOT_INVOICED, NOT_PACKED, NOT_SHIPPED, NOT_RECEIVED },
        states: {
          NOT_INVOICED: states[0],
          NOT_PACKED: states[1],
          NOT_SHIPPED: states[2],
          NOT_RECEIVED: states[3],
        },
      },
    ]),
  );
}

/** A difference that a person accepted. */
interface AcceptedDifference {
  readonly id: string;
  readonly lineId: string;
  readonly productId: string;
  readonly difference: Difference;
  readonly units: bigint;
  readonly words: string;
}

export async function insertAccepted(w: Work, row: AcceptedDifference): Promise<void> {
  await w.tx
    .insertInto('accepted_difference')
    .values({
      account_id: w.scope.accountId,
      id: row.id,
      line_id: row.lineId,
      product_id: row.productId,
      difference: row.difference,
      units: row.units,
      words: row.words,
      created_at: w.now,
      created_by: personOf(w.scope),
    })
    .execute();
}

/** The accepted difference with this id, if it was not taken back. */
export async function findAccepted(w: Work, id: string): Promise<AcceptedDifference | undefined> {
  const { rows } = await sql<AcceptedDifference>`
    select id, line_id as "lineId", product_id as "productId", difference, units, words
    from accepted_difference
    where account_id = ${w.scope.accountId} and id = ${id} and taken_back_at is null`.execute(w.tx);
  return rows[0];
}

/** Takes back what was accepted of a line: one difference of it, by its kind. */
export async function takeBackAccepted(w: Work, lineId: string, difference: Difference): Promise<void> {
  await w.tx
    .updateTable('accepted_difference')
    .set({ taken_back_at: w.now, taken_back_by: personOf(w.scope) })
    .where('account_id', '=', w.scope.accountId)
    .where('line_id', '=', lineId)
    .where('difference', '=', difference)
    .where('taken_back_at', 'is', null)
    .execute();
}

/** Asks the job to work all lines of the account out anew. */
export async function requestRenewal(w: Work): Promise<void> {
  await w.tx
    .insertInto('five_quantities_renewal')
    .values({ account_id: w.scope.accountId })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ last_id: null }))
    .execute();
}

/** The renewal that is under way or requested. */
export const findRenewal = (w: Work) =>
  w.tx
    .selectFrom('five_quantities_renewal')
    .select('last_id')
    .where('account_id', '=', w.scope.accountId)
    .executeTakeFirst();

/** Stores how far a renewal has come; null: it has ended. */
export async function saveRenewal(w: Work, lastId: string | null): Promise<void> {
  const mine = w.scope.accountId;
  if (lastId === null) await w.tx.deleteFrom('five_quantities_renewal').where('account_id', '=', mine).execute();
  else
    await w.tx.updateTable('five_quantities_renewal').set({ last_id: lastId }).where('account_id', '=', mine).execute();
}
