import type { ShippingMethod } from '@quayside/domain/lists';
import type { ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import { IconCircle, IconCircleCheck, IconPackage, IconPlane, IconShip, IconTruck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Chip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';

const LOOKS = {
  OPEN: { icon: IconCircle, tone: 'accent' },
  IN_TRANSIT: { icon: IconShip, tone: 'info' },
  RECEIVED: { icon: IconPackage, tone: 'positive' },
  CLOSED: { icon: IconCircleCheck, tone: 'neutral' },
} as const;
const CARRIED_BY = { SEA: IconShip, AIR: IconPlane, LAND: IconTruck } as const;

interface ChipProps {
  readonly status: ShipmentStatus;
  /** Chooses the icon of what is in transit. Default: a ship. */
  readonly method?: ShippingMethod | null;
  /** Leaves out the background of a closed one, inside tables. */
  readonly quiet?: boolean;
  /** Words after the status, such as "60/100 received". */
  readonly detail?: ReactNode;
}

/** The status of an order, a pack list, a carton row or a shipment plan. */
export function ShipmentChip({ status, method = null, quiet = false, detail }: ChipProps) {
  const t = useT();
  const { icon, tone } = LOOKS[status];
  return (
    <Chip
      icon={status === 'IN_TRANSIT' && method !== null ? CARRIED_BY[method] : icon}
      tone={tone}
      quiet={quiet && status === 'CLOSED'}
      spoken={t('shipments:status')}
    >
      {t(`shipments:state.${status}`)}
      {detail !== undefined && <> · {detail}</>}
    </Chip>
  );
}
