/** What shell and dashboard say of this feature. */
export const suppliersShell = {
  title: 'Suppliers',
  go: 'Go to suppliers',
  add: 'Add a supplier',
  tile: 'Contacts',
  tileHint: 'A supplier or forwarder',
  quick: 'Supplier',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly suppliersShell: typeof suppliersShell;
  }
}
