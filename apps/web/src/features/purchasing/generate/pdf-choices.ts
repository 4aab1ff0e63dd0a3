import type { BodyIn } from '@quayside/contracts/endpoint';
import { generatePurchaseOrderPdf, previewPurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { whenBusy } from '../../../lib/errors/api-error.ts';
import { callFile } from '../../../lib/api/call.ts';
import { refetchShown } from '../../../lib/api/query-client.ts';
import { useWrite } from '../../../lib/api/write.ts';

const TYPING_MS = 400;

/** What the PDF shows, as chosen. */
export interface PdfChoices {
  readonly paperSize: 'A4' | 'LETTER';
  readonly showPrices: boolean;
  readonly showBankingDetails: boolean;
  readonly showInternalNumber: boolean;
  readonly notes: string;
}
export const firstChoices = ({ notes }: Pick<PurchaseOrderWithItems, 'notes'>): PdfChoices => ({
  paperSize: 'A4',
  showPrices: true,
  showBankingDetails: false,
  showInternalNumber: false,
  notes: notes ?? '',
});

/** The request body of these choices. The notes of the purchase order itself are not sent. */
function bodyOf(
  { notes, ...choices }: PdfChoices,
  order: Pick<PurchaseOrderWithItems, 'notes'>,
): BodyIn<typeof previewPurchaseOrderPdf> {
  const isOwn = notes.trim() !== (order.notes ?? '').trim();
  return { ...choices, ...(isOwn ? { notes: notes.trim() === '' ? null : notes } : {}) };
}

/** The number of the revision in the name of the file. */
export const revisionOf = (fileName: string): number => Number(/-rev(\d+)\.pdf$/.exec(fileName)?.[1] ?? 1);

/** The PDF as it would be generated with these choices. The pages that are shown stay until the next ones are there. */
export function usePdfPreview(order: PurchaseOrderWithItems, choices: PdfChoices) {
  const [sent] = useDebouncedValue(choices, TYPING_MS);
  const body = bodyOf(sent, order);
  return useQuery({
    // No topic: the bytes change only with the purchase order and the choices.
    queryKey: ['purchase-order-preview', order.id, order.version, order.updatedAt, body] as const,
    queryFn: ({ signal }) => callFile(previewPurchaseOrderPdf, { params: { id: order.id }, body, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    ...whenBusy,
  });
}

/** Generates the PDF and stores it. A draft is open afterwards. */
export const useGenerate = (order: PurchaseOrderWithItems, onDone: (revision: number) => void) =>
  useWrite({
    send: (choices: PdfChoices) =>
      callFile(generatePurchaseOrderPdf, {
        params: { id: order.id },
        body: { ...bodyOf(choices, order), version: order.version },
      }),
    isShownInline: true,
    onSuccess: ({ name }) => onDone(revisionOf(name)),
    // A newer version of the purchase order is shown, with its own preview.
    onError: refetchShown,
  });
