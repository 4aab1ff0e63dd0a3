import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { type Place, PLACES } from '@quayside/domain/stock/places';
import { useMemo } from 'react';
import { receivedPath } from '../../../components/record/shipment-tabs.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { ReceiveDialog } from './receive-dialog.tsx';
import { linesOfPlan } from './receive-lines.ts';

/** The dialog that records what arrives of a plan: what is missing of each pack list is proposed. */
export function ReceivePlan({ plan, onClose }: { plan: ShipmentPlanWithPackLists; onClose: () => void }) {
  const { number, packLists, deliveredOn } = plan;
  const lines = useMemo(() => linesOfPlan(packLists), [packLists]);
  return <ReceiveDialog name={number} lines={lines} place={placeOf(plan)} day={deliveredOn} onClose={onClose} />;
}

/** Countries that the channels of Amazon name in another way. */
const NAMES: Readonly<Record<string, string>> = { GB: 'UK', US: 'USA' };

/** Where a plan probably arrives: the channel of Amazon in the country, or the own warehouse. */
function placeOf({ toAddressType, country }: ShipmentPlanWithPackLists): Place {
  if (toAddressType !== 'AMAZON_FBA' || country === null) return 'WAREHOUSE';
  return PLACES.find((place) => place === `AMAZON_${NAMES[country] ?? country}`) ?? 'WAREHOUSE';
}

/** Says that units of a plan are missing, and where they are decided. */
export function MissingNote({ plan: { id, missingUnits } }: { plan: ShipmentPlanWithPackLists }) {
  const t = useT();
  if (missingUnits === 0) return null;
  return (
    <Note
      tone="warning"
      action={
        <ActionButton size="xs" to={`${receivedPath('missing')}?${new URLSearchParams({ 'f.plan.in': id })}`}>
          {t('shipments:receiving.decide.action')}
        </ActionButton>
      }
    >
      {t('shipments:plans.missingOf', { missing: formatCount(missingUnits) })}
    </Note>
  );
}
