import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';

/** The label by which a person recognises a record, and the page that shows it. */
export interface Subject {
  readonly id: string;
  readonly label: string;
  readonly type: 'PRODUCT' | 'INVOICE';
  readonly pageId: string;
}

/** Finds the labels of products, invoices, lines and orders by id. All other ids are omitted. */
export async function subjectsOf(w: Work, ids: readonly string[]): Promise<Map<string, Subject>> {
  const [account, wanted] = [w.scope.accountId, sql`any(${sql.val([...ids])}::uuid[])`];
  const { rows } = await sql<Subject>`
    select p.id, 'Product ' || p.sku as label, 'PRODUCT' as type, p.id as "pageId"
    from ${PRODUCTS} p
    where p.account_id = ${account} and p.id = ${wanted}
    union all
    select i.id, 'Invoice ' || i.invoice_number, 'INVOICE', i.id
    from ${INVOICES} i
    where i.account_id = ${account} and i.id = ${wanted}
    union all
    select l.id, 'Invoice ' || i.invoice_number || ', line ' || l.position, 'INVOICE', i.id
    from ${INVOICE_LINES} l
    join ${INVOICES} i on i.account_id = l.account_id and i.id = l.invoice_id
    where l.account_id = ${account} and l.id = ${wanted}
    union all
    select c.id, 'Order of invoice ' || i.invoice_number || ', line ' || l.position, 'INVOICE', i.id
    from cost_layer c
    join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
    join ${INVOICE_LINES} l on l.account_id = c.account_id and l.id = c.invoice_line_id
    where c.account_id = ${account} and c.id = ${wanted}`.execute(w.tx);
  return new Map(rows.map((r) => [r.id, r]));
}
