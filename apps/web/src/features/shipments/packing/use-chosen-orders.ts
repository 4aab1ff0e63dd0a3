import { listSupplierOrders } from '@quayside/contracts/shipments/order-kinds';
import type { Order } from '@quayside/contracts/shipments/orders';
import { MAX_ARRIVALS } from '@quayside/contracts/stock/receipts';
import { useQuery } from '@tanstack/react-query';
import type { BulkReach } from '../../../components/data-grid/grid-types.ts';
import { call } from '../../../lib/api/call.ts';

/**
 * The orders of a bulk action: those that were selected, or all that match the filter. They stay as they were when the
 * dialog opened, so that no order is changed that nobody has seen.
 */
export const useChosenOrders = (rows: readonly Order[], { isAll, filter }: Pick<BulkReach, 'isAll' | 'filter'>) =>
  useQuery({
    queryKey: ['account', 'chosen orders', isAll ? filter : rows.map(({ orderId }) => orderId)],
    queryFn: async ({ signal }): Promise<readonly Order[]> =>
      isAll ? (await call(listSupplierOrders, { query: { size: MAX_ARRIVALS, ...filter }, signal })).content : rows,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
