import type { PaymentState } from '@quayside/contracts/invoices/invoice-header';
import type { Payment } from '@quayside/contracts/payments/payments';
import {
  IconAlertTriangle,
  IconCalendarOff,
  IconCircle,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleOff,
  type TablerIcon,
} from '@tabler/icons-react';
import { Chip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Tone } from '../../theme/theme.ts';

type Shown = PaymentState | 'OVERDUE' | 'ENDED';
const LOOKS: Record<Shown, { readonly icon: TablerIcon; readonly tone: Tone; readonly rests?: true }> = {
  UNSCHEDULED: { icon: IconCalendarOff, tone: 'warning' },
  UNPAID: { icon: IconCircle, tone: 'neutral', rests: true },
  PART_PAID: { icon: IconCircleHalf2, tone: 'info' },
  PAID: { icon: IconCircleCheck, tone: 'positive', rests: true },
  ENDED: { icon: IconCircleOff, tone: 'neutral', rests: true },
  OVERDUE: { icon: IconAlertTriangle, tone: 'danger' },
};

function StateChip({ state, isQuiet }: { state: Shown; isQuiet: boolean }) {
  const t = useT();
  const { icon, tone, rests = false } = LOOKS[state];
  return (
    <Chip icon={icon} tone={tone} quiet={isQuiet && rests} spoken={t('payments:status')}>
      {t(`payments:state.${state}`)}
    </Chip>
  );
}

type ChipPayment = Pick<Payment, 'status' | 'isOverdue' | 'isPartPaid' | 'isEnded'>;

/** How far an instalment is paid. Overdue and part paid are shown here, and stored nowhere. */
export const PaymentChip = ({ payment }: { payment: ChipPayment }) => <StateChip state={stateOf(payment)} isQuiet />;

function stateOf({ status, isOverdue, isPartPaid, isEnded }: ChipPayment): Shown {
  if (isEnded) return 'ENDED';
  if (status === 'PAID') return 'PAID';
  if (isOverdue) return 'OVERDUE';
  return isPartPaid ? 'PART_PAID' : 'UNPAID';
}

/** How far an invoice is paid. */
export const BillChip = ({ bill }: { bill: { readonly state: PaymentState; readonly isOverdue: boolean } }) => (
  <StateChip state={bill.isOverdue ? 'OVERDUE' : bill.state} isQuiet />
);
