import type { Work } from '../../../db/tx.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { syncInvoice } from '../../costs/public.ts';
import { saveCostRates } from '../rows/invoices.queries.ts';

/** The rate that converts the costs of an invoice from now on; null: its own. */
interface CostRateChange {
  readonly invoiceId: string;
  readonly costRate: string | null;
}

/**
 * Stores the rates that convert the costs of invoices, closed ones too, and brings the costs up to date. The caller
 * holds the cost lock. Returns all invoices whose sums may have changed, credit notes among them; nothing is announced
 * to other areas, because the rates follow from what they know already.
 */
export async function setCostRates(w: Work, changes: readonly CostRateChange[]): Promise<string[]> {
  const stored = await saveCostRates(w, changes);
  if (stored.length === 0) return [];
  const touched = new Set<string>();
  for (const { id } of stored) for (const one of await syncInvoice(w, id, 'all')) touched.add(one);
  const invoiceIds = [...touched];
  await recordEach(
    w,
    stored.map(({ id, from, to }) => ({
      action: 'invoice.cost-rate-set',
      subjectIds: [id],
      historyOf: id,
      details: { changes: [{ field: 'costRate', from, to }] },
    })),
    changed('invoices', invoiceIds),
  );
  return invoiceIds;
}
