import { convert, parseRate, RATE_ONE } from '@quayside/domain/money/money';
import type { Work } from '../../db/tx.ts';
import { currentHeads, saveInvoiceTotals } from './costs.queries.ts';
import type { LineRow } from './costs.types.ts';
import { invoiceHeads, linesOfInvoices } from './costs.views.ts';

type Totals = Parameters<typeof saveInvoiceTotals>[1][number];

/** Sums of invoices from their lines, in both currencies. Excluded lines are wholly excluded: they need no assigning. Answers whether any figure is there. */
export async function refreshInvoiceTotals(w: Work, invoiceIds: readonly string[]): Promise<boolean> {
  const heads = await invoiceHeads(w, invoiceIds);
  const lines = Map.groupBy(await linesOfInvoices(w, invoiceIds, 'live'), (l) => l.invoiceId);
  const allocations = new Map((await currentHeads(w, invoiceIds)).map((a) => [a.lineId, a]));
  await saveInvoiceTotals(
    w,
    heads.map((head): Totals => {
      const own = lines.get(head.id) ?? [];
      const rate = head.currency === w.scope.currency ? RATE_ONE : head.rate === null ? null : parsed(head.rate);
      const toAccount = (minor: bigint) => (rate ? convert(minor, head.currency, w.scope.currency, rate) : null);
      const sum = (of: (l: LineRow) => bigint | null) =>
        own.reduce<bigint | null>((total, l) => {
          const x = of(l);
          return total === null || x === null ? null : total + x;
        }, 0n);
      const tax = (l: LineRow, recoverable: boolean) => (l.isTaxRecoverable === recoverable ? l.taxMinor : 0n);
      const cost = (l: LineRow) => l.amountMinor + tax(l, false);
      const costAccount = (l: LineRow) => {
        const a = toAccount(l.amountMinor);
        const t = toAccount(tax(l, false));
        return a === null || t === null ? null : a + t;
      };
      const linesMinor = sum((l) => l.amountMinor) ?? 0n;
      const recoverable = sum((l) => tax(l, true)) ?? 0n;
      const costTax = sum((l) => tax(l, false)) ?? 0n;
      const left = (l: LineRow) => (l.isExcluded ? 0n : (allocations.get(l.id)?.unassignedDocumentMinor ?? cost(l)));
      const leftAccount = (l: LineRow) =>
        l.isExcluded ? 0n : allocations.has(l.id) ? (allocations.get(l.id)?.unassignedAccountMinor ?? null) : costAccount(l);
      const assigned = (l: LineRow) => (l.isExcluded ? 0n : cost(l) - left(l));
      const assignedAccount = (l: LineRow) => {
        const c = costAccount(l);
        const u = leftAccount(l);
        return l.isExcluded ? 0n : c === null || u === null ? null : c - u;
      };
      return {
        invoice_id: head.id,
        line_count: own.length,
        lines_minor: linesMinor,
        recoverable_tax_minor: recoverable,
        cost_tax_minor: costTax,
        assigned_minor: sum(assigned) ?? 0n,
        unassigned_minor: sum(left) ?? 0n,
        unassigned_line_count: own.filter((l) => left(l) !== 0n).length,
        excluded_minor: sum((l) => (l.isExcluded ? cost(l) : 0n)) ?? 0n,
        lines_account_minor: sum((l) => toAccount(l.amountMinor)),
        recoverable_tax_account_minor: sum((l) => toAccount(tax(l, true))),
        cost_tax_account_minor: sum((l) => toAccount(tax(l, false))),
        difference_account_minor: head.totalMinor === null ? toAccount(0n) : toAccount(head.totalMinor - linesMinor - recoverable - costTax),
        assigned_account_minor: sum(assignedAccount),
        unassigned_account_minor: sum(leftAccount),
        excluded_account_minor: sum((l) => (l.isExcluded ? costAccount(l) : 0n)),
      };
    }),
  );
  return lines.size > 0 || heads.some((head) => head.totalMinor !== null);
}

function parsed(text: string) {
  const rate = parseRate(text);
  if (!rate.ok) throw new RangeError(`Stored rate ${text} cannot be read`);
  return rate.value;
}
