import type { LeadTime } from '@quayside/contracts/suppliers/suppliers';
import type { CloseReason, PurchaseOrderStatus } from '@quayside/domain/lists';
import { internalNumber } from '@quayside/domain/purchasing/status';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { AppError, onConstraint } from '../../../http/errors.ts';
import { lastNumber, reserveNumbers } from '../../../account/numbers.ts';
import type { OrderFields } from './purchase-order-header.ts';
import { termsOf } from './purchase-order-terms.rules.ts';
import { storedTerm } from '../../../db/stored-due-rules.ts';

export type OrderRow = Selectable<DB['purchase_order']>;

/**
 * Finds a purchase order. Code that changes it must hold the account's cost lock while it reads the row, so that nobody
 * else changes it in the meantime.
 */
export function findOrderRow(w: Work, id: string): Promise<OrderRow | undefined> {
  return w.tx
    .selectFrom('purchase_order')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findOrderRows(w: Work, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  return w.tx
    .selectFrom('purchase_order')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .execute();
}

/** Converts a database row to the header fields that a person can type. */
export const fieldsOfOrder = (row: OrderRow): OrderFields => ({
  internalNumber: row.internal_number,
  poNumber: row.po_number,
  supplierId: row.supplier_id,
  orderDate: row.order_date,
  currency: row.currency,
  rate: row.rate,
  rateDate: row.rate_date,
  rateSource: row.rate_source as OrderFields['rateSource'],
  shippingNumber: row.shipping_number,
  shipTo: row.ship_to,
  shippingMethod: row.shipping_method,
  portOfLoading: row.port_of_loading,
  deliveryDate: row.delivery_date,
  etd: row.etd,
  readyOn: row.ready_on,
  shippedOn: row.shipped_on,
  arrivedOn: row.arrived_on,
  deliveredOn: row.delivered_on,
  inspectedOn: row.inspected_on,
  leadTimes: row.lead_times as unknown as LeadTime[],
  terms: termsOf(row),
  bankingDetails: row.banking_details,
  cartonMarks: row.carton_marks,
  notes: row.notes,
  attachmentIds: row.attachment_ids,
});

const columnsOf = (order: OrderFields) => ({
  internal_number: order.internalNumber,
  po_number: order.poNumber,
  supplier_id: order.supplierId,
  order_date: order.orderDate,
  currency: order.currency,
  rate: order.rate,
  rate_date: order.rateDate,
  rate_source: order.rateSource,
  shipping_number: order.shippingNumber,
  ship_to: order.shipTo,
  shipping_method: order.shippingMethod,
  port_of_loading: order.portOfLoading,
  delivery_date: order.deliveryDate,
  etd: order.etd,
  ready_on: order.readyOn,
  shipped_on: order.shippedOn,
  arrived_on: order.arrivedOn,
  delivered_on: order.deliveredOn,
  inspected_on: order.inspectedOn,
  lead_times: JSON.stringify(order.leadTimes),
  terms: JSON.stringify(order.terms.map(storedTerm)),
  banking_details: order.bankingDetails,
  carton_marks: order.cartonMarks,
  notes: order.notes,
  attachment_ids: [...order.attachmentIds],
});

const NUMBER_TAKEN = {
  purchase_order_internal_key: () =>
    new AppError('purchasing.number_taken', {
      errors: [{ field: 'internalPoNumber', message: { code: 'purchasing.number_taken' } }],
    }),
};

export async function insertOrder(w: Work, id: string, order: OrderFields): Promise<void> {
  const row: Insertable<DB['purchase_order']> = {
    ...columnsOf(order),
    account_id: w.scope.accountId,
    id,
    status: 'DRAFT',
    created_at: w.now,
    updated_at: w.now,
  };
  await onConstraint(w.tx.insertInto('purchase_order').values(row).execute(), NUMBER_TAKEN);
}

export const saveOrderFields = (
  w: Work,
  id: string,
  order: OrderFields,
  set: Updateable<DB['purchase_order']>,
): Promise<void> => onConstraint(saveOrder(w, id, { ...columnsOf(order), ...set }), NUMBER_TAKEN);

export async function saveOrder(w: Work, id: string, set: Updateable<DB['purchase_order']>): Promise<void> {
  await w.tx
    .updateTable('purchase_order')
    .set({ ...set, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** The columns of a status. */
export const statusColumns = (
  w: Work,
  status: PurchaseOrderStatus,
  closed?: { readonly reason: CloseReason; readonly words: string | null },
): Updateable<DB['purchase_order']> => ({
  status,
  close_reason: closed?.reason ?? null,
  close_words: closed?.words ?? null,
  closed_at: closed ? w.now : null,
});

const counterOf = (year: string) => `purchase-order-${year}`;
/** How many numbers are looked up together: few, because mostly the first is free, then more. */
const FIRST_TAKEN = 10;
const MOST_TAKEN = 1000;

async function takenNumbers(w: Work, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await w.tx
    .selectFrom('purchase_order')
    .select('internal_number')
    .where('account_id', '=', w.scope.accountId)
    .where(
      'internal_key',
      'in',
      numbers.map((n) => n.toLowerCase()),
    )
    .execute();
  return new Set(rows.map((row) => row.internal_number.toLowerCase()));
}

/** The first number of the year from `first` on that no purchase order has, although somebody may have typed some. */
async function firstFree(w: Work, year: string, first: bigint, count = FIRST_TAKEN): Promise<bigint> {
  const candidates = Array.from({ length: count }, (_, i) => first + BigInt(i));
  const taken = await takenNumbers(
    w,
    candidates.map((n) => internalNumber(year, n)),
  );
  return (
    candidates.find((n) => !taken.has(internalNumber(year, n).toLowerCase())) ??
    firstFree(w, year, first + BigInt(count), MOST_TAKEN)
  );
}

/** The internal number that the next purchase order of the year will take. */
export async function nextNumber(w: Work, year: string): Promise<string> {
  return internalNumber(year, await firstFree(w, year, (await lastNumber(w, counterOf(year))) + 1n));
}

/** Takes the next internal number of the year. The caller must hold the cost lock. */
export async function takeNumber(w: Work, year: string): Promise<string> {
  const reserved = await reserveNumbers(w, counterOf(year), 1);
  const free = await firstFree(w, year, reserved);
  if (free > reserved) await reserveNumbers(w, counterOf(year), Number(free - reserved));
  return internalNumber(year, free);
}

/** Removes the exchange rates of all purchase orders. Returns those that had one, with that rate. */
export async function clearRates(w: Work): Promise<{ id: string; rate: string }[]> {
  const { rows } = await sql<{ id: string; rate: string }>`
    update purchase_order o
    set rate = null, rate_date = null, rate_source = null, version = o.version + 1, updated_at = ${w.now}
    from purchase_order before
    where o.account_id = ${w.scope.accountId} and o.rate is not null
      and before.account_id = o.account_id and before.id = o.id
    returning o.id, before.rate`.execute(w.tx);
  return rows;
}

/** Archives many purchase orders in one statement. */
export async function archiveOrders(w: Work, ids: readonly string[]): Promise<void> {
  await w.tx
    .updateTable('purchase_order')
    .set((eb) => ({ archived_at: w.now, updated_at: w.now, version: eb('version', '+', 1) }))
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', sql<string>`any(${sql.val([...ids])}::uuid[])`)
    .execute();
}

/** Keeps which version of which document a revision is. A revision whose document was deleted is made once more. */
export async function saveRevision(
  w: Work,
  orderId: string,
  revision: Pick<Insertable<DB['purchase_order_revision']>, 'revision' | 'document_id' | 'version_number' | 'content'>,
): Promise<void> {
  const set = { ...revision, generated_at: w.now };
  await w.tx
    .insertInto('purchase_order_revision')
    .values({ ...set, account_id: w.scope.accountId, order_id: orderId })
    .onConflict((oc) => oc.columns(['account_id', 'order_id', 'revision']).doUpdateSet(set))
    .execute();
}
