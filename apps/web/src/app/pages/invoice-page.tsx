import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { InvoiceDocumentInvite } from '../../features/documents/invoice-document-invite.tsx';
import { InvoiceDocumentPane } from '../../features/documents/invoice-document-pane.tsx';
import { InvoiceDrop } from '../../features/documents/invoice-drop.tsx';
import { UploadedFiles } from '../../features/documents/uploaded-files.tsx';
import { lazyPart } from '../../lib/page/load-part.ts';
import { InvoicePage as Page } from '../../features/invoices/invoice.page.tsx';
import type { InvoiceSlots } from '../../features/invoices/page/invoice-screen.tsx';

const ScheduleTab = lazyPart(() =>
  import('../../features/payments/schedule/schedule-tab.tsx').then((m) => m.ScheduleTab),
);

const slots: InvoiceSlots = {
  documentPane: ({ invoice }) => <InvoiceDocumentPane invoice={invoice} />,
  documentInvite: ({ invoice }) => <InvoiceDocumentInvite invoice={invoice} />,
  uploadedFile: ({ invoice }) => <UploadedFiles invoice={invoice} />,
  schedule: ({ invoice }) => (
    <Suspense fallback={<Skeleton height={240} radius={10} />}>
      <ScheduleTab invoice={invoice} />
    </Suspense>
  ),
};

/**
 * The page of one invoice with its documents. Invoices and documents are joined here, because features do not import
 * each other.
 */
export function InvoicePage() {
  const { invoiceId = '' } = useParams();
  return (
    <InvoiceDrop key={invoiceId} invoiceId={invoiceId}>
      <Page {...slots} />
    </InvoiceDrop>
  );
}
