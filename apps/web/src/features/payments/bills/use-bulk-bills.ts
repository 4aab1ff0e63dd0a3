import { type BulkBills, listInvoicePayments, scheduleByTerms, settleBefore } from '@quayside/contracts/payments';
import { useBulkToast, useBulkUndo } from '../../../components/bulk/use-bulk-undo.ts';
import type { FilterInput } from '../../../components/data-grid/grid-state.ts';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/write.ts';
import { refreshPayments } from '../api.ts';

/** The most bills of one request. */
export const MOST_BILLS = 2000;

/** What is done with which bills: those that were selected, or all that match a filter. */
export interface BillsRequest {
  readonly action: 'schedule' | 'settle';
  readonly invoiceIds?: readonly string[];
  readonly filter?: FilterInput;
}

/** The selected bills, or those of a filter, which are at most as many as one request can take. */
async function idsOf({ invoiceIds, filter }: BillsRequest): Promise<string[]> {
  if (invoiceIds) return [...invoiceIds];
  const { content } = await call(listInvoicePayments, { query: { size: MOST_BILLS, ...filter } });
  return content.map((bill) => bill.invoiceId);
}

async function send(request: BillsRequest, isDryRun: boolean, idempotencyKey?: string): Promise<BulkBills> {
  return call(request.action === 'schedule' ? scheduleByTerms : settleBefore, {
    query: { dryRun: isDryRun ? 'true' : 'false' },
    body: { invoiceIds: await idsOf(request) },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}

/** Fetches a preview. Nothing is stored. */
export const useBillsPreview = () => useWrite({ send: (request: BillsRequest) => send(request, true) });

/** Schedules or settles many bills, then offers Undo for ten seconds. */
export function useBillsChange() {
  const t = useT();
  const undo = useBulkUndo({
    entities: t('payments:bills.entities'),
    undone: (count) => t('payments:bulk.undone', { count, formatted: formatCount(count) }),
    refresh: refreshPayments,
  });
  const tell = useBulkToast(undo);
  return useWrite({
    send: (request: BillsRequest, key) => send(request, false, key()),
    onSuccess: ({ operationId, counts }: BulkBills, { action }: BillsRequest) => {
      refreshPayments();
      const values = { count: counts.change, formatted: formatCount(counts.change) };
      tell(t(`payments:bulk.${action}Done`, values), counts.fail, operationId);
    },
  });
}
