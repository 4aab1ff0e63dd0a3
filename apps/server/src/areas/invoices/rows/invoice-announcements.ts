import type { Work } from '../../../db/tx.ts';
import { react } from '../../../events/reactions.ts';
import { syncInvoice } from '../../costs/public.ts';
import { syncInvoiced } from '../../purchasing/public.ts';

/** An invoice that was written, with the lines whose costs may change. */
interface Written {
  readonly invoiceId: string;
  readonly lineIds: readonly string[] | 'all';
  /** The items of purchase orders that lines named before, and perhaps name no more. */
  readonly formerItemIds?: readonly (string | null)[];
}

/**
 * Brings the costs and the purchase orders that depend on these invoices up to date, and then announces the invoices
 * whose totals may have changed. Every write of a header or of lines ends with it. `totalTyped`: the total was unknown
 * before.
 */
export async function syncWritten(
  w: Work,
  written: readonly Written[],
  { totalTyped = false }: { readonly totalTyped?: boolean } = {},
): Promise<void> {
  const invoiceIds = new Set<string>();
  for (const { invoiceId, lineIds } of written)
    for (const id of await syncInvoice(w, invoiceId, lineIds)) invoiceIds.add(id);
  await syncInvoiced(
    w,
    [...invoiceIds, ...written.map(({ invoiceId }) => invoiceId)],
    written.flatMap(({ formerItemIds = [] }) => formerItemIds.filter((id) => id !== null)),
  );
  if (invoiceIds.size > 0) await react(w, 'invoice.changed', { invoiceIds: [...invoiceIds], totalTyped });
}
