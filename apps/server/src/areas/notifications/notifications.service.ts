import type { BodyOut } from '@quayside/contracts/endpoint';
import type { postInvoiceNotification } from '@quayside/contracts/invoices';
import type { Notification } from '@quayside/contracts/notifications';
import type { Work } from '../../db/tx.ts';
import { changed, emit, record } from '../../events/outbox.ts';
import { notFound } from '../../http/errors.ts';
import { insertNotification, type Notice } from './notifications.queries.ts';
import { findNotification } from './notifications.views.ts';

/** Tells the members of the account something, in their list and on the live stream. Answers whether it is news. */
export const notify = (w: Work, notice: Notice): Promise<boolean> => raise(w, w.newId(), notice);

async function raise(w: Work, id: string, notice: Notice): Promise<boolean> {
  const isNew = await insertNotification(w, id, notice);
  if (isNew) await emit(w, { type: notice.type, id }, changed('notifications', [id]));
  return isNew;
}

/** The same from outside, by a back-office job that signs in (G-045). */
export async function postNotification(w: Work, body: BodyOut<typeof postInvoiceNotification>): Promise<Notification> {
  const id = w.newId();
  await raise(w, id, { type: body.notificationType, summary: body.summary, message: body.message });
  await record(w, { action: 'notification.posted', subjectType: 'notification', subjectIds: [id], details: { summary: body.summary } });
  const notification = await findNotification(w, id);
  if (!notification) throw notFound();
  return notification;
}
