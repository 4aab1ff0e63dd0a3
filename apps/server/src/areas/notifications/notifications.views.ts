import { numberedAs } from '../../db/numbered-as.ts';
import type { QueryOut } from '@quayside/contracts/endpoint';
import {
  type listNotifications,
  type Notification,
  type NotificationPage,
  UNREAD_CAP,
} from '@quayside/contracts/notifications/notifications';
import type { Language } from '@quayside/contracts/texts/languages';
import { isAccountAdmin } from '@quayside/domain/access/access';
import type { NotificationStatus } from '@quayside/domain/lists';
import { sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, envelope, pageWindow, searchIn } from '../../db/paging.ts';
import { personOf, type Work } from '../../db/tx.ts';
import { INVOICES } from '../invoices/facts.ts';
import { SHIPMENT_PLANS } from '../shipments/facts.ts';
import { PURCHASE_ORDERS } from '../purchasing/facts.ts';
import { IMPORTS } from '../imports/facts.ts';
import { PRODUCTS } from '../products/facts.ts';
import { SUPPLIERS } from '../suppliers/facts.ts';
import { DOCUMENTS, DOCUMENT_VERSIONS } from '../documents/facts.ts';
import { MEMBERS } from '../accounts/facts.ts';
import { type NoticeTexts, noticeWords } from './notice-words.ts';

/**
 * Whether the person sees a notification: those for admins are shown to admins and jobs only. The role of somebody else
 * is read in a scalar subquery, which is evaluated only once.
 */
export const isShownTo = (w: Work, personId: string | null = personOf(w.scope)) =>
  personId === personOf(w.scope)
    ? sql<boolean>`(not n.for_admins or ${personId === null || isAccountAdmin(w.scope.roles)})`
    : sql<boolean>`(not n.for_admins or (select 'sv-account-admin' = any(m.roles) from ${MEMBERS} as m
        where m.account_id = ${w.scope.accountId} and m.person_id = ${personId}::uuid))`;
/**
 * The notifications of the account that the person sees, joined with the rows that record whether the person has read
 * or dismissed them. A job has no person (null), so for a job there are no such rows.
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
    .where('n.account_id', '=', w.scope.accountId)
    .where(isShownTo(w, personId));
/**
 * Whether a notification was created after the person became a member; always true for a job. The date of the
 * membership is read in a scalar subquery, which is evaluated only once, so that the index on the time can be used.
 */
export const isNews = (w: Work, personId: string | null = personOf(w.scope)) =>
  sql<boolean>`n.created_at >= coalesce((select coalesce(m.answered_at, m.created_at) from ${MEMBERS} as m
    where m.account_id = ${w.scope.accountId} and m.person_id = ${personId}::uuid), '-infinity')`;
const statusFor = (w: Work) => sql<string>`coalesce(r.status, case when ${isNews(w)} then 'UNREAD' else 'READ' end)`;

/** The current label of the record that a notification is about; null if the record no longer exists. */
const aboutLabel = sql<string | null>`case n.about_type
  when 'INVOICE' then (
    select coalesce(i.invoice_number, '') from ${INVOICES} as i where i.account_id = n.account_id and i.id = n.about_id
  )
  when 'PRODUCT' then (select p.sku from ${PRODUCTS} as p where p.account_id = n.account_id and p.id = n.about_id)
  when 'DOCUMENT' then (
    select v.file_name
    from ${DOCUMENTS} as d
    join ${DOCUMENT_VERSIONS} as v on v.account_id = d.account_id and v.document_id = d.id
      and v.number = d.version_number
    where d.account_id = n.account_id and d.id = n.about_id
  )
  when 'SUPPLIER' then (
    select s.company_name from ${SUPPLIERS} as s where s.account_id = n.account_id and s.id = n.about_id
  )
  when 'PURCHASE_ORDER' then (
    select o.po_number from ${PURCHASE_ORDERS} as o where o.account_id = n.account_id and o.id = n.about_id
  )
  when 'SHIPMENT_PLAN' then (
    select ${numberedAs('SP', sql`p.number`)}
    from ${SHIPMENT_PLANS} as p
    where p.account_id = n.account_id and p.id = n.about_id and p.removed_at is null
  )
  when 'IMPORT' then (
  select m.file_name from ${IMPORTS} as m where m.account_id = n.account_id and m.id = n.about_id
  )
end`;

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
/** A notification as stored, before it is translated into the language of the person. */
type NoticeRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

/**
 * Translates a notification into the person's language. A notification without text codes is returned as stored: either
 * an external system posted it, or it was stored before text codes were introduced.
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
 * The text in which the search looks: the stored text in all languages or, where there is none, the summary and the
 * message without tags and HTML escapes.
 */
const words = sql<string>`lower(coalesce(n.search_words, n.summary || ' ' || replace(replace(replace(
  regexp_replace(n.message, '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')))`;

/** One page of the person's notifications, newest first by default. Dismissed ones are left out. */
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

/** The notifications created since the person joined that the person has neither read nor dismissed. */
export const unreadBy = (w: Work, personId: string | null) =>
  seenBy(w, personId).where('r.status', 'is', null).where(isNews(w, personId)).select('n.id');

/** The number of unread notifications for the badge. Counting stops at the maximum that the badge can show. */
async function countUnread(w: Work): Promise<number> {
  const unread = unreadBy(w, personOf(w.scope)).limit(UNREAD_CAP);
  const row = await w.tx
    .selectFrom(unread.as('unread'))
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0n);
}

/** One notification, with its status for the person. */
export async function findNotification(w: Work, id: string): Promise<Notification | undefined> {
  const row = await withColumns(w, seenBy(w)).where('n.id', '=', id).executeTakeFirst();
  return row && toNotification(row, w.scope.language);
}

/** The notifications of the account with these ids, newest first. */
export async function listNotices(w: Work, ids: readonly string[]): Promise<NoticeRow[]> {
  return withColumns(w, seenBy(w))
    .where('n.id', 'in', ids)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute();
}
