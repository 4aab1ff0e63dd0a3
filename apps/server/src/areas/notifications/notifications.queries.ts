import type { NotificationMailKind } from '@quayside/contracts/notifications/notification-mails';
import type { ABOUT_TYPES } from '@quayside/contracts/notifications/notifications';
import type { Text } from '@quayside/contracts/texts/catalogue';
import type { NotificationStatus, NotificationType } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import type { NoticeTexts } from './notice-words.ts';
import { isNews, isShownTo } from './notifications.views.ts';

/** A new notification for the members of the account. */
export interface Notice {
  readonly type: NotificationType;
  readonly summary: Text;
  /** The message, with one text for each paragraph. */
  readonly message: readonly Text[];
  /** The record that the notification is about, if it has a page. */
  readonly about?: { readonly type: (typeof ABOUT_TYPES)[number]; readonly id: string } | undefined;
  /** If the account already has a notification with this key, no other one is added. */
  readonly dedupeKey?: string;
  /** Whether only the admins of the account see the notification. */
  readonly isForAdmins?: boolean;
  /** Whether the notification is stored as read for the person who caused it. */
  readonly isKnownToDoer?: boolean;
  /**
   * If set, the notification is also mailed to the members who want mails of this kind, in one mail with others of the
   * same kind that follow soon.
   */
  readonly mail?: Exclude<NotificationMailKind, 'ACCOUNT_SUMMARY'>;
}

/**
 * The strings of a notification as stored: the English form of `texts`, or what an external system posted. The message
 * is HTML.
 */
export interface NoticeWords {
  readonly summary: string;
  readonly message: string;
  readonly texts: NoticeTexts | null;
  readonly searchWords: string | null;
}

/** Inserts a notification. Returns false if the account already has one with the same `dedupeKey`. */
export async function insertNotification(
  w: Work,
  id: string,
  notice: Omit<Notice, 'summary' | 'message'>,
  words: NoticeWords,
): Promise<boolean> {
  const row = await w.tx
    .insertInto('notification')
    .values({
      account_id: w.scope.accountId,
      id,
      type: notice.type,
      summary: words.summary,
      message: words.message,
      texts: words.texts && JSON.stringify(words.texts),
      search_words: words.searchWords,
      about_type: notice.about?.type ?? null,
      about_id: notice.about?.id ?? null,
      dedupe_key: notice.dedupeKey ?? null,
      for_admins: notice.isForAdmins === true,
      created_at: w.now,
    })
    .onConflict((oc) => oc.columns(['account_id', 'dedupe_key']).where('dedupe_key', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a notification, also from what people have read. Returns its id, or undefined if there is none. */
export async function deleteNotification(w: Work, dedupeKey: string): Promise<string | undefined> {
  const row = await w.tx
    .deleteFrom('notification')
    .where('account_id', '=', w.scope.accountId)
    .where('dedupe_key', '=', dedupeKey)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Marks notifications of the account as read or dismissed for the person: the given ones, or all. A dismissed
 * notification stays dismissed. Returns the ids of the notifications that changed.
 */
export async function markNotifications(
  w: Work,
  status: Exclude<NotificationStatus, 'UNREAD'>,
  ids: readonly string[] | 'all',
): Promise<string[]> {
  const untouched: (typeof status)[] = status === 'READ' ? ['READ', 'DISMISSED'] : ['DISMISSED'];
  const rows = await w.tx
    .insertInto('notification_reader')
    .columns(['account_id', 'notification_id', 'person_id', 'status', 'changed_at'])
    .expression((eb) => {
      const marked = eb
        .selectFrom('notification as n')
        .leftJoin('notification_reader as r', (on) =>
          on
            .onRef('r.account_id', '=', 'n.account_id')
            .onRef('r.notification_id', '=', 'n.id')
            .on('r.person_id', '=', w.scope.userId),
        )
        .select((s) => [
          'n.account_id',
          'n.id',
          s.val(w.scope.userId).$castTo<string>().as('person_id'),
          s.val(status).as('status'),
          s.val(w.now).$castTo<Date>().as('changed_at'),
        ])
        .where('n.account_id', '=', w.scope.accountId)
        .where(isShownTo(w))
        // Notifications that are older than the person's membership count as read.
        .where((s) =>
          s.or([
            status === 'READ' ? s.and([s('r.status', 'is', null), isNews(w)]) : s('r.status', 'is', null),
            s('r.status', 'not in', untouched),
          ]),
        )
        // Rows are locked in a fixed order, so that concurrent requests wait for each other instead of deadlocking.
        .orderBy('n.id');
      return ids === 'all' ? marked : marked.where('n.id', 'in', ids);
    })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'notification_id', 'person_id'])
        .doUpdateSet({ status, changed_at: w.now })
        .where('notification_reader.status', 'not in', untouched),
    )
    .returning('notification_id')
    .execute();
  return rows.map((row) => row.notification_id);
}

/** How many of these ids belong to notifications of the account that the person sees. */
export async function countKnown(w: Work, ids: readonly string[]): Promise<number> {
  const row = await w.tx
    .selectFrom('notification as n')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where('n.account_id', '=', w.scope.accountId)
    .where('n.id', 'in', ids)
    .where(isShownTo(w))
    .executeTakeFirst();
  return Number(row?.n ?? 0n);
}
