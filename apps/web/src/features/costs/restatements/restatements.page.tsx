import { exportRestatements, RESTATEMENT_EXPORT } from '@quayside/contracts/exports';
import { Skeleton } from '@mantine/core';
import { listRestatements, type Restatement, restatementTotals } from '@quayside/contracts/costs/cost-reports';
import { todayIn } from '@quayside/domain/days/days';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { DataGrid } from '../../../components/data-grid/data-grid.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState, Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useCurrency, useTimeZone } from '../../../lib/session/account.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { addedInvoiceQuery, type Days, restatementTotalsQuery } from '../api.ts';
import { transactionTabs } from '../../../lib/transaction-tabs.ts';
import { DaysChoice } from './days-choice.tsx';
import { ByGone, ByInvoice, ByMonth, ByMoved, Sums } from './restated-sums.tsx';
import { restatementColumns, restatementFilters } from './restatement-columns.tsx';
import { chipsOf, readDays, toggled, writeDays } from './restatement-days.ts';
import classes from './restatements.module.css';

/**
 * The page of restatements: the orders whose cost, as known on two days, differs. It shows by how much, and which
 * invoices caused the change.
 */
export function RestatementsPage() {
  const t = useT();
  const zone = useTimeZone();
  const [params, setParams] = useSearchParams();
  const invoices = params.getAll('f.invoice.in');
  const [invoiceId = ''] = invoices;
  const onlyInvoice = useQuery({ ...addedInvoiceQuery(invoiceId), enabled: invoices.length === 1 });
  const today = todayIn(Date.now(), zone);
  // When the list is filtered by a single invoice, the comparison starts on the day before it was added, so wait for
  // that day.
  const isWaiting = invoices.length === 1 && onlyInvoice.isPending && !params.has('from');
  const days = readDays(params, today, onlyInvoice.data && todayIn(onlyInvoice.data.createdAt, zone));
  const setDays = (next: Days) => setParams((now) => writeDays(now, next), { replace: true });
  return (
    <PageFrame
      title={t('costs:restatements.title')}
      tabs={transactionTabs(t)}
      actions={<DaysChoice days={days} today={today} onChoose={setDays} />}
    >
      {onlyInvoice.data && invoices.length === 1 && (
        <Note
          tone="info"
          icon={IconHistory}
          role="status"
          action={
            <ActionButton
              size="xs"
              onClick={() => setParams((now) => toggled(now, 'invoice', invoiceId), { replace: true })}
            >
              {t('costs:restatements.allInvoices')}
            </ActionButton>
          }
        >
          <b>{t('costs:restatements.ofInvoice', { number: onlyInvoice.data.invoiceNumber })}.</b>{' '}
          {!params.has('from') && t('costs:restatements.ofInvoiceHint')}
        </Note>
      )}
      {isWaiting ? <Waiting /> : <Restated days={days} today={today} />}
    </PageFrame>
  );
}

function Waiting() {
  const label = useT()('loading');
  return (
    <div role="status" aria-label={label}>
      <Skeleton height={190} radius={10} />
    </div>
  );
}

function Restated({ days, today }: { days: Days; today: string }) {
  const t = useT();
  const currency = useCurrency();
  const [params, setParams] = useSearchParams();
  // Each of the two charts below sets a filter on its own field. Its query leaves this filter out, so that the other
  // options of the field stay visible.
  const totals = useQuery({ ...restatementTotalsQuery(days, chipsOf(params)), placeholderData: keepPreviousData });
  const months = useQuery({
    ...restatementTotalsQuery(days, chipsOf(params, 'month')),
    placeholderData: keepPreviousData,
  });
  const byInvoice = useQuery({
    ...restatementTotalsQuery(days, chipsOf(params, 'invoice')),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => restatementColumns(t, currency), [t, currency]);
  const known = months.data?.byMonth.flatMap(({ month }) => month ?? []).join();
  const filters = useMemo(() => restatementFilters(t, known ? known.split(',') : []), [t, known]);
  const choose = (field: 'month' | 'invoice', value: string) =>
    setParams((now) => toggled(now, field, value), { replace: true, preventScrollReset: true });
  if (totals.isError && !totals.data)
    return (
      <ErrorState
        error={totals.error}
        entity={t('costs:restatements.entities')}
        onRetry={() => void totals.refetch()}
      />
    );
  if (!totals.data) return <Waiting />;
  const isFiltered = chipsOf(params).length > 0;
  if (totals.data.count === 0 && !isFiltered && !params.has('q'))
    return (
      <Card flush>
        <EmptyState icon={IconHistory} title={t('costs:restatements.emptyTitle')}>
          {emptyWords(t, days, today)}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <Sums totals={totals.data} currency={currency} />
      <div className={classes.causes}>
        {months.data && months.data.byMonth.length > 0 && (
          <ByMonth
            rows={months.data.byMonth}
            currency={currency}
            chosen={params.getAll('f.month.in')}
            onChoose={(month) => choose('month', month)}
          />
        )}
        {byInvoice.data && byInvoice.data.byInvoice.length > 0 && (
          <ByInvoice
            rows={byInvoice.data.byInvoice}
            currency={currency}
            chosen={params.getAll('f.invoice.in')}
            onChoose={(id) => choose('invoice', id)}
          />
        )}
        {totals.data && totals.data.gone.byMonth.length > 0 && (
          <ByGone gone={totals.data.gone} left={totals.data.left} currency={currency} />
        )}
        {totals.data && <ByMoved moved={totals.data.moved} currency={currency} />}
      </div>
      <DataGrid
        id="costs"
        storageKey="restatements"
        name={t('costs:restatements.title')}
        topic="costs"
        endpoint={listRestatements}
        totalsEndpoint={restatementTotals}
        query={days}
        columns={columns}
        filters={filters}
        getRowId={rowId}
        searchPlaceholder={t('costs:restatements.search')}
        defaultSort={DEFAULT_SORT}
        height="auto"
        exports={EXPORTS}
        footnote={t('costs:restatements.footnote', { currency })}
        empty={{ icon: IconHistory, title: t('costs:restatements.emptyTitle'), body: emptyWords(t, days, today) }}
      />
    </>
  );
}

const DEFAULT_SORT = ['-date'];
const EXPORTS = {
  endpoint: exportRestatements,
  columns: RESTATEMENT_EXPORT,
  as: { product: ['sku', 'product'], units: ['unitsBefore', 'units'], causes: ['invoices'] },
};
const rowId = ({ order, product }: Restatement) => `${order?.id ?? ''} ${product.id}`;
const emptyWords = (t: T, { from, to }: Days, today: string): string =>
  to === today
    ? t('costs:restatements.emptySince', { from: formatDay(from) })
    : t('costs:restatements.emptyBetween', { from: formatDay(from), to: formatDay(to) });
