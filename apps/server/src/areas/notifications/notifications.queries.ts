import type { NotificationMailKind } from '@quayside/contracts/notification-mails';
import type { ABOUT_TYPES } from '@quayside/contracts/notifications';
import type { Text } from '@quayside/contracts/texts/catalogue';
import type { NotificationStatus, NotificationType } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import type { NoticeTexts } from './notice-words.ts';
import { isNews } from './notifications.views.ts';

/** A new notification for the members of the account. */
export interface Notice {
  readonly type: NotificationType;
  readonly summary: Text;
  /** One text per paragraph. */
  readonly message: readonly Text[];
  /** The subject, if it has a page. */
  readonly about?: { readonly type: (typeof ABOUT_TYPES)[number]; readonly id: string } | undefined;
  /** Dedupe key: a notification with a key that the account already has is not added. */
  readonly dedupeKey?: string;
  /** The person who caused it; they are not notified. */
  readonly isKnownToDoer?: boolean;
  /** Mails it too, to whoever wants mails of this kind, together with others of the kind that come soon after. */
  readonly mail?: Exclude<NotificationMailKind, 'ACCOUNT_SUMMARY'>;
}

/** The words of a notification: those of `texts` in English, or those that were posted, the message as HTML. */
export interface NoticeWords {
  readonly summary: string;
  readonly message: string;
  readonly texts: NoticeTexts | null;
  readonly searchWords: string | null;
}

/** Adds a notification; answers whether it is new. */
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
      created_at: w.now,
    })
    .onConflict((oc) => oc.columns(['account_id', 'dedupe_key']).where('dedupe_key', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Writes what the person did with notifications of the account: those given, or all. What was dismissed stays
 * dismissed. Answers the ids of those that it made a difference to.
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
        // What was told before they came counts as read already.
        .where((s) =>
          s.or([
            status === 'READ' ? s.and([s('r.status', 'is', null), isNews(w)]) : s('r.status', 'is', null),
            s('r.status', 'not in', untouched),
          ]),
        )
        // In a fixed order, so that concurrent requests wait for each other instead of deadlocking.
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

/** How many of these are notifications of the account. */
export async function countKnown(w: Work, ids: readonly string[]): Promise<number> {
  const row = await w.tx
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(row?.n ?? 0n);
}
