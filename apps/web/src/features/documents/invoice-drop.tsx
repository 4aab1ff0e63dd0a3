import { Button } from '@mantine/core';
import { uploadDocument } from '@quayside/contracts/documents/documents';
import { getInvoice } from '@quayside/contracts/invoices/invoices';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/ui/confirm.tsx';
import { DropTarget } from '../../components/ui/drop-target.tsx';
import { useT } from '../../i18n/i18n.ts';
import { type Permission, usePermission } from '../../lib/session/account.ts';
import { read } from '../../lib/api/query-client.ts';
import { attachFiles, replaceWith } from './document-actions.ts';

export type InvoiceWithDocument = Pick<Invoice, 'id' | 'invoiceNumber' | 'document' | 'can' | 'status'>;

/**
 * Whether the documents of this invoice can be changed. If the invoice's state forbids a change, the result contains
 * the reason.
 */
export function useMayChange(invoice: InvoiceWithDocument | undefined): Permission {
  const t = useT();
  const permission = usePermission(uploadDocument);
  if (!permission.allowed || !invoice || invoice.can.edit.allowed) return permission;
  return {
    allowed: false,
    reason: invoice.status === 'CLOSED' ? t('documents:invoice.readOnly') : (invoice.can.edit.reason ?? ''),
  };
}

/**
 * Makes an invoice page a drop target for files. If the invoice already shows a document, a single dropped file may be
 * a newer version of that document, so the person is asked.
 */
export function InvoiceDrop({ invoiceId, children }: { invoiceId: string; children: ReactNode }) {
  const t = useT();
  const invoice = useQuery({ ...read('invoices', getInvoice, { params: { id: invoiceId } }), enabled: false }).data;
  const permission = useMayChange(invoice);
  const [asked, setAsked] = useState<File>();
  const take = (files: readonly File[]) => {
    const [first] = files;
    if (!invoice) return;
    if (first && files.length === 1 && invoice.document) setAsked(first);
    else void attachFiles(invoice, files);
  };
  return (
    <DropTarget
      fill
      title={t('documents:drop.attach', { number: invoice?.invoiceNumber ?? '' })}
      hint={t('documents:drop.kinds')}
      permission={invoice ? permission : { allowed: false, reason: undefined }}
      onFiles={take}
    >
      {children}
      {asked && invoice?.document && (
        <Dialog
          title={t('documents:invoice.which', { name: invoice.document.fileName })}
          size={440}
          onClose={() => setAsked(undefined)}
          footer={
            <>
              <Button onClick={() => setAsked(undefined)}>{t('cancel')}</Button>
              <Button onClick={() => (void attachFiles(invoice, [asked]), setAsked(undefined))}>
                {t('documents:invoice.beside')}
              </Button>
              <Button
                variant="filled"
                data-autofocus
                onClick={() => {
                  if (invoice.document) void replaceWith(invoice.document, asked);
                  setAsked(undefined);
                }}
              >
                {t('documents:invoice.newVersion')}
              </Button>
            </>
          }
        >
          <p className="muted">
            {t('documents:invoice.whichBody', { file: asked.name, number: invoice.invoiceNumber })}
          </p>
        </Dialog>
      )}
    </DropTarget>
  );
}
