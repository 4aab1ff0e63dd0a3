import { sql } from 'kysely';
import type { NamedThings } from '../../area.ts';

/** Finds the labels of invoices by id. */
export const invoiceNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, invoice_number as label, deleted_at is null as exists
    from invoice
    where account_id = ${accountId} and id = any(${ids})`,
  matching: (accountId, { has, most }) => sql`
    select id
    from invoice
    where account_id = ${accountId} and ${has(sql`lower(invoice_number)`)}
    order by id desc
    limit ${sql.lit(most)}`,
};
