import { formatQuantity, parseQuantity } from '@quayside/domain/money/money';
import { type Selectable, sql } from 'kysely';
import { rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { INVOICE_LINES } from '../../invoices/facts.ts';
import { type CheckedItem, type ItemFields, plainPrice } from './items.rules.ts';

export type ItemRow = Selectable<DB['purchase_order_item']>;

/** The items of a purchase order in order. */
export function findItemsOf(w: Work, orderId: string): Promise<ItemRow[]> {
  return w.tx
    .selectFrom('purchase_order_item')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('order_id', '=', orderId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Items by id, deleted ones too. */
export async function findItemRows(w: Work, ids: readonly string[]): Promise<Map<string, ItemRow>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('purchase_order_item')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Converts a stored quantity to millionths of a unit. */
export function microOf(stored: string): bigint {
  const parsed = parseQuantity(stored);
  if (!parsed.ok) throw new RangeError(`The stored quantity ${stored} cannot be read`);
  return parsed.value;
}

export const fieldsOfItem = (row: ItemRow): ItemFields => ({
  productId: row.product_id,
  name: row.name,
  supplierItemNumber: row.supplier_item_number,
  askedMicro: row.asked_quantity === null ? null : microOf(row.asked_quantity),
  quantityMicro: microOf(row.quantity),
  unitPrice: plainPrice(row.unit_price),
});

const text = (n: bigint | null): string | null => (n === null ? null : String(n));
/** The columns of an item, in a form that JSON can have. */
const columnsOf = (item: CheckedItem) => ({
  product_id: item.productId,
  name: item.name,
  supplier_item_number: item.supplierItemNumber,
  asked_quantity: item.askedMicro === null ? null : formatQuantity(item.askedMicro),
  quantity: formatQuantity(item.quantityMicro),
  unit_price: item.unitPrice,
  amount_minor: String(item.amountMinor),
  case_units: item.caseUnits,
  case_weight_ug: text(item.caseWeightUg),
  cartons: text(item.cartons),
  volume_mm3: text(item.volumeMm3),
  weight_ug: text(item.weightUg),
});

/** An item to be written, and what is left of it to be invoiced. */
interface WrittenItem {
  readonly id: string;
  readonly item: CheckedItem;
  readonly leftMinor: bigint;
}

const RECORD = sql`
  id uuid, product_id uuid, name text, supplier_item_number text, asked_quantity numeric, quantity numeric,
  unit_price numeric, amount_minor bigint, case_units integer, case_weight_ug bigint, cartons bigint,
  volume_mm3 numeric, weight_ug numeric, left_minor bigint, position integer`;

export async function insertItems(
  w: Work,
  orderId: string,
  items: readonly (WrittenItem & { readonly position: number })[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ id, position, item, leftMinor }) => ({
    id,
    position,
    ...columnsOf(item),
    left_minor: String(leftMinor),
  }));
  await sql`
    insert into purchase_order_item (account_id, order_id, created_at, updated_at, id, product_id, name,
      supplier_item_number, asked_quantity, quantity, unit_price, amount_minor, case_units, case_weight_ug, cartons,
      volume_mm3, weight_ug, left_minor, position)
    select ${w.scope.accountId}, ${orderId}::uuid, ${w.now}, ${w.now}, r.id, r.product_id, r.name,
      r.supplier_item_number, r.asked_quantity, r.quantity, r.unit_price, r.amount_minor, r.case_units,
      r.case_weight_ug, r.cartons, r.volume_mm3, r.weight_ug, r.left_minor, r.position
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(${RECORD})`.execute(w.tx);
}

/** Updates many items in one statement, and increments the version of each. */
export async function saveItems(w: Work, items: readonly WrittenItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ id, item, leftMinor }) => ({ id, ...columnsOf(item), left_minor: String(leftMinor) }));
  await sql`
    update purchase_order_item i
    set product_id = r.product_id, name = r.name, supplier_item_number = r.supplier_item_number,
      asked_quantity = r.asked_quantity, quantity = r.quantity, unit_price = r.unit_price,
      amount_minor = r.amount_minor, case_units = r.case_units, case_weight_ug = r.case_weight_ug,
      cartons = r.cartons, volume_mm3 = r.volume_mm3, weight_ug = r.weight_ug, left_minor = r.left_minor,
      version = i.version + 1, updated_at = ${w.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(${RECORD})
    where i.account_id = ${w.scope.accountId} and i.id = r.id`.execute(w.tx);
}

