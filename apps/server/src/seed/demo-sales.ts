import { addDays } from '@quayside/domain/days/days';
import { decimalText } from '@quayside/domain/money/money';
import { GIFT_SET, PRODUCTS } from './demo-data.ts';
import { seededRandom } from './seeded-random.ts';

/**
 * What customers bought of the demo seller in 90 days, as Amazon's report of all orders says it. The same seed gives
 * the same orders, counted back from today.
 */

const FIRST = 92;
const LAST = 3;
/** How many days pass until an order is shipped. */
const PACKING = 2;
/** What is on sale, by the end of its SKU: since spring, and since the autumn's goods arrived. */
const SPRING = [
  ...['KTL-01', 'KTL-02', 'KTL-03', 'JAR-01', 'JAR-02', 'JAR-03', 'BRD-01', 'BRD-02', 'CUT-01', 'CUT-02', 'ORG-01'],
  ...['MUG-01', 'MUG-02', 'LMP-01', 'LMP-02', 'USB-01', 'USB-02', 'NLT-01', 'CBL-01', 'CBL-02', 'SPK-01', 'SPK-02'],
  ...['STD-01', 'FAN-01', 'TWL-01', 'TWL-02', 'TWL-03', 'HTW-01', 'HTW-02', 'RUG-01', 'BAG-01'],
];
const AUTUMN = ['HNG-01', 'HNG-02', 'APR-01', 'APR-02', 'BAG-02', 'BAG-03', 'TRY-01', 'TRY-02', 'TRY-03'];
const SINCE_AUTUMN = 49;
/** Of these jars a few were sold before they arrive. */
const AHEAD = 'HP-JAR-03';
/** The 40 products that customers bought, beside the gift set, which is a bundle of two of them. */
const SOLD = [...SPRING, ...AUTUMN].map((code) => `HP-${code}`);

interface Sale {
  readonly orderId: string;
  readonly day: number;
  readonly time: string;
  readonly sku: string;
  readonly units: number;
  readonly isCancelled: boolean;
}

/** All orders, oldest first. A day is counted back from today. */
function orders(): Sale[] {
  const [random, gifts] = [seededRandom(16), seededRandom(17)];
  const sales: Sale[] = [];
  for (let day = FIRST; day >= LAST; day -= 1) {
    for (const [i, sku] of SOLD.entries()) {
      const bytes = random(3);
      const isOnSale = i < SPRING.length || day <= SINCE_AUTUMN;
      if (isOnSale && (bytes[0] ?? 0) < (sku === AHEAD ? 10 : 150)) sales.push(saleOf(day, i, sku, bytes));
    }
    // The bundle sells on every fourth day or so.
    const bytes = gifts(3);
    if ((bytes[0] ?? 0) < 64) sales.push({ ...saleOf(day, SOLD.length, GIFT_SET.sku, bytes), units: 1 });
  }
  return sales;
}

function saleOf(day: number, i: number, sku: string, [, many = 0, more = 0]: Uint8Array): Sale {
  const [middle, end] = [1_000_000 + day * 10_007 + i * 97, 4_000_000 + i * 7_919 + many];
  return {
    orderId: `20${1 + (more % 6)}-${middle}-${end}`,
    day,
    time: `${String(9 + (more % 12)).padStart(2, '0')}:${String(many % 60).padStart(2, '0')}:00+00:00`,
    sku,
    units: many < 150 ? 1 : many < 225 ? 2 : many < 250 ? 4 : 12,
    isCancelled: more < 6,
  };
}

const COLUMNS = [
  ...['amazon-order-id', 'merchant-order-id', 'purchase-date', 'last-updated-date', 'order-status'],
  ...['fulfillment-channel', 'sales-channel', 'product-name', 'sku', 'asin', 'item-status'],
  ...['quantity', 'currency', 'item-price', 'ship-country'],
] as const;

/**
 * The report that Amazon makes at the end of a day, counted back from today, of the orders from another day on. What
 * was bought shortly before is not shipped yet.
 */
export function orderReport(ago: (days: number) => string, from: number, made: number): Buffer {
  const set = { ...GIFT_SET, asin: 'B010900001', priceCents: 10_999n };
  const products = new Map([set, ...PRODUCTS].map((product) => [product.sku, product]));
  const rows = orders()
    .filter(({ day }) => day <= from && day > made)
    .map(({ orderId, day, time, sku, units, isCancelled }) => {
      const isShipped = day - made > PACKING;
      const status = isCancelled ? 'Cancelled' : isShipped ? 'Shipped' : 'Unshipped';
      const { name = '', asin = '', priceCents = 0n } = products.get(sku) ?? {};
      // A customer pays some four tenths of the price in yuan, in pounds.
      const price = (priceCents * 4n) / 1000n + 1n;
      const bought = `${ago(day)}T${time}`;
      const updated = isShipped && !isCancelled ? `${addDays(ago(day), PACKING)}T${time}` : bought;
      return [
        ...[orderId, '', bought, updated, status, 'Amazon', 'Amazon.co.uk', name, sku, asin, status],
        ...(isCancelled ? ['0', '', ''] : [String(units), 'GBP', decimalText((price * 100n - 1n) * BigInt(units), 2)]),
        'GB',
      ];
    });
  return Buffer.from([[...COLUMNS], ...rows].map((cells) => `${cells.join('\t')}\r\n`).join(''));
}
