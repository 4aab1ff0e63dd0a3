/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const costsShell = {
  title: 'Assigned costs',
  reconciliation: 'Reconciliation',
  restatements: 'Restatements',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly costsShell: typeof costsShell;
  }
}
