import type { OrderRef } from '@quayside/contracts/order-ref';
import type { CostEntry } from '@quayside/contracts/costs/costs';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { formatAmount, formatQuantity, minorOfText, parseQuantity } from '@quayside/domain/money/money';

/** The costs of one product on an invoice, in the currency of the invoice. */
interface ProductShare {
  readonly product: { readonly id: string; readonly sku: string; readonly name: string };
  /** The number of units on the factory lines of the product. */
  readonly quantity: string;
  /** The cost of the factory lines of the product. */
  readonly factory: string;
  /** The cost that the other lines of the invoice add to the product. */
  readonly spread: string;
  readonly orders: readonly OrderRef[];
}
interface Sums {
  product: ProductShare['product'];
  quantity: bigint;
  factory: bigint;
  spread: bigint;
  orders: Map<string, OrderRef>;
}

/**
 * First the products on the lines of an invoice, in the order of the lines, then the products of other invoices over
 * which the lines are spread. Factory amounts come from the lines; all other amounts come from the stored shares,
 * without excluded ones.
 */
export function productShares(
  lines: readonly InvoiceLine[],
  entries: readonly CostEntry[],
  currency: string,
): ProductShare[] {
  const sums = new Map<string, Sums>();
  const of = (product: ProductShare['product']): Sums => {
    const known = sums.get(product.id) ?? {
      product,
      quantity: 0n,
      factory: 0n,
      spread: 0n,
      orders: new Map<string, OrderRef>(),
    };
    sums.set(product.id, known);
    return known;
  };
  const minor = (amount: string): bigint => minorOfText(amount, currency) ?? 0n;
  const factoryLines = new Set<string>();
  for (const line of lines) {
    if (!line.product) continue;
    const sum = of(line.product);
    if (line.costType !== 'FACTORY_INVOICE') continue;
    factoryLines.add(line.invoiceLineId);
    const quantity = parseQuantity(line.quantity);
    sum.quantity += quantity.ok ? quantity.value : 0n;
    sum.factory += minor(line.cost.document);
    if (line.order) sum.orders.set(line.order.id, line.order);
  }
  for (const entry of entries) {
    if (entry.isExcluded || factoryLines.has(entry.lineId)) continue;
    const sum = of(entry.product);
    sum.spread += minor(entry.documentAmount);
    if (entry.order) sum.orders.set(entry.order.id, entry.order);
  }
  return [...sums.values()].map(({ product, quantity, factory, spread, orders }) => ({
    product,
    quantity: formatQuantity(quantity),
    factory: formatAmount(factory, currency),
    spread: formatAmount(spread, currency),
    orders: [...orders.values()].toSorted((a, b) => (a.number < b.number ? -1 : 1)),
  }));
}

/** The totals over all products. */
export function shareTotals(shares: readonly ProductShare[], currency: string): { factory: string; spread: string } {
  const sum = (of: (share: ProductShare) => string) =>
    formatAmount(
      shares.reduce((total, share) => total + (minorOfText(of(share), currency) ?? 0n), 0n),
      currency,
    );
  return { factory: sum((share) => share.factory), spread: sum((share) => share.spread) };
}
