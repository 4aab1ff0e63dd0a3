import { type AccountUser, addAccountUser, listAccountUsers } from '@quayside/contracts/people';
import { useQuery } from '@tanstack/react-query';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataGrid } from '../../components/data-grid/data-grid.tsx';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { fewPeopleQuery } from './api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { peopleColumns, peopleFilters } from './people-columns.tsx';
import { PersonPanel } from './person-panel.tsx';

const OPEN = 'person';

/** Who belongs to the account, who is invited, and with which role. */
export function UsersPage() {
  const t = useT();
  const permission = usePermission(addAccountUser);
  const [isInviting, setInviting] = useState(false);
  const [count, setCount] = useState<number>();
  const [rows, setRows] = useState<readonly AccountUser[]>([]);
  const [params, setParams] = useSearchParams();
  const columns = useMemo(() => peopleColumns(t), [t]);
  const filters = useMemo(() => peopleFilters(t), [t]);
  const isAlone = useQuery(fewPeopleQuery()).data?.totalElements === 1;
  const open = rows.find(({ id }) => id === params.get(OPEN));
  const rowHref = useCallback(
    (user: { id: string }) => `${paths.users()}?${new URLSearchParams([...[...params].filter(([key]) => key !== OPEN), [OPEN, user.id]])}`,
    [params],
  );
  const close = () =>
    setParams(
      (now) => {
        now.delete(OPEN);
        return now;
      },
      { replace: true },
    );
  const onCount = useCallback(({ total }: { total: number }) => setCount(total), []);
  const onRows = useCallback(({ rows: shown }: { rows: readonly AccountUser[] }) => setRows(shown), []);
  const add = (
    <ActionButton variant="filled" icon={IconUserPlus} permission={permission} onClick={() => setInviting(true)}>
      {t('people:invite.open')}
    </ActionButton>
  );
  return (
    <PageFrame
      title={t('people:title')}
      layout="grid"
      actions={add}
      aside={open && <PersonPanel key={open.id} user={open} onClose={close} />}
      {...(count === undefined ? {} : { count: t('people:count', { count, formatted: formatCount(count) }) })}
    >
      {isAlone && (
        <Note tone="info" icon={IconUsers}>
          {t('people:aloneNote')}
        </Note>
      )}
      <DataGrid
        id="users"
        name={t('people:title')}
        topic="account"
        endpoint={listAccountUsers}
        columns={columns}
        filters={filters}
        getRowId={rowId}
        rowHref={rowHref}
        searchPlaceholder={t('people:search')}
        defaultSort={DEFAULT_SORT}
        onCount={onCount}
        onRows={onRows}
        empty={{ icon: IconUsers, title: t('people:emptyTitle'), body: t('people:emptyBody'), actions: add }}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </PageFrame>
  );
}

const rowId = (row: { id: string }) => row.id;
const DEFAULT_SORT = ['name'];
