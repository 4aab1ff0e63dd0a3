import type { Work } from '../../../db/tx.ts';
import { currentHeads } from '../rows/allocations.queries.ts';
import { linesOfInvoices } from '../ledger/costs.views.ts';
import { accountParts } from '../ledger/invoice-totals.ts';
import { partlyConverted, type Sums } from './reconciliation.views.ts';

const NAMES = ['assigned', 'unassigned', 'excluded', 'recoverable_tax', 'difference', 'total'] as const;
type AccountSums = Pick<Sums, (typeof NAMES)[number]>;

/**
 * Adds what is converted of credit notes that credit lines of invoices with a rate and of invoices without one: their
 * entries count in products, so that they count here too. The rest of them is NO_RATE, line by line.
 */
export async function withPartlyConverted<S extends AccountSums>(w: Work, sums: S): Promise<S> {
  const notes = await partlyConverted(w);
  if (notes.length === 0) return sums;
  const more = await sumsOf(w, notes);
  const added = Object.fromEntries(NAMES.map((name) => [name, String(BigInt(sums[name]) + more[name])]));
  return { ...sums, ...added };
}

async function sumsOf(w: Work, notes: Awaited<ReturnType<typeof partlyConverted>>) {
  const ids = notes.map(({ id }) => id);
  const lines = await linesOfInvoices(w, ids, 'live');
  const parts = await accountParts(w, lines);
  const allocations = new Map((await currentHeads(w, ids)).map((head) => [head.lineId, head]));
  const sums = { assigned: 0n, unassigned: 0n, excluded: 0n, recoverable_tax: 0n, difference: 0n, total: 0n };
  for (const line of lines) {
    const { net = null, costTax = null, recoverableTax = null } = parts.get(line.id) ?? {};
    if (net === null || costTax === null || recoverableTax === null) continue;
    const cost = net + costTax;
    const left = allocations.get(line.id)?.unassignedAccountMinor ?? cost;
    if (line.isExcluded) sums.excluded += cost;
    else {
      sums.unassigned += left;
      sums.assigned += cost - left;
    }
    sums.recoverable_tax += recoverableTax;
    sums.total += cost + recoverableTax;
  }
  for (const { differenceMinor } of notes) {
    sums.difference += differenceMinor ?? 0n;
    sums.total += differenceMinor ?? 0n;
  }
  return sums;
}
