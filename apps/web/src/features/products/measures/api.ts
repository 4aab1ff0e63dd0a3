import { applyMeasures, previewMeasures } from '@quayside/contracts/costs/cost-reports';
import type { Product } from '@quayside/contracts/products/products';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { read } from '../../../lib/api/query-client.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { useWrite } from '../../../lib/api/write.ts';

/** Previews which orders of a product have measures that differ from the product's current ones. */
export const useMeasuresPreview = ({ id, unitsOrdered, version }: Product) =>
  useQuery({
    ...read('products', previewMeasures, { params: { id } }),
    // The version is part of the key, so that the preview is refetched after each change of the product. The topic
    // `products` is part of the key, so that it is also refetched when costs change.
    queryKey: ['products', previewMeasures.path, { params: { id }, version }],
    enabled: unitsOrdered > 0,
  });

/** Previews the change for the chosen orders only. The previous preview is shown until the new one arrives. */
export const useMeasuresOf = (id: string, orderIds: readonly string[] | undefined) =>
  useQuery({
    ...read('products', previewMeasures, { params: { id }, query: { orderIds: [...(orderIds ?? [])] } }),
    enabled: orderIds !== undefined && orderIds.length > 0,
    placeholderData: keepPreviousData,
  });

/**
 * Applies the product's current measures to these orders. If `orderIds` is undefined, they are applied to all orders
 * with other measures.
 */
export function useApplyMeasures(id: string) {
  return useWrite({
    send: (orderIds: string[] | undefined) =>
      call(applyMeasures, { params: { id }, body: orderIds === undefined ? {} : { orderIds } }),
    failure: { verb: 'update', entity: t('products:measures.entity') },
  });
}

/** Undoes an update of orders to the current measures. */
export function useUndoMeasures() {
  return useWrite({
    send: takeBack,
    failure: { verb: 'update', entity: t('products:measures.entity') },
  });
}
