import { convert, parseRate, RATE_ONE, type Rate } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { creditsOf } from './cost-lines.ts';
import { currentHeads } from '../rows/allocations.queries.ts';
import { saveInvoiceTotals } from '../rows/totals.queries.ts';
import type { CostLineRow } from '../costs.types.ts';
import { invoiceHeads, linesById, linesOfInvoices } from './costs.views.ts';

type Totals = Parameters<typeof saveInvoiceTotals>[1][number];
type Head = Awaited<ReturnType<typeof invoiceHeads>>[number];

/**
 * The net amount and the taxes of a line in one currency. In account currency they are null if there is no exchange
 * rate.
 */
interface Parts<T> {
  readonly net: T;
  readonly recoverableTax: T;
  readonly costTax: T;
}

/**
 * Refreshes the sums of invoices from their lines, in both currencies. An excluded line counts as excluded with its
 * whole amount and does not have to be assigned. Returns whether any of the invoices has an amount.
 */
export async function refreshInvoiceTotals(w: Work, invoiceIds: readonly string[]): Promise<boolean> {
  const heads = await invoiceHeads(w, invoiceIds);
  const live = await linesOfInvoices(w, invoiceIds, 'live');
  const lines = Map.groupBy(live, (l) => l.invoiceId);
  const allocations = new Map((await currentHeads(w, invoiceIds)).map((a) => [a.lineId, a]));
  const inAccount = await accountParts(w, live);
  const isPaidAtOther = live.some((l) => l.rate !== l.ownRate);
  const booked = isPaidAtOther ? await accountParts(w, live, (l) => l.ownRate) : inAccount;
  const totalsOf = (head: Head): Totals => {
    const own = lines.get(head.id) ?? [];
    const net = sum(own.map((l) => l.amountMinor));
    const recoverable = sum(own.map((l) => documentParts(l).recoverableTax));
    const costTax = sum(own.map((l) => documentParts(l).costTax));
    const cost = (l: CostLineRow) => l.amountMinor + documentParts(l).costTax;
    const left = (l: CostLineRow) => (l.isExcluded ? 0n : (allocations.get(l.id)?.unassignedDocumentMinor ?? cost(l)));
    const part = (l: CostLineRow, key: keyof Parts<bigint>) => inAccount.get(l.id)?.[key] ?? null;
    const costAccount = (l: CostLineRow) => added(part(l, 'net'), part(l, 'costTax'));
    const leftAccount = (l: CostLineRow) => {
      const allocation = allocations.get(l.id);
      return l.isExcluded ? 0n : allocation ? allocation.unassignedAccountMinor : costAccount(l);
    };
    const total = (of: (l: CostLineRow) => bigint | null) => own.reduce<bigint | null>((s, l) => added(s, of(l)), 0n);
    const differenceMinor = head.totalMinor === null ? 0n : head.totalMinor - net - recoverable - costTax;
    // The lines of a credit note are converted at the rate of the credited invoice, so its difference is converted at
    // that rate too.
    const crediting = own.find((l) => l.creditsLineId !== null);
    const difference = (text: string | null) => {
      const rate = rateOf(w, head.currency, text);
      return rate ? convert(differenceMinor, head.currency, w.scope.currency, rate) : null;
    };
    const costDifference = difference(crediting?.rate ?? head.rate);
    const worth = own.reduce((s, l) => added(s, all(inAccount.get(l.id))), costDifference);
    const bookedWorth = own.reduce(
      (s, l) => added(s, all(booked.get(l.id))),
      difference(crediting?.ownRate ?? head.ownRate),
    );
    return {
      invoice_id: head.id,
      line_count: own.length,
      lines_minor: net,
      recoverable_tax_minor: recoverable,
      cost_tax_minor: costTax,
      assigned_minor: sum(own.map((l) => (l.isExcluded ? 0n : cost(l) - left(l)))),
      unassigned_minor: sum(own.map(left)),
      unassigned_line_count: own.filter((l) => left(l) !== 0n).length,
      excluded_minor: sum(own.map((l) => (l.isExcluded ? cost(l) : 0n))),
      lines_account_minor: total((l) => part(l, 'net')),
      recoverable_tax_account_minor: total((l) => part(l, 'recoverableTax')),
      cost_tax_account_minor: total((l) => part(l, 'costTax')),
      difference_account_minor: costDifference,
      booked_minor: bookedWorth === worth ? null : bookedWorth,
      assigned_account_minor: total((l) => (l.isExcluded ? 0n : added(costAccount(l), negated(leftAccount(l))))),
      unassigned_account_minor: total(leftAccount),
      excluded_account_minor: total((l) => (l.isExcluded ? costAccount(l) : 0n)),
    };
  };
  await saveInvoiceTotals(w, heads.map(totalsOf));
  return lines.size > 0 || heads.some((head) => head.totalMinor !== null);
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((s, amount) => s + amount, 0n);
const added = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b);
const negated = (a: bigint | null): bigint | null => (a === null ? null : -a);

const documentParts = (line: CostLineRow): Parts<bigint> => ({
  net: line.amountMinor,
  recoverableTax: line.isTaxRecoverable ? line.taxMinor : 0n,
  costTax: line.isTaxRecoverable ? 0n : line.taxMinor,
});
const plus = (a: Parts<bigint>, b: Parts<bigint>): Parts<bigint> => ({
  net: a.net + b.net,
  recoverableTax: a.recoverableTax + b.recoverableTax,
  costTax: a.costTax + b.costTax,
});

/** The net amount and the taxes of a line together. */
const all = (parts: Parts<bigint | null> | undefined): bigint | null =>
  parts === undefined ? null : added(added(parts.net, parts.recoverableTax), parts.costTax);

/**
 * The net amount and the taxes of each line in account currency, each converted separately. The value of a credit is
 * the remaining part of the credited line after the credit, minus its remaining part before it. Lines are converted
 * at the rate that makes their cost, unless `rateText` names another one.
 */
export async function accountParts(
  w: Work,
  lines: readonly CostLineRow[],
  rateText: (line: CostLineRow) => string | null = (line) => line.rate,
): Promise<Map<string, Parts<bigint | null>>> {
  const rootIds = [...new Set(lines.flatMap((line) => line.creditsLineId ?? []))];
  const roots = new Map((await linesById(w, rootIds)).map((root) => [root.id, root]));
  const credits = await creditsOf(w, rootIds);
  return new Map(
    lines.map((line) => {
      const rate = rateOf(w, line.currency, rateText(line));
      const own = documentParts(line);
      const root = line.creditsLineId === null ? undefined : roots.get(line.creditsLineId);
      const earlier = (credits.get(line.creditsLineId ?? '') ?? []).filter((credit) => credit.id < line.id);
      const before = root
        ? [root, ...earlier].map(documentParts).reduce(plus)
        : { net: 0n, recoverableTax: 0n, costTax: 0n };
      const worth = (key: keyof Parts<bigint>) => {
        if (!rate) return null;
        const of = (minor: bigint) => convert(minor, line.currency, w.scope.currency, rate);
        return of(before[key] + own[key]) - of(before[key]);
      };
      return [line.id, { net: worth('net'), recoverableTax: worth('recoverableTax'), costTax: worth('costTax') }];
    }),
  );
}

/** The exchange rate from a currency to the account's currency; null for a foreign currency without a rate. */
function rateOf(w: Work, currency: string, text: string | null): Rate | null {
  if (currency === w.scope.currency) return RATE_ONE;
  if (text === null) return null;
  const rate = parseRate(text);
  if (!rate.ok) throw new RangeError(`Stored rate ${text} cannot be read`);
  return rate.value;
}
