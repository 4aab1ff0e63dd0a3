import type { Reconciliation } from '@quayside/contracts/costs/cost-reports';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatInstant, formatMoney, formatRelative } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { filterOf, gapOf, type ItemFilter, isFilteredBy, productsGap, type Term, TERMS } from './equation.ts';
import classes from './reconciliation.module.css';

interface CardsProps {
  readonly data: Reconciliation;
  /** The URL parameters of the page. They contain the filter of the list below. */
  readonly params: URLSearchParams;
  readonly onFilter: (filter: ItemFilter) => void;
}
interface EquationProps extends Omit<CardsProps, 'data'> {
  readonly title: string;
  readonly hint: ReactNode;
  readonly sums: Reconciliation['account'] | Reconciliation['currencies'][number];
  /**
   * The currency of this equation. A click on a figure filters by this currency. Undefined for the equation of all
   * currencies.
   */
  readonly only: string | undefined;
  readonly children?: ReactNode;
}

/** One equation for the whole account, followed by one for each currency. */
export function EquationCards({ data, params, onFilter }: CardsProps) {
  const t = useT();
  const { account, currencies } = data;
  const shared = { params, onFilter };
  return (
    <div className={classes.cards}>
      <Equation
        {...shared}
        title={t('costs:reconciliation.account', { currency: account.currency })}
        hint={
          `${t('costs:reconciliation.invoices', { count: account.invoices })}, ` + t('costs:reconciliation.accountHint')
        }
        sums={account}
        only={undefined}
      >
        <AccountFoot data={data} onFilter={onFilter} />
      </Equation>
      {currencies.map((row) => (
        <Equation
          key={row.currency}
          {...shared}
          title={row.currency}
          hint={
            <>
              {t('costs:reconciliation.invoices', { count: row.invoices })}
              {row.withoutTotal > 0 && ` · ${t('costs:reconciliation.withoutTotal', { count: row.withoutTotal })}`}
            </>
          }
          sums={row}
          only={row.currency}
        >
          <Reasons {...shared} rows={data.unassignedByReason.filter(({ currency }) => currency === row.currency)} />
        </Equation>
      ))}
    </div>
  );
}

/**
 * The equation "assigned + unassigned + excluded + tax + difference = invoices". A click on a figure filters the list
 * below to the amounts behind it.
 */
function Equation({ title, hint, sums, only, params, onFilter, children }: EquationProps) {
  const t = useT();
  const { currency } = sums;
  const gap = gapOf(sums) ?? (sums.addsUp ? undefined : '0');
  return (
    <section className={classes.card} aria-label={t('costs:reconciliation.equation', { title })}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <span className="quiet">{hint}</span>
        {gap === undefined ? (
          <span className={classes.right}>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden /> {t('costs:reconciliation.addsUp')}
          </span>
        ) : (
          <span className={classes.wrong} role="alert">
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
            {t('costs:reconciliation.gap', { amount: formatMoney(gap, currency, { as: 'code', zero: 'figure' }) })}
          </span>
        )}
      </header>
      <ul className={classes.equation}>
        {TERMS.map((term, index) => (
          <li key={term} data-sign={index === 0 ? undefined : '+'}>
            <Figure
              term={term}
              amount={sums[term]}
              currency={currency}
              only={only}
              params={params}
              onFilter={onFilter}
            />
          </li>
        ))}
        <li data-sign="=" data-total>
          <Link
            className={classes.term}
            to={only === undefined ? paths.invoices() : `${paths.invoices()}?f.currency.in=${only}`}
            title={t('costs:reconciliation.termHelp.total')}
          >
            <span>{t('costs:reconciliation.term.total')}</span>
            <b className="num">{formatMoney(sums.total, currency, { as: 'bare', zero: 'figure' })}</b>
          </Link>
        </li>
      </ul>
      {children}
    </section>
  );
}

/**
 * One part of the equation. A click filters the list below to the amounts behind the figure. A zero is shown in a muted
 * colour.
 */
