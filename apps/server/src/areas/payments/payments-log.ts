import { formatAmount } from '@quayside/domain/money/money';
import { percentText } from '@quayside/domain/suppliers/terms';
import { loggedRule } from '../../events/audit-details.ts';
import type { AuditValue } from '../../events/audit-actions.ts';
import { ruleOf } from './rows/due-columns.ts';

// Formats payments for the audit log.

/** An amount with its currency, as the audit log stores it. */
export const inCurrency = (minor: bigint, currency: string): string => `${formatAmount(minor, currency)} ${currency}`;

interface Logged extends LoggedDue {
  readonly amount_minor: bigint;
  readonly hundredths?: number | null | undefined;
}
type LoggedDue = Parameters<typeof ruleOf>[0];

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
export function loggedDue(due: LoggedDue): string {
  const { pinnedDay, event, ...rule } = ruleOf(due);
  return pinnedDay ?? loggedRule(event ?? 'NO_EVENT', rule);
}
