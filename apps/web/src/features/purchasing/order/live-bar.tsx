import { Link } from 'react-router';
import { cubicMetres, kilograms, MeasuredText } from '../../../components/ui/measured-text.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatDayShort, formatMoney, formatQuantity } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { rateWords, shownRate } from '../../../lib/words/shown-rate.ts';
import { percentOf } from '../editor/header-draft.ts';
import { useEdited } from '../editor/use-editor.ts';
import classes from './order.module.css';
import { useAmount } from './use-amount.ts';

const MOST_NAMED = 3;

/** The sums of the purchase order, which stay in view: volume, weight, total, and the first payment. */
export function LiveBar() {
  const t = useT();
  const order = useEdited((state) => state.record);
  const amount = useAmount();
  const { totals, currency, accountCurrency, rate } = order;
  const money = (value: string) => formatMoney(value, currency, { as: 'code', zero: 'figure' });
  const own = (value: string | null) => formatMoney(value, accountCurrency, { zero: 'figure' });
  const isForeign = currency !== accountCurrency;
  // The sum in account currency is that of the stored items.
  const isStored = amount === totals.amount.document;
  const words = isForeign && rate ? rateWords(shownRate(rate, { document: currency, account: accountCurrency })) : '';
  return (
    <section className={classes.live} aria-label={t('purchasing:live.label')}>
      <Figure label={t('purchasing:live.volume')} value={cubicMetres(totals.volume)}>
        {t('purchasing:live.units', { count: Number(totals.units), units: formatQuantity(totals.units, 'figure') })}
      </Figure>
      <Figure label={t('purchasing:live.weight')} value={kilograms(totals.weight)}>
        {totals.cartons === null
          ? t('purchasing:live.cartonsUnknown')
          : t('purchasing:live.cartons', { count: totals.cartons, cartons: formatCount(totals.cartons) })}
        {totals.heaviestCarton !== null && (
          <>
            ,{' '}
            <MeasuredText>
              {(words) => t('purchasing:live.heaviest', { weight: words.kilograms(totals.heaviestCarton) })}
            </MeasuredText>
          </>
        )}
      </Figure>
      <Figure label={t('purchasing:live.total')} value={money(amount)}>
        {!isForeign
          ? t('purchasing:items.count', { count: totals.itemCount })
          : rate === null
            ? t('purchasing:live.noRate')
            : isStored
              ? t('purchasing:live.inAccount', { amount: own(totals.amount.account), rate: words })
              : words}
      </Figure>
      <Deposit money={money} own={own} isForeign={isForeign} />
      <Unknown />
    </section>
  );
}

function Figure({
  label,
  value,
  isStrong,
  children,
}: {
  label: string;
  value: React.ReactNode;
  isStrong?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div data-strong={isStrong || undefined}>
      <span>{label}</span>
      <b>{value}</b>
      <small>{children}</small>
    </div>
  );
}

/** The first payment, with its day. */
function Deposit({
  money,
  own,
  isForeign,
}: {
  money: (value: string) => string;
  own: (value: string | null) => string;
  isForeign: boolean;
}) {
  const t = useT();
  const [first, second] = useEdited((state) => state.record.paymentTerms);
  const status = useEdited((state) => state.record.status);
  if (!first)
    return (
      <Figure label={t('purchasing:live.payment')} value={EN_DASH}>
        {t('purchasing:terms.none')}
      </Figure>
    );
  const name = t(second ? 'purchasing:live.deposit' : 'purchasing:live.payment');
  return (
    <Figure
      label={first.dueDate ? t('purchasing:live.due', { name, day: formatDayShort(first.dueDate) }) : name}
      value={money(first.amountDue)}
      isStrong
    >
      {isForeign && first.amountDueInAccountCurrency !== null && `${own(first.amountDueInAccountCurrency)}, `}
      {status === 'DRAFT'
        ? t('purchasing:live.whenSent')
        : t('purchasing:live.share', { percent: percentOf(first.percentOfPayment) })}
    </Figure>
  );
}

/** Names the products whose measures are missing, because the sums are unknown without them. */
function Unknown() {
  const t = useT();
  const skus = useEdited(({ rows }) =>
    [...rows.values()]
      .flatMap(({ stored: item }) =>
        item?.product && (item.cartons === null || item.volume === null || item.weight === null)
          ? [item.product.sku]
          : [],
      )
      .join('\n'),
  );
  if (skus === '') return null;
  const all = [...new Set(skus.split('\n'))];
  const shown = all.slice(0, MOST_NAMED);
  return (
    <p className={classes.unknown}>
      {t('purchasing:live.unknown')}{' '}
      {shown.map((sku, index) => (
        <span key={sku}>
          {index > 0 && ', '}
          <Link to={paths.product(sku, 'case-packaging')}>{sku}</Link>
        </span>
      ))}
      {all.length > shown.length && ` ${t('purchasing:live.more', { count: all.length - shown.length })}`}
    </p>
  );
}
