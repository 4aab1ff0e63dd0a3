import type { Me } from '@quayside/contracts/accounts';
import type { Document } from '@quayside/contracts/documents';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchase-orders';
import type { T } from '../../../i18n/i18n.ts';
import { formatDay } from '../../../lib/format.ts';

/** The values of the form. `body` is plain text, and becomes HTML when the mail is sent. */
export type MailDraft = {
  to: string[];
  cc: string[];
  subject: string;
  body: string;
  documentIds: string[];
};

/** A mail as it is proposed: to the supplier, with the PDF and the files that are to be sent with it. */
export function proposedMail(t: T, order: PurchaseOrderWithItems, me: Pick<Me, 'firstName' | 'lastName'>): MailDraft {
  const revision = order.generated?.revision ?? 1;
  const words = {
    number: order.poNumber,
    revision,
    supplier: order.contact?.companyName ?? '',
    day: formatDay(order.orderDate),
    person: `${me.firstName} ${me.lastName}`.trim(),
  };
  const isLater = revision > 1;
  return {
    to: order.contact?.email ? [order.contact.email] : [],
    cc: [],
    subject: t(isLater ? 'purchasing:send.subjectRevision' : 'purchasing:send.subjectText', words),
    body: t(isLater ? 'purchasing:send.textRevision' : 'purchasing:send.textFirst', words),
    documentIds: [
      ...(order.generated ? [order.generated.documentId] : []),
      ...order.attachmentIds.filter((id) => id !== order.generated?.documentId),
    ],
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Plain text as HTML: blank lines part paragraphs, and other line breaks stay. */
export const htmlOf = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** The size of the chosen documents together. */
export const sizeOf = (documents: readonly Pick<Document, 'size'>[]): number =>
  documents.reduce((sum, { size }) => sum + size, 0);
