import type { FoundRecord } from '@quayside/contracts/search';
import { moneyWords } from '@quayside/domain/money/money';
import { sql } from 'kysely';
import { searchIn } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import type { Search } from '../../area.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

/**
 * Finds instalments by the reference under which they were paid. Their invoices and purchase orders are found by
 * number, supplier and lines by their own areas.
 */
export async function findPayments(w: Work, { words, most }: Search): Promise<FoundRecord[]> {
  const conditions = searchIn(sql<string>`lower(p.transaction_reference)`, words);
  const { rows } = await sql<{
    id: string;
    reference: string;
    number: string | null;
    supplier: string;
    amountMinor: bigint;
    currency: string;
  }>`
    select p.id, p.transaction_reference as reference, coalesce(i.invoice_number, o.po_number) as number,
      s.company_name as supplier,
      p.amount_minor as "amountMinor", p.currency
    from payment p
    join ${SUPPLIERS} s on s.account_id = p.account_id and s.id = p.supplier_id
    left join ${INVOICES} i on i.account_id = p.account_id and i.id = p.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
    where p.account_id = ${w.scope.accountId} and p.removed_at is null and p.transaction_reference is not null
      and ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by p.due_on desc nulls last, p.id desc
    limit ${sql.lit(most)}`.execute(w.tx);
  return rows.map(({ id, reference, number, supplier, amountMinor, currency }) => ({
    type: 'PAYMENT',
    id,
    title: reference,
    detail: [number, supplier, moneyWords(amountMinor, currency)].filter(Boolean).join(' · '),
    sku: null,
  }));
}
