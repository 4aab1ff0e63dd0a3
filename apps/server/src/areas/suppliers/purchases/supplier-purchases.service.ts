import type { SupplierPurchases } from '@quayside/contracts/suppliers/suppliers';
import { todayIn } from '@quayside/domain/days/days';
import { formatAmount, formatQuantity, unitCost } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { netPerMonth, type ProductRow, sumsPerCurrency, sumsPerProduct } from './supplier-purchases.views.ts';
import { getSupplier } from '../edit/suppliers.service.ts';

const MOST_PRODUCTS = 100;
const MONTHS = 12;

/** Sums the purchases from a supplier, separately for each currency. No amount is converted. */
export async function getPurchases(w: Work, supplierId: string): Promise<SupplierPurchases> {
  await getSupplier(w, supplierId);
  const months = lastMonths(todayIn(w.now.getTime(), w.scope.timeZone), MONTHS);
  const perMonth = await netPerMonth(w, supplierId, `${months[0] ?? ''}-01`);
  const currencies = await sumsPerCurrency(w, supplierId);
  return {
    currencies: currencies.map((c) => {
      const money = (minor: bigint) => formatAmount(minor, c.currency);
      const [invoiced, credited] = [BigInt(c.invoiced), BigInt(c.credited)];
      const nets = new Map(perMonth.filter((m) => m.currency === c.currency).map((m) => [m.month, BigInt(m.net)]));
      return {
        currency: c.currency,
        invoices: Number(c.invoices),
        unconfirmed: Number(c.unconfirmed),
        invoiced: money(invoiced),
        credited: money(credited),
        net: money(invoiced + credited),
        firstDate: c.firstDate,
        lastDate: c.lastDate,
        months: months.map((month) => ({ month, net: money(nets.get(month) ?? 0n) })),
      };
    }),
    products: (await sumsPerProduct(w, supplierId, MOST_PRODUCTS)).map(toProduct),
  };
}

function toProduct(r: ProductRow): SupplierPurchases['products'][number] {
  return {
    product: { id: r.id, sku: r.sku, name: r.name },
    currency: r.currency,
    units: formatQuantity(BigInt(r.units)),
    amount: formatAmount(BigInt(r.amount), r.currency),
    lastUnitPrice:
      r.lastAmount === null || r.lastUnits === null ? null : unitCost(r.lastAmount, BigInt(r.lastUnits), r.currency),
    lastDate: r.lastDate,
  };
}

/** The `count` months that end with the month of the given day, oldest first and in the form "2026-11". */
export function lastMonths(today: string, count: number): string[] {
  const newest = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, i) => {
    const month = newest - (count - 1 - i);
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
