/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const purchasingShell = {
  title: 'Purchase orders',
  add: 'Add a purchase order',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly purchasingShell: typeof purchasingShell;
  }
}
