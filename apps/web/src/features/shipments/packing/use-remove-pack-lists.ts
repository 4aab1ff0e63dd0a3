import { deletePackList, deletePackLists, type PackList } from '@quayside/contracts/shipments/pack-lists';
import { useBulkToast, useBulkUndo } from '../../../components/bulk/use-bulk-undo.ts';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { refetchShown } from '../../../lib/api/query-client.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useWrite } from '../../../lib/api/write.ts';

type Removed = readonly Pick<PackList, 'packListId' | 'orderId' | 'number'>[];

/** Takes back a change of pack lists. */
export function usePackingUndo() {
  const t = useT();
  return useBulkUndo({
    entities: t('shipments:packLists').toLowerCase(),
    undone: (count) => t('shipments:packing.undone', { count, formatted: formatCount(count) }),
  });
}

/** Removes pack lists of one order, all or none, then offers Undo. Their units are unpacked again. */
export function useRemovePackLists() {
  const t = useT();
  const tell = useBulkToast(usePackingUndo());
  return useWrite({
    send: (packLists: Removed, key) => {
      const [first, ...others] = packLists;
      if (!first) throw new Error('There is no pack list to remove');
      const { orderId, packListId } = first;
      if (others.length === 0) return call(deletePackList, { params: { orderId, packListId } });
      const packListIds = packLists.map((one) => one.packListId);
      return call(deletePackLists, { params: { orderId }, body: { packListIds }, idempotencyKey: key() });
    },
    failure: { verb: 'delete', entity: t('shipments:packing.entity') },
    onSuccess: ({ operationId, removed }, packLists) => {
      const values = { count: removed, formatted: formatCount(removed), number: packLists[0]?.number ?? '' };
      tell(t('shipments:packing.removed', values), 0, operationId);
    },
    // Also after a refusal, because somebody else has changed them.
    onError: refetchShown,
  });
}
