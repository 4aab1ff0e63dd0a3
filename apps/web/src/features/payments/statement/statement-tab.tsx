import { Skeleton } from '@mantine/core';
import { exportSupplierStatement, STATEMENT_EXPORT } from '@quayside/contracts/exports';
import { getSupplierStatement, type SupplierStatement } from '@quayside/contracts/payments/supplier-statements';
import { isDay, todayIn } from '@quayside/domain/days/days';
import { IconLock, IconPrinter, IconReceipt2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ExportButton } from '../../../components/data-grid/export/export-menu.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount, usePermission, useTimeZone } from '../../../lib/session/account.ts';
import { formatCount, formatDay } from '../../../lib/words/format.ts';
import { statementQuery } from '../api.ts';
import { BalanceCards } from './balance-cards.tsx';
import { CurrencyTable } from './currency-table.tsx';
import classes from './statement.module.css';

/** What is owed to a supplier, and the statement with it, which can be printed and exported. */
export function StatementTab({ supplierId }: { supplierId: string }) {
  const permission = usePermission(getSupplierStatement);
  if (!permission.allowed)
    return (
      <Note tone="neutral" icon={IconLock}>
        {permission.reason}
      </Note>
    );
  return (
    <div className="stack">
      <div data-off-paper>
        <BalanceCards supplierId={supplierId} />
      </div>
      <Statement supplierId={supplierId} />
    </div>
  );
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The period that the URL names. A day that does not exist is left out. */
function useDays() {
  const [params, setParams] = useSearchParams();
  const dayOf = (name: string) => {
    const day = params.get(name) ?? '';
    return isDay(day) ? day : '';
  };
  const set = (name: 'from' | 'to') => (day: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (day === '') next.delete(name);
        else next.set(name, day);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { from: dayOf('from'), to: dayOf('to'), set };
}

function Statement({ supplierId }: { supplierId: string }) {
  const t = useT();
  const { from, to, set } = useDays();
  const isReversed = from !== '' && to !== '' && from > to;
  const period = { ...(from && { from }), ...(to && { to }) };
  const statement = useQuery({
    ...statementQuery(supplierId, period),
    enabled: !isReversed,
    placeholderData: keepPreviousData,
  });
  const count = statement.data?.currencies.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <div className={classes.bar} data-off-paper>
        <DayInput
          label={t('payments:statement.from')}
          value={from}
          onChange={set('from')}
          error={isReversed ? t('payments:statement.reversed') : undefined}
        />
        <DayInput label={t('payments:statement.to')} value={to} onChange={set('to')} />
        <div className="row at-end">
          <ActionButton icon={IconPrinter} onClick={() => window.print()} disabled={!count}>
            {t('payments:statement.print')}
          </ActionButton>
          <ExportButton
            endpoint={exportSupplierStatement}
            name={t('payments:statement.entities')}
            rows={isReversed ? 0 : count}
            choices={[
              {
                words: t('views:exportAs', {
                  rows: t('views:rows', { count: count ?? 0, formatted: formatCount(count ?? 0) }),
                  columns: t('views:columns', { count: Object.keys(STATEMENT_EXPORT).length }),
                }),
                input: (format) => ({ params: { supplierId }, query: { ...period, format } }),
              },
            ]}
          />
        </div>
      </div>
      {statement.isError && !statement.data && (
        <ErrorState
          error={statement.error}
          entity={t('payments:statement.entities')}
          onRetry={() => void statement.refetch()}
        />
      )}
      {!statement.isError && !statement.data && !isReversed && (
        <Skeleton height={220} radius={10} aria-label={t('loading')} />
      )}
      {statement.data && !isReversed && (
        <Tables statement={statement.data} days={{ from, to }} isBusy={statement.isPlaceholderData} />
      )}
    </>
  );
}

function Tables({ statement, days, isBusy }: { statement: SupplierStatement; days: Days; isBusy: boolean }) {
  const t = useT();
  const { supplier, currencies } = statement;
  if (currencies.length === 0)
    return (
      <Card flush>
        <EmptyState icon={IconReceipt2} title={t('payments:statement.emptyTitle')}>
          {t('payments:statement.emptyBody')}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <PaperHead supplier={supplier.companyName} days={days} />
      {currencies.map((one) => (
        <CurrencyTable key={one.currency} statement={one} supplierId={supplier.id} days={days} isBusy={isBusy} />
      ))}
    </>
  );
}

/** Whose statement it is, and of which days; on paper only. */
function PaperHead({ supplier, days: { from, to } }: { supplier: string; days: Days }) {
  const t = useT();
  const { accountName } = useAccount().settings;
  const today = todayIn(Date.now(), useTimeZone());
  const words = { from: formatDay(from), to: formatDay(to) };
  const period =
    from && to
      ? t('payments:statement.period', words)
      : from
        ? t('payments:statement.since', words)
        : to && t('payments:statement.until', words);
  return (
    <p className="on-paper">
      {t('payments:statement.paper', { account: accountName, supplier, day: formatDay(today) })}
      {period && `\n${period}`}
    </p>
  );
}
