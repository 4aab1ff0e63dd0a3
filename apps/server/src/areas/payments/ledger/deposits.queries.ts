import type { Use } from '@quayside/contracts/errors';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import type { WorkedPart } from './work-out.ts';
import type { WorkedOrder } from './work-out-all.ts';

export interface SavedDeposit {
  readonly orderId: string;
  readonly invoiceId: string;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint | null;
  readonly day: string;
  readonly rank: bigint;
}

/** Stores what invoices have of deposits. Typed amounts stay. */
export async function saveDeposits(w: Work, deposits: readonly SavedDeposit[]): Promise<void> {
  if (deposits.length === 0) return;
  const of = <T>(value: (deposit: SavedDeposit) => T) => sql.val(deposits.map(value));
  await sql`
    insert into deposit
      (account_id, purchase_order_id, invoice_id, amount_minor, base_minor, day, rank, created_at, updated_at)
    select ${w.scope.accountId}, x.order_id, x.invoice_id, x.amount, x.base, x.day, x.rank, ${w.now}, ${w.now}
    from unnest(
      ${of((d) => d.orderId)}::uuid[], ${of((d) => d.invoiceId)}::uuid[], ${of((d) => d.amountMinor)}::bigint[],
      ${of((d) => d.baseMinor)}::bigint[], ${of((d) => d.day)}::date[], ${of((d) => d.rank)}::bigint[]
    ) as x(order_id, invoice_id, amount, base, day, rank)
    on conflict (account_id, purchase_order_id, invoice_id) do update
    set amount_minor = excluded.amount_minor, base_minor = excluded.base_minor, day = excluded.day,
      rank = excluded.rank, updated_at = excluded.updated_at`.execute(w.tx);
}

/** Forgets deposits of which an invoice has nothing any more, unless a person typed that it has nothing. */
export async function dropEmptyDeposits(w: Work, invoiceIds: readonly string[]): Promise<void> {
  if (invoiceIds.length === 0) return;
  await w.tx
    .deleteFrom('deposit')
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .where('amount_minor', '=', 0n)
    .where('typed_minor', 'is', null)
    .execute();
}

/** Forgets the typed deposits of invoices whose schedule is deleted, which have none any more. */
export async function dropTypedDeposits(w: Work, invoiceIds: readonly string[]): Promise<void> {
  if (invoiceIds.length === 0) return;
  await w.tx
    .deleteFrom('deposit')
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .where('amount_minor', '=', 0n)
    .execute();
}

/** Types the deposit that an invoice has of a purchase order; null: it is worked out again. */
export async function saveTypedDeposit(
  w: Work,
  { orderId, invoiceId, day }: Pick<SavedDeposit, 'orderId' | 'invoiceId' | 'day'>,
  typedMinor: bigint | null,
): Promise<void> {
  await sql`
    insert into deposit
      (account_id, purchase_order_id, invoice_id, typed_minor, amount_minor, base_minor, day, rank, created_at,
        updated_at)
    values (${w.scope.accountId}, ${orderId}, ${invoiceId}, ${typedMinor}, 0, 0, ${day}, 0, ${w.now}, ${w.now})
    on conflict (account_id, purchase_order_id, invoice_id) do update
    set typed_minor = excluded.typed_minor, updated_at = excluded.updated_at`.execute(w.tx);
}

/** Replaces the parts of deposits that the instalments of an invoice have. Parts that stay keep their ids. */
export async function saveParts(w: Work, invoiceId: string, parts: readonly WorkedPart[]): Promise<void> {
  const of = <T>(value: (part: WorkedPart) => T) => sql.val(parts.map(value));
  await sql`
    delete from deposit_part t
    where t.account_id = ${w.scope.accountId} and t.invoice_id = ${invoiceId}
      and not exists (
        select from unnest(
          ${of((p) => p.paymentId)}::uuid[], ${of((p) => p.orderId)}::uuid[]
        ) as x(payment_id, order_id)
        where x.payment_id = t.payment_id and x.order_id = t.purchase_order_id
      )`.execute(w.tx);
  if (parts.length === 0) return;
  await sql`
    insert into deposit_part as t
      (account_id, id, purchase_order_id, invoice_id, payment_id, amount_minor, base_minor, booked_minor,
        difference_minor, created_at)
    select ${w.scope.accountId}, x.id, x.order_id, ${invoiceId}, x.payment_id, x.amount, x.base, x.booked, x.difference,
      ${w.now}
    from unnest(
      ${of(() => w.newId())}::uuid[], ${of((p) => p.orderId)}::uuid[], ${of((p) => p.paymentId)}::uuid[],
      ${of((p) => p.amountMinor)}::bigint[], ${of((p) => p.baseMinor)}::bigint[],
      ${of((p) => p.bookedMinor)}::bigint[], ${of((p) => p.differenceMinor)}::bigint[]
    ) as x(id, order_id, payment_id, amount, base, booked, difference)
    on conflict (account_id, payment_id, purchase_order_id) do update
    set amount_minor = excluded.amount_minor, base_minor = excluded.base_minor, booked_minor = excluded.booked_minor,
      difference_minor = excluded.difference_minor`.execute(w.tx);
}

