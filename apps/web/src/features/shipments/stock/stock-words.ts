import type { StockMovement } from '@quayside/contracts/stock/stock-movements';
import type { T } from '../../../i18n/i18n.ts';

/** What a movement is: its cause if units left, otherwise its kind. */
export const movementName = (t: T, { kind, cause }: Pick<StockMovement, 'kind' | 'cause'>): string =>
  cause === null ? t(`shipments:stock.movement.kinds.${kind}`) : t(`shipments:stock.movement.causes.${cause}`);
