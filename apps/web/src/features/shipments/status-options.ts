import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import type { T } from '../../i18n/i18n.ts';

/** The statuses as options of a filter. */
export const statusOptions = (t: T) =>
  SHIPMENT_STATUSES.map((value) => ({ value, label: t(`shipments:state.${value}`) }));
