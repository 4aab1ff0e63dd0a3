import { Skeleton } from '@mantine/core';
import {
  type CashCalendar,
  type CashEntry,
  createCashEntry,
  setCashOpening,
} from '@quayside/contracts/payments/cash-calendar';
import { exportCashCalendar } from '@quayside/contracts/exports';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ExportButton } from '../../../components/data-grid/export/export-menu.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { transactionTabs } from '../../../lib/transaction-tabs.ts';
import { CalendarBoard } from './calendar-board.tsx';
import { CalendarSummary } from './calendar-summary.tsx';
import { EntriesCard } from './entries-card.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { OpeningDialog } from './opening-dialog.tsx';
import { type CalendarChoice, useCalendar, useCalendarChoice } from './use-calendar.ts';

type Opened = 'opening' | 'add' | CashEntry;

/** The page of the cash calendar: what is left on each day, and the day on which it is lowest. */
export function CalendarPage() {
  const t = useT();
  const { choice, choose } = useCalendarChoice();
  const calendar = useCalendar(choice);
  const [opened, setOpened] = useState<Opened>();
  const mayAdd = usePermission(createCashEntry);
  const close = () => setOpened(undefined);
  const { data } = calendar;
  return (
    <PageFrame
      title={t('payments:calendar.title')}
      tabs={transactionTabs(t)}
      actions={
        <>
          {data?.opening && <CalendarExport calendar={data} choice={choice} />}
          {mayAdd.allowed && (
            <ActionButton icon={IconPlus} onClick={() => setOpened('add')}>
              {t('payments:calendar.add')}
            </ActionButton>
          )}
        </>
      }
    >
      {calendar.isError && !data && (
        <ErrorState
          error={calendar.error}
          record={t('payments:calendar.entity')}
          onRetry={() => void calendar.refetch()}
        />
      )}
      {calendar.isPending && <Skeleton height={320} radius={10} aria-label={t('loading')} />}
      {data && !data.opening && <NoOpening onType={() => setOpened('opening')} />}
      {data?.opening && (
        <CalendarSummary
          calendar={data}
          choice={choice}
          isBusy={calendar.isPlaceholderData}
          onChoose={choose}
          onOpening={() => setOpened('opening')}
        />
      )}
      {data && <CalendarBoard calendar={data} choice={choice} onEntry={setOpened} />}
      <EntriesCard onEdit={setOpened} onAdd={() => setOpened('add')} />
      {opened === 'opening' && <OpeningDialog opening={data?.opening ?? null} onClose={close} />}
      {opened === 'add' && <EntryDialog onClose={close} />}
      {typeof opened === 'object' && <EntryDialog key={opened.id} entry={opened} onClose={close} />}
    </PageFrame>
  );
}

function NoOpening({ onType }: { onType: () => void }) {
  const t = useT();
  const permission = usePermission(setCashOpening);
  return (
    <Card flush>
      <EmptyState
        icon={IconCash}
        title={t('payments:calendar.emptyTitle')}
        actions={
          permission.allowed && (
            <ActionButton variant="filled" icon={IconCash} onClick={onType}>
              {t('payments:calendar.typeOpening')}
            </ActionButton>
          )
        }
      >
        {t(permission.allowed ? 'payments:calendar.emptyBody' : 'payments:calendar.emptyViewer')}
      </EmptyState>
    </Card>
  );
}

function CalendarExport({ calendar, choice }: { calendar: CashCalendar; choice: CalendarChoice }) {
  const t = useT();
  const count = calendar.days.length;
  const { weeks, fx } = choice;
  return (
    <ExportButton
      endpoint={exportCashCalendar}
      name={t('payments:calendar.title')}
      rows={count}
      choices={[
        {
          words: t('payments:calendar.exportDays', { count, formatted: formatCount(count) }),
          input: (format) => ({ query: { weeks, fx: String(fx) as '-5' | '0' | '5', format } }),
        },
      ]}
    />
  );
}
