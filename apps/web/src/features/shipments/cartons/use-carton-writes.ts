import { type Carton, deleteCarton, removeCartonPackLists } from '@quayside/contracts/shipments/cartons';
import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { confirm } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { cartonQuery } from '../api.ts';

/** Deletes a row of cartons, or takes pack lists out of it. The pack lists themselves stay. */
export function useCartonWrites({ id, number, packLists }: Carton, onGone: (() => void) | undefined) {
  const t = useT();
  const deletion = useWrite({
    send: () => call(deleteCarton, { params: { id } }),
    failure: { verb: 'delete', entity: t('shipments:cartons.entity') },
    onSuccess: () => {
      toast('success', t('shipments:cartons.deleted', { number }), { scope: 'global' });
      onGone?.();
    },
  });
  const taking = useWrite({
    send: ({ packListId }: PackList) =>
      call(removeCartonPackLists, { params: { id }, body: { packListIds: [packListId] } }),
    failure: { verb: 'update', entity: t('shipments:cartons.entity') },
    onSuccess: ({ carton }, packList) => {
      const values = { number: packList.number, carton: number };
      toast('success', t(carton ? 'shipments:cartons.takenOut' : 'shipments:cartons.takenOutLast', values));
      // A row that is gone is kept as it was until its panel has closed, so that nobody asks for it again.
      queryClient.setQueryData(cartonQuery(id).queryKey, (before) => carton ?? before);
      if (carton === null) onGone?.();
    },
  });
  const remove = async () => {
    const isSure = await confirm({
      title: t('shipments:cartons.deleteTitle', { number }),
      body: t('shipments:cartons.deleteBody', { count: packLists.length }),
      action: t('shipments:cartons.delete'),
      danger: true,
    });
    if (isSure) deletion.mutate();
  };
  return {
    remove,
    takeOut: (packList: PackList) => taking.mutate(packList),
    isBusy: deletion.isPending || taking.isPending,
  };
}
