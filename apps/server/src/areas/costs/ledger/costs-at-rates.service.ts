import { accountOfLeft } from '@quayside/domain/landed-cost/credits';
import { parseRate } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { counts, creditsOf, leftOf, toCostLine } from './cost-lines.ts';
import { linesOfInvoices } from './costs.views.ts';

/** What the lines of an invoice cost now and at another rate, less what was credited of them. */
interface CostsAtRate {
  readonly beforeMinor: bigint;
  readonly afterMinor: bigint;
}

/**
 * What invoices would cost at other rates; by invoice. Lines that are left out of the costs do not count. Stores
 * nothing.
 */
export async function costsAtRates(
  w: Work,
  rates: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, CostsAtRate>> {
  const lines = (await linesOfInvoices(w, [...rates.keys()], 'live')).filter(
    (line) => line.creditsLineId === null && counts(line) && !line.isExcluded,
  );
  const credits = await creditsOf(
    w,
    lines.map((line) => line.id),
  );
  const sums = new Map<string, CostsAtRate>();
  for (const line of lines) {
    const costLine = toCostLine(w, line);
    const left = leftOf(line, credits.get(line.id) ?? []);
    const rate = parseRate(rates.get(line.invoiceId) ?? '');
    if (costLine.rate === null || !rate.ok) continue;
    const { beforeMinor, afterMinor } = sums.get(line.invoiceId) ?? { beforeMinor: 0n, afterMinor: 0n };
    sums.set(line.invoiceId, {
      beforeMinor: beforeMinor + accountOfLeft(left, costLine, costLine.rate),
      afterMinor: afterMinor + accountOfLeft(left, costLine, rate.value),
    });
  }
  return sums;
}
