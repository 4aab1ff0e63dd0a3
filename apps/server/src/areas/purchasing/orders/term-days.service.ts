import { WHOLE } from '@quayside/domain/suppliers/terms';
import type { Work } from '../../../db/tx.ts';
import { fieldsOfOrder } from '../rows/purchase-orders.queries.ts';
import { requireOpenOrder } from './purchase-orders.service.ts';
import { saveOrderPlan } from './purchase-order-writes.service.ts';
import type { Term } from '../rows/purchase-order-terms.rules.ts';

/**
 * Changes when one share of an open purchase order falls due, by its position from 1. Without terms, the whole of it is
 * one share. The caller holds the cost lock.
 */
export async function changeTermDue(
  w: Work,
  orderId: string,
  position: number,
  due: Omit<Term, 'hundredths'>,
): Promise<void> {
  const row = await requireOpenOrder(w, orderId, undefined);
  const fields = fieldsOfOrder(row);
  const terms =
    fields.terms.length === 0
      ? [{ ...due, hundredths: WHOLE }]
      : fields.terms.map((term, place) => (place + 1 === position ? { ...term, ...due } : term));
  await saveOrderPlan(w, row, { fields: { ...fields, terms }, writes: [], removed: [] });
}
