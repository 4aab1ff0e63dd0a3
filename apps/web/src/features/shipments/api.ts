import { getCarton, listCartonTypes } from '@quayside/contracts/shipments/cartons';
import { getCustomerOrder, getSupplierOrder } from '@quayside/contracts/shipments/order-kinds';
import { listShipmentPlanSummary } from '@quayside/contracts/shipments/shipment-plans';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { planLabel } from './plan-label.ts';

/** Loads one order from a supplier with its pack lists. */
export const orderQuery = (orderId: string) => read('orders', getSupplierOrder, { params: { orderId } });

/** Loads one order of a customer with its lines. */
export const customerOrderQuery = (orderId: string) => read('orders', getCustomerOrder, { params: { orderId } });

/** Loads one carton row with its pack lists. */
export const cartonQuery = (id: string) => read('cartons', getCarton, { params: { id } });

/** All carton types, sorted by name. */
export const cartonTypesQuery = () => read('cartons', listCartonTypes, { query: {} });

/** The shipment plans that pack lists can be put into, newest first. */
export const openPlansQuery = () =>
  read('shipment-plans', listShipmentPlanSummary, { query: { shipmentStatuses: ['OPEN'], includePaired: 'true' } });

/** Loads all shipment plans as options of a filter, newest first. */
export const fetchPlanOptions = async () =>
  (
    await queryClient.fetchQuery(read('shipment-plans', listShipmentPlanSummary, { query: { includePaired: 'true' } }))
  ).map((plan) => ({ value: plan.id, label: planLabel(plan) }));

/**
 * Refetches everything that depends on orders, cartons and shipment plans, except what is `gone`. The days of a plan
 * move payments. Other tabs are told by the server.
 */
export const refreshShipments = (gone?: QueryKey): void => {
  for (const topic of ['orders', 'cartons', 'shipment-plans', 'payments'] as const)
    void queryClient.invalidateQueries({
      queryKey: [topic],
      predicate: ({ queryHash }) => gone === undefined || queryHash !== hashKey(gone),
    });
};
