import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { listPaymentBuckets } from '@quayside/contracts/payments/payments';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';

type Bucket = ResponseOf<typeof listPaymentBuckets>['buckets'][number];
const LATE = ['LATE_OVER_30', 'LATE_1_TO_30'];

/** The sums over all buckets, and the share of each in thousandths, which is only drawn. */
export function sumBuckets(buckets: readonly Bucket[]) {
  const currency = buckets[0]?.accountCurrency ?? '';
  const minor = (text: string, of = currency) => minorOfText(text, of) ?? 0n;
  const add = (of: readonly Bucket[]) =>
    of.reduce((sum, { openInAccountCurrency }) => sum + minor(openInAccountCurrency), 0n);
  const open = add(buckets);
  const late = add(buckets.filter(({ bucket }) => LATE.includes(bucket)));
  const owed = Map.groupBy(
    buckets.flatMap((one) => one.owed),
    (one) => one.currency,
  );
  return {
    count: buckets.reduce((sum, { count }) => sum + count, 0),
    withoutRate: buckets.reduce((sum, { withoutRate }) => sum + withoutRate, 0),
    open: formatAmount(open, currency),
    overdue: late > 0n ? formatAmount(late, currency) : undefined,
    currencies: [...owed]
      .map(([code, parts]) => ({
        currency: code,
        amount: formatAmount(
          parts.reduce((sum, part) => sum + minor(part.open, code), 0n),
          code,
        ),
      }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    parts:
      open <= 0n
        ? []
        : buckets
            .map(({ bucket, openInAccountCurrency }) => ({
              bucket,
              permille: Number((minor(openInAccountCurrency) * 1000n + open / 2n) / open),
            }))
            .filter(({ permille }) => permille > 0),
  };
}
