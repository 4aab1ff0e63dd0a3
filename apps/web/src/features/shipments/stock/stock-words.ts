import type { StockMovement } from '@quayside/contracts/stock-movements';
import type { T } from '../../../i18n/i18n.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** What a movement is: its cause if units left, otherwise its kind. */
export const movementName = (t: T, { kind, cause }: Pick<StockMovement, 'kind' | 'cause'>): string =>
  cause === null ? t(`shipments:stock.movement.kinds.${kind}`) : t(`shipments:stock.movement.causes.${cause}`);

/** Refetches what depends on stock. Other tabs are told by the server. */
export const refreshStock = (): void => {
  for (const topic of ['stock', 'products', 'orders', 'costs'] as const)
    void queryClient.invalidateQueries({
      queryKey: [topic],
      predicate: ({ queryKey }) => queryKey[1] !== 'preview' && queryKey[1] !== 'import',
    });
};
