import { sendEmailWithAttachments } from '@quayside/contracts/sent-mails';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchase-orders';
import { IconCircleCheck, IconDownload, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../../../components/document-viewer/save-file.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { paths } from '../../../lib/paths.ts';
import { OrderStatus } from '../list/purchase-order-columns.tsx';
import { MailForm } from './mail-form.tsx';
import { SentMails } from './sent-mails.tsx';

/** The mail to the supplier, and what was sent before. The PDF can also only be downloaded. */
export function SendScreen({ order }: { order: PurchaseOrderWithItems }) {
  const t = useT();
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
          <Note
            tone="positive"
            role="status"
            icon={IconCircleCheck}
            action={
              <div className="row" data-gap="6">
                <ActionButton size="xs" onClick={() => setSentTo(undefined)}>
                  {t('purchasing:send.again')}
                </ActionButton>
                <ActionButton size="xs" to={paths.purchaseOrder(order.id)}>
                  {t('purchasing:send.back')}
                </ActionButton>
              </div>
            }
          >
            <b>{t('purchasing:send.sent')}</b> {t('purchasing:send.sentTo', { recipients: sentTo.join(', ') })}
          </Note>
        ) : (
          <MailForm order={order} permission={permission} onSent={setSentTo} />
        )}
        <SentMails orderId={order.id} />
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
