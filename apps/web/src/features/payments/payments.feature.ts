import { paymentTotals } from '@quayside/contracts/payments';
import {
  IconAlertTriangle,
  IconCalendarDue,
  IconCash,
  IconHash,
  IconReceipt2,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { type Feature, MANAGEMENT, measured } from '../../lib/feature.ts';
import { chip, filteredPath, filterQuery } from '../../lib/list-filter.ts';
import { paths } from '../../lib/paths.ts';

const OVERDUE = [chip('status', 'in', 'UNPAID'), chip('overdue', 'in', 'true')] as const;

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
      path: '/transactions/credits',
      load: () => import('./credits/credits.page.tsx').then((m) => m.CreditsPage),
      need: MANAGEMENT,
    },
    {
      path: '/account-codes',
      load: () => import('./codes/account-codes.page.tsx').then((m) => m.AccountCodesPage),
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
      covers: ['/transactions', paths.accountCodes()],
      shortcut: { keys: ['g', 'b'], label: 'paymentsShell:go' },
      phoneLabel: 'paymentsShell:bills',
    },
  ],
  palette: [
    { label: 'paymentsShell:payables', icon: IconCalendarDue, to: paths.payables(), need: MANAGEMENT },
    { label: 'paymentsShell:credits', icon: IconReceiptRefund, to: paths.credits(), need: MANAGEMENT },
    { label: 'paymentsShell:accountCodes', icon: IconHash, to: paths.accountCodes(), need: MANAGEMENT },
  ],
  found: [
    { type: 'PAYMENT', heading: 'paymentsShell:found', icon: IconCash, path: ({ title }) => paths.payablesOf(title) },
  ],
  waiting: [
    {
      key: 'overdue',
      icon: IconAlertTriangle,
      tone: 'danger',
      query: measured(
        'payments',
        paymentTotals,
        { query: filterQuery(...OVERDUE) },
        ({ count, openInAccountCurrency }) => ({ count, money: openInAccountCurrency }),
      ),
      title: 'paymentsShell:overdue',
      hint: 'paymentsShell:overdueHint',
      verb: 'paymentsShell:look',
      to: filteredPath(paths.payables(), OVERDUE[1]),
    },
  ],
};
