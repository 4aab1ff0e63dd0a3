/** What shell and dashboard say of this feature. */
export const costsShell = {
  title: 'Assigned costs',
  short: 'Costs',
  reconciliation: 'Reconciliation',
  restatements: 'Restatements',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly costsShell: typeof costsShell;
  }
}
