import { useMediaQuery } from '@mantine/hooks';
import { patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { IconArchive, IconLock, IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { SentMails } from '../../../components/mail/sent-mails.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { SavedMark } from '../../../components/ui/saved-mark.tsx';
import split from '../../../components/ui/split.module.css';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatRelative } from '../../../lib/words/format.ts';
import { setLayout, useAppState } from '../../../lib/kept/kept-state.ts';
import { useKeys } from '../../../lib/page/keys.ts';
import { paths } from '../../../lib/paths.ts';
import { countProblems } from '../../../lib/editing/draft-editor/description.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { FilesCard } from '../files/files-card.tsx';
import { OrderHistory } from '../history/order-history.tsx';
import { ItemImportDialog } from '../imports/item-import-dialog.tsx';
import { ItemCards } from '../items/item-cards.tsx';
import { ItemPanel } from '../items/item-panel.tsx';
import { ItemSheet } from '../items/item-sheet.tsx';
import { OrderStatus } from '../list/purchase-order-columns.tsx';
import { TermsCard } from '../terms/terms-card.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { LiveBar } from './live-bar.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderDetails, OrderHeader } from './order-header.tsx';
import classes from './order.module.css';
import { PreviewPane } from './preview-pane.tsx';

/** Below this width, the items are cards; the window may also be narrow because the page is zoomed. */
const PHONE = '(max-width: 767px)';
const NARROW = '(max-width: 1179px)';

/** The parts of the page that other features show. */
export interface OrderSlots {
  /** The payments of the purchase order. */
  readonly payments?: (props: { readonly orderId: string; readonly canEdit: boolean }) => ReactNode;
}
type Shown =
  | { readonly of: 'close'; readonly reason: 'SHORT' | 'CANCELLED' }
  | { readonly of: 'import'; readonly text?: string };

/** The page of a purchase order: header, items, terms, payments, files, invoices, and the PDF beside them. */
export function OrderScreen({ slots }: { slots: OrderSlots }) {
  const t = useT();
  const editor = useEditor();
  const order = useEdited((state) => state.record);
  const permission = usePermission(patchPurchaseOrder);
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const isHidden = useAppState(({ layout }) => layout.isDocumentHidden);
  const [side, setSide] = useState<'history' | { readonly item: string }>();
  const [shown, setShown] = useState<Shown>();
  useKeys({ 'Ctrl s': () => void editor.flush() });
  const isReadOnly = !permission.allowed || !order.can.edit.allowed;
  const readOnly = permission.reason ?? (order.can.edit.allowed ? undefined : order.can.edit.reason);
  const openItem = typeof side === 'object' ? side.item : undefined;
  const onOpen = (item: string) => setSide({ item });
  const content = (
    <>
      <Notes readOnly={isReadOnly ? readOnly : undefined} />
      <OrderHeader isReadOnly={isReadOnly} />
      {isPhone ? (
        <ItemCards isReadOnly={isReadOnly} onOpen={onOpen} />
      ) : (
        <ItemSheet isReadOnly={isReadOnly} onOpen={onOpen} onBlock={(text) => setShown({ of: 'import', text })} />
      )}
      <TermsCard isReadOnly={isReadOnly} />
      {slots.payments?.({ orderId: order.id, canEdit: permission.allowed })}
      <InvoicesCard />
      <OrderDetails isReadOnly={isReadOnly} />
      <FilesCard />
      {order.generated && <SentMails entityType="PURCHASE_ORDER" entityId={order.id} />}
      <LiveBar />
    </>
  );
  return (
    <PageFrame
      title={order.poNumber}
      layout={isPhone ? 'document' : 'split'}
      breadcrumb={[
        { label: t('purchasing:title'), to: paths.purchaseOrders() },
        ...(order.contact
          ? [{ label: order.contact.companyName, to: paths.supplier(order.contact.id, 'overview') }]
          : []),
      ]}
      badges={
        <>
          <OrderStatus order={order} />
          {!isReadOnly && <Saved />}
        </>
      }
      actions={
        <OrderActions
          readOnly={isReadOnly ? readOnly : undefined}
          pane={
            isNarrow || side !== undefined
              ? undefined
              : { isHidden, toggle: () => setLayout({ isDocumentHidden: !isHidden }) }
          }
          isHistoryOpen={side === 'history'}
          onHistory={() => setSide(side === 'history' ? undefined : 'history')}
          onImport={() => setShown({ of: 'import' })}
          onClose={(reason) => setShown({ of: 'close', reason })}
        />
      }
      {...(side === 'history' && {
        aside: <OrderHistory id={order.id} number={order.poNumber} onClose={() => setSide(undefined)} />,
      })}
      {...(openItem !== undefined && {
        aside: (
          <OpenItem
            key={openItem}
            rowKey={openItem}
            isReadOnly={isReadOnly}
            onOpen={onOpen}
            onClose={() => setSide(undefined)}
          />
        ),
      })}
    >
      {isPhone ? (
        <div className={classes.phone}>{content}</div>
      ) : (
        <div className={split.split}>
          <div className={split.form} data-sums>
            {content}
          </div>
          {!isNarrow && !isHidden && side === undefined && <PreviewPane />}
        </div>
      )}
      {shown?.of === 'close' && <CloseDialog reason={shown.reason} onClose={() => setShown(undefined)} />}
      {shown?.of === 'import' && <ItemImportDialog pasted={shown.text} onClose={() => setShown(undefined)} />}
    </PageFrame>
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

/** What a person should know before they change something: why they cannot, and whether the supplier knows less. */
function Notes({ readOnly }: { readOnly: string | null | undefined }) {
  const t = useT();
  const order = useEdited((state) => state.record);
  return (
    <>
      {readOnly && (
        <Note tone="neutral" icon={IconLock}>
          {readOnly}
        </Note>
      )}
      {order.closeWords && (
        <Note tone="neutral" icon={IconLock}>
          {t('purchasing:closedBecause', { words: order.closeWords })}
        </Note>
      )}
      {order.archivedAt !== null && (
        <Note tone="neutral" icon={IconArchive}>
          {t('purchasing:archive.note', { when: formatRelative(order.archivedAt) })}
        </Note>
      )}
      {order.sent && order.isChangedSinceSent && (
        <Note tone="warning" icon={IconSend}>
          {t('purchasing:changedNote', { when: formatRelative(order.sent.at), revision: order.sent.revision })}
        </Note>
      )}
    </>
  );
}

/** The panel of the open item. */
function OpenItem({
  rowKey,
  isReadOnly,
  onOpen,
  onClose,
}: {
  rowKey: string;
  isReadOnly: boolean;
  onOpen: (rowKey: string) => void;
  onClose: () => void;
}) {
  const editor = useEditor();
  const row = useEdited((state) => state.rows.get(rowKey));
  const keys = useEdited((state) => state.keys);
  if (!row) return null;
  const close = () => {
    // A new item in which nothing was typed is not kept.
    if (row.stored === null && Object.keys(row.draft).length === 0) void editor.removeRow(rowKey);
    onClose();
  };
  return (
    <ItemPanel
      row={row}
      position={keys.indexOf(rowKey) + 1}
      isReadOnly={isReadOnly}
      onClose={close}
      onNext={() => onOpen(keys[keys.indexOf(rowKey) + 1] ?? editor.addRow())}
    />
  );
}
