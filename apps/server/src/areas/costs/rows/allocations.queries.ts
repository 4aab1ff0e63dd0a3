import { type Insertable, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { CostAllocation, CostEntry } from '../../../db/types.gen.ts';
import { chunks, json } from './batches.ts';
import type { CurrentAllocation } from '../costs.types.ts';
import { fingerprintOf } from './fingerprint.ts';

export async function currentAllocations(w: Work, lineIds: readonly string[]): Promise<CurrentAllocation[]> {
  if (lineIds.length === 0) return [];
  const heads = await w.tx
    .selectFrom('cost_allocation')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('line_id', 'in', [...lineIds])
    .where('superseded_at', 'is', null)
    .execute();
  if (heads.length === 0) return [];
  const entries = await w.tx
    .selectFrom('cost_entry')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where(
      'allocation_id',
      'in',
      heads.map((h) => h.id),
    )
    .execute();
  const byAllocation = Map.groupBy(entries, (e) => e.allocation_id);
  return heads.map((h) => {
    const own = byAllocation.get(h.id) ?? [];
    return {
      id: h.id,
      lineId: h.line_id,
      invoiceId: h.invoice_id,
      creditsLineId: h.credits_line_id,
      isExcluded: h.is_excluded,
      isProvisional: h.is_provisional,
      documentMinor: h.document_minor,
      accountMinor: h.account_minor,
      unassignedDocumentMinor: h.unassigned_document_minor,
      unassignedAccountMinor: h.unassigned_account_minor,
      fingerprint: fingerprintOf(h, own),
      entries: own.map((e) => ({
        productId: e.product_id,
        layerId: e.layer_id,
        packListId: e.pack_list_id,
        category: e.cost_type,
        accountMinor: e.account_minor,
      })),
    };
  });
}

export async function supersede(w: Work, allocationIds: readonly string[]): Promise<void> {
  if (allocationIds.length === 0) return;
  for (const table of ['cost_allocation', 'cost_entry'] as const) {
    await w.tx
      .updateTable(table)
      .set({ superseded_at: w.now })
      .where('account_id', '=', w.scope.accountId)
      .where(table === 'cost_allocation' ? 'id' : sql.ref<string>('allocation_id'), 'in', [...allocationIds])
      .execute();
  }
}

export async function insertAllocations(
  w: Work,
  heads: readonly Omit<Insertable<CostAllocation>, 'account_id' | 'recorded_at' | 'recorded_by'>[],
  entries: readonly Omit<Insertable<CostEntry>, 'account_id' | 'recorded_at'>[],
): Promise<void> {
  for (const part of chunks(heads))
    await w.tx
      .insertInto('cost_allocation')
      .values(
        part.map((h) => ({ ...h, account_id: w.scope.accountId, recorded_at: w.now, recorded_by: w.scope.userId })),
      )
      .execute();
  // The rows are sent as one JSON parameter, so the text of the statement is always the same and can be a prepared
  // statement. Inserting 200 entries in this way takes little longer than inserting one.
  for (const part of chunks(entries)) {
    await sql`
      insert into cost_entry (
        account_id, id, allocation_id, line_id, invoice_id, product_id, layer_id, pack_list_id, duty, cost_type,
        document_minor, account_minor, weight, rounding_unit, is_excluded, recorded_at
      )
      select ${w.scope.accountId}::uuid, r.*, ${w.now}::timestamptz
      from json_to_recordset(${json(part)}::json) as r(
        id uuid, allocation_id uuid, line_id uuid, invoice_id uuid, product_id uuid, layer_id uuid, pack_list_id uuid,
        duty jsonb, cost_type text, document_minor bigint, account_minor bigint, weight numeric, rounding_unit smallint,
        is_excluded boolean
      )`.execute(w.tx);
  }
}

export async function markProvisional(
  w: Work,
  allocationIds: readonly string[],
  isProvisional: boolean,
): Promise<void> {
  if (allocationIds.length > 0)
    await w.tx
      .updateTable('cost_allocation')
      .set({ is_provisional: isProvisional })
      .where('account_id', '=', w.scope.accountId)
      .where('id', 'in', [...allocationIds])
      .execute();
}

/**
 * The amounts of each line of these invoices that are not assigned to any product, from the current (not superseded)
 * allocations.
 */
export async function currentHeads(
  w: Work,
  invoiceIds: readonly string[],
): Promise<{ lineId: string; unassignedDocumentMinor: bigint; unassignedAccountMinor: bigint | null }[]> {
  if (invoiceIds.length === 0) return [];
  const rows = await w.tx
    .selectFrom('cost_allocation')
    .select(['line_id', 'unassigned_document_minor', 'unassigned_account_minor'])
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', 'in', [...invoiceIds])
    .where('superseded_at', 'is', null)
    .execute();
  return rows.map((r) => ({
    lineId: r.line_id,
    unassignedDocumentMinor: r.unassigned_document_minor,
    unassignedAccountMinor: r.unassigned_account_minor,
  }));
}
