/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const productsShell = {
  title: 'Products',
  go: 'Go to products',
  add: 'Add a product',
  tile: 'Products',
  tileHint: 'What you sell',
  quick: 'Product',
  import: 'Import products',
  imports: 'Imports of products',
  noWeight_one: '{{count}} product has no weight',
  noWeight_other: '{{count}} products have no weight',
  noWeightHint: 'Freight by weight is not spread over products without a weight',
  noVolume_one: '{{count}} product has no size',
  noVolume_other: '{{count}} products have no size',
  noVolumeHint: 'Freight by volume is not spread over products without a size',
  noSupplier_one: '{{count}} product has no supplier',
  noSupplier_other: '{{count}} products have no supplier',
  noSupplierHint: 'The import did not name one',
  landed: 'Landed cost of all orders',
  factory: 'Factory',
  inbound: 'Inbound',
  viewCosts: 'View assigned costs',
  costed: 'Products with a landed cost',
  ofAll: 'of {{count}}',
  view: 'View products',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly productsShell: typeof productsShell;
  }
}