export interface StoredPart extends WorkedPart {
  readonly invoiceId: string;
}

/** The parts of deposits that invoices have, as they are stored. */
export async function listStoredParts(w: Work, invoiceIds: readonly string[]): Promise<StoredPart[]> {
  if (invoiceIds.length === 0) return [];
  const { rows } = await sql<StoredPart>`
    select t.purchase_order_id as "orderId", t.payment_id as "paymentId", t.amount_minor as "amountMinor",
      t.base_minor as "baseMinor", t.booked_minor as "bookedMinor", t.difference_minor as "differenceMinor",
      t.invoice_id as "invoiceId"
    from deposit_part t
    join payment p on p.account_id = t.account_id and p.id = t.payment_id
    where t.account_id = ${w.scope.accountId} and t.invoice_id = ${anyOf(invoiceIds)}
    order by p.position`.execute(w.tx);
  return rows;
}

/** Makes the schedule of a purchase order that is opened; one that was opened before keeps it. */
export async function insertOrderSchedule(w: Work, orderId: string): Promise<void> {
  await w.tx
    .insertInto('purchase_order_schedule')
    .values({ account_id: w.scope.accountId, purchase_order_id: orderId, created_at: w.now, updated_at: w.now })
    .onConflict((oc) => oc.columns(['account_id', 'purchase_order_id']).doNothing())
    .execute();
}

export async function saveOrderSchedule(w: Work, orderId: string, worked: WorkedOrder): Promise<void> {
  await w.tx
    .updateTable('purchase_order_schedule')
    .set((eb) => ({
      total_minor: worked.totalMinor,
      invoiced_minor: worked.invoicedMinor,
      deposit_minor: worked.depositMinor,
      deposit_base_minor: worked.depositBaseMinor,
      applied_minor: worked.appliedMinor,
      applied_base_minor: worked.appliedBaseMinor,
      version: eb('version', '+', 1),
      updated_at: w.now,
    }))
    .where('account_id', '=', w.scope.accountId)
    .where('purchase_order_id', '=', orderId)
    .execute();
}

/** Says that the amounts of a purchase order have to be shared again, because its shares are others. */
export async function shareOrderAgain(w: Work, orderId: string): Promise<void> {
  await w.tx
    .updateTable('purchase_order_schedule')
    .set({ total_minor: null })
    .where('account_id', '=', w.scope.accountId)
    .where('purchase_order_id', '=', orderId)
    .execute();
}

/** The purchase orders of the account that have instalments. */
export async function listScheduledOrders(w: Work): Promise<string[]> {
  const rows = await w.tx
    .selectFrom('purchase_order_schedule')
    .select('purchase_order_id')
    .where('account_id', '=', w.scope.accountId)
    .orderBy('purchase_order_id')
    .execute();
  return rows.map((row) => row.purchase_order_id);
}

/** The invoices that have a part of the deposits of purchase orders, for a refusal. */
export async function usesOfDeposits(w: Work, orderIds: readonly string[]): Promise<Use[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<Use>`
    select distinct 'INVOICE' as type, i.id::text as id, i.invoice_number as label
    from deposit d
    join ${INVOICES} i on i.account_id = d.account_id and i.id = d.invoice_id
    where d.account_id = ${w.scope.accountId} and d.purchase_order_id = ${anyOf(orderIds)} and d.amount_minor > 0
    order by 3
    limit 20`.execute(w.tx);
  return rows;
}
