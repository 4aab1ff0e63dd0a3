import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type {
  ExchangeDifference,
  exchangeDifferenceTotals,
  listExchangeDifferences as listSpec,
} from '@quayside/contracts/payments/exchange-differences';
import { formatAmount } from '@quayside/domain/money/money';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import {
  type DifferenceFilter,
  type DifferenceRow,
  listDifferenceRows,
  sumDifferences,
} from './exchange-differences.views.ts';

/** One page of exchange differences by month, supplier or document. */
export async function listExchangeDifferences(w: Work, q: QueryOut<typeof listSpec>) {
  const { rows, count, window } = await listDifferenceRows(w, q);
  return envelope(
    rows.map((row) => toDifference(w, row)),
    count,
    window,
  );
}

/** The exact number of rows, and the sums of all settlements that match a filter. */
export async function exchangeTotals(
  w: Work,
  q: DifferenceFilter,
): Promise<ResponseOf<typeof exchangeDifferenceTotals>> {
  const sums = await sumDifferences(w, q);
  return { count: Number(sums.count), accountCurrency: w.scope.currency, ...shownSums(w, sums) };
}

const toDifference = (w: Work, row: DifferenceRow): ExchangeDifference => ({
  id: row.id,
  month: row.month,
  supplier:
    row.supplier_id === null || row.company_name === null
      ? null
      : { id: row.supplier_id, companyName: row.company_name, localName: row.local_name },
  document:
    row.document_type === null || row.number === null || row.currency === null
      ? null
      : { type: row.document_type, id: row.id, number: row.number, date: row.date, currency: row.currency },
  ...shownSums(w, row),
});

const shownSums = (
  w: Work,
  sums: Pick<
    DifferenceRow,
    'settlements' | 'base_minor' | 'booked_minor' | 'difference_minor' | 'fee_minor' | 'without_rate'
  >,
) => {
  const { currency } = w.scope;
  return {
    settlements: Number(sums.settlements),
    base: formatAmount(sums.base_minor, currency),
    booked: formatAmount(sums.booked_minor, currency),
    exchangeDifference: formatAmount(sums.difference_minor, currency),
    fees: formatAmount(sums.fee_minor, currency),
    withoutRate: Number(sums.without_rate),
  };
};