function Figure({
  term,
  amount,
  currency,
  only,
  params,
  onFilter,
}: { term: Term; amount: string; currency: string } & Pick<EquationProps, 'only' | 'params' | 'onFilter'>) {
  const t = useT();
  const filter = filterOf(term, only);
  const isNothing = !/[1-9]/.test(amount);
  const needsYou = !isNothing && (term === 'unassigned' || term === 'difference');
  const inside = (
    <>
      <span>{t(`costs:reconciliation.term.${term}`)}</span>
      <b className="num">{formatMoney(amount, currency, { as: 'bare' })}</b>
    </>
  );
  const shared = {
    className: classes.term,
    title: t(`costs:reconciliation.termHelp.${term}`),
    'data-nothing': isNothing || undefined,
    'data-look': needsYou || undefined,
  };
  if (!filter)
    return (
      <Link to={paths.assignedCosts()} {...shared}>
        {inside}
      </Link>
    );
  return (
    <button type="button" aria-pressed={isFilteredBy(params, filter)} onClick={() => onFilter(filter)} {...shared}>
      {inside}
    </button>
  );
}

/** The unassigned amounts, grouped by currency and reason. */
function Reasons({
  rows,
  params,
  onFilter,
}: { rows: Reconciliation['unassignedByReason'] } & Pick<CardsProps, 'params' | 'onFilter'>) {
  const t = useT();
  if (rows.length === 0) return null;
  return (
    <div className={classes.foot}>
      <span className="quiet">{t('costs:reconciliation.reasons')}</span>
      {rows.map(({ reason, currency, lines, amount }) => {
        const filter = { reason, currency };
        return (
          <button
            key={reason}
            type="button"
            className={classes.reason}
            aria-pressed={isFilteredBy(params, filter)}
            onClick={() => onFilter(filter)}
          >
            {t(`costs:reconciliation.reason.${reason}`)}{' '}
            <b className="num">{formatMoney(amount, currency, { as: 'bare', zero: 'figure' })}</b>{' '}
            <small>{t('costs:reconciliation.reasonLines', { count: lines })}</small>
          </button>
        );
      })}
    </div>
  );
}

/**
 * Compares the sum of all products with the assigned costs. Also shows the invoices without a rate, and the result of
 * the last nightly check.
 */
function AccountFoot({ data, onFilter }: Pick<CardsProps, 'data' | 'onFilter'>) {
  const t = useT();
  const { account, products, openingStock, lastCheck } = data;
  const bare = (amount: string) => formatMoney(amount, account.currency, { as: 'bare', zero: 'figure' });
  const gap = productsGap(data) ?? (products.equalsAssigned ? undefined : '0');
  return (
    <>
      <div className={classes.foot}>
        <span className="quiet">{t('costs:reconciliation.products')}</span>
        <span className="num">
          {bare(products.factory)} <small>{t('costs:reconciliation.factory')}</small> + {bare(products.inbound)}{' '}
          <small>{t('costs:reconciliation.inbound')}</small> = <b>{bare(products.landed)}</b>{' '}
          <small>{t('costs:reconciliation.landed')}</small>
        </span>
        {gap === undefined ? (
          <span className={classes.right}>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden /> {t('costs:reconciliation.productsEqual')}
          </span>
        ) : (
          <span className={classes.wrong} role="alert">
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
            {t('costs:reconciliation.productsDiffer', {
              amount: formatMoney(gap, account.currency, { zero: 'figure' }),
            })}
          </span>
        )}
      </div>
      {openingStock.lots > 0 && (
        <div className={classes.foot}>
          <span className="num">
            {bare(openingStock.landed)} <small>{t('costs:reconciliation.openingStock')}</small>
          </span>
        </div>
      )}
      <div className={classes.foot}>
        <Checked lastCheck={lastCheck} t={t} />
        {account.withoutRate > 0 && (
          <button type="button" className={classes.reason} data-look onClick={() => onFilter({ kind: 'NO_RATE' })}>
            {t('costs:reconciliation.withoutRate', { count: account.withoutRate })}
          </button>
        )}
      </div>
    </>
  );
}

function Checked({ lastCheck, t }: { lastCheck: Reconciliation['lastCheck']; t: T }) {
  if (!lastCheck)
    return (
      <span className={classes.check}>
        <IconClock size={16} stroke={1.75} aria-hidden /> {t('costs:reconciliation.notChecked')}
      </span>
    );
  const when = formatRelative(lastCheck.at);
  const isRight = lastCheck.broken === 0;
  const Icon = isRight ? IconCircleCheck : IconAlertTriangle;
  return (
    <span
      className={isRight ? classes.right : classes.wrong}
      title={formatInstant(lastCheck.at)}
      {...(isRight ? {} : { role: 'alert' })}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      {isRight
        ? t('costs:reconciliation.checked', { when })
        : t('costs:reconciliation.checkedBroken', { when, count: lastCheck.broken })}
    </span>
  );
}
