import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';

/** An open instalment of an invoice that a credit note credits. */
interface CreditedPayment {
  readonly invoiceId: string;
  readonly number: string;
  readonly creditedMinor: bigint;
  readonly paymentId: string | null;
  readonly position: number | null;
  readonly openMinor: bigint | null;
}

/** The invoices that the lines of a credit note credit, with their instalments. */
export async function listCredited(w: Work, noteId: string): Promise<CreditedPayment[]> {
  const { rows } = await sql<CreditedPayment>`
    with credited as (
      select o.invoice_id, -sum(l.amount_minor + l.tax_minor)::bigint as minor
      from ${INVOICE_LINES} l
      join ${INVOICE_LINES} o on o.account_id = l.account_id and o.id = l.credits_line_id
      where l.account_id = ${w.scope.accountId} and l.invoice_id = ${noteId} and l.deleted_at is null
      group by o.invoice_id
    )
    select i.id as "invoiceId", i.invoice_number as number, c.minor as "creditedMinor", p.id as "paymentId", p.position,
      p.amount_minor - p.settled_minor as "openMinor"
    from credited c
    join ${INVOICES} i on i.account_id = ${w.scope.accountId} and i.id = c.invoice_id and i.deleted_at is null
    left join payment p on p.account_id = i.account_id and p.invoice_id = i.id and p.removed_at is null
    where c.minor > 0
    order by i.invoice_number, i.id, p.position`.execute(w.tx);
  return rows;
}
