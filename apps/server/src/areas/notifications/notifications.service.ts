import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type {
  createNotification,
  dismissNotifications,
  Notification,
  patchNotificationStatus,
} from '@quayside/contracts/notifications/notifications';
import { canBecome } from '@quayside/domain/notifications/status';
import { aboveAccount, type Work } from '../../db/tx.ts';
import { changed, changedFor, emit, record } from '../../events/outbox.ts';
import { recordIncident } from '../../files/storage-trouble.ts';
import type { ReactionEvents } from '../../events/reactions.ts';
import { fieldError, notFound } from '../../http/errors.ts';
import { noticeWords, searchWordsOf } from './notice-words.ts';
import {
  countKnown,
  deleteNotification,
  insertNotification,
  markNotifications,
  type Notice,
  type NoticeWords,
} from './notifications.queries.ts';
import { dropFromMails, queueForMail } from './notification-mails.queries.ts';
import { findNotification } from './notifications.views.ts';

/**
 * Adds a notification to the lists of the account's members, and sends it on the live stream. Returns whether the
 * notification is new.
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

/**
 * Takes a notification back, because what it says is no longer true. Its mail is not sent any more; one that has left
 * stays. Does nothing if there is no such notification.
 */
export async function withdrawNotice(w: Work, dedupeKey: string): Promise<void> {
  const id = await deleteNotification(w, dedupeKey);
  if (id === undefined) return;
  await aboveAccount(w, (tx) => dropFromMails(tx, w.scope.accountId, id));
  await emit(w, changed('notifications', [id]));
}

/** Notifies the members that a person has joined. For the new member, the notification is already marked as read. */
export async function tellOfNewMember(w: Work, { name, isAdmin }: ReactionEvents['member.joined']): Promise<void> {
  await notify(w, {
    type: 'INFO',
    summary: say('notice.member_joined', { name }),
    message: [say(isAdmin ? 'notice.joined_as_admin' : 'notice.joined_as_viewer', { name })],
    isKnownToDoer: true,
  });
}

/**
 * Notifies the admins that files cannot be stored, and what still works: once until a file is stored again, however
 * many are refused.
 */
export async function tellOfRefusedFile(w: Work, { isFull }: ReactionEvents['storage.refused']): Promise<void> {
  const incident = await aboveAccount(w, (tx) => recordIncident(tx, { id: w.newId(), now: w.now }));
  await notify(w, {
    type: 'ERROR',
    summary: say(isFull ? 'notice.storage_full' : 'notice.storage_read_only'),
    message: [say('notice.storage_kept'), say('notice.storage_advice')],
    dedupeKey: `storage/${incident}`,
    isForAdmins: true,
  });
}

async function raise(
  w: Work,
  id: string,
  notice: Omit<Notice, 'summary' | 'message'>,
  words: NoticeWords,
): Promise<boolean> {
  const isNew = await insertNotification(w, id, notice, words);
  if (isNew && notice.isForAdmins)
    await emit(w, { type: notice.type, id, onlyFor: 'admins' }, changedFor('admins', 'notifications', [id]));
  else if (isNew) await emit(w, { type: notice.type, id }, changed('notifications', [id]));
  return isNew;
}

/** Removes all HTML that is not on the allow-list; null if no visible text is left. */
export async function cleanedMessage(html: string): Promise<string | null> {
  // Few requests have HTML, and the library that sanitizes it takes megabytes of memory: load it when needed.
  const { cleanMessage, hasWords } = await import('./message-html.ts');
  const message = cleanMessage(html);
  return hasWords(message) ? message : null;
}

/**
 * Notifies the members on behalf of an external system that has signed in. The posted message is HTML and is sanitized.
 */
export async function postNotification(w: Work, body: BodyOut<typeof createNotification>): Promise<Notification> {
  const id = w.newId();
  const message = await cleanedMessage(body.message);
  if (message === null) throw fieldError('message', say('notifications.nothing_to_show'));
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

/** Marks one notification as read or dismissed for this person. Only the person's own tabs are informed. */
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

/** Dismisses the notifications in the list, or all if the list is empty. */
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
