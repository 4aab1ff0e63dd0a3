import { getProductCompleteness } from '@quayside/contracts/products/product-completeness';
import { IconCircleCheck, IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { type GapCount, gapCounts, gapInUrl, type MendedGap } from './mending.ts';
import classes from './completeness.module.css';

/**
 * A line above the list of products. It counts the products without a weight or volume and the invoices that are
 * blocked by this, and links to the list of these products, where the values can be entered.
 */
export function CompletenessStrip() {
  const t = useT();
  const [params] = useSearchParams();
  const data = useQuery(read('products', getProductCompleteness, {})).data;
  const mended = gapInUrl(params);
  // The query string of the list before somebody followed the link of this line. The link back restores the filters
  // from it.
  const before = useRef<string>(undefined);
  if (mended === undefined) before.current = params.toString();
  // The data arrives after the table is shown. Reserve the height of the line, so that the table does not move.
  if (!data) return <div className={classes.strip} role="status" />;
  if (mended === undefined && data.products === 0) return null;
  const counts = gapCounts(data);
  const back = `${paths.products()}?${before.current || 'page=1'}`;
  return (
    <div className={classes.strip} role="status">
      {mended === undefined ? (
        <Gaps counts={counts} />
      ) : (
        <Mending gap={mended} count={counts.find(({ gap }) => gap === mended)} />
      )}
      {mended !== undefined && (
        <Link className={classes.link} to={back}>
          {t('products:mend.back')}
        </Link>
      )}
    </div>
  );
}

function Gaps({ counts }: { counts: readonly GapCount[] }) {
  const t = useT();
  if (counts.length === 0)
    return (
      <>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden className={classes.done} />
        {t('products:mend.complete')}
      </>
    );
  return (
    <>
      <IconScale size={16} stroke={1.75} aria-hidden className={classes.icon} />
      {counts.map(({ gap, products, invoices }, index) => (
        <Fragment key={gap}>
          {index > 0 && <span aria-hidden>·</span>}
          <span>
            <Link className={classes.link} to={paths.productsMissing(gap)}>
              {t(`products:mend.lack.${gap}`, { count: products, formatted: formatCount(products) })}
            </Link>
            {invoices > 0 && <> · {t('products:mend.wait', { count: invoices })}</>}
          </span>
        </Fragment>
      ))}
    </>
  );
}

function Mending({ gap, count }: { gap: MendedGap; count: GapCount | undefined }) {
  const t = useT();
  if (!count)
    return (
      <>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden className={classes.done} />
        <b>{t(`products:mend.none.${gap}`)}</b>
      </>
    );
  return (
    <>
      <IconScale size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <span>
        <b>{t(`products:mend.left.${gap}`, { count: count.products, formatted: formatCount(count.products) })}</b>{' '}
        {count.invoices > 0 && <>{t('products:mend.wait', { count: count.invoices })}. </>}
        {t('products:mend.how')}
      </span>
    </>
  );
}
