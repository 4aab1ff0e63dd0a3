import type { ShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import type { T } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';

/** What of a plan has arrived or is missing, in words after its status; undefined while there is nothing to say. */
export function arrivedWords(
  t: T,
  {
    status,
    units,
    receivedUnits,
    missingUnits,
  }: Pick<ShipmentPlan, 'status' | 'units' | 'receivedUnits' | 'missingUnits'>,
): string | undefined {
  if (missingUnits > 0) return t('shipments:plans.missingOf', { missing: formatCount(missingUnits) });
  if (status !== 'IN_TRANSIT' || receivedUnits === 0) return undefined;
  return t('shipments:plans.receivedOf', { received: formatCount(receivedUnits), units: formatCount(units) });
}
