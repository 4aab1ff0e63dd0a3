import type { Document } from '@quayside/contracts/documents/documents';
import { useNavigate } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { attachDocument } from '../api.ts';

/** Attaches the document to an invoice, shows a toast and opens the invoice. */
export function useAttach(document: Pick<Document, 'id' | 'fileName'>) {
  const t = useT();
  const navigate = useNavigate();
  return useWrite({
    send: ({ invoiceId, inFront }: { invoiceId: string; inFront?: boolean }) =>
      attachDocument(invoiceId, document.id, inFront),
    failure: { verb: 'update', entity: t('documents:entity') },
    onSuccess: ({ id, invoiceNumber }) => {
      toast('success', t('documents:invoice.attached', { name: document.fileName, number: invoiceNumber }), {
        scope: 'global',
      });
      void navigate(paths.invoice(id));
    },
  });
}
