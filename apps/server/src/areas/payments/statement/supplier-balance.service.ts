import type { SupplierBalance, SupplierSum } from '@quayside/contracts/payments/supplier-statements';
import { formatAmount } from '@quayside/domain/money/money';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { notFound } from '../../../http/errors.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { type BalancePart, type BalanceRow, findBalance } from './supplier-balance.views.ts';

/** The supplier that a statement is about. */
export async function supplierOf(w: Work, id: string): Promise<SupplierBalance['supplier']> {
  const supplier = (await suppliersByIds(w, [id])).get(id);
  if (!supplier) throw notFound();
  const { companyName, localName } = supplier;
  return { id, companyName, localName };
}

/** What is owed to a supplier, by currency. */
export async function getSupplierBalance(w: Work, supplierId: string): Promise<SupplierBalance> {
  const today = todayOf(w);
  const found = await findBalance(w, supplierId, today);
  if (!found) throw notFound();
  const { companyName, localName, sums: rows } = found;
  const { currency: accountCurrency } = w.scope;
  const owed = rows.filter(({ part }) => OWED.includes(part));
  return {
    supplier: { id: supplierId, companyName, localName },
    accountCurrency,
    today,
    currencies: [...Map.groupBy(rows, ({ currency }) => currency)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, own]) => ofCurrency(own, currency, accountCurrency)),
    owedInAccountCurrency: formatAmount(
      total(owed, ({ baseMinor }) => baseMinor),
      accountCurrency,
    ),
    overdueInAccountCurrency: formatAmount(
      total(
        rows.filter(({ part }) => part === 'overdue'),
        ({ baseMinor }) => baseMinor,
      ),
      accountCurrency,
    ),
    withoutRate: Number(total(owed, ({ withoutRate }) => withoutRate)),
  };
}

const OWED: readonly BalancePart[] = ['overdue', 'notDue', 'withoutDay'];

const total = (rows: readonly BalanceRow[], of: (row: BalanceRow) => bigint): bigint =>
  rows.reduce((sum, row) => sum + of(row), 0n);

function ofCurrency(
  rows: readonly BalanceRow[],
  currency: string,
  accountCurrency: string,
): SupplierBalance['currencies'][number] {
  const of = (...parts: readonly BalancePart[]) => rows.filter(({ part }) => parts.includes(part));
  const sum = (...parts: readonly BalancePart[]): SupplierSum => {
    const own = of(...parts);
    return {
      count: Number(total(own, ({ count }) => count)),
      amount: formatAmount(
        total(own, ({ minor }) => minor),
        currency,
      ),
      inAccountCurrency: formatAmount(
        total(own, ({ baseMinor }) => baseMinor),
        accountCurrency,
      ),
      withoutRate: Number(total(own, ({ withoutRate }) => withoutRate)),
    };
  };
  const minorOf = (...parts: readonly BalancePart[]) => total(of(...parts), ({ minor }) => minor);
  return {
    currency,
    owed: sum(...OWED),
    overdue: sum('overdue'),
    notDue: sum('notDue'),
    withoutDay: sum('withoutDay'),
    onPurchaseOrders: sum('onPurchaseOrders'),
    credits: sum('credits'),
    deposits: sum('deposits'),
    balance: formatAmount(minorOf(...OWED) - minorOf('onPurchaseOrders', 'credits', 'deposits'), currency),
  };
}
