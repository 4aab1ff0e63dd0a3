import type { QueryOut } from '@quayside/contracts/endpoint';
import {
  type listNotifications,
  type Notification,
  type NotificationPage,
  UNREAD_CAP,
} from '@quayside/contracts/notifications';
import type { Language } from '@quayside/contracts/texts/languages';
import type { NotificationStatus } from '@quayside/domain/lists';
import { sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, envelope, pageWindow, searchIn } from '../../db/paging.ts';
import { personOf, type Work } from '../../db/tx.ts';
import { type NoticeTexts, noticeWords } from './notice-words.ts';

/**
 * Notifications of the account as a person sees them: unread until they did something with it. What was told before
 * they came is no news. To a job (null) all are unread.
 */
const seenBy = (w: Work, personId: string | null = personOf(w.scope)) =>
  w.tx
    .selectFrom('notification as n')
    .leftJoin('notification_reader as r', (on) =>
      on
        .onRef('r.account_id', '=', 'n.account_id')
        .onRef('r.notification_id', '=', 'n.id')
        .on('r.person_id', '=', sql<string>`${personId}::uuid`),
    )
    .where('n.account_id', '=', w.scope.accountId);
/**
 * Whether a notification is newer than the membership. A scalar subquery, evaluated once, so that the index on time can
 * be used.
 */
export const isNews = (w: Work, personId: string | null = personOf(w.scope)) =>
  sql<boolean>`n.created_at >= coalesce((select coalesce(m.answered_at, m.created_at) from account_member as m
    where m.account_id = ${w.scope.accountId} and m.person_id = ${personId}::uuid), '-infinity')`;
const statusFor = (w: Work) => sql<string>`coalesce(r.status, case when ${isNews(w)} then 'UNREAD' else 'READ' end)`;

/** The name of what it is about, as it is now; null when it is gone. */
const aboutLabel = sql<string | null>`case n.about_type
  when 'INVOICE' then (select coalesce(i.invoice_number, '') from invoice as i where i.account_id = n.account_id and i.id = n.about_id)
  when 'PRODUCT' then (select p.sku from product as p where p.account_id = n.account_id and p.id = n.about_id)
  when 'DOCUMENT' then (select v.file_name from document as d join document_version as v
    on v.account_id = d.account_id and v.document_id = d.id and v.number = d.version_number where d.account_id = n.account_id and d.id = n.about_id)
  when 'SUPPLIER' then (select s.company_name from supplier as s where s.account_id = n.account_id and s.id = n.about_id)
  when 'IMPORT' then (select m.result ->> 'fileName' from product_import as m where m.account_id = n.account_id and m.id = n.about_id) end`;

const withColumns = (w: Work, rows: ReturnType<typeof seenBy>) =>
  rows.select([
    'n.id',
    'n.type',
    'n.summary',
    'n.message',
    'n.texts',
    'n.about_type',
    'n.about_id',
    'n.created_at',
    statusFor(w).as('status'),
    aboutLabel.as('about_label'),
  ]);
/** A notification as it is stored, to be worded for whoever reads it. */
export type NoticeRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

/**
 * A notification in the reader's language. What was posted from outside, or stored before texts had codes, is shown as
 * it is.
 */
export const toNotification = (r: NoticeRow, language: Language): Notification => ({
  id: r.id,
  ...(r.texts === null
    ? { summary: r.summary, message: r.message }
    : noticeWords(r.texts as unknown as NoticeTexts, language)),
  messageDateTime: Math.floor(r.created_at.getTime() / 1000),
  messageDate: r.created_at.toISOString(),
  notificationType: r.type,
  notificationStatus: r.status as NotificationStatus,
  about:
    r.about_type === null || r.about_id === null
      ? null
      : { type: r.about_type as NonNullable<Notification['about']>['type'], id: r.about_id, label: r.about_label },
});

/**
 * What a person reads of it: in every language that it has words in, or the stored words without the tags, the escaped
 * characters as themselves.
 */
const words = sql<string>`lower(coalesce(n.search_words, n.summary || ' ' || replace(replace(replace(
  regexp_replace(n.message, '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')))`;

/** One page of the person's notifications, newest first unless asked otherwise. What they dismissed is left out. */
export async function listNotificationRows(w: Work, q: QueryOut<typeof listNotifications>): Promise<NotificationPage> {
  const window = pageWindow(q);
  let rows = seenBy(w).where(sql<boolean>`r.status is distinct from 'DISMISSED'`);
  for (const word of searchIn(words, q.search)) rows = rows.where(word);
  for (const chip of q.filter)
    rows = rows.where(chipCondition(chip, chip.field === 'notificationType' ? sql.ref('n.type') : statusFor(w)));
  const direction = q.sort?.[0]?.direction ?? 'desc';
  const page = await withColumns(w, rows)
    .orderBy('n.created_at', direction)
    .orderBy('n.id', direction)
    .limit(window.size)
    .offset(window.offset)
    .execute();
  const count = await countBeside(page, window, () => cappedCount(w.tx, rows.select('n.id')));
  return {
    ...envelope(
      page.map((row) => toNotification(row, w.scope.language)),
      count,
      window,
    ),
    unread: await countUnread(w),
  };
}

/** What a person has not read: rows since they came without a row of the reader, by two indexes. */
export const unreadBy = (w: Work, personId: string | null) =>
  seenBy(w, personId).where('r.status', 'is', null).where(isNews(w, personId)).select('n.id');

/** The number for the badge, counted only up to its maximum. */
async function countUnread(w: Work): Promise<number> {
  const unread = unreadBy(w, personOf(w.scope)).limit(UNREAD_CAP);
  const row = await w.tx
    .selectFrom(unread.as('unread'))
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0n);
}

/** One notification, as the person sees it. */
export async function findNotification(w: Work, id: string): Promise<Notification | undefined> {
  const row = await withColumns(w, seenBy(w)).where('n.id', '=', id).executeTakeFirst();
  return row && toNotification(row, w.scope.language);
}

/** Some notifications of the account, the newest first, as a member finds them who has seen none. */
export async function listNotices(w: Work, ids: readonly string[]): Promise<NoticeRow[]> {
  return withColumns(w, seenBy(w))
    .where('n.id', 'in', ids)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute();
}
