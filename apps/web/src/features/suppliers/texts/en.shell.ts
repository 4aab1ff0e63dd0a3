/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const suppliersShell = {
  title: 'Suppliers',
  go: 'Go to suppliers',
  add: 'Add a supplier',
  tile: 'Contacts',
  tileHint: 'A supplier or forwarder',
  quick: 'Supplier',
  import: 'Import suppliers',
  imports: 'Imports of suppliers',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly suppliersShell: typeof suppliersShell;
  }
}
