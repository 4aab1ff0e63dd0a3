import { checkPackingList, importPackingList, type PackingList } from '@quayside/contracts/packing-lists';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useBulkToast } from '../../../components/bulk/use-bulk-undo.ts';
import type { ImportSource } from '../../../components/line-sheet/line-import.ts';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/write.ts';
import { usePackingUndo } from '../packing/use-remove-pack-lists.ts';
import { bodyOf, type PackingChoices } from './packing-source.ts';

/** Holds a packing list against a plan. It is held again when plans change, because its key begins with their topic. */
export function usePackingCheck(planId: string, source: ImportSource, choices: PackingChoices) {
  const body = bodyOf(source, choices);
  return useQuery({
    queryKey: ['shipment-plans', 'packing-list', planId, body] as const,
    queryFn: ({ signal }) => call(checkPackingList, { params: { shipmentPlanId: planId }, body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Packs the plan as the packing list says, then offers Undo. */
export function usePackingImport(planId: string, onDone: () => void, onRefused: () => void) {
  const t = useT();
  const tell = useBulkToast(usePackingUndo());
  return useWrite({
    send: (
      { source, choices, version }: { source: ImportSource; choices: PackingChoices; version: number },
      key,
    ): Promise<PackingList & { operationId: string | null }> =>
      call(importPackingList, {
        params: { shipmentPlanId: planId },
        body: { ...bodyOf(source, choices), version },
        idempotencyKey: key(),
      }),
    failure: { verb: 'update', entity: t('shipments:plans.entity') },
    isShownInline: true,
    onSuccess: ({ operationId, counts }) => {
      const values = { count: counts.cartons, formatted: formatCount(counts.cartons) };
      tell(t('shipments:packingList.done', values), 0, operationId);
      onDone();
    },
    // The plan or what is left of an order may be another one now.
    onError: onRefused,
  });
}
