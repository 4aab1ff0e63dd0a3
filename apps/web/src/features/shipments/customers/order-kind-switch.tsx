import { SegmentedControl } from '@mantine/core';
import { ORDER_KINDS, type OrderKind } from '@quayside/contracts/orders';
import { useNavigate } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';

/** Chooses between the orders from suppliers and those of customers. */
export function OrderKindSwitch({ kind }: { kind: OrderKind }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <div>
      <SegmentedControl
        data-off-paper
        size="xs"
        aria-label={t('shipments:customers.kind.label')}
        value={kind}
        onChange={(next) => void navigate(next === 'CUSTOMER' ? paths.customerOrders() : paths.orders())}
        data={ORDER_KINDS.map((value) => ({ value, label: t(`shipments:customers.kind.${value}`) }))}
      />
    </div>
  );
}
