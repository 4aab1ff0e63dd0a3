import type { FoundRecord } from '@quayside/contracts/search';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { Search } from '../../area.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { invoiceContains } from './invoice-words.views.ts';

/** Finds invoices that contain every word: in their header, their supplier or their lines. The latest come first. */
export async function findInvoices(w: Work, { text, most }: Search): Promise<FoundRecord[]> {
  const rows = await w.tx
    .selectFrom('invoice as i')
    .leftJoin(SUPPLIERS.as('s'), (on) =>
      on.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'),
    )
    .select(['i.id', 'i.invoice_number', 's.company_name', sql<string>`i.date::text`.as('day')])
    .where('i.account_id', '=', w.scope.accountId)
    .where('i.deleted_at', 'is', null)
    .where('i.archived_at', 'is', null)
    .where((eb) => eb.and(invoiceContains(text)))
    .orderBy('i.date', 'desc')
    .orderBy('i.id', 'desc')
    .limit(most)
    .execute();
  return rows.map((r) => ({
    type: 'INVOICE',
    id: r.id,
    title: r.invoice_number,
    detail: r.company_name ?? '',
    day: r.day,
    sku: null,
  }));
}
