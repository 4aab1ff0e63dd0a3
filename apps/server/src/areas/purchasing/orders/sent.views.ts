import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { SENT_DOCUMENTS, SENT_MAILS } from '../../documents/facts.ts';

/** When a revision of a purchase order was sent, and the count of printed changes that it has. */
interface SentRevision {
  readonly orderId: string;
  readonly at: Date;
  readonly revision: number;
  readonly content: number;
}

/**
 * The last revision that was sent of each of these purchase orders. Mails that were given up do not count; a purchase
 * order of which none was sent is missing.
 */
export async function findLastSent(w: Work, orderIds: readonly string[]): Promise<Map<string, SentRevision>> {
  const { rows } = await sql<SentRevision>`
    select distinct on (r.order_id) r.order_id as "orderId", m.queued_at as at, r.revision, r.content
    from purchase_order_revision r
    join ${SENT_DOCUMENTS} d on d.account_id = r.account_id and d.document_id = r.document_id
      and d.version_number = r.version_number
    join ${SENT_MAILS} m on m.account_id = d.account_id and m.id = d.sent_mail_id and m.state <> 'FAILED'
    where r.account_id = ${w.scope.accountId} and r.order_id = any(${sql.val([...orderIds])}::uuid[])
    order by r.order_id, m.queued_at desc, r.revision desc, m.id desc`.execute(w.tx);
  return new Map(rows.map((row) => [row.orderId, row]));
}
