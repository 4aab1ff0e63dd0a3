import type { restatementTotals } from '@quayside/contracts/costs/cost-reports';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Card, KeyValues } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount, formatMoney, langOf } from '../../../lib/words/format.ts';
import { bars, toneOf } from './restatement-days.ts';
import classes from './restatements.module.css';

type Totals = ResponseOf<typeof restatementTotals>;
interface ChoiceProps<Row> {
  readonly rows: readonly Row[];
  readonly currency: string;
  readonly chosen: readonly string[];
  /** Filters the list by this value. If the list is already filtered by it, the filter is removed. */
  readonly onChoose: (value: string) => void;
}

/** The number of orders and products, the sums before and after, and the change. */
export function Sums({ totals, currency }: { totals: Totals; currency: string }) {
  const t = useT();
  return (
    <dl className={classes.sums} aria-live="polite">
      <div>
        <dt>{t('costs:restatements.orders')}</dt>
        <dd className="num">{formatCount(totals.count)}</dd>
      </div>
      <div>
        <dt>{t('costs:restatements.products')}</dt>
        <dd className="num">{formatCount(totals.products)}</dd>
      </div>
      <div>
        <dt>{t('costs:restatements.moved')}</dt>
        <dd>
          <Money value={totals.before} currency={currency} zero="figure" />
          <span className={classes.arrow}>{' → '}</span>
          <Money value={totals.after} currency={currency} zero="figure" />
        </dd>
      </div>
      <div data-tone={toneOf(totals.change)}>
        <dt>{t('costs:restatements.change')}</dt>
        <dd>
          <Money value={totals.change} currency={currency} sign="always" zero="figure" />
        </dd>
      </div>
    </dl>
  );
}

export const monthWord = (month: string): string => dayjs(`${month}-01`).format('MMM YY');

/**
 * The change of costs by the month of the orders. Bars point up for higher costs and down for lower ones. A click on a
 * bar filters by that month.
 */
export function ByMonth({ rows, currency, chosen, onChoose }: ChoiceProps<Totals['byMonth'][number]>) {
  const t = useT();
  const heights = bars(rows.map(({ change }) => change));
  const hasDown = heights.some(({ down }) => down > 0);
  const hasUp = heights.some(({ up }) => up > 0);
  return (
    <Card title={t('costs:restatements.byMonth')} hint={currency}>
      <ul
        className={classes.bars}
        data-both={(hasUp && hasDown) || undefined}
        data-down={(hasDown && !hasUp) || undefined}
      >
        {rows.map(({ month, change }, index) => {
          const height = heights[index] ?? { up: 0, down: 0 };
          const figure = formatMoney(change, currency, { as: 'bare', sign: 'always', zero: 'figure' });
          const inside = (
            <>
              <span className={classes.barFigure} data-tone={toneOf(change)}>
                {figure}
              </span>
              <span className={classes.barPlace} aria-hidden>
                {hasUp && (
                  <span className={classes.half}>
                    <i data-tone="up" style={{ height: `${height.up}%` }} />
                  </span>
                )}
                {hasDown && (
                  <span className={classes.half} data-below>
                    <i data-tone="down" style={{ height: `${height.down}%` }} />
                  </span>
                )}
              </span>
              <span className={classes.barName}>
                {month === null ? t('costs:restatements.noMonth') : monthWord(month)}
              </span>
            </>
          );
          return (
            <li key={month ?? ''}>
              {month === null ? (
                // Costs without an order have no month to filter by, so their bar is not a button.
                <span className={classes.bar}>{inside}</span>
              ) : (
                <button
                  type="button"
                  className={classes.bar}
                  aria-pressed={chosen.includes(month)}
                  onClick={() => onChoose(month)}
                >
                  <span className="visually-hidden">{t('costs:restatements.only')} </span>
                  {inside}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** How much of the change fell on units that are gone, by the month in which they went, and what is left. */
export function ByGone({ gone, left, currency }: Pick<Totals, 'gone' | 'left'> & { readonly currency: string }) {
  const t = useT();
  const signed = (value: string) => formatMoney(value, currency, { as: 'bare', sign: 'always', zero: 'figure' });
  return (
    <Card title={t('costs:restatements.byGone')} hint={t('costs:restatements.byGoneHint')}>
      <KeyValues
        items={[
          ...gone.byMonth.map(({ month, change }) => ({ label: monthWord(month), value: signed(change) })),
          { label: t('costs:restatements.leftOver'), value: signed(left) },
        ]}
      />
    </Card>
  );
}

/** What movements of earlier days that were recorded since changed of what left, by the month in which it went. */
export function ByMoved({ moved, currency }: Pick<Totals, 'moved'> & { readonly currency: string }) {
  const t = useT();
  if (moved.byMonth.length === 0) return null;
  return (
    <Card title={t('costs:restatements.byMoved')} hint={t('costs:restatements.byMovedHint')}>
      <KeyValues
        items={moved.byMonth.map(({ month, change }) => ({
          label: monthWord(month),
          value: formatMoney(change, currency, { as: 'bare', sign: 'always', zero: 'figure' }),
        }))}
      />
    </Card>
  );
}

const FIRST_INVOICES = 6;
/** The change that each invoice caused, largest first. A click on an invoice filters by that invoice. */
export function ByInvoice({ rows, currency, chosen, onChoose }: ChoiceProps<Totals['byInvoice'][number]>) {
  const t = useT();
  const [isAll, setAll] = useState(false);
  const shown = isAll
    ? rows
    : rows.filter(({ invoice }, index) => index < FIRST_INVOICES || chosen.includes(invoice.id));
  const more = rows.length - shown.length;
  return (
    <Card title={t('costs:restatements.byInvoice')} hint={currency} flush>
      <ul className={classes.invoices}>
        {shown.map(({ invoice, orders, change }) => {
          const figure = formatMoney(change, currency, { as: 'bare', sign: 'always', zero: 'figure' });
          return (
            <li key={invoice.id}>
              <button
                type="button"
                className={classes.invoice}
                aria-pressed={chosen.includes(invoice.id)}
                onClick={() => onChoose(invoice.id)}
              >
                <span className={classes.invoiceName}>
                  <span className="visually-hidden">{t('costs:restatements.only')} </span>
                  <b>{invoice.number}</b> <span lang={langOf(invoice.supplierName)}>{invoice.supplierName}</span>
                </span>
                <small>{t('costs:restatements.orderCount', { count: orders })}</small>
                <span className={`${classes.change} num`} data-tone={toneOf(change)}>
                  {figure}
                </span>
              </button>
            </li>
          );
        })}
        {more > 0 && (
          <li>
            <button type="button" className={classes.more} onClick={() => setAll(true)}>
              {t('costs:restatements.moreInvoices', { count: more })}
            </button>
          </li>
        )}
      </ul>
    </Card>
  );
}
