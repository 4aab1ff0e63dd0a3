import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { SENT_DOCUMENTS, SENT_MAILS } from '../../documents/facts.ts';

/** When the CSV of a plan was sent, and the hash of that CSV. */
interface SentCsv {
  readonly planId: string;
  readonly at: Date;
  readonly sha256: string;
}

/**
 * The last CSV that was sent of each of these plans. Mails that were given up do not count; a plan of which none was
 * sent is missing.
 */
export async function findLastSent(w: Work, planIds: readonly string[]): Promise<Map<string, SentCsv>> {
  const { rows } = await sql<SentCsv>`
    select distinct on (p.id) p.id as "planId", m.queued_at as at, d.sha256
    from shipment_plan p
    join ${SENT_DOCUMENTS} d on d.account_id = p.account_id and d.document_id = any(p.csv_document_ids)
    join ${SENT_MAILS} m on m.account_id = d.account_id and m.id = d.sent_mail_id and m.state <> 'FAILED'
    where p.account_id = ${w.scope.accountId} and p.id = ${anyOf(planIds)}
    order by p.id, m.queued_at desc, m.id desc`.execute(w.tx);
  return new Map(rows.map((row) => [row.planId, row]));
}
