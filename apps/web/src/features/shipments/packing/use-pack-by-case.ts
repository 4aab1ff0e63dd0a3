import type { BodyIn, ResponseOf } from '@quayside/contracts/endpoint';
import { packByCase } from '@quayside/contracts/shipments/orders';
import { useBulkToast } from '../../../components/bulk/use-bulk-undo.ts';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { usePackingUndo } from './use-remove-pack-lists.ts';

/** Which orders are packed, and into what. */
type Request = Omit<BodyIn<typeof packByCase>, 'preview'>;
/** What packing by case makes, or would make. */
export type Packing = ResponseOf<typeof packByCase> & { readonly counts: { readonly change: number } };

const send = async (request: Request, preview: boolean, idempotencyKey?: string): Promise<Packing> => {
  const body = { ...request, preview };
  const made = await call(packByCase, { body, ...(idempotencyKey !== undefined && { idempotencyKey }) });
  return { ...made, counts: { change: made.orders.length } };
};

/** Shows what packing by case would make. Nothing is stored. */
export const usePackPreview = () => useWrite({ send: (request: Request) => send(request, true) });

/** Packs by case, then offers Undo. */
export function usePacking() {
  const t = useT();
  const tell = useBulkToast(usePackingUndo());
  return useWrite({
    send: (request: Request, key) => send(request, false, key()),
    onSuccess: ({ operationId, cartons }) => {
      tell(t('shipments:byCase.done', { count: cartons, formatted: formatCount(cartons) }), 0, operationId);
    },
  });
}
