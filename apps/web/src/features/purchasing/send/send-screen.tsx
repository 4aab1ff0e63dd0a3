import { sendEmailWithAttachments } from '@quayside/contracts/documents/sent-mails';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../../../components/document-viewer/save-file.ts';
import { MailForm } from '../../../components/mail/mail-form.tsx';
import { SentMails } from '../../../components/mail/sent-mails.tsx';
import { SentNote } from '../../../components/mail/sent-note.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount, usePermission } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { OrderStatus } from '../list/purchase-order-columns.tsx';
import { proposedMail } from './proposed-mail.ts';

/** The mail to the supplier, and what was sent before. The PDF can also only be downloaded. */
export function SendScreen({ order }: { order: PurchaseOrderWithItems }) {
  const t = useT();
  const { me } = useAccount();
  const permission = usePermission(sendEmailWithAttachments);
  const [sentTo, setSentTo] = useState<readonly string[]>();
  const { generated } = order;
  const pdf = order.uploadedDocuments.find(({ id }) => id === generated?.documentId);
  return (
    <PageFrame
      title={t('purchasing:send.title', { number: order.poNumber })}
      shown={sentTo === undefined}
      breadcrumb={[
        { label: t('purchasing:title'), to: paths.purchaseOrders() },
        { label: order.poNumber, to: paths.purchaseOrder(order.id) },
      ]}
      badges={<OrderStatus order={order} />}
      actions={
        pdf && (
          <ActionButton icon={IconDownload} onClick={() => void saveFile(pdf)}>
            {t('purchasing:send.download')}
          </ActionButton>
        )
      }
    >
      <div className="stack">
        <Before order={order} />
        {sentTo ? (
          <SentNote
            sent={t('purchasing:send.sent')}
            recipients={sentTo}
            back={{ to: paths.purchaseOrder(order.id), words: t('purchasing:send.back') }}
            onAgain={() => setSentTo(undefined)}
          />
        ) : (
          <MailForm
            record={{
              entityType: 'PURCHASE_ORDER',
              entityId: order.id,
              version: order.version,
              documents: order.uploadedDocuments,
              contact: order.contact,
              words: {
                form: t('purchasing:send.form'),
                action: t('purchasing:send.action'),
                sent: t('purchasing:send.sent'),
                failed: t('purchasing:send.failed'),
                entity: t('purchasing:entity'),
              },
            }}
            proposed={proposedMail(t, order, me)}
            fixed={pdf && { id: pdf.id, name: pdf.fileName, size: pdf.size, onDownload: () => void saveFile(pdf) }}
            keepFixed={async () => (generated ? [generated.documentId] : [])}
            permission={permission}
            blocked={generated === null ? t('purchasing:send.notGenerated') : null}
            cancelTo={paths.purchaseOrder(order.id)}
            onSent={setSentTo}
          />
        )}
        <SentMails entityType="PURCHASE_ORDER" entityId={order.id} />
      </div>
    </PageFrame>
  );
}

/** What comes before sending: the PDF has to be generated, and should be what the purchase order is now. */
function Before({ order }: { order: PurchaseOrderWithItems }) {
  const t = useT();
  const generate = (
    <ActionButton size="xs" icon={IconFileText} to={paths.purchaseOrderGenerate(order.id)}>
      {t('purchasing:send.generate')}
    </ActionButton>
  );
  if (!order.generated)
    return (
      <Note tone="warning" action={generate}>
        {t('purchasing:send.notGenerated')}
      </Note>
    );
  if (!order.isChangedSinceGenerated) return null;
  return (
    <Note tone="warning" action={generate}>
      {t('purchasing:send.changed', { revision: order.generated.revision })}
    </Note>
  );
}
