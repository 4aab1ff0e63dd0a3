import { useMediaQuery } from '@mantine/hooks';
import { type InvoiceWithLines, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { IconArchive, IconCircleCheck, IconCircleDashed, IconLock, IconReceiptRefund } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageFrame, type PageTab } from '../../../components/ui/page-frame.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { Chip, StatusChip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatRelative } from '../../../lib/words/format.ts';
import { useKeys } from '../../../lib/page/keys.ts';
import { OverwrittenNotes } from '../conflict/overwritten-notes.tsx';
import { CreditDialog } from '../credit/credit-dialog.tsx';
import { DuplicatesNote } from '../duplicates-note.tsx';
import { WarningsNote } from '../warnings-note.tsx';
import { InvoiceHistory } from '../history/invoice-history.tsx';
import { ImportDialog } from '../imports/import-dialog.tsx';
import { ProductsTab } from '../products/products-tab.tsx';
import { paths } from '../../../lib/paths.ts';
import { countProblems } from '../../../lib/editing/draft-editor/description.ts';
import type { EditedInvoice } from '../editor/header-draft.ts';
import type { PastedBlock } from '../editor/clipboard.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { DetailsTab } from '../details/details-tab.tsx';
import { AskSupplier, InvoiceHeader } from '../header/invoice-header.tsx';
import { SavedMark } from '../../../components/ui/saved-mark.tsx';
import { firstUnassigned, InvoiceNotes } from '../invoice-notes.tsx';
import { InvoiceTotals } from '../invoice-totals.tsx';
import { LineCards } from '../lines/line-cards.tsx';
import { LineSheet } from '../lines/line-sheet.tsx';
import { clearMarking } from '../marked/marking.ts';
import { ReadingProvider } from '../reading/reading-context.tsx';
import { DueOffer } from '../reading/due-offer.tsx';
import { ReadingStrip } from '../reading/reading-strip.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { INVOICE_TABS, type InvoiceTab, tabOf, tabQuery } from './invoice-tabs.ts';
import { SplitView, useDocumentPane } from './split-view.tsx';

const PHONE = '(max-width: 767.98px)';
/**
 * The tabs that show the document beside the form, because people type the values of their fields from the document.
 */
const WITH_DOCUMENT: readonly InvoiceTab[] = ['details', 'lines'];

/** The parts of the screen that other features provide. */
export interface InvoiceSlots {
  /** Renders the document beside the form. It is used only if the invoice has a document. */
  readonly documentPane?: (props: { readonly invoice: InvoiceWithLines }) => ReactNode;
  /** Renders the invitation to attach a document, below a form without one. */
  readonly documentInvite?: (props: { readonly invoice: InvoiceWithLines }) => ReactNode;
  /** Renders the tab with all documents of the invoice. */
  readonly uploadedFile?: (props: { readonly invoice: InvoiceWithLines }) => ReactNode;
  /** Renders the tab in which the payments of the invoice are scheduled. */
  readonly schedule?: (props: { readonly invoice: InvoiceWithLines }) => ReactNode;
}

/** The frame of the invoice page: title, tabs, and the document beside them. */
export function InvoiceScreen({ stored, slots }: { stored: InvoiceWithLines; slots: InvoiceSlots }) {
  const t = useT();
  const editor = useEditor();
  const invoice = useEdited((state) => state.record);
  const permission = usePermission(updateInvoiceBasic);
  const [params] = useSearchParams();
  const tab = tabOf(params);
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const pane = useDocumentPane();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [dialog, setDialog] = useState<'credit' | { readonly pasted: PastedBlock | undefined }>();
  const isReadOnly = !permission.allowed || !invoice.can.edit.allowed;
  const whole = useMemo(() => ({ ...invoice, lines: stored.lines }), [invoice, stored.lines]);
  useKeys({ 'Ctrl s': () => void editor.flush() });
  useEffect(() => clearMarking, [tab]);

  const hasPane =
    !isPhone && slots.documentPane !== undefined && invoice.document !== null && WITH_DOCUMENT.includes(tab);
  const readOnlyWords =
    permission.reason ?? (invoice.status === 'CLOSED' ? t('invoices:moves.readOnlyClosed') : invoice.can.edit.reason);
  const content = (
    <>
      {isReadOnly && (
        <Note tone="neutral" icon={IconLock}>
          {readOnlyWords}
        </Note>
      )}
      {invoice.archivedAt !== null && (
        <Note tone="neutral" icon={IconArchive}>
          {t('invoices:archive.note', { when: formatRelative(invoice.archivedAt) })}
        </Note>
      )}
      <OverwrittenNotes />
      <DuplicatesNote duplicates={invoice.duplicates} />
      <WarningsNote warnings={invoice.warnings} />
      {!isReadOnly && WITH_DOCUMENT.includes(tab) && (
        <ReadingStrip onBlock={(text) => setDialog({ pasted: { text } })} />
      )}
      {!isReadOnly && <DueOffer />}
      {!isReadOnly && <AskSupplier />}
      <TabContent
        tab={tab}
        whole={whole}
        isReadOnly={isReadOnly}
        isPhone={isPhone}
        slots={slots}
        onBlock={(pasted) => setDialog({ pasted })}
      />
      {!isReadOnly &&
        invoice.document === null &&
        WITH_DOCUMENT.includes(tab) &&
        slots.documentInvite?.({ invoice: whole })}
    </>
  );
  return (
    <ReadingProvider isReadOnly={isReadOnly}>
      <PageFrame
        title={invoice.invoiceNumber}
        layout={isPhone ? 'document' : 'split'}
        breadcrumb={crumbsOf(t('invoices:title'), invoice)}
        badges={
          <>
            {invoice.kind === 'CREDIT_NOTE' && (
              <Chip icon={IconReceiptRefund} tone="warning" spoken={t('invoices:kind')}>
                {t('invoices:kinds.CREDIT_NOTE')}
              </Chip>
            )}
            <StatusChip family="invoice" value={invoice.status} />
            {invoice.paymentState !== 'UNSCHEDULED' && (
              <span title={t('invoices:reconciledHelp')}>
                <Chip
                  icon={invoice.reconciled ? IconCircleCheck : IconCircleDashed}
                  tone={invoice.reconciled ? 'positive' : 'neutral'}
                >
                  {t(invoice.reconciled ? 'invoices:reconciled' : 'invoices:notReconciled')}
                </Chip>
              </span>
            )}
            {!isReadOnly && <Saved />}
          </>
        }
        actions={
          <InvoiceActions
            readOnly={isReadOnly ? readOnlyWords : undefined}
            pane={hasPane ? pane : undefined}
            isHistoryOpen={isHistoryOpen}
            onHistory={() => setHistoryOpen(!isHistoryOpen)}
            onImport={() => setDialog({ pasted: undefined })}
            onCredit={() => setDialog('credit')}
          />
        }
        {...(isHistoryOpen
          ? {
              aside: (
                <InvoiceHistory
                  invoiceId={invoice.id}
                  number={invoice.invoiceNumber}
                  onClose={() => setHistoryOpen(false)}
                />
              ),
            }
          : {})}
        tabs={useTabs(tab, slots)}
      >
        {isPhone ? (
          content
        ) : (
          <SplitView document={hasPane && !pane.isHidden ? slots.documentPane?.({ invoice: whole }) : undefined}>
            {content}
          </SplitView>
        )}
        {dialog === 'credit' && <CreditDialog onClose={() => setDialog(undefined)} />}
        {typeof dialog === 'object' && <ImportDialog pasted={dialog.pasted} onClose={() => setDialog(undefined)} />}
      </PageFrame>
    </ReadingProvider>
  );
}

