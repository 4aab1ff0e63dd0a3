import type { StockMovement } from '@quayside/contracts/stock-movements';
import { PLACES, type Place } from '@quayside/domain/stock/places';
import type { T } from '../../../i18n/i18n.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** The name of a place where stock can be. */
export const placeName = (t: T, place: Place): string =>
  place === 'WAREHOUSE' ? t('shipments:stock.warehouse') : t(`products:channel.${place}`);

/** All places as options. */
export const placeOptions = (t: T) => PLACES.map((value) => ({ value, label: placeName(t, value) }));

/** What a movement is: its cause if units left, otherwise its kind. */
export const movementName = (t: T, { kind, cause }: Pick<StockMovement, 'kind' | 'cause'>): string =>
  cause === null ? t(`shipments:stock.movement.kinds.${kind}`) : t(`shipments:stock.movement.causes.${cause}`);

/** Refetches what depends on stock. Other tabs are told by the server. */
export const refreshStock = (): void => {
  for (const topic of ['stock', 'products', 'orders'] as const)
    void queryClient.invalidateQueries({ queryKey: [topic], predicate: ({ queryKey }) => queryKey[1] !== 'preview' });
};
