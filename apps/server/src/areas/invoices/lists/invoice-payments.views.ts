import type { Invoice, PaymentState } from '@quayside/contracts/invoices/invoice-header';
import { dayToUnix } from '@quayside/domain/days/days';
import { formatAmount } from '@quayside/domain/money/money';
import { statusOf } from '@quayside/domain/payables/instalments';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { ACCOUNT_CODES, INSTALMENTS } from '../../payments/facts.ts';

// Reads how invoices are paid, from the tables of the area payments. This file writes nothing.

/**
 * SQL expression: how far an invoice `i` is paid, from its schedule `ps`. While its payments are less than its total,
 * it is paid in part, whatever they are.
 */
export const paymentState: RawBuilder<PaymentState> = sql`case
  when ps.id is null then 'UNSCHEDULED'
  when ps.settled_minor = ps.amount_minor and coalesce(ps.amount_minor >= i.total_minor, true) then 'PAID'
  when ps.settled_minor > 0 then 'PART_PAID'
  else 'UNPAID'
end`;

/** SQL expression: whether all payments of an invoice `i` are paid and together are its total. */
export const isReconciled: RawBuilder<boolean> = sql`coalesce(
  ps.settled_minor = ps.amount_minor and ps.amount_minor = i.total_minor, false
)`;

/** The instalments of invoices, in their order. */
export async function listPaymentsOf(
  w: Work,
  invoiceIds: readonly string[],
): Promise<Map<string, Invoice['payments'][number][]>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    invoiceId: string;
    dueOn: string | null;
    amountMinor: bigint;
    settledMinor: bigint;
    currency: string;
    transactionReference: string | null;
    accountCode: string | null;
  }>`
    select p.id, p.invoice_id as "invoiceId", p.due_on as "dueOn", p.amount_minor as "amountMinor",
      p.settled_minor as "settledMinor", p.currency, p.transaction_reference as "transactionReference",
      c.code as "accountCode"
    from ${INSTALMENTS} p
    left join ${ACCOUNT_CODES} c on c.account_id = p.account_id and c.id = p.account_code_id
    where p.account_id = ${w.scope.accountId} and p.invoice_id = ${anyOf(invoiceIds)}
      and p.removed_at is null
    order by p.invoice_id, p.position`.execute(w.tx);
  const found = new Map<string, Invoice['payments'][number][]>();
  for (const { invoiceId, dueOn, ...row } of rows) {
    const own = found.get(invoiceId) ?? [];
    found.set(invoiceId, own);
    own.push({
      id: row.id,
      dueDate: dueOn,
      unixDueDate: dueOn === null ? null : dayToUnix(dueOn),
      amount: formatAmount(row.amountMinor, row.currency),
      currency: row.currency,
      status: statusOf(row),
      transactionReference: row.transactionReference,
      accountCode: row.accountCode,
    });
  }
  return found;
}
