import {
  type BulkBills,
  listInvoicePayments,
  scheduleByTerms,
  settleBefore,
} from '@quayside/contracts/payments/payments';
import { useBulkToast, useBulkUndo } from '../../../components/bulk/use-bulk-undo.ts';
import type { FilterInput } from '../../../components/data-grid/grid-state.ts';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useWrite } from '../../../lib/api/write.ts';

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

const send = (
  { action }: BillsRequest,
  invoiceIds: readonly string[],
  dryRun: 'true' | 'false',
  idempotencyKey?: string,
): Promise<BulkBills> =>
  call(action === 'schedule' ? scheduleByTerms : settleBefore, {
    query: { dryRun },
    body: { invoiceIds: [...invoiceIds] },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

/** Fetches a preview, and tells which bills are in it. Nothing is stored. */
export const useBillsPreview = (onFound: (invoiceIds: readonly string[]) => void) =>
  useWrite({
    send: async (request: BillsRequest) => {
      const invoiceIds = await idsOf(request);
      const preview = await send(request, invoiceIds, 'true');
      onFound(invoiceIds);
      return preview;
    },
  });

/**
 * Schedules or settles the bills of the preview, then offers Undo for ten seconds. A bill that appeared after the
 * preview is not changed, because nobody has seen it.
 */
export function useBillsChange(previewed: readonly string[]) {
  const t = useT();
  const undo = useBulkUndo({
    entities: t('payments:bills.entities'),
    undone: (count) => t('payments:bulk.undone', { count, formatted: formatCount(count) }),
  });
  const tell = useBulkToast(undo);
  return useWrite({
    send: (request: BillsRequest, key) => send(request, previewed, 'false', key()),
    onSuccess: ({ operationId, counts }: BulkBills, { action }: BillsRequest) => {
      const values = { count: counts.change, formatted: formatCount(counts.change) };
      tell(t(`payments:bulk.${action}Done`, values), counts.fail, operationId);
    },
  });
}
