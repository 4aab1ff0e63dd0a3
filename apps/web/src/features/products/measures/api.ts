import { applyMeasures, previewMeasures } from '@quayside/contracts/cost-reports';
import type { Product } from '@quayside/contracts/products';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/call.ts';
import { queryClient, read } from '../../../lib/query-client.ts';
import { takeBack } from '../../../lib/undo.ts';

/** Which orders have other measures than the product has now. A product that was never ordered has none. */
export const useMeasuresPreview = ({ id, unitsOrdered, version }: Product) =>
  useQuery({
    ...read('products', previewMeasures, { params: { id } }),
    // With each version of the product, and when costs move.
    queryKey: ['products', previewMeasures.path, { params: { id }, version }],
    enabled: unitsOrdered > 0,
  });

/** The same for some of the orders alone; what was told before stays until the answer is there. */
export const useMeasuresOf = (id: string, orderIds: readonly string[] | undefined) =>
  useQuery({
    ...read('products', previewMeasures, { params: { id }, query: { orderIds: [...(orderIds ?? [])] } }),
    enabled: orderIds !== undefined && orderIds.length > 0,
    placeholderData: keepPreviousData,
  });

const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['products'] }),
    queryClient.invalidateQueries({ queryKey: ['costs'] }),
  ]);

/** Gives orders the measures of now; undefined: all that differ. */
export function useApplyMeasures(id: string) {
  return useMutation({
    mutationFn: (orderIds: string[] | undefined) =>
      call(applyMeasures, { params: { id }, body: orderIds === undefined ? {} : { orderIds } }),
    meta: { failure: { verb: 'update', entity: t('products:measures.entity') } },
    onSuccess: refresh,
  });
}

/** Takes an operation back. */
export function useUndoMeasures() {
  return useMutation({
    mutationFn: takeBack,
    meta: { failure: { verb: 'update', entity: t('products:measures.entity') } },
    onSuccess: refresh,
  });
}
