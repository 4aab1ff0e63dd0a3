import { type BulkBills, listInvoicePayments, scheduleByTerms, settleBefore } from '@quayside/contracts/payments';
import type { RefObject } from 'react';
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

/** The bills of the last preview. A bill that appears afterwards must not be changed, because nobody has seen it. */
export type PreviewedBills = RefObject<readonly string[]>;

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

/** Fetches a preview, and remembers its bills. Nothing is stored. */
export const useBillsPreview = (previewed: PreviewedBills) =>
  useWrite({
    send: async (request: BillsRequest) => {
      previewed.current = await idsOf(request);
      return send(request, previewed.current, 'true');
    },
  });

/** Schedules or settles the bills of the preview, then offers Undo for ten seconds. */
export function useBillsChange(previewed: PreviewedBills) {
  const t = useT();
  const undo = useBulkUndo({
    entities: t('payments:bills.entities'),
    undone: (count) => t('payments:bulk.undone', { count, formatted: formatCount(count) }),
    refresh: refreshPayments,
  });
  const tell = useBulkToast(undo);
  return useWrite({
    send: (request: BillsRequest, key) => send(request, previewed.current, 'false', key()),
    onSuccess: ({ operationId, counts }: BulkBills, { action }: BillsRequest) => {
      refreshPayments();
      const values = { count: counts.change, formatted: formatCount(counts.change) };
      tell(t(`payments:bulk.${action}Done`, values), counts.fail, operationId);
    },
  });
}
