import { ActionIcon } from '@mantine/core';
import { updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import {
  IconArchive,
  IconArchiveOff,
  IconCircleCheck,
  IconCoins,
  IconDots,
  IconExternalLink,
  IconHistory,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLockOpen,
  IconReceiptRefund,
  IconTableImport,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Menu } from '../../../components/ui/layers.tsx';
import { ActionButton, IconButton } from '../../../components/ui/action-button.tsx';
import { MenuAction } from '../../../components/ui/menu-action.tsx';
import { InUseDialog } from '../../../components/ui/in-use-dialog.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { DOCUMENT_ACCEPT } from '../../../lib/document-file.ts';
import { useKeys } from '../../../lib/page/keys.ts';
import { paths } from '../../../lib/paths.ts';
import type { Move } from '../api.ts';
import { useEdited } from '../editor/use-editor.ts';
import classes from '../invoices.module.css';
import { useInvoiceActions } from '../use-invoice-actions.tsx';
import { NeighbourLinks } from './neighbour-links.tsx';

interface InvoiceActionsProps {
  /** Why nothing on the invoice can be changed, if that is so. */
  readonly readOnly: string | null | undefined;
  /** Shows or hides the document beside the form. Undefined if there is no document to show. */
  readonly pane: { readonly isHidden: boolean; readonly toggle: () => void } | undefined;
  readonly isHistoryOpen: boolean;
  readonly onHistory: () => void;
  readonly onImport: () => void;
  readonly onCredit: () => void;
}

/**
 * The actions on the right of the title: links to the neighbours, the button for the document, the history, the menu,
 * and the next step as the primary button.
 */
export function InvoiceActions({ readOnly, pane, isHistoryOpen, onHistory, onImport, onCredit }: InvoiceActionsProps) {
  const t = useT();
  const invoice = useEdited((state) => state.record);
  const permission = usePermission(updateInvoiceBasic);
  const actions = useInvoiceActions();
  const isAsking = useRef(false);
  const file = useRef<HTMLInputElement>(null);
  const move: Move = invoice.status === 'CLOSED' ? 'reopen' : invoice.status === 'OPEN' ? 'close' : 'confirm';
  const may = invoice.can[move];
  const go = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    await actions.move(move);
    isAsking.current = false;
  };
  // A closed invoice is seldom opened again, so that step is neither the primary button nor has a key.
  const isReopen = move === 'reopen';
  useKeys({ 'Ctrl Enter': permission.allowed && may.allowed && !isReopen ? () => void go() : undefined });
  const blocked = permission.allowed ? may.reason : null;
  const isArchived = invoice.archivedAt !== null;
  const isClosed = invoice.status === 'CLOSED';
  const isCreditable = invoice.kind === 'INVOICE' && (invoice.status === 'OPEN' || invoice.status === 'CLOSED');
  return (
    <>
      <NeighbourLinks />
      {pane && (
        <IconButton
          outlined
          size={34}
          icon={pane.isHidden ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
          label={pane.isHidden ? t('invoices:split.show') : t('invoices:split.hide')}
          onClick={pane.toggle}
        />
      )}
      <IconButton
        outlined
        size={34}
        icon={IconHistory}
        label={t('records:history.title')}
        expanded={isHistoryOpen}
        onClick={onHistory}
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('invoices:moves.menu', { number: invoice.invoiceNumber })}
            title={t('invoices:moves.menu', { number: invoice.invoiceNumber })}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {invoice.document && (
            <Menu.Item leftSection={<IconExternalLink size={16} stroke={1.75} />} onClick={() => void actions.open()}>
              {t('invoices:moves.openDocument')}
            </Menu.Item>
          )}
          <MenuAction icon={IconUpload} reason={readOnly} onClick={() => file.current?.click()}>
            {invoice.document ? t('invoices:moves.replaceDocument') : t('invoices:moves.uploadDocument')}
          </MenuAction>
          <MenuAction icon={IconTableImport} reason={readOnly} onClick={onImport}>
            {t('invoices:import.menu')}
          </MenuAction>
          {isCreditable && (
            <MenuAction icon={IconReceiptRefund} reason={permission.reason} onClick={onCredit}>
              {t('invoices:credit.menu')}
            </MenuAction>
          )}
          {invoice.status !== 'REVIEW' && (
            <Menu.Item
              leftSection={<IconCoins size={16} stroke={1.75} />}
              component={Link}
              to={paths.restatements({ invoice: invoice.id })}
            >
              {t('invoices:moves.restated')}
            </Menu.Item>
          )}
          <Menu.Divider />
          {isArchived ? (
            <MenuAction icon={IconArchiveOff} reason={permission.reason} onClick={() => void actions.archive(false)}>
              {t('invoices:archive.unarchive')}
            </MenuAction>
          ) : (
            <MenuAction
              icon={IconArchive}
              reason={permission.reason ?? (invoice.can.archive.allowed ? undefined : invoice.can.archive.reason)}
              onClick={() => void actions.archive(true)}
            >
              {t('invoices:archive.archive')}
            </MenuAction>
          )}
          <MenuAction
            icon={IconTrash}
            color="danger"
            reason={
              permission.reason ??
              (isClosed ? (invoice.can.delete.reason ?? t('invoices:moves.readOnlyClosed')) : undefined)
            }
            onClick={() => void actions.remove()}
          >
            {t('invoices:moves.delete')}
          </MenuAction>
        </Menu.Dropdown>
      </Menu>
      {actions.uses.length > 0 && (
        <InUseDialog
          message={t('invoices:moves.inUse', { number: invoice.invoiceNumber })}
          uses={actions.uses}
          onClose={actions.dropUses}
        />
      )}
      <input
        ref={file}
        type="file"
        className={classes.hiddenFile}
        accept={DOCUMENT_ACCEPT}
        multiple
        aria-label={t('invoices:header.document')}
        tabIndex={-1}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void actions.upload(chosen);
        }}
      />
      <ActionButton
        variant={isReopen ? 'default' : 'filled'}
        icon={isReopen ? IconLockOpen : IconCircleCheck}
        permission={permission}
        blocked={blocked}
        {...(!isReopen && { keys: 'Ctrl ↵' })}
        onClick={() => void go()}
      >
        {t(`invoices:moves.${move}`)}
      </ActionButton>
    </>
  );
}
