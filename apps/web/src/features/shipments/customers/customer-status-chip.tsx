import type { CustomerOrderStatus } from '@quayside/domain/stock/order-report';
import { IconBan, IconCircle, IconCircleCheck, IconClock, IconQuestionMark } from '@tabler/icons-react';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';

const LOOKS = {
  PENDING: { icon: IconClock, tone: 'warning' },
  UNSHIPPED: { icon: IconCircle, tone: 'accent' },
  SHIPPED: { icon: IconCircleCheck, tone: 'positive' },
  CANCELLED: { icon: IconBan, tone: 'neutral' },
  OTHER: { icon: IconQuestionMark, tone: 'neutral' },
} as const;

/** The status of a customer order, or of one of its lines. */
export function CustomerStatusChip({ status }: { status: CustomerOrderStatus }) {
  const t = useT();
  const { icon, tone } = LOOKS[status];
  return (
    <Chip icon={icon} tone={tone} quiet={status === 'SHIPPED'} spoken={t('shipments:customers.status')}>
      {t(`shipments:customers.state.${status}`)}
    </Chip>
  );
}
