import {
  ACCOUNT_CODE_TYPES,
  type AccountCode,
  createAccountCode,
  deleteAccountCode,
  listAccountCodes,
  pasteAccountCodes,
  patchAccountCode,
} from '@quayside/contracts/payments/account-codes';
import { ActionIcon, Skeleton } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconClipboard,
  IconDots,
  IconHash,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { confirm } from '../../../components/ui/confirm.tsx';
import { Menu } from '../../../components/ui/layers.tsx';
import { MenuAction } from '../../../components/ui/menu-action.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { read } from '../../../lib/api/query-client.ts';
import { write } from '../../../lib/api/write.ts';
import { CodeDialog } from './code-dialog.tsx';
import { PasteCodesDialog } from './paste-codes-dialog.tsx';

type Opened = 'paste' | 'add' | AccountCode;

/** The page of the account codes: those of invoices, and those from which invoices are paid. */
export function AccountCodesPage() {
  const t = useT();
  const codes = useQuery(read('account-codes', listAccountCodes, {}));
  const [opened, setOpened] = useState<Opened>();
  const mayAdd = usePermission(createAccountCode);
  const mayPaste = usePermission(pasteAccountCodes);
  const close = () => setOpened(undefined);
  const actions = mayAdd.allowed && (
    <>
      <ActionButton icon={IconClipboard} permission={mayPaste} onClick={() => setOpened('paste')}>
        {t('payments:codes.paste')}
      </ActionButton>
      <ActionButton variant="filled" icon={IconPlus} permission={mayAdd} onClick={() => setOpened('add')}>
        {t('payments:codes.add')}
      </ActionButton>
    </>
  );
  const isEmpty = codes.data?.length === 0;
  return (
    <PageFrame
      title={t('payments:codes.title')}
      {...(codes.data && !isEmpty && { count: t('payments:codes.count', { count: codes.data.length }) })}
      actions={isEmpty ? null : actions}
    >
      <p className="muted">{t('payments:codes.intro')}</p>
      {codes.isError && (
        <ErrorState error={codes.error} entity={t('payments:codes.entities')} onRetry={() => void codes.refetch()} />
      )}
      {codes.isPending && <Skeleton height={180} radius={10} aria-label={t('loading')} />}
      {isEmpty && (
        <Card flush>
          <EmptyState icon={IconHash} title={t('payments:codes.emptyTitle')} actions={actions}>
            {t('payments:codes.emptyBody')}
          </EmptyState>
        </Card>
      )}
      {codes.data &&
        !isEmpty &&
        ACCOUNT_CODE_TYPES.map((type) => {
          const own = codes.data.filter((code) => code.type === type);
          return (
            own.length > 0 && (
              <Card key={type} flush title={t(`payments:codes.type.${type}`)}>
                <CodeTable label={t(`payments:codes.type.${type}`)} codes={own} onEdit={setOpened} />
              </Card>
            )
          );
        })}
      {opened === 'paste' && <PasteCodesDialog onClose={close} />}
      {opened === 'add' && <CodeDialog onClose={close} />}
      {typeof opened === 'object' && <CodeDialog code={opened} onClose={close} />}
    </PageFrame>
  );
}

interface TableProps {
  readonly label: string;
  readonly codes: readonly AccountCode[];
  readonly onEdit: (code: AccountCode) => void;
}

function CodeTable({ label, codes, onEdit }: TableProps) {
  const t = useT();
  const permission = usePermission(patchAccountCode);
  return (
    <SimpleTable label={label} cards="minmax(0, 1fr) auto">
      <thead>
        <tr>
          <th scope="col">{t('payments:codes.code')}</th>
          <th scope="col">{t('payments:codes.name')}</th>
          <th scope="col">{t('payments:status')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <tr key={code.id}>
            <th scope="row">{code.code}</th>
            <td>{code.name}</td>
            <td>
              {code.archivedAt !== null && (
                <Chip icon={IconArchive} quiet>
                  {t('payments:codes.archived')}
                </Chip>
              )}
            </td>
            <td data-figure>{permission.allowed && <CodeMenu code={code} onEdit={() => onEdit(code)} />}</td>
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}

function CodeMenu({ code, onEdit }: { code: AccountCode; onEdit: () => void }) {
  const t = useT();
  const mayPatch = usePermission(patchAccountCode);
  const mayDelete = usePermission(deleteAccountCode);
  const failure = { verb: 'update', entity: t('payments:codes.entity') } as const;
  const archive = (isArchived: boolean, version: number): Promise<unknown> => {
    const sent: { version: number } = { version };
    return write(
      async () => {
        const stored = await call(patchAccountCode, {
          params: { id: code.id },
          body: { archivedAt: isArchived ? new Date().toISOString() : null, version },
        });
        sent.version = stored.version;
      },
      {
        failure,
        done: t(isArchived ? 'payments:codes.isArchived' : 'payments:codes.isBack', { code: code.code }),
        undo: () => archive(!isArchived, sent.version),
      },
    );
  };
  const remove = async () => {
    const isSure = await confirm({
      title: t('payments:codes.deleteTitle', { code: code.code }),
      body: t('payments:codes.deleteBody'),
      action: t('payments:codes.delete'),
      danger: true,
    });
    if (!isSure) return;
    await write(() => call(deleteAccountCode, { params: { id: code.id } }), {
      failure: { verb: 'delete', entity: t('payments:codes.entity') },
      done: t('payments:codes.deleted', { code: code.code }),
      scope: 'global',
    });
  };
  const isArchived = code.archivedAt !== null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" size={28} aria-label={t('payments:codes.menu', { code: code.code })}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuAction icon={IconPencil} reason={mayPatch.reason} onClick={onEdit}>
          {t('payments:codes.edit')}
        </MenuAction>
        <MenuAction
          icon={isArchived ? IconArchiveOff : IconArchive}
          reason={mayPatch.reason}
          onClick={() => void archive(!isArchived, code.version)}
        >
          {t(isArchived ? 'payments:codes.restore' : 'payments:codes.archive')}
        </MenuAction>
        <MenuAction icon={IconTrash} color="danger" reason={mayDelete.reason} onClick={() => void remove()}>
          {t('payments:codes.delete')}
        </MenuAction>
      </Menu.Dropdown>
    </Menu>
  );
}
