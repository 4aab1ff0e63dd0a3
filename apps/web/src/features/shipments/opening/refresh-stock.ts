import { queryClient } from '../../../lib/api/query-client.ts';

/** Refetches what depends on stock. A preview of an import that is about to close would send its file once more. */
export const refreshStock = (): void => {
  for (const topic of ['stock', 'orders', 'products', 'costs'] as const)
    void queryClient.invalidateQueries({ queryKey: [topic], predicate: ({ queryKey }) => queryKey[1] !== 'import' });
};
