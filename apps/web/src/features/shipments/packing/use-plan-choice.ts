import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { useQuery } from '@tanstack/react-query';
import { loadPackLists } from './pack-list-query.ts';

/** The pack lists that a plan would get. */
export interface PlanChoice {
  /** Those of the chosen orders that are in no plan. */
  readonly own: readonly PackList[];
  /** Those of other orders that come along, because they are in the same cartons. */
  readonly along: readonly PackList[];
}

/**
 * Finds what of some orders can join a plan, and what comes along. It stays as it was found while the dialog is open,
 * so that nothing joins that nobody has seen.
 */
export const usePlanChoice = (orderIds: readonly string[]) =>
  useQuery({
    queryKey: ['account', 'pack lists for a plan', orderIds],
    queryFn: async ({ signal }): Promise<PlanChoice> => {
      const own = (await loadPackLists('order', orderIds, signal)).filter(
        ({ shipmentPlanId, can }) => shipmentPlanId === null && can.change.allowed,
      );
      const ids = new Set(own.map(({ packListId }) => packListId));
      const rows = new Set(own.flatMap(({ cartonId }) => cartonId ?? []));
      const inRows = await loadPackLists('carton', [...rows], signal);
      return { own, along: inRows.filter(({ packListId }) => !ids.has(packListId)) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
