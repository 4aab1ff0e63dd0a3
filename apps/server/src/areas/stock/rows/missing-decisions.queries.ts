import type { Debtor, MissingKind } from '@quayside/domain/stock/receipts';
import { sql } from 'kysely';
import { personOf, type Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';

/** A decision about units that did not arrive, as it is stored. */
export interface DecisionRow {
  readonly id: string;
  readonly packListId: string;
  readonly orderId: string;
  readonly productId: string;
  readonly planId: string | null;
  readonly kind: MissingKind;
  readonly debtor: Debtor;
  readonly day: string;
  readonly units: bigint;
  /** Of these, units that arrived later. */
  readonly found: bigint;
  readonly words: string | null;
  readonly creditNoteId: string | null;
}

export async function insertDecision(w: Work, row: Omit<DecisionRow, 'found'>): Promise<void> {
  await w.tx
    .insertInto('missing_decision')
    .values({
      account_id: w.scope.accountId,
      id: row.id,
      pack_list_id: row.packListId,
      order_id: row.orderId,
      product_id: row.productId,
      plan_id: row.planId,
      kind: row.kind,
      debtor: row.debtor,
      day: row.day,
      units: row.units,
      words: row.words,
      credit_invoice_id: row.creditNoteId,
      created_at: w.now,
      created_by: personOf(w.scope),
    })
    .execute();
}

/** A decision that was not taken back. */
export async function findDecision(w: Work, id: string): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    select id, pack_list_id as "packListId", order_id as "orderId", product_id as "productId", plan_id as "planId",
      kind, debtor, day, units, found, words, credit_invoice_id as "creditNoteId"
    from missing_decision
    where account_id = ${w.scope.accountId} and id = ${id} and taken_back_at is null`.execute(w.tx);
  return rows[0];
}

/** Marks a decision as taken back. It stays, because stock as it was known on earlier days contains it. */
export async function markTakenBack(w: Work, id: string): Promise<void> {
  await w.tx
    .updateTable('missing_decision')
    .set({ taken_back_at: w.now, taken_back_by: personOf(w.scope) })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Names the credit note that was written for the units of a decision. */
export async function setCreditNote(w: Work, id: string, creditNoteId: string | null): Promise<void> {
  await w.tx
    .updateTable('missing_decision')
    .set({ credit_invoice_id: creditNoteId })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Whether this is an invoice that credits another. */
export async function isCreditNote(w: Work, id: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from ${INVOICES} i
      join ${INVOICE_LINES} l on l.account_id = i.account_id and l.invoice_id = i.id and l.deleted_at is null
      where i.account_id = ${w.scope.accountId} and i.id = ${id} and i.deleted_at is null
        and l.credits_line_id is not null
    ) as "is"`.execute(w.tx);
  return rows[0]?.is ?? false;
}
