import type { Restatement, restatementTotals } from '@quayside/contracts/costs/cost-reports';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { listInvoices } from '@quayside/contracts/invoices/invoices';
import { Link } from 'react-router';
import type { GridColumn, GridFilter } from '../../../components/data-grid/grid-types.ts';
import { Money, UnitCost } from '../../../components/ui/money.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { EN_DASH, formatCount, formatInstant, formatMoney, formatUnitCost } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { fetchProductOptions } from '../../../lib/product-options.ts';
import classes from '../costs.module.css';
import { OrderCell } from '../order-cell.tsx';
import { monthWord } from './restated-sums.tsx';
import { toneOf } from './restatement-days.ts';
import own from './restatements.module.css';

type Column = GridColumn<Restatement, ResponseOf<typeof restatementTotals>>;

/** The columns of the orders whose cost has changed: cost before and after, and the invoices that caused the change. */
export function restatementColumns(t: T, currency: string): Column[] {
  const figure = { kind: 'number', width: 106 } as const;
  return [
    {
      id: 'product',
      header: t('costs:restatements.column.product'),
      sort: true,
      pinned: 'left',
      card: 'title',
      width: 176,
      value: ({ product }) => product.sku,
      render: ({ product }) => (
        <Link className={classes.name} to={paths.product(product.sku, 'costs')} title={product.name}>
          <b>{product.sku}</b> <span>{product.name}</span>
        </Link>
      ),
    },
    {
      id: 'order',
      header: t('costs:restatements.column.order'),
      sort: true,
      card: 'subtitle',
      width: 136,
      value: ({ order }) => order && orderName(t, order),
      render: ({ order }) => <OrderCell order={order} none={t('costs:restatements.noOrder')} />,
    },
    {
      id: 'date',
      header: t('costs:restatements.column.month'),
      sort: true,
      width: 92,
      render: ({ month }) => (month === null ? EN_DASH : monthWord(month)),
    },
    {
      id: 'units',
      header: t('costs:restatements.column.units'),
      kind: 'number',
      width: 92,
      value: ({ unitsBefore, unitsAfter }) => `${unitsBefore} ${unitsAfter}`,
      render: ({ order, unitsBefore, unitsAfter }) =>
        order === null
          ? EN_DASH
          : unitsBefore === unitsAfter
            ? formatCount(unitsAfter)
            : t('costs:restatements.unitsMoved', { before: formatCount(unitsBefore), after: formatCount(unitsAfter) }),
    },
    {
      id: 'before',
      header: t('costs:restatements.column.before', { currency }),
      ...figure,
      render: ({ before }) => <Money as="bare" value={before} currency={currency} zero="figure" />,
      total: ({ before }) => <Money as="bare" value={before} currency={currency} zero="figure" />,
    },
    {
      id: 'after',
      header: t('costs:restatements.column.after', { currency }),
      ...figure,
      render: ({ after }) => <Money as="bare" value={after} currency={currency} zero="figure" />,
      total: ({ after }) => <Money as="bare" value={after} currency={currency} zero="figure" />,
    },
    {
      id: 'change',
      header: t('costs:restatements.column.change', { currency }),
      ...figure,
      sort: true,
      card: 'figure',
      render: ({ change }) => <Change value={change} currency={currency} />,
      total: ({ change }) => <Change value={change} currency={currency} />,
    },
    {
      id: 'gone',
      header: t('costs:restatements.column.gone', { currency }),
      help: t('costs:restatements.byGone'),
      ...figure,
      value: ({ gone }) => gone.change,
      render: ({ order, gone, left }) =>
        // What of a cost without an order is gone is not told apart.
        order === null && gone.byMonth.length === 0 ? (
          EN_DASH
        ) : (
          <Gone gone={gone} left={left} currency={currency} t={t} />
        ),
      total: ({ gone, left }) => <Gone gone={gone} left={left} currency={currency} t={t} />,
    },
    {
      id: 'perUnitBefore',
      header: t('costs:restatements.column.perUnitBefore'),
      kind: 'number',
      width: 122,
      hidden: true,
      render: ({ perUnitBefore }) => <UnitCost value={perUnitBefore} />,
    },
    {
      id: 'perUnitAfter',
      header: t('costs:restatements.column.perUnitAfter'),
      kind: 'number',
      width: 116,
      render: ({ perUnitBefore, perUnitAfter }) => (
        <span title={t('costs:restatements.perUnitWas', { cost: formatUnitCost(perUnitBefore) })}>
          <UnitCost value={perUnitAfter} strong />
        </span>
      ),
    },
    {
      id: 'causes',
      header: t('costs:restatements.column.causes'),
      flex: 1,
      minWidth: 130,
      card: 'chip',
      value: ({ causes }) => causes.map(({ invoice }) => invoice.number).join(', '),
      render: ({ causes }) => <Causes causes={causes} currency={currency} t={t} />,
    },
  ];
}

