/** A row of Amazon's report of all orders, with the columns that the tests care about. */
interface ReportRow {
  readonly id: string;
  readonly bought?: string;
  readonly updated?: string;
  readonly site?: string;
  /** Who shipped. */
  readonly by?: string;
  readonly sku: string;
  readonly status?: string;
  readonly units?: number | string;
  readonly currency?: string;
  readonly price?: string;
}

/** The columns as Amazon names them, with those that name the buyer's place. */
const COLUMNS = [
  'amazon-order-id',
  'merchant-order-id',
  'purchase-date',
  'last-updated-date',
  'order-status',
  'fulfillment-channel',
  'sales-channel',
  'order-channel',
  'ship-service-level',
  'product-name',
  'sku',
  'asin',
  'item-status',
  'quantity',
  'currency',
  'item-price',
  'item-tax',
  'ship-city',
  'ship-state',
  'ship-postal-code',
  'ship-country',
  'promotion-ids',
] as const;

const cellsOf = ({
  id,
  bought = '2026-11-10T12:00:00+00:00',
  updated = '2026-11-11T12:00:00+00:00',
  site = 'Amazon.co.uk',
  by = 'Amazon',
  sku,
  status = 'Shipped',
  units = 1,
  currency = 'GBP',
  price = '19.99',
}: ReportRow): string[] => [
  ...[id, '', bought, updated, status, by, site, '', 'Expedited', 'Wasserkocher für 2 l', sku, 'B0EXAMPLE1'],
  ...[status, String(units), currency, price, '3.33', 'Düsseldorf', 'NRW', '40210', 'DE', ''],
];

/** A report as Amazon makes it: tab-separated, with a line break after the last row. */
export const reportOf = (rows: readonly ReportRow[]): string =>
  [[...COLUMNS], ...rows.map(cellsOf)].map((cells) => `${cells.join('\t')}\r\n`).join('');
