import { SegmentedControl } from '@mantine/core';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import {
  DIFFERENCES_BY,
  type DifferencesBy,
  type ExchangeDifference,
  exchangeDifferenceTotals,
  listExchangeDifferences,
} from '@quayside/contracts/payments/exchange-differences';
import { DIFFERENCE_EXPORT, exportExchangeDifferences } from '@quayside/contracts/exports';
import { endOfMonth } from '@quayside/domain/days/days';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { chip, filteredPath } from '../../../lib/list-filter.ts';
import { paths } from '../../../lib/paths.ts';
import { transactionTabs } from '../../../lib/transaction-tabs.ts';
import classes from '../payments.module.css';
import { differenceColumns, differenceFilters } from './difference-columns.tsx';
import { FeesNote } from './fees-note.tsx';

/** What changing money really cost, by month, supplier or invoice, and the bank fees that are in no unit cost yet. */
export function DifferencesPage() {
  const t = useT();
  const currency = useCurrency();
  const [params, setParams] = useSearchParams();
  const by = DIFFERENCES_BY.find((one) => one === params.get('by')) ?? 'MONTH';
  const columns = useMemo(() => differenceColumns(t, by, currency), [t, by, currency]);
  const filters = useMemo(() => differenceFilters(t), [t]);
  const query = useMemo(() => ({ by }), [by]);
  return (
    <GridPage
      key={by}
      id={GRIDS[by]}
      title={t('payments:differences.title')}
      views
      tabs={transactionTabs(t)}
      count={({ isCapped, ...words }) =>
        isCapped ? t('payments:differences.countCapped', words) : t(`payments:differences.count.${by}`, words)
      }
      above={
        <div className={classes.aboveDifferences}>
          <SegmentedControl
            data-off-paper
            size="xs"
            aria-label={t('payments:differences.by.label')}
            value={by}
            onChange={(next) => setParams((now) => shownBy(now, next as DifferencesBy), { replace: true })}
            data={DIFFERENCES_BY.map((value) => ({ value, label: t(`payments:differences.by.${value}`) }))}
          />
          <FeesNote />
        </div>
      }
      topic="payments"
      endpoint={listExchangeDifferences}
      totalsEndpoint={exchangeDifferenceTotals}
      query={query}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('payments:differences.search')}
      defaultSort={DEFAULT_SORT[by]}
      exports={EXPORTS[by]}
      footnote={renderFootnote}
      empty={{
        icon: IconArrowsExchange,
        title: t('payments:differences.emptyTitle'),
        body: t('payments:differences.emptyBody'),
      }}
    />
  );
}

const renderFootnote = (totals: ResponseOf<typeof exchangeDifferenceTotals> | undefined) => (
  <Footnote totals={totals} />
);

function Footnote({ totals }: { totals: ResponseOf<typeof exchangeDifferenceTotals> | undefined }) {
  const t = useT();
  const currency = useCurrency();
  const without = totals?.withoutRate ?? 0;
  return without > 0
    ? t('payments:differences.withoutRate', { count: without, formatted: formatCount(without) })
    : t('payments:differences.footnote', { currency });
}

/** The address of the same filter with other rows. Sort order and page belong to the former ones. */
function shownBy(now: URLSearchParams, by: DifferencesBy): URLSearchParams {
  const kept = [...now].filter(([key]) => key === 'q' || key.startsWith('f.'));
  return new URLSearchParams([...(by === 'MONTH' ? [] : [['by', by]]), ...kept] as [string, string][]);
}

const rowId = ({ id }: ExchangeDifference) => id;

/** A document opens its bill; a month and a supplier open their documents. */
function rowHref({ month, supplier, document }: ExchangeDifference): string {
  if (document)
    return document.type === 'INVOICE'
      ? paths.invoicePayments(document.id)
      : document.type === 'CREDIT'
        ? paths.credits(document.id)
        : paths.purchaseOrder(document.id);
  const filter =
    month === null
      ? chip('supplier', 'in', supplier?.id ?? '')
      : chip('day', 'between', `${month}-01`, endOfMonth(`${month}-01`));
  return `${filteredPath(paths.exchangeDifferences(), filter)}&by=INVOICE`;
}

/** Rows by month, supplier and document have columns of their own, so layouts and views are stored for each. */
const GRIDS = {
  MONTH: 'exchangeDifferencesByMonth',
  SUPPLIER: 'exchangeDifferencesBySupplier',
  INVOICE: 'exchangeDifferencesByDocument',
} as const;

const DEFAULT_SORT: Readonly<Record<DifferencesBy, readonly string[]>> = {
  MONTH: ['-month'],
  SUPPLIER: ['supplier'],
  INVOICE: ['-date'],
};

const { month, supplier, kind, number, date, currency, ...SUM_COLUMNS } = DIFFERENCE_EXPORT;
const exportOf = (columns: Readonly<Record<string, string>>) => ({ endpoint: exportExchangeDifferences, columns });
const EXPORTS = {
  MONTH: exportOf({ month, ...SUM_COLUMNS }),
  SUPPLIER: exportOf({ supplier, ...SUM_COLUMNS }),
  INVOICE: exportOf({ number, kind, supplier, date, currency, ...SUM_COLUMNS }),
};
