import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import type { Pairing } from '../rows/invoices.queries.ts';
import { findPairable } from '../lists/invoices.views.ts';

/**
 * Checks the pairings of an invoice, which name the orders, purchase orders, shipment plans and other invoices over
 * whose goods its costs are shared. They must exist in the account, and each may occur only once. A pairing that exists
 * already may stay after its order was deleted.
 */
export async function checkPairings(
  w: Work,
  invoiceId: string,
  wanted: readonly Pairing[],
  before: readonly Pairing[],
): Promise<Pairing[]> {
  if (wanted.length === 0) return [];
  const ids = (type: Pairing['type']) => wanted.filter((p) => p.type === type).map((p) => p.id);
  const found = await findPairable(w, {
    invoices: ids('INVOICE'),
    orders: ids('ORDER'),
    purchaseOrders: ids('PURCHASE_ORDER'),
    plans: ids('SHIPMENT'),
  });
  for (const p of before) found.add(p.id);
  const errors = wanted.flatMap((p, i) => {
    if (p.id === invoiceId) return [{ field: `pairedWith.${i}.id`, message: say('invoices.paired_with_itself') }];
    return found.has(p.id) ? [] : [{ field: `pairedWith.${i}.id`, message: say('not_in_account') }];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  return [...new Map(wanted.map((p) => [`${p.type} ${p.id}`, { type: p.type, id: p.id }])).values()];
}

/** Pairings as sorted strings, so that two lists of pairings can be compared. */
export const namesOf = (pairings: readonly Pairing[]): string[] => pairings.map((p) => `${p.type} ${p.id}`).sort();
