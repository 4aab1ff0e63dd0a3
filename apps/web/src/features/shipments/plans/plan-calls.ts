import type { HistoryEntry } from '@quayside/contracts/invoices/invoices';
import { getPreFlight } from '@quayside/contracts/shipments/pre-flight';
import {
  getShipmentPlan,
  listShipmentPlanHistory,
  patchShipmentPlan,
  type ShipmentPlanWithPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { compareFreight } from '@quayside/contracts/shipments/what-if';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { keyOf, queryClient, read } from '../../../lib/api/query-client.ts';
import type { PlanBody } from './editor/plan-draft.ts';

/** Loads one shipment plan with its pack lists and documents. */
export const planQuery = (id: string) => read('shipment-plans', getShipmentPlan, { params: { shipmentPlanId: id } });

/** Loads a shipment plan now, past the cache. */
export const loadPlan = (id: string): Promise<ShipmentPlanWithPackLists> =>
  call(getShipmentPlan, { params: { shipmentPlanId: id } });

/**
 * Stores fields of a plan. Reads in flight are cancelled afterwards: they began before the write ended, so their result
 * could be older and would overwrite that of the write.
 */
export async function savePlan(id: string, body: PlanBody & { version: number }): Promise<ShipmentPlanWithPackLists> {
  try {
    return await call(patchShipmentPlan, { params: { shipmentPlanId: id }, body });
  } finally {
    await queryClient.cancelQueries({ queryKey: planQuery(id).queryKey });
  }
}

/** Loads a page of the history of a plan, newest entries first. */
export const loadHistory = (id: string, page: number, size: number, signal?: AbortSignal) =>
  call(listShipmentPlanHistory, {
    params: { shipmentPlanId: id },
    query: { page, size },
    ...(signal && { signal }),
  });

/** The newest entries of the history of a plan. */
export const historyQuery = (id: string) =>
  read('shipment-plans', listShipmentPlanHistory, { params: { shipmentPlanId: id }, query: { size: '100' } });

/** The newest entry of the history: who changed the plan last, and when. */
export const lastChangeOf = async (id: string): Promise<HistoryEntry | undefined> =>
  (await loadHistory(id, 0, 1)).content[0];

/** Checks the cartons of a plan. It is asked again on every change of the plan. */
export const preFlightQuery = (id: string) => read('shipment-plans', getPreFlight, { params: { id } });

/** Compares the freight rates for a plan. It stores nothing, so the answer is cached like that of a read. */
export const whatIfQuery = (id: string, body: BodyIn<typeof compareFreight>) =>
  queryOptions({
    queryKey: keyOf('shipment-plans', compareFreight, { params: { id }, body }),
    queryFn: ({ signal }) => call(compareFreight, { params: { id }, body, signal }),
  });