/** Whether everything is saved. */
function Saved() {
  const editor = useEditor();
  const save = useEdited((state) => state.save);
  const problems = useEdited(countProblems);
  const updatedAt = useEdited((state) => state.record.updatedAt);
  return <SavedMark save={save} problems={problems} updatedAt={updatedAt} onTry={() => void editor.flush()} />;
}

const crumbsOf = (title: string, { supplierContact: supplier }: EditedInvoice) => [
  { label: title, to: paths.invoices() },
  ...(supplier ? [{ label: supplier.companyName, to: paths.supplier(supplier.id, 'overview') }] : []),
];

function useTabs(current: InvoiceTab, { uploadedFile, schedule }: InvoiceSlots): PageTab[] {
  const t = useT();
  const id = useEdited((state) => state.record.id);
  const lines = useEdited((state) => [...state.rows.values()].filter(({ stored: line }) => line !== null).length);
  const products = useEdited(
    (state) => new Set([...state.rows.values()].flatMap(({ stored: line }) => line?.product?.id ?? [])).size,
  );
  const counts: Partial<Record<InvoiceTab, number>> = { ...(products > 0 ? { products } : {}), lines };
  const absent = new Set<InvoiceTab>([
    ...(uploadedFile ? [] : ['file' as const]),
    ...(schedule ? [] : ['schedule' as const]),
  ]);
  return INVOICE_TABS.filter((tab) => !absent.has(tab)).map((tab) => ({
    label: t(`invoices:tabs.${tab}`),
    to: `${paths.invoice(id)}${tabQuery(tab)}`,
    isCurrent: tab === current,
    ...(counts[tab] === undefined ? {} : { count: counts[tab] }),
  }));
}

interface TabContentProps {
  readonly tab: InvoiceTab;
  readonly whole: InvoiceWithLines;
  readonly isReadOnly: boolean;
  readonly isPhone: boolean;
  readonly slots: InvoiceSlots;
  readonly onBlock: (block: PastedBlock) => void;
}

function TabContent({ tab, whole, isReadOnly, isPhone, slots, onBlock }: TabContentProps): ReactNode {
  switch (tab) {
    case 'details':
      return <DetailsTab isReadOnly={isReadOnly} />;
    case 'products':
      return <ProductsTab lines={whole.lines} />;
    case 'lines':
      return <Lines isReadOnly={isReadOnly} isPhone={isPhone} onBlock={onBlock} />;
    case 'file':
      return slots.uploadedFile?.({ invoice: whole });
    case 'schedule':
      return slots.schedule?.({ invoice: whole });
  }
}

function Lines({ isReadOnly, isPhone, onBlock }: Pick<TabContentProps, 'isReadOnly' | 'isPhone' | 'onBlock'>) {
  const editor = useEditor();
  const [params] = useSearchParams();
  const [openKey, setOpenKey] = useState<string>();
  return (
    <>
      <InvoiceHeader isReadOnly={isReadOnly} />
      {isPhone ? (
        <LineCards isReadOnly={isReadOnly} openKey={openKey} onOpen={setOpenKey} />
      ) : (
        <LineSheet
          isReadOnly={isReadOnly}
          openKey={openKey}
          onOpen={setOpenKey}
          markedLineId={params.get('line')}
          onBlock={onBlock}
        />
      )}
      <InvoiceTotals isReadOnly={isReadOnly} onShowUnassigned={() => setOpenKey(firstUnassigned(editor.get()))} />
      <InvoiceNotes isReadOnly={isReadOnly} onOpen={setOpenKey} />
    </>
  );
}
