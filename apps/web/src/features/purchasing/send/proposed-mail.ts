import type { Me } from '@quayside/contracts/accounts/accounts';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import type { MailDraft } from '../../../components/mail/mail-draft.ts';
import type { T } from '../../../i18n/i18n.ts';
import { formatDay } from '../../../lib/words/format.ts';

/** A mail as it is proposed: to the supplier, with the files that are to be sent with the PDF. */
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
    documentIds: order.attachmentIds.filter((id) => id !== order.generated?.documentId),
  };
}
