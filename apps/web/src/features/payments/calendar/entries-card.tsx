import { ActionIcon, Skeleton } from '@mantine/core';
import {
  type CashEntry,
  createCashEntry,
  deleteCashEntry,
  patchCashEntry,
} from '@quayside/contracts/payments/cash-calendar';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Menu } from '../../../components/ui/layers.tsx';
import { MenuAction } from '../../../components/ui/menu-action.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { write } from '../../../lib/api/write.ts';
import classes from './calendar.module.css';
import { repeatWords } from './calendar-words.ts';
import { useEntries } from './use-calendar.ts';

interface CardProps {
  readonly onEdit: (entry: CashEntry) => void;
  readonly onAdd: () => void;
}

/** The own entries of the calendar: payouts, tax, wages and others. */
export function EntriesCard({ onEdit, onAdd }: CardProps) {
  const t = useT();
  const entries = useEntries();
  const mayAdd = usePermission(createCashEntry);
  return (
    <Card flush title={t('payments:calendar.entries')}>
      {entries.isError && !entries.data && (
        <ErrorState
          error={entries.error}
          entity={t('payments:calendar.entriesEntity')}
          onRetry={() => void entries.refetch()}
        />
      )}
      {entries.isPending && <Skeleton height={80} radius={0} aria-label={t('loading')} />}
      {entries.data?.length === 0 && (
        <div className={`stack ${classes.none}`} data-gap="10">
          <p className="muted">{t('payments:calendar.noEntries')}</p>
          {mayAdd.allowed && (
            <div className="row">
              <ActionButton icon={IconPlus} onClick={onAdd}>
                {t('payments:calendar.addFirst')}
              </ActionButton>
            </div>
          )}
        </div>
      )}
      {entries.data && entries.data.length > 0 && <EntriesTable entries={entries.data} onEdit={onEdit} />}
    </Card>
  );
}

function EntriesTable({ entries, onEdit }: { entries: readonly CashEntry[]; onEdit: (entry: CashEntry) => void }) {
  const t = useT();
  const permission = usePermission(patchCashEntry);
  return (
    <SimpleTable label={t('payments:calendar.entries')} cards="minmax(0, 1fr) auto">
      <thead>
        <tr>
          <th scope="col">{t('payments:calendar.name')}</th>
          <th scope="col">{t('payments:calendar.kindLabel')}</th>
          <th scope="col">{t('payments:calendar.repeat')}</th>
          <th scope="col">{t('payments:calendar.next')}</th>
          <th scope="col" data-figure>
            {t('payments:column.amount')}
          </th>
          {permission.allowed && <td />}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row" dir="auto">
              {entry.name}
            </th>
            <td>{t(`payments:calendar.kind.${entry.kind}`)}</td>
            <td data-wide>{repeatWords(t, entry)}</td>
            <td data-label={t('payments:calendar.next')}>
              {entry.nextDay === null ? t('payments:calendar.ended') : formatDay(entry.nextDay)}
            </td>
            <td data-figure>
              <Money value={entry.amount} currency={entry.currency} sign="always" />
            </td>
            {permission.allowed && (
              <td data-figure>
                <EntryMenu entry={entry} onEdit={() => onEdit(entry)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}

function EntryMenu({ entry: { id, name, version }, onEdit }: { entry: CashEntry; onEdit: () => void }) {
  const t = useT();
  const mayDelete = usePermission(deleteCashEntry);
  const entity = t('payments:calendar.entry');
  const remove = async () => {
    const deleted: { operationId?: string } = {};
    await write(
      async () => {
        const answer = await call(deleteCashEntry, { params: { cashEntryId: id }, ifMatch: version });
        deleted.operationId = answer.operationId;
      },
      {
        failure: { verb: 'delete', entity },
        done: t('payments:calendar.deleted', { name }),
        undo: () => void bringBack(deleted.operationId ?? ''),
      },
    );
  };
  const bringBack = async (operationId: string) => {
    const done = await write(() => takeBack(operationId), { failure: { verb: 'update', entity } });
    if (!done) return;
    const isBack = done.result.restored > 0;
    toast(
      isBack ? 'success' : 'error',
      t(isBack ? 'payments:calendar.entryBack' : 'payments:calendar.entryGone', { name }),
    );
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" size={28} aria-label={t('payments:calendar.menu', { name })}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuAction icon={IconPencil} reason={null} onClick={onEdit}>
          {t('payments:calendar.edit')}
        </MenuAction>
        <MenuAction icon={IconTrash} color="danger" reason={mayDelete.reason} onClick={() => void remove()}>
          {t('payments:calendar.delete')}
        </MenuAction>
      </Menu.Dropdown>
    </Menu>
  );
}
