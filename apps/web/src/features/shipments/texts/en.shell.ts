/** Strings of this feature that the shell and the dashboard show, loaded with the first screen. */
export const shipmentsShell = {
  orders: 'Orders',
  plans: 'Shipment plans',
  cartons: 'Cartons',
  stock: 'Stock',
  counts: 'Counts',
  customers: 'Customer orders',
  opening: 'Opening stock',
  missing: 'Missing units',
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly shipmentsShell: typeof shipmentsShell;
  }
}