/** A change of costs, always shown with a sign. An increase is amber, a decrease is green. */
function Change({ value, currency }: { value: string; currency: string }) {
  return (
    <span className={own.change} data-tone={toneOf(value)}>
      <Money as="bare" value={value} currency={currency} sign="always" zero="figure" strong />
    </span>
  );
}

/** What of a change fell on units that are gone. The tooltip names their months, and what is left. */
function Gone({ gone, left, currency, t }: Pick<Restatement, 'gone' | 'left'> & { currency: string; t: T }) {
  const signed = (value: string) => formatMoney(value, currency, { as: 'bare', sign: 'always', zero: 'figure' });
  const months = gone.byMonth.map(({ month, change }) => `${monthWord(month)}: ${signed(change)}`);
  return (
    <span title={[...months, t('costs:restatements.left', { amount: signed(left) })].join('\n')}>
      <Money as="bare" value={gone.change} currency={currency} sign="always" zero="figure" />
    </span>
  );
}

const FIRST_CAUSES = 1;
/**
 * The invoice that caused most of a change. The others, for which there is no room, are only counted, and the tooltip
 * of that count lists them, largest first.
 */
function Causes({ causes, currency, t }: { causes: Restatement['causes']; currency: string; t: T }) {
  const rest = causes.slice(FIRST_CAUSES);
  return (
    <span className={own.becauseOf}>
      {causes.slice(0, FIRST_CAUSES).map((cause) => (
        <Link key={cause.invoice.id} to={paths.invoice(cause.invoice.id)} title={causeWords(t, cause, currency)}>
          {cause.invoice.number}
        </Link>
      ))}
      {rest.length > 0 && (
        <span title={rest.map((cause) => `${cause.invoice.number}: ${causeWords(t, cause, currency)}`).join('\n')}>
          {t('costs:restatements.causesMore', { count: rest.length })}
        </span>
      )}
    </span>
  );
}

function causeWords(
  t: T,
  { costTypes, change, recordedAt, recordedBy }: Restatement['causes'][number],
  currency: string,
): string {
  const words = {
    types: costTypes.map((costType) => t(`category.${costType}`)).join(', '),
    change: formatMoney(change, currency, { sign: 'always', zero: 'figure' }),
    when: formatInstant(recordedAt),
  };
  return recordedBy
    ? t('costs:restatements.causeBy', { ...words, who: recordedBy.name })
    : t('costs:restatements.causeHelp', words);
}

const MOST_CHOICES = 2000;
export function restatementFilters(t: T, months: readonly string[]): GridFilter[] {
  const ops = ['in'] as const;
  return [
    {
      field: 'product',
      label: t('costs:restatements.column.product'),
      kind: 'select',
      ops,
      options: fetchProductOptions,
      showAside: t('choices:showDiscontinued'),
    },
    {
      field: 'invoice',
      label: t('costs:list.invoice'),
      kind: 'select',
      ops,
      options: async () =>
        (await call(listInvoices, { query: { size: MOST_CHOICES, sort: ['date,desc'] } })).content.map(
          ({ id, invoiceNumber, supplierContact }) => ({
            value: id,
            label: [invoiceNumber, supplierContact?.companyName].filter(Boolean).join(' '),
          }),
        ),
    },
    {
      field: 'month',
      label: t('costs:restatements.column.month'),
      kind: 'select',
      ops,
      options: months.map((value) => ({ value, label: monthWord(value) })),
    },
  ];
}
