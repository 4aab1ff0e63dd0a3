import type { NotificationType } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';

/** Something to tell the members of the account. */
export interface Notice {
  readonly type: NotificationType;
  readonly summary: string;
  /** Plain text. */
  readonly message: string;
  /** What it is about, where there is a page for it. */
  readonly about?: { readonly type: 'INVOICE' | 'PRODUCT' | 'DOCUMENT'; readonly id: string } | undefined;
  /** The same thing is told once: a key that the account has had already adds nothing. */
  readonly dedupeKey?: string;
}

/** Adds a notification; answers whether it is new. */
export async function insertNotification(w: Work, id: string, notice: Notice): Promise<boolean> {
  const row = await w.tx
    .insertInto('notification')
    .values({
      account_id: w.scope.accountId,
      id,
      type: notice.type,
      summary: notice.summary,
      message: notice.message,
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
