import type { EntityType } from '@quayside/domain/lists';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { presentLabel } from './document-owners.views.ts';
import type { SentMailRow } from './sent-mails.queries.ts';

// Reads mails with documents together with the labels of their records. This file writes nothing.

interface LabelledEntity {
  readonly mailId: string;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly label: string;
}

/** The records that mails are about, with their labels. Records that no longer exist are left out. */
export async function listMailEntities(w: Work, mailIds: readonly string[]): Promise<LabelledEntity[]> {
  if (mailIds.length === 0) return [];
  const { rows } = await sql<LabelledEntity>`
    select e.sent_mail_id as "mailId", e.entity_type as "entityType", e.entity_id as "entityId", present.label
    from sent_mail_entity e
    cross join lateral (${presentLabel()}) as present
    where e.account_id = ${w.scope.accountId} and e.sent_mail_id = any(${sql.val([...mailIds])}::uuid[])
    order by e.sent_mail_id, e.entity_type, e.entity_id`.execute(w.tx);
  return rows;
}

/** The mails about one record, newest first. */
export const listMailsOf = (
  w: Work,
  entity: { readonly type: EntityType; readonly id: string },
  most: number,
): Promise<SentMailRow[]> =>
  w.tx
    .selectFrom('sent_mail as m')
    .innerJoin('sent_mail_entity as e', (j) =>
      j.onRef('e.account_id', '=', 'm.account_id').onRef('e.sent_mail_id', '=', 'm.id'),
    )
    .selectAll('m')
    .where('m.account_id', '=', w.scope.accountId)
    .where('e.entity_type', '=', entity.type as 'PURCHASE_ORDER')
    .where('e.entity_id', '=', entity.id)
    .orderBy('m.queued_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(most)
    .execute();
