/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const paymentsShell = {
  bills: 'Bills',
  payables: 'Payables',
  calendar: 'Cash calendar',
  credits: 'Credits of suppliers',
  differences: 'Exchange differences',
  accountCodes: 'Account codes',
  policy: 'Exchange policy',
  go: 'Bills',
  found: 'Payments',
  overdue_one: '{{count}} overdue payment',
  overdue_other: '{{count}} overdue payments',
  overdueHint: 'Record what was paid, or move the day.',
  look: 'Look',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly paymentsShell: typeof paymentsShell;
  }
}
