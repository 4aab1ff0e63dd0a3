import { SegmentedControl } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { ordersOfKind, SHOWN_KINDS, type ShownKind } from './customer-paths.ts';

/** Chooses what the tab of orders lists: orders from suppliers, orders of customers, or stock without an order. */
export function OrderKindSwitch({ kind }: { kind: ShownKind }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <div>
      <SegmentedControl
        data-off-paper
        size="xs"
        aria-label={t('shipments:customers.kind.label')}
        value={kind}
        onChange={(next) => void navigate(ordersOfKind(next as ShownKind))}
        data={SHOWN_KINDS.map((value) => ({ value, label: t(`shipments:customers.kind.${value}`) }))}
      />
    </div>
  );
}
