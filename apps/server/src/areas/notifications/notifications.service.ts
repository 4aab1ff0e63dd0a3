import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type {
  createNotification,
  dismissNotifications,
  Notification,
  patchNotificationStatus,
} from '@quayside/contracts/notifications';
import { canBecome } from '@quayside/domain/notifications/status';
import type { Work } from '../../db/tx.ts';
import { changed, changedFor, emit, record } from '../../events/outbox.ts';
import type { ReactionEvents } from '../../events/reactions.ts';
import { fieldError, notFound } from '../../http/errors.ts';
import { cleanMessage, hasWords } from './message-html.ts';
import { noticeWords, searchWordsOf } from './notice-words.ts';
import {
  countKnown,
  insertNotification,
  markNotifications,
  type Notice,
  type NoticeWords,
} from './notifications.queries.ts';
import { queueForMail } from './notification-mails.queries.ts';
import { findNotification } from './notifications.views.ts';

/**
 * Notifies the members of the account, in their list and on the live stream. Answers whether the notification is new.
 */
export async function notify(w: Work, notice: Notice): Promise<boolean> {
  const id = w.newId();
  const texts = { summary: notice.summary, message: notice.message };
  const words = { ...noticeWords(texts, 'en'), texts, searchWords: searchWordsOf(texts) };
  const isNew = await raise(w, id, notice, words);
  if (isNew && notice.isKnownToDoer) await markNotifications(w, 'READ', [id]);
  if (isNew && notice.mail) await queueForMail(w, id, notice.mail);
  return isNew;
}

/** Notifies the members that somebody joined, except the new member. */
export async function tellOfNewMember(w: Work, { name, isAdmin }: ReactionEvents['member.joined']): Promise<void> {
  await notify(w, {
    type: 'INFO',
    summary: say('notice.member_joined', { name }),
    message: [say(isAdmin ? 'notice.joined_as_admin' : 'notice.joined_as_viewer', { name })],
    isKnownToDoer: true,
  });
}

async function raise(
  w: Work,
  id: string,
  notice: Omit<Notice, 'summary' | 'message'>,
  words: NoticeWords,
): Promise<boolean> {
  const isNew = await insertNotification(w, id, notice, words);
  if (isNew) await emit(w, { type: notice.type, id }, changed('notifications', [id]));
  return isNew;
}

/** The same from outside, by a back-office job that signs in (G-045): its message is HTML and is cleaned. */
export async function postNotification(w: Work, body: BodyOut<typeof createNotification>): Promise<Notification> {
  const id = w.newId();
  const message = cleanMessage(body.message);
  if (!hasWords(message)) throw fieldError('message', say('notifications.nothing_to_show'));
  const words = { summary: body.summary, message, texts: null, searchWords: null };
  await raise(w, id, { type: body.notificationType }, words);
  await record(w, {
    action: 'notification.posted',
    subjectIds: [id],
    details: { facts: { summary: body.summary } },
  });
  return get(w, id);
}

async function get(w: Work, id: string): Promise<Notification> {
  const notification = await findNotification(w, id);
  if (!notification) throw notFound();
  return notification;
}

/** Changes the status of one notification for this person (G-048). Only the person's own tabs are informed. */
export async function setStatus(
  w: Work,
  id: string,
  { status }: BodyOut<typeof patchNotificationStatus>,
): Promise<Notification> {
  const { notificationStatus } = await get(w, id);
  if (!canBecome(notificationStatus, status))
    throw fieldError('status', say('notifications.status', { from: notificationStatus, to: status }));
  if (status !== 'UNREAD') await mark(w, status, [id]);
  return get(w, id);
}

/** Several at once, or all (an empty list). */
export async function dismiss(w: Work, body: BodyOut<typeof dismissNotifications>): Promise<{ dismissed: number }> {
  return { dismissed: await markSome(w, 'DISMISSED', body.notificationIds) };
}
export async function readSome(w: Work, body: BodyOut<typeof dismissNotifications>): Promise<{ read: number }> {
  return { read: await markSome(w, 'READ', body.notificationIds) };
}

async function markSome(w: Work, status: 'READ' | 'DISMISSED', notificationIds: readonly string[]): Promise<number> {
  const ids = [...new Set(notificationIds)];
  if (ids.length > 0 && (await countKnown(w, ids)) < ids.length) throw notFound();
  return mark(w, status, ids.length === 0 ? 'all' : ids);
}

async function mark(w: Work, status: 'READ' | 'DISMISSED', ids: readonly string[] | 'all'): Promise<number> {
  const marked = await markNotifications(w, status, ids);
  if (marked.length > 0) await emit(w, changedFor(w.scope.userId, 'notifications', marked));
  return marked.length;
}
