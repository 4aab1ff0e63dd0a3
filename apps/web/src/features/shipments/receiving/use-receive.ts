import type { BodyIn, ResponseOf } from '@quayside/contracts/endpoint';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { useBulkToast } from '../../../components/bulk/use-bulk-undo.ts';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { useReceivingUndo } from './receiving-calls.ts';

/** What arrives, when and where. */
export type ReceiveRequest = Omit<BodyIn<typeof receiveGoods>, 'preview'>;
/** What receipts were recorded, or would be. */
export type Arrivals = ResponseOf<typeof receiveGoods> & { readonly counts: { readonly change: number } };

const send = async (request: ReceiveRequest, preview: boolean, idempotencyKey?: string): Promise<Arrivals> => {
  const body = { ...request, preview };
  const made = await call(receiveGoods, { body, ...(idempotencyKey !== undefined && { idempotencyKey }) });
  return { ...made, counts: { change: made.units } };
};

/** Shows which receipts would be recorded. Nothing is stored. */
export const useReceivePreview = () => useWrite({ send: (request: ReceiveRequest) => send(request, true) });

/** Records that units arrived, then offers Undo. */
export function useReceive() {
  const t = useT();
  const tell = useBulkToast(useReceivingUndo());
  return useWrite({
    send: (request: ReceiveRequest, key) => send(request, false, key()),
    onSuccess: ({ operationId, units }) => {
      tell(t('shipments:receiving.done', { count: units, formatted: formatCount(units) }), 0, operationId);
    },
  });
}
