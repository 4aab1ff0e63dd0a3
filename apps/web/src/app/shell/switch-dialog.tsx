import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Account } from '@quayside/contracts/accounts/users';
import { IconCircleCheck, IconMail, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { TextInput } from '../../components/form/inputs.tsx';
import type { GridColumn } from '../../components/data-grid/grid-types.ts';
import { LocalGrid } from '../../components/data-grid/local-grid.tsx';
import { Dialog } from '../../components/ui/confirm.tsx';
import { NameCell } from '../../components/ui/figures.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { isInvited } from './switch-account.ts';
import classes from './switch.module.css';

const FILTER_MS = 500;
const PAGE_SIZE = 15;
const ALL_ACCOUNTS = 2000;

interface SwitchDialogProps {
  readonly accounts: readonly Account[];
  readonly isBusy: boolean;
  readonly onChoose: (account: Account) => void;
  readonly onClose: () => void;
}

/** The dialog with all accounts of a person who has more than five. It is 600 by 500 px. */
export function SwitchDialog({ accounts, isBusy, onChoose, onClose }: SwitchDialogProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim().toLowerCase(), FILTER_MS);
  const rows = useMemo(
    () => accounts.filter((account) => account.name.toLowerCase().includes(wanted)),
    [accounts, wanted],
  );
  const actionOf = useMemo(() => actionsOf(t, isBusy, onChoose), [t, isBusy, onChoose]);
  const columns = useMemo(() => columnsOf(t, actionOf), [t, actionOf]);
  const choose = (account: Account) => {
    if (!isBusy) onChoose(account);
  };
  return (
    <Dialog
      title={
        <>
          {t('switcher:title')}{' '}
          <small className={classes.count}>{t('switcher:count', { count: accounts.length })}</small>
        </>
      }
      size={600}
      height={500}
      onClose={onClose}
    >
      <div className={classes.dialog}>
        <TextInput
          value={text}
          onChange={setText}
          aria-label={t('switcher:filter')}
          placeholder={t('switcher:filterHint')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <LocalGrid
          label={t('switcher:accounts')}
          rows={rows}
          columns={columns}
          getRowId={(account) => account.id}
          onOpen={choose}
          size={PAGE_SIZE}
          all={ALL_ACCOUNTS}
          empty={t('switcher:noMatch', { text: text.trim() })}
          footnote={t('switcher:stay')}
          cardAction={actionOf}
        />
      </div>
    </Dialog>
  );
}

type ActionOf = (account: Account) => ReactNode;
const actionsOf = (t: T, isBusy: boolean, onChoose: (account: Account) => void): ActionOf =>
  function actionOf(account) {
    return <ActionCell account={account} t={t} isBusy={isBusy} onChoose={onChoose} />;
  };

function columnsOf(t: T, actionOf: ActionOf): GridColumn<Account>[] {
  return [
    {
      id: 'name',
      header: t('switcher:name'),
      // The columns fill the width of the dialog and leave room for a scroll bar.
      width: 404,
      card: 'title',
      render: (account) => (
        <span className={classes.name}>
          <NameCell name={account.name} />
          {isInvited(account) && (
            <Chip tone="warning" icon={IconMail}>
              {t('switcher:invited')}
            </Chip>
          )}
        </span>
      ),
    },
    {
      id: 'action',
      header: t('switcher:action'),
      width: 132,
      kind: 'number',
      value: (account) => account.currentAccountUser.invitationStatus,
      render: actionOf,
    },
  ];
}

function ActionCell({
  account,
  t,
  isBusy,
  onChoose,
}: {
  account: Account;
  t: T;
  isBusy: boolean;
  onChoose: (account: Account) => void;
}) {
  if (account.isCurrent)
    return (
      <Chip tone="positive" icon={IconCircleCheck}>
        {t('switcher:active')}
      </Chip>
    );
  const words = isInvited(account)
    ? { short: t('switcher:respond'), long: t('switcher:respondTo', { name: account.name }) }
    : { short: t('switcher:switch'), long: t('switcher:switchTo', { name: account.name }) };
  return (
    <Button size="xs" aria-label={words.long} disabled={isBusy} onClick={() => onChoose(account)}>
      {words.short}
    </Button>
  );
}
