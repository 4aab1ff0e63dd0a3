import type { T } from '../i18n/i18n.ts';
import { paths } from './paths.ts';

/** The tabs that link the screens of bills, payables, the cash calendar, credits and costs with each other. */
export const transactionTabs = (t: T): readonly { readonly label: string; readonly to: string }[] => [
  { label: t('payments:tab.bills'), to: paths.bills() },
  { label: t('payments:tab.payables'), to: paths.payables() },
  { label: t('payments:tab.calendar'), to: paths.cashCalendar() },
  { label: t('payments:tab.credits'), to: paths.credits() },
  { label: t('payments:tab.differences'), to: paths.exchangeDifferences() },
  { label: t('costs:tab.assigned'), to: paths.assignedCosts() },
  { label: t('costs:tab.reconciliation'), to: paths.reconciliation() },
  { label: t('costs:tab.restatements'), to: paths.restatements() },
];
