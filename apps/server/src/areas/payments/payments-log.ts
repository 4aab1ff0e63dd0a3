import { formatAmount } from '@quayside/domain/money/money';
import { percentText } from '@quayside/domain/suppliers/terms';
import type { AuditValue } from '../../events/audit-actions.ts';
import type { PaymentRow } from './payments.types.ts';

// Formats payments for the audit log.

/** An amount with its currency, as the audit log stores it. */
export const inCurrency = (minor: bigint, currency: string): string => `${formatAmount(minor, currency)} ${currency}`;

type Logged = Pick<PaymentRow, 'amount_minor' | 'event' | 'days' | 'month_end'> & {
  readonly hundredths?: number | null | undefined;
  readonly pinned_on?: string | null | undefined;
};

/** The instalments of a schedule, each as one text: its share, its amount, and when it falls due. */
export const loggedPayments = (payments: readonly Logged[], currency: string): AuditValue =>
  payments.map(({ hundredths, amount_minor, ...due }) =>
    [
      ...(hundredths === null || hundredths === undefined ? [] : [`${percentText(hundredths)} %`]),
      inCurrency(amount_minor, currency),
      loggedDue(due),
    ].join(' '),
  );

/** How the day of an instalment follows, as one value. */
export const loggedDue = ({ event, days, month_end, pinned_on }: Omit<Logged, 'hundredths' | 'amount_minor'>): string =>
  pinned_on ??
  [
    event ?? 'NO_EVENT',
    ...(month_end ? ['MONTH_END'] : []),
    ...(days === 0 ? [] : [`${days > 0 ? '+' : ''}${days}`]),
  ].join(' ');
