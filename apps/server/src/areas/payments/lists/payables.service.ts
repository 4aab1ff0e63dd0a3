import { formatAmount } from '@quayside/domain/money/money';
import { bucketOf, DUE_BUCKETS } from '@quayside/domain/payables/calendar';
import { envelope } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { type PayableFilter } from './payables.list.views.ts';
import { listPayables } from './payables.page.views.ts';
import { keptFilterOf, listOwedByDay, type OwedSum, sumKept, sumPayables } from './payables.sums.views.ts';
import { toPayment } from './payments.answers.ts';
import type { QueryOf } from '../payments.types.ts';

/** One page of instalments. */
export async function listPayments(w: Work, q: QueryOf<'listPayments'>) {
  const { rows, count, window } = await listPayables(w, q);
  return envelope(
    rows.map((row) => toPayment(w, row)),
    count,
    window,
  );
}

/**
 * The exact number of the instalments that match a filter, and what is open of them. Where the filter allows, it is
 * read from the kept sums, however many instalments there are.
 */
export async function paymentTotals(w: Work, q: PayableFilter) {
  const kept = keptFilterOf(w, q);
  return owed(w, kept ? await sumKept(w, kept) : await sumPayables(w, q));
}

/** What is open, by how late or how soon it is due. */
export async function listBuckets(w: Work) {
  const today = todayOf(w);
  const sums = await listOwedByDay(w);
  const byBucket = Map.groupBy(sums, ({ dueOn }) => bucketOf(dueOn, today));
  return {
    today,
    buckets: DUE_BUCKETS.map((bucket) => ({ bucket, ...owed(w, byBucket.get(bucket) ?? []) })),
  };
}

/** Adds sums up, by currency and in account currency. */
function owed(w: Work, sums: readonly OwedSum[]) {
  const { currency: accountCurrency } = w.scope;
  const add = (rows: readonly OwedSum[], of: (row: OwedSum) => bigint) => rows.reduce((sum, row) => sum + of(row), 0n);
  const byCurrency = [...Map.groupBy(sums, ({ currency }) => currency)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    count: Number(add(sums, ({ count }) => count)),
    owed: byCurrency.map(([currency, rows]) => ({
      currency,
      count: Number(add(rows, ({ count }) => count)),
      open: formatAmount(
        add(rows, ({ owedMinor }) => owedMinor),
        currency,
      ),
    })),
    accountCurrency,
    openInAccountCurrency: formatAmount(
      add(sums, ({ owedBaseMinor }) => owedBaseMinor),
      accountCurrency,
    ),
    withoutRate: Number(add(sums, ({ withoutRate }) => withoutRate)),
  };
}
