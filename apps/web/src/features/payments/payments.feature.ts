import { IconAlertTriangle, IconReceipt2 } from '@tabler/icons-react';
import { call } from '../../lib/api/call.ts';
import { type Feature, MANAGEMENT, type Waiting } from '../../lib/feature.ts';
import { chip, filteredPath, filterQuery } from '../../lib/list-filter.ts';
import { paths } from '../../lib/paths.ts';

const OVERDUE = [chip('status', 'in', 'UNPAID'), chip('overdue', 'in', 'true')] as const;

/** The description of the call is loaded with the query, because the first screen should not wait for it. */
const OVERDUE_TOTALS: Waiting['query'] = {
  queryKey: ['payments', 'overdue totals'],
  queryFn: async ({ signal }) => {
    const { paymentTotals } = await import('@quayside/contracts/payments/payments');
    const { count, openInAccountCurrency } = await call(paymentTotals, { query: filterQuery(...OVERDUE), signal });
    return { count, money: openInAccountCurrency };
  },
};

export const paymentsFeature: Feature = {
  name: 'payments',
  screens: [
    { path: '/transactions', redirectTo: paths.bills(), need: MANAGEMENT },
    {
      path: '/transactions/bills',
      load: () => import('./bills/bills.page.tsx').then((m) => m.BillsPage),
      need: MANAGEMENT,
    },
    {
      path: '/transactions/payables',
      load: () => import('./payables/payables.page.tsx').then((m) => m.PayablesPage),
      need: MANAGEMENT,
    },
    {
      path: '/transactions/calendar',
      load: () => import('./calendar/calendar.page.tsx').then((m) => m.CalendarPage),
      need: MANAGEMENT,
    },
    {
      path: '/transactions/credits',
      load: () => import('./credits/credits.page.tsx').then((m) => m.CreditsPage),
      need: MANAGEMENT,
    },
    {
      path: '/transactions/exchange-differences',
      load: () => import('./differences/differences.page.tsx').then((m) => m.DifferencesPage),
      need: MANAGEMENT,
    },
    {
      path: '/account-codes',
      load: () => import('./codes/account-codes.page.tsx').then((m) => m.AccountCodesPage),
      need: MANAGEMENT,
    },
    {
      path: '/exchange-policy',
      load: () => import('./policy/exchange-policy.page.tsx').then((m) => m.ExchangePolicyPage),
      need: MANAGEMENT,
    },
  ],
  drawer: [
    {
      key: 'bills',
      group: 'management',
      label: 'paymentsShell:bills',
      icon: IconReceipt2,
      to: paths.bills(),
      covers: ['/transactions', paths.accountCodes(), paths.exchangePolicy()],
      shortcut: { keys: ['g', 'b'], label: 'paymentsShell:go' },
      phoneLabel: 'paymentsShell:bills',
    },
  ],
  palette: [
    { label: 'paymentsShell:payables', icon: IconReceipt2, to: paths.payables(), need: MANAGEMENT },
    { label: 'paymentsShell:calendar', icon: IconReceipt2, to: paths.cashCalendar(), need: MANAGEMENT },
    { label: 'paymentsShell:credits', icon: IconReceipt2, to: paths.credits(), need: MANAGEMENT },
    { label: 'paymentsShell:differences', icon: IconReceipt2, to: paths.exchangeDifferences(), need: MANAGEMENT },
    { label: 'paymentsShell:accountCodes', icon: IconReceipt2, to: paths.accountCodes(), need: MANAGEMENT },
    { label: 'paymentsShell:policy', icon: IconReceipt2, to: paths.exchangePolicy(), need: MANAGEMENT },
  ],
  found: [
    {
      type: 'PAYMENT',
      heading: 'paymentsShell:found',
      icon: IconReceipt2,
      path: ({ title }) => paths.payablesOf(title),
    },
  ],
  waiting: [
    {
      key: 'overdue',
      icon: IconAlertTriangle,
      tone: 'danger',
      query: OVERDUE_TOTALS,
      title: 'paymentsShell:overdue',
      hint: 'paymentsShell:overdueHint',
      verb: 'paymentsShell:look',
      to: filteredPath(paths.payables(), OVERDUE[1]),
    },
  ],
};
