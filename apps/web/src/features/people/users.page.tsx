import { exportAccountUsers, USER_EXPORT } from '@quayside/contracts/exports';
import { type AccountUser, addAccountUser, listAccountUsers } from '@quayside/contracts/accounts/people';
import { useQuery } from '@tanstack/react-query';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { GridPage } from '../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../components/data-grid/use-open-row.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { fewPeopleQuery } from './api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { peopleColumns, peopleFilters } from './people-columns.tsx';
import { PersonPanel } from './person-panel.tsx';

/** The page with the members and invited people of the account, and their roles. */
export function UsersPage() {
  const t = useT();
  const permission = usePermission(addAccountUser);
  const [isInviting, setInviting] = useState(false);
  const columns = useMemo(() => peopleColumns(t), [t]);
  const filters = useMemo(() => peopleFilters(t), [t]);
  const isAlone = useQuery(fewPeopleQuery()).data?.totalElements === 1;
  const { open, rowHref, onRows, close } = useOpenRow<AccountUser>('person', paths.users(), rowId);
  const add = (
    <ActionButton variant="filled" icon={IconUserPlus} permission={permission} onClick={() => setInviting(true)}>
      {t('people:invite.open')}
    </ActionButton>
  );
  return (
    <GridPage
      id="users"
      title={t('people:title')}
      count={({ count, formatted }) => t('people:count', { count, formatted })}
      actions={add}
      topic="account"
      endpoint={listAccountUsers}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('people:search')}
      defaultSort={DEFAULT_SORT}
      onRows={onRows}
      exports={EXPORTS}
      empty={{ icon: IconUsers, title: t('people:emptyTitle'), body: t('people:emptyBody') }}
      aside={open && <PersonPanel key={open.id} user={open} onClose={close} />}
      above={
        isAlone && (
          <Note tone="info" icon={IconUsers}>
            {t('people:aloneNote')}
          </Note>
        )
      }
    >
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </GridPage>
  );
}

const rowId = (row: { id: string }) => row.id;
const DEFAULT_SORT = ['name'];
const EXPORTS = { endpoint: exportAccountUsers, columns: USER_EXPORT, as: { name: ['firstName', 'lastName'] } };
