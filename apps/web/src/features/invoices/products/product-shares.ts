import type { CostEntry } from '@quayside/contracts/costs';
import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import { formatAmount, formatQuantity, parseAmount, parseQuantity } from '@quayside/domain/money/money';

/** What an invoice says of one product. Amounts in the currency of the invoice. */
interface ProductShare {
  readonly product: { readonly id: string; readonly sku: string; readonly name: string };
  /** Units of its factory lines. */
  readonly quantity: string;
  /** What its factory lines cost. */
  readonly factory: string;
  /** What the other lines of this invoice add to it. */
  readonly spread: string;
  readonly orders: readonly string[];
}
interface Sums {
  product: ProductShare['product'];
  quantity: bigint;
  factory: bigint;
  spread: bigint;
  orders: Set<string>;
}

/**
 * The products of an invoice, in the order of its lines, then those of other invoices that its lines reach. Factory
 * lines are counted as they stand; what is spread comes from the stored shares, without those that do not count.
 */
export function productShares(
  lines: readonly InvoiceLine[],
  entries: readonly CostEntry[],
  currency: string,
): ProductShare[] {
  const sums = new Map<string, Sums>();
  const of = (product: ProductShare['product']): Sums => {
    const known = sums.get(product.id) ?? { product, quantity: 0n, factory: 0n, spread: 0n, orders: new Set<string>() };
    sums.set(product.id, known);
    return known;
  };
  const minor = (amount: string): bigint => {
    const read = parseAmount(amount, currency);
    return read.ok ? read.value : 0n;
  };
  const factoryLines = new Set<string>();
  for (const line of lines) {
    if (!line.product) continue;
    const sum = of(line.product);
    if (line.costType !== 'FACTORY_INVOICE') continue;
    factoryLines.add(line.invoiceLineId);
    const quantity = parseQuantity(line.quantity);
    sum.quantity += quantity.ok ? quantity.value : 0n;
    sum.factory += minor(line.cost.document);
    if (line.order) sum.orders.add(line.order.number);
  }
  for (const entry of entries) {
    if (entry.isExcluded || factoryLines.has(entry.lineId)) continue;
    const sum = of(entry.product);
    sum.spread += minor(entry.documentAmount);
    if (entry.order) sum.orders.add(entry.order.number);
  }
  return [...sums.values()].map(({ product, quantity, factory, spread, orders }) => ({
    product,
    quantity: formatQuantity(quantity),
    factory: formatAmount(factory, currency),
    spread: formatAmount(spread, currency),
    orders: [...orders].sort(),
  }));
}

/** The sums of all of them. */
export function shareTotals(shares: readonly ProductShare[], currency: string): { factory: string; spread: string } {
  const sum = (of: (share: ProductShare) => string) =>
    formatAmount(
      shares.reduce((total, share) => {
        const read = parseAmount(of(share), currency);
        return read.ok ? total + read.value : total;
      }, 0n),
      currency,
    );
  return { factory: sum((share) => share.factory), spread: sum((share) => share.spread) };
}
