import { Skeleton } from '@mantine/core';
import type { listPaymentBuckets } from '@quayside/contracts/payments/payments';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { chip } from '../../../lib/list-filter.ts';
import { paths } from '../../../lib/paths.ts';
import { bucketsQuery } from '../api.ts';
import { CurrencySums } from '../currency-sums.tsx';
import classes from './buckets.module.css';
import { sumBuckets } from './sum-buckets.ts';

type Bucket = ResponseOf<typeof listPaymentBuckets>['buckets'][number];

/** What is open, by how late or how soon it is due. Each part filters the list below. */
export function BucketsCard() {
  const t = useT();
  const query = useQuery(bucketsQuery());
  if (query.isError && !query.data)
    return <ErrorState error={query.error} entity={t('payments:entities')} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={118} radius={10} aria-label={t('loading')} />;
  const { buckets } = query.data;
  const sum = sumBuckets(buckets);
  if (sum.count === 0) return null;
  const currency = buckets[0]?.accountCurrency ?? '';
  const money = (amount: string) => formatMoney(amount, currency, { zero: 'figure' });
  return (
    <section className={classes.card} aria-label={t('payments:buckets.label')}>
      <div className={classes.head}>
        <div>
          <p className={classes.label}>{t('payments:buckets.unpaid', { count: sum.count })}</p>
          <p className={`${classes.figure} num`}>{money(sum.open)}</p>
        </div>
        {sum.overdue !== undefined && (
          <span className={classes.overdue}>
            <Chip icon={IconAlertTriangle} tone="danger">
              {t('payments:buckets.overdue', { amount: money(sum.overdue) })}
            </Chip>
          </span>
        )}
        <div className={classes.bar} role="img" aria-label={t('payments:buckets.label')}>
          {sum.parts.map(({ bucket, permille }) => (
            <i key={bucket} data-bucket={bucket} style={{ flexGrow: permille }} />
          ))}
        </div>
        <p className={classes.currencies}>
          <CurrencySums sums={sum.currencies} />
          {sum.withoutRate > 0 && (
            <span className={classes.unrated}>{t('payments:buckets.withoutRate', { count: sum.withoutRate })}</span>
          )}
        </p>
      </div>
      <ul className={classes.buckets}>
        {buckets
          .filter(({ bucket, count }) => bucket !== 'NO_DAY' || count > 0)
          .map((one) => (
            <BucketLink key={one.bucket} bucket={one} words={money(one.openInAccountCurrency)} />
          ))}
      </ul>
    </section>
  );
}

function BucketLink({ bucket: { bucket, count }, words }: { bucket: Bucket; words: string }) {
  const t = useT();
  const [params] = useSearchParams();
  const isChosen = params.get('f.bucket.in') === bucket;
  const chips = [chip('status', 'in', 'UNPAID'), ...(isChosen ? [] : [chip('bucket', 'in', bucket)])];
  const query = new URLSearchParams(chips.map(({ field, op, values }) => [`f.${field}.${op}`, values[0] ?? '']));
  return (
    <li className={classes.bucket}>
      <Link
        to={`${paths.payables()}?${query}`}
        className={classes.link}
        aria-current={isChosen || undefined}
        data-chosen={isChosen || undefined}
      >
        <span className={classes.name}>
          <i data-bucket={bucket} aria-hidden />
          {t(`payments:bucket.${bucket}`)}
        </span>
        <b className="num">{words}</b>
        <span className="quiet">{t('payments:buckets.count', { count })}</span>
      </Link>
    </li>
  );
}
