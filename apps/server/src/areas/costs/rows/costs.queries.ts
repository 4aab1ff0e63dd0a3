import type { Work } from '../../../db/tx.ts';

/**
 * Re-opens closed invoices that have an unassigned amount. Only here does this area write to another area's table: a
 * closed invoice must be fully assigned, so the transaction that leaves an amount unassigned must also re-open the
 * invoice.
 */
export async function reopenUnassigned(
  w: Work,
  invoiceIds: readonly string[],
): Promise<{ id: string; number: string; version: number }[]> {
  if (invoiceIds.length === 0) return [];
  const rows = await w.tx
    .updateTable('invoice as i')
    .from('invoice_total as t')
    .set((eb) => ({ status: 'OPEN', archived_at: null, version: eb('i.version', '+', 1), updated_at: w.now }))
    .whereRef('t.account_id', '=', 'i.account_id')
    .whereRef('t.invoice_id', '=', 'i.id')
    .where('i.account_id', '=', w.scope.accountId)
    .where('i.id', 'in', [...invoiceIds])
    .where('i.status', '=', 'CLOSED')
    .where('i.deleted_at', 'is', null)
    .where('t.unassigned_line_count', '>', 0)
    .returning(['i.id', 'i.invoice_number', 'i.version'])
    .execute();
  return rows.map((r) => ({ id: r.id, number: r.invoice_number, version: r.version }));
}

/**
 * Records that the account has costs, after which its currency cannot be changed. Returns whether this was its first
 * cost.
 */
export async function markFirstCost(w: Work): Promise<boolean> {
  const result = await w.tx
    .updateTable('account')
    .set({ first_cost_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('first_cost_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
