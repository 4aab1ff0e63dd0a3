import { Button } from '@mantine/core';
import type { Document } from '@quayside/contracts/documents/documents';
import { attachInvoiceDocument, type MatchCandidate } from '@quayside/contracts/invoices/invoice-documents';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { useAttach } from './use-attach.ts';

/**
 * Attaches the document to this invoice. If the invoice already has documents, asks whether the new one should be the
 * document shown beside the invoice.
 */
export function AttachButton({
  document,
  invoice,
  isFirst = false,
}: {
  document: Pick<Document, 'id' | 'fileName'>;
  invoice: Pick<MatchCandidate['invoice'], 'id' | 'invoiceNumber' | 'hasDocument' | 'status'>;
  isFirst?: boolean;
}) {
  const t = useT();
  const permission = usePermission(attachInvoiceDocument);
  const attach = useAttach(document);
  const [isAsking, setAsking] = useState(false);
  const number = invoice.invoiceNumber;
  const go = (inFront?: boolean) => {
    setAsking(false);
    attach.mutate({ invoiceId: invoice.id, ...(inFront === undefined ? {} : { inFront }) });
  };
  return (
    <>
      <ActionButton
        icon={IconPaperclip}
        variant={isFirst ? 'filled' : 'default'}
        permission={permission}
        blocked={invoice.status === 'CLOSED' ? t('documents:invoice.readOnly') : null}
        loading={attach.isPending}
        onClick={() => (invoice.hasDocument ? setAsking(true) : go())}
      >
        {t('documents:matching.attach', { number })}
      </ActionButton>
      {isAsking && (
        <Dialog
          title={t('documents:matching.confirmTitle', { number })}
          size={440}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('cancel')}</Button>
              <Button onClick={() => go(false)}>{t('documents:matching.behind')}</Button>
              <Button variant="filled" data-autofocus onClick={() => go(true)}>
                {t('documents:matching.inFront')}
              </Button>
            </>
          }
        >
          <p className="muted">{t('documents:matching.confirmBody')}</p>
        </Dialog>
      )}
    </>
  );
}
