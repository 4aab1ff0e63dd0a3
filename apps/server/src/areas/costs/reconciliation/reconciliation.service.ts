import type {
  listReconciliationItems,
  Reconciliation,
  ReconciliationItem,
} from '@quayside/contracts/costs/cost-reports';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { formatAmount } from '@quayside/domain/money/money';
import { envelope, pageWindow } from '../../../db/paging.ts';
import { planForAverageAccount } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { linesById } from '../ledger/costs.views.ts';
import { accountParts } from '../ledger/invoice-totals.ts';
import { withPartlyConverted } from './partly-converted.service.ts';
import {
  type ItemRow,
  itemsPage,
  lastCheck,
  sumOfOpening,
  type Sums,
  sumOfProducts,
  sumsByCurrency,
  sumsInAccount,
  unassignedByReason,
} from './reconciliation.views.ts';

/**
 * Compares costs with invoices: assigned + unassigned + excluded + tax + difference = invoices. The equation is checked
 * for each currency, in account currency, and over all products.
 */
export async function reconciliation(w: Work): Promise<Reconciliation> {
  const { currency } = w.scope;
  await planForAverageAccount(w.tx);
  const [account, products, checked] = [
    await withPartlyConverted(w, await sumsInAccount(w)),
    await sumOfProducts(w),
    await lastCheck(w),
  ];
  const landed = products.factory + products.inbound;
  const opening = await sumOfOpening(w);
  return {
    currencies: (await sumsByCurrency(w)).map((s) => ({
      currency: s.currency,
      invoices: Number(s.invoices),
      withoutTotal: Number(s.without_total),
      ...reconciled(s, s.currency),
    })),
    account: {
      currency,
      invoices: Number(account.invoices),
      withoutRate: Number(account.without_rate),
      ...reconciled(account, currency),
    },
    products: {
      factory: formatAmount(products.factory, currency),
      inbound: formatAmount(products.inbound, currency),
      landed: formatAmount(landed, currency),
      equalsAssigned: landed === BigInt(account.assigned),
    },
    openingStock: {
      lots: Number(opening.lots),
      units: Number(opening.units),
      landed: formatAmount(opening.landed, currency),
    },
    unassignedByReason: (await unassignedByReason(w)).map((r) => ({
      reason: r.reason,
      currency: r.currency,
      lines: Number(r.lines),
      amount: formatAmount(BigInt(r.amount), r.currency),
    })),
    lastCheck: checked && { at: checked.finishedAt.toISOString(), broken: checked.broken },
  };
}

function reconciled(s: Sums, currency: string) {
  const sums = {
    assigned: BigInt(s.assigned),
    unassigned: BigInt(s.unassigned),
    excluded: BigInt(s.excluded),
    recoverableTax: BigInt(s.recoverable_tax),
    difference: BigInt(s.difference),
  };
  const money = (minor: bigint) => formatAmount(minor, currency);
  return {
    assigned: money(sums.assigned),
    unassigned: money(sums.unassigned),
    excluded: money(sums.excluded),
    recoverableTax: money(sums.recoverableTax),
    difference: money(sums.difference),
    total: money(BigInt(s.total)),
    addsUp: Object.values(sums).reduce((x, y) => x + y, 0n) === BigInt(s.total),
  };
}

/** Lists every line and every invoice with an amount that is not assigned to products. */
export async function reconciliationItems(
  w: Work,
  query: QueryOut<typeof listReconciliationItems>,
): Promise<Page<ReconciliationItem>> {
  const window = pageWindow(query);
  const { rows, count } = await itemsPage(w, query, window);
  const whole = await linesById(w, [
    ...new Set(rows.flatMap((r) => (r.account_minor === null ? (r.line_id ?? []) : []))),
  ]);
  const parts = await accountParts(w, whole);
  return envelope(
    rows.map((r) => toItem(r, r.account_minor ?? inAccount(r, parts), w.scope.currency)),
    count,
    window,
  );
}

type LineParts = Awaited<ReturnType<typeof accountParts>>;

/** The value of a line in account currency if none is stored for it; null when its invoice has no exchange rate. */
function inAccount(r: ItemRow, parts: LineParts): bigint | null {
  const part = parts.get(r.line_id ?? '');
  if (!part) return null;
  if (r.kind === 'TAX') return part.recoverableTax;
  return part.net === null || part.costTax === null ? null : part.net + part.costTax;
}

function toItem(r: ItemRow, accountMinor: bigint | null, accountCurrency: string): ReconciliationItem {
  return {
    kind: r.kind,
    invoice: {
      id: r.invoice_id,
      number: r.invoice_number,
      supplierName: r.company_name,
      date: r.date,
      status: r.status,
    },
    line:
      r.line_id === null || r.cost_type === null
        ? null
        : { id: r.line_id, position: r.position ?? 0, name: r.line_name, costType: r.cost_type },
    currency: r.currency,
    amount: formatAmount(r.amount_minor, r.currency),
    accountAmount: accountMinor === null ? null : formatAmount(accountMinor, accountCurrency),
    reason: r.reason,
    exclusionReason: r.exclusion_reason,
  };
}
