import { queryClient } from '../../lib/api/query-client.ts';

/** Refetches what depends on a kind of rate: the lists, and the costs and plans that are worked out by it. */
export const refreshRates = (topic: 'freight-rates' | 'duty-rates'): void => {
  // A preview of an import that is about to close would send its file once more.
  for (const one of [topic, 'shipment-plans', 'costs', 'products', 'invoices'] as const)
    void queryClient.invalidateQueries({ queryKey: [one], predicate: ({ queryKey }) => queryKey[1] !== 'import' });
};
