import { addShipmentPlanPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { useBulkToast } from '../../../components/bulk/use-bulk-undo.ts';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { refetchShown } from '../../../lib/api/query-client.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { usePackingUndo } from './use-remove-pack-lists.ts';

interface Joining {
  /** Null: a new plan is made. */
  readonly shipmentPlanId: string | null;
  readonly packListIds: readonly string[];
}

/** Puts pack lists into a plan, or makes a plan of them, then offers Undo. */
export function useAddToPlan(onDone: () => void) {
  const t = useT();
  const tell = useBulkToast(usePackingUndo());
  return useWrite({
    send: ({ shipmentPlanId, packListIds }: Joining, key) =>
      call(addShipmentPlanPackLists, {
        body: { shipmentPlanId, packListIds: [...packListIds] },
        idempotencyKey: key(),
      }),
    failure: { verb: 'update', entity: t('shipments:toPlan.entity') },
    isShownInline: true,
    onSuccess: ({ plan, operationId, alongPackListIds }, { packListIds }) => {
      const count = packListIds.length + alongPackListIds.length;
      tell(t('shipments:toPlan.done', { count, formatted: formatCount(count), plan: plan.number }), 0, operationId);
      onDone();
    },
    onError: refetchShown,
  });
}
