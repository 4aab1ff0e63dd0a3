import type { Document } from '@quayside/contracts/documents/documents';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import type { SentMail } from '@quayside/contracts/documents/sent-mails';
import { idOf } from '../../../testing/person.ts';
import { aDocument } from '../../documents/testing/a-document.ts';
import { anItem, orderOf } from './an-order.ts';

/** A PDF with one empty page. */
const PDF = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>> endobj
trailer <</Root 1 0 R>>`;

/** The PDF as the file of a revision. */
export const pdfOf = (revision: number): File =>
  new File([PDF], `PO-2026-0007${revision === 1 ? '' : `-rev${revision}`}.pdf`, { type: 'application/pdf' });

const OF_ORDER: Pick<Document, 'entityType' | 'entityId' | 'entities'> = {
  entityType: 'PURCHASE_ORDER',
  entityId: idOf(10),
  entities: [{ entityType: 'PURCHASE_ORDER', entityId: idOf(10), label: 'PO-2026-0007' }],
};
/** The generated PDF of the purchase order, and artwork that is to be sent with it. */
export const GENERATED: Document = aDocument({
  ...OF_ORDER,
  id: idOf(81),
  fileName: 'PO-2026-0007.pdf',
  contentType: 'application/pdf',
  size: 204_800,
});
export const ARTWORK: Document = aDocument({ ...OF_ORDER, id: idOf(82), fileName: 'kettle-art.docx', size: 1_258_291 });
export const MARKS: Document = aDocument({ ...OF_ORDER, id: idOf(83), fileName: 'marks.docx', size: 102_400 });

/** An open purchase order whose first revision was generated. Its artwork goes with it. */
export const generatedOrder = (over: Partial<PurchaseOrderWithItems> = {}): PurchaseOrderWithItems =>
  orderOf([anItem()], {
    status: 'OPEN',
    generated: {
      documentId: GENERATED.id,
      versionNumber: 1,
      revision: 1,
      sha256: GENERATED.sha256,
      size: GENERATED.size,
      at: '2026-11-20T09:00:00Z',
    },
    uploadedDocuments: [MARKS, ARTWORK, GENERATED],
    attachmentIds: [ARTWORK.id],
    attachments: [ARTWORK],
    ...over,
  });

/** A mail with the PDF to the supplier that has left. */
export const aMail = (over: Partial<SentMail> = {}): SentMail => ({
  id: idOf(91),
  entities: [{ entityType: 'PURCHASE_ORDER', entityId: idOf(10), label: 'PO-2026-0007' }],
  to: ['sales@haosheng.example'],
  cc: ['boss@haosheng.example'],
  replyTo: 'ada@crane.example',
  subject: 'Purchase order PO-2026-0007',
  body: '<p>Please confirm.</p>',
  attachments: [
    {
      documentId: GENERATED.id,
      versionNumber: 1,
      fileName: GENERATED.fileName,
      contentType: GENERATED.contentType,
      size: GENERATED.size,
      sha256: GENERATED.sha256,
    },
  ],
  state: 'SENT',
  failure: null,
  queuedAt: '2026-11-20T10:00:00Z',
  sentBy: { id: idOf(1), name: 'Ada Crane' },
  endedAt: '2026-11-20T10:00:05Z',
  can: { retry: { allowed: false, reason: 'Only a mail that failed can be sent again.' } },
  ...over,
});