/** Writes the measures of items whose products changed since. Their versions stay, because nobody edited them. */
export async function saveMeasures(w: Work, items: readonly (CheckedItem & { readonly id: string })[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item) => ({ id: item.id, ...columnsOf(item) }));
  await sql`
    update purchase_order_item i
    set case_units = r.case_units, case_weight_ug = r.case_weight_ug, cartons = r.cartons, volume_mm3 = r.volume_mm3,
      weight_ug = r.weight_ug
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(${RECORD})
    where i.account_id = ${w.scope.accountId} and i.id = r.id`.execute(w.tx);
}

/** Deletes items. One that a deleted invoice line still names is only marked as deleted. */
export async function removeItems(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const list = sql`${sql.val([...ids])}::uuid[]`;
  await sql`
    delete from purchase_order_item i where i.account_id = ${w.scope.accountId} and i.id = any(${list})
      and not exists (
        select from ${INVOICE_LINES} l where l.account_id = i.account_id and l.purchase_order_line_id = i.id
      )`.execute(w.tx);
  await sql`
    update purchase_order_item set deleted_at = ${w.now}, version = version + 1, updated_at = ${w.now}
    where account_id = ${w.scope.accountId} and id = any(${list})`.execute(w.tx);
}

/** Writes the order of items. */
export async function orderItems(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update purchase_order_item i set position = u.n
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as u (id, n)
    where i.account_id = ${w.scope.accountId} and i.id = u.id and i.position <> u.n`.execute(w.tx);
}

/**
 * Sums the items of a purchase order into its row. A sum of measures is null when the measure of an item with a product
 * is unknown. Returns the sums.
 */
export async function saveSums(w: Work, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await sql`
    update purchase_order o
    set item_count = s.item_count, total_minor = s.total_minor, units = s.units, cartons = s.cartons,
      volume_mm3 = s.volume_mm3, weight_ug = s.weight_ug, heaviest_ug = s.heaviest_ug,
      invoiced_minor = s.invoiced_minor, left_minor = s.left_minor, left_count = s.left_count
    from (
      select u.id, count(i.id)::integer as item_count, coalesce(sum(i.amount_minor), 0)::bigint as total_minor,
        coalesce(sum(i.quantity) filter (where i.product_id is not null), 0) as units,
        case when count(i.id) filter (where i.product_id is not null and i.cartons is null) = 0
          then coalesce(sum(i.cartons), 0)::bigint end as cartons,
        case when count(i.id) filter (where i.product_id is not null and i.volume_mm3 is null) = 0
          then coalesce(sum(i.volume_mm3), 0) end as volume_mm3,
        case when count(i.id) filter (where i.product_id is not null and i.weight_ug is null) = 0
          then coalesce(sum(i.weight_ug), 0) end as weight_ug,
        max(i.case_weight_ug) filter (where i.cartons > 0) as heaviest_ug,
        coalesce(sum(i.invoiced_minor), 0)::bigint as invoiced_minor,
        coalesce(sum(i.left_minor), 0)::bigint as left_minor,
        (count(i.id) filter (where i.invoiced_quantity < i.quantity))::integer as left_count
      from ${rowsOf('u', [...new Set(orderIds)], { id: ['uuid', (id) => id] })}
      left join purchase_order_item i on i.account_id = ${w.scope.accountId} and i.order_id = u.id
        and i.deleted_at is null
      group by u.id
    ) as s
    where o.account_id = ${w.scope.accountId} and o.id = s.id`.execute(w.tx);
}

/** Writes what invoices name of items, with what is left of them. */
export async function saveInvoiced(
  w: Work,
  items: readonly {
    readonly id: string;
    readonly quantity: string;
    readonly amountMinor: bigint;
    readonly leftMinor: bigint;
  }[],
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    update purchase_order_item i
    set invoiced_quantity = r.quantity, invoiced_minor = r.amount, left_minor = r.left
    from ${rowsOf('r', items, {
      id: ['uuid', ({ id }) => id],
      quantity: ['numeric', ({ quantity }) => quantity],
      amount: ['bigint', ({ amountMinor }) => String(amountMinor)],
      left: ['bigint', ({ leftMinor }) => String(leftMinor)],
    })}
    where i.account_id = ${w.scope.accountId} and i.id = r.id`.execute(w.tx);
}
