import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type InvoiceWithLines, updateInvoiceBasic } from '@quayside/contracts/invoices';
import { IconCircleCheck, IconDots, IconExternalLink, IconFileText, IconLock, IconLockOpen, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ActionButton, DeniedTooltip } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState, Note } from '../../components/ui/states.tsx';
import { StatusChip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { isApiError } from '../../lib/api-error.ts';
import { useKeys } from '../../lib/keys.ts';
import { paths } from '../../lib/paths.ts';
import { invoiceQuery, type Move } from './api.ts';
import { EditorProvider, useEdited, useEditor, useInvoiceEditor } from './editor/use-editor.ts';
import { InvoiceHeader } from './header/invoice-header.tsx';
import { SavedMark } from './header/saved-mark.tsx';
import { InvoiceConflict } from './invoice-conflict.tsx';
import { firstUnassigned, InvoiceNotes } from './invoice-notes.tsx';
import { InvoiceTotals } from './invoice-totals.tsx';
import classes from './invoices.module.css';
import { LineCards } from './lines/line-cards.tsx';
import { LineSheet } from './lines/line-sheet.tsx';
import { useInvoiceActions } from './use-invoice-actions.tsx';

/** One invoice: its header, its lines, where their costs go. */
export function InvoicePage() {
  const t = useT();
  const { invoiceId = '' } = useParams();
  const query = useQuery(invoiceQuery(invoiceId));
  if (query.data) return <Loaded key={invoiceId} invoice={query.data} readAt={query.dataUpdatedAt} />;
  const crumbs = [{ label: t('invoices:title'), to: paths.invoices() }];
  if (query.isPending)
    return (
      <PageFrame title={t('loading')} breadcrumb={crumbs}>
        <Waiting />
      </PageFrame>
    );
  const isUnknown = isApiError(query.error) && (query.error.status === 404 || query.error.status === 422);
  return (
    <PageFrame title={t('invoices:title')} breadcrumb={crumbs}>
      {isUnknown ? (
        <Card>
          <EmptyState icon={IconFileText} title={t('invoices:header.notFound')} actions={<ActionButton to={paths.invoices()}>{t('back')}</ActionButton>}>
            {t('errors:notFoundHint')}
          </EmptyState>
        </Card>
      ) : (
        <ErrorState error={query.error} entity={t('invoices:entity')} onRetry={() => void query.refetch()} />
      )}
    </PageFrame>
  );
}

function Waiting() {
  const label = useT()('loading');
  return (
    <div className={classes.skeletons} role="status" aria-label={label}>
      <Skeleton height={54} />
      <Skeleton height={54} />
      <Skeleton height={280} />
      <Skeleton height={56} />
    </div>
  );
}

function Loaded({ invoice, readAt }: { invoice: InvoiceWithLines; readAt: number }) {
  const editor = useInvoiceEditor(invoice, readAt);
  return (
    <EditorProvider value={editor}>
      <Screen />
      <InvoiceConflict />
    </EditorProvider>
  );
}

function Screen() {
  const t = useT();
  const editor = useEditor();
  const invoice = useEdited((state) => state.invoice);
  const permission = usePermission(updateInvoiceBasic);
  const [params] = useSearchParams();
  const [openKey, setOpenKey] = useState<string>();
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const isReadOnly = !permission.allowed || !invoice.can.edit.allowed;
  useKeys({ 'Ctrl s': () => void editor.flush() });
  const showUnassigned = () => setOpenKey(firstUnassigned(editor.get()));
  const marked = params.get('line');
  return (
    <PageFrame
      title={invoice.invoiceNumber}
      breadcrumb={[
        { label: t('invoices:title'), to: paths.invoices() },
        { label: invoice.supplierContact.companyName, to: paths.supplier(invoice.supplierContact.id) },
      ]}
      badges={
        <>
          <StatusChip family="invoice" value={invoice.status} />
          {!isReadOnly && <SavedMark />}
        </>
      }
      actions={<Actions isReadOnly={isReadOnly} />}
    >
      {isReadOnly && (
        <Note tone="neutral" icon={IconLock}>
          {permission.reason ?? (invoice.status === 'CLOSED' ? t('invoices:moves.readOnlyClosed') : invoice.can.edit.reason)}
        </Note>
      )}
      <InvoiceHeader isReadOnly={isReadOnly} />
      {isPhone ? (
        <LineCards isReadOnly={isReadOnly} openKey={openKey} onOpen={setOpenKey} />
      ) : (
        <LineSheet isReadOnly={isReadOnly} openKey={openKey} onOpen={setOpenKey} markedLineId={marked} />
      )}
      <InvoiceTotals isReadOnly={isReadOnly} onShowUnassigned={showUnassigned} />
      <InvoiceNotes isReadOnly={isReadOnly} onOpen={setOpenKey} />
    </PageFrame>
  );
}

/** The next move as the one primary, and the menu. */
function Actions({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const invoice = useEdited((state) => state.invoice);
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
  useKeys({ 'Ctrl Enter': permission.allowed && may.allowed ? () => void go() : undefined });
  const blocked = permission.allowed ? may.reason : null;
  return (
    <>
      {invoice.document && (
        <ActionButton icon={IconExternalLink} onClick={() => void actions.open()}>
          {t('invoices:moves.openDocument')}
        </ActionButton>
      )}
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
          <Menu.Item leftSection={<IconUpload size={16} stroke={1.75} />} disabled={isReadOnly} onClick={() => file.current?.click()}>
            {invoice.document ? t('invoices:moves.replaceDocument') : t('invoices:moves.uploadDocument')}
          </Menu.Item>
          <Menu.Divider />
          <DeniedTooltip reason={permission.reason ?? (invoice.status === 'CLOSED' ? (invoice.can.delete.reason ?? undefined) : undefined)}>
            <Menu.Item
              leftSection={<IconTrash size={16} stroke={1.75} />}
              color="danger"
              disabled={!permission.allowed || invoice.status === 'CLOSED'}
              onClick={() => void actions.remove()}
            >
              {t('invoices:moves.delete')}
            </Menu.Item>
          </DeniedTooltip>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={file}
        type="file"
        className={classes.hiddenFile}
        accept=".pdf,.doc,.docx"
        aria-label={t('invoices:header.document')}
        tabIndex={-1}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (chosen) void actions.upload(chosen);
        }}
      />
      <ActionButton
        variant="filled"
        icon={move === 'reopen' ? IconLockOpen : IconCircleCheck}
        permission={permission}
        blocked={blocked}
        keys="Ctrl ↵"
        onClick={() => void go()}
      >
        {t(`invoices:moves.${move}`)}
      </ActionButton>
    </>
  );
}
