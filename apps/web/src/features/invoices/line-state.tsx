import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconEye,
  IconMinus,
  type TablerIcon,
} from '@tabler/icons-react';
import { Chip } from '../../components/ui/status-chip.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import type { Tone } from '../../theme/theme.ts';

type LineStateName = 'empty' | 'excluded' | 'unassigned' | 'partly' | 'review' | 'provisional' | 'assigned';
const isNothing = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

/** The state of a line: whether its cost counts, and whether it is assigned. */
export function lineStateOf(line: InvoiceLine, status: Invoice['status']): LineStateName {
  if (line.isExcludedFromGeneralCostsData) return 'excluded';
  if (!isNothing(line.unassigned.document) && status !== 'REVIEW')
    return isNothing(line.assigned.document) ? 'unassigned' : 'partly';
  if (line.unassignedReason === 'NO_UNITS' && status !== 'REVIEW') return 'unassigned';
  if (isNothing(line.cost.document)) return 'empty';
  if (status === 'REVIEW') return 'review';
  return status === 'WORKING' ? 'provisional' : 'assigned';
}

const LOOKS: Readonly<Record<LineStateName, { icon: TablerIcon; tone: Exclude<Tone, 'accent'>; quiet: boolean }>> = {
  empty: { icon: IconMinus, tone: 'neutral', quiet: true },
  excluded: { icon: IconBan, tone: 'neutral', quiet: false },
  unassigned: { icon: IconAlertTriangle, tone: 'danger', quiet: false },
  partly: { icon: IconAlertTriangle, tone: 'danger', quiet: false },
  review: { icon: IconEye, tone: 'warning', quiet: true },
  provisional: { icon: IconClock, tone: 'info', quiet: true },
  assigned: { icon: IconCircleCheck, tone: 'positive', quiet: true },
};

/** The label of the state. For an unassigned line, it includes the reason. */
export function lineStateWords(t: T, line: InvoiceLine, state: LineStateName): string {
  if ((state === 'unassigned' || state === 'partly') && line.unassignedReason)
    return `${t(`invoices:state.${state}`)} · ${t(`invoices:reasonShort.${line.unassignedReason}`)}`;
  return t(`invoices:state.${state}`);
}

/**
 * Explains the state. For a line that is spread, the text says on which basis and over how many orders; for an
 * unassigned line, why it is unassigned and what to do.
 */
export function lineStateDetail(
  t: T,
  line: InvoiceLine,
  state: LineStateName,
  invoice: { currency: string; accountCurrency: string },
): string {
  const reason = state === 'unassigned' || state === 'partly' ? reasonSentence(t, line, invoice) : undefined;
  if (reason !== undefined) return reason;
  if (state === 'review') return t('invoices:state.reviewHint');
  if (state !== 'assigned' && state !== 'provisional') return t(`invoices:state.${state}`);
  const spread = t('invoices:state.over', {
    count: line.entryCount,
    basis: t(`invoices:basisBy.${line.effectiveBasis}`),
  });
  return state === 'provisional' ? `${spread}. ${t('invoices:state.provisionalHint')}` : spread;
}

/** The state of a line as a chip. */
export function LineStateChip({ line, status }: { line: InvoiceLine; status: Invoice['status'] }) {
  const t = useT();
  const state = lineStateOf(line, status);
  const look = LOOKS[state];
  const words =
    state === 'unassigned' && line.unassignedReason
      ? t(`invoices:reasonShort.${line.unassignedReason}`)
      : t(`invoices:state.${state}`);
  return (
    <Chip icon={look.icon} tone={look.tone} quiet={look.quiet}>
      {words}
    </Chip>
  );
}

/** The reasons that name the products in question. */
const NAMING = ['MISSING_WEIGHT', 'MISSING_VOLUME', 'MISSING_DUTY_RATE', 'NO_CARTONS'] as const;
const isNamingProducts = (reason: string): reason is (typeof NAMING)[number] =>
  (NAMING as readonly string[]).includes(reason);

/** Explains in one sentence why a line is not assigned and what to do about it. */
export function reasonSentence(
  t: T,
  line: Pick<InvoiceLine, 'unassignedReason' | 'lackingProducts'>,
  currencies: { currency: string; accountCurrency: string },
): string | undefined {
  const { unassignedReason: reason, lackingProducts } = line;
  if (reason === null) return undefined;
  if (isNamingProducts(reason))
    return t(`invoices:reason.${reason}`, {
      count: lackingProducts.length,
      products: lackingProducts.map(({ sku }) => sku).join(', '),
    });
  return t(`invoices:reason.${reason}`, currencies);
}
