import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, emit, record } from '../../../events/outbox.ts';
import { loggedPayments } from '../payments-log.ts';
import type { PaymentRow, WorkedPayment } from '../payments.types.ts';
import { dueOfRest, isNewRest } from './rests.ts';
import { insertPayments, placePayment, removeRests } from '../rows/schedules.queries.ts';

/** An invoice or a purchase order with the instalments that are stored of it, and those that follow. */
export interface Followed {
  readonly owner: { readonly id: string; readonly number: string };
  readonly of: { readonly schedule_id: string; readonly invoice_id: string } | { readonly purchase_order_id: string };
  readonly rows: readonly PaymentRow[];
  readonly worked: readonly WorkedPayment[];
}

/**
 * Inserts the instalment of a rest that nobody was left to take, removes those for which nothing is left, and numbers
 * the instalments anew. Returns the instalments that follow, with their stored ids.
 */
export async function followRests(w: Work, { owner, of, rows, worked }: Followed): Promise<readonly WorkedPayment[]> {
  const stays = new Set(worked.map(({ id }) => id));
  const gone = rows.filter(({ id }) => !stays.has(id));
  const fresh = worked.find(isNewRest);
  if (gone.length === 0 && fresh === undefined) return worked;
  await removeGone(w, gone);
  const positions = new Map(rows.map(({ id, position }) => [id, position]));
  for (const [place, { id }] of worked.entries())
    if (!isNewRest({ id }) && positions.get(id) !== place + 1) await placePayment(w, id, place + 1);
  if (fresh === undefined) return worked;
  const id = w.newId();
  const due = { ...dueOfRest(todayOf(w)), amount_minor: fresh.amountMinor };
  await insertPayments(w, [
    { ...due, ...of, id, supplier_id: fresh.supplierId, currency: fresh.currency, position: worked.length },
  ]);
  await record(
    w,
    {
      action: 'payment.rest-made',
      subjectIds: [id],
      historyOf: owner.id,
      details: {
        name: owner.number,
        changes: [{ field: 'payments', from: null, to: loggedPayments([due], fresh.currency) }],
      },
    },
    changed('payments', [id]),
  );
  return worked.map((one) => (isNewRest(one) ? { ...one, id } : one));
}

/** Removes instalments, and tells of it: what follows has them no more, so nothing else does. */
async function removeGone(w: Work, gone: readonly PaymentRow[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await removeRests(w, ids);
  const supplierIds = [...new Set(gone.map((row) => row.supplier_id))];
  await emit(w, changed('payments', ids), changed('suppliers', supplierIds));
}
