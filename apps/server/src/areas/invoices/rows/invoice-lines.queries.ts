import { formatQuantity, parseQuantity } from '@quayside/domain/money/money';
import { type Selectable, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import type { CreditedLine } from './invoice-credits.rules.ts';
import type { LineFields } from './invoice-lines.rules.ts';

export type LineRow = Selectable<DB['invoice_line']>;

/** Finds lines that are not deleted, by id. */
export async function findLineRows(w: Work, ids: readonly string[]): Promise<Map<string, LineRow>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('invoice_line')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((r) => [r.id, r]));
}

/** The lines of an invoice that are not deleted, in order. */
export function findLinesOf(w: Work, invoiceId: string): Promise<LineRow[]> {
  return w.tx
    .selectFrom('invoice_line')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', invoiceId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The number of lines on an invoice, and the next free position. The positions of deleted lines are not used again. */
export async function countLines(w: Work, invoiceId: string): Promise<{ live: number; nextPosition: number }> {
  const row = await w.tx
    .selectFrom('invoice_line')
    .select((eb) => [
      eb.fn.countAll<bigint>().filterWhere('deleted_at', 'is', null).as('live'),
      eb.fn.max('position').as('last'),
    ])
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return { live: Number(row.live), nextPosition: (row.last ?? 0) + 1 };
}

/** Converts a stored quantity to millionths of a unit. */
export function quantityMicroOf(stored: string): bigint {
  const parsed = parseQuantity(stored);
  if (!parsed.ok) throw new RangeError(`The stored quantity ${stored} cannot be read`);
  return parsed.value;
}

/**
 * The fields of a line that a person can type. A credit inherits some of them from the credited line. These are read
 * from there, because they may have changed since the credit was written.
 */
export const fieldsOf = (row: LineRow, credited?: CreditedLine): LineFields => ({
  productId: row.product_id,
  name: row.name,
  account: row.ledger_account,
  internalReference: row.internal_reference,
  costType: row.cost_type,
  quantityMicro: quantityMicroOf(row.quantity),
  amountMinor: row.amount_minor,
  taxMinor: row.tax_minor,
  isTaxRecoverable: credited?.isTaxRecoverable ?? row.is_tax_recoverable,
  creditsLineId: row.credits_line_id,
  purchaseOrderLineId: credited ? credited.purchaseOrderLineId : row.purchase_order_line_id,
  matchReason: row.match_reason,
  isExcluded: credited?.isExcluded ?? row.is_excluded,
  exclusionReason: credited ? credited.exclusionReason : row.exclusion_reason,
  basis: row.basis,
  hasChosenScope: row.has_chosen_scope,
});

const columnsOf = (line: LineFields) => ({
  product_id: line.productId,
  name: line.name,
  ledger_account: line.account,
  internal_reference: line.internalReference,
  cost_type: line.costType,
  quantity: formatQuantity(line.quantityMicro),
  amount_minor: line.amountMinor,
  tax_minor: line.taxMinor,
  is_tax_recoverable: line.isTaxRecoverable,
  credits_line_id: line.creditsLineId,
  purchase_order_line_id: line.purchaseOrderLineId,
  match_reason: line.matchReason,
  is_excluded: line.isExcluded,
  exclusion_reason: line.exclusionReason,
  basis: line.basis,
  has_chosen_scope: line.hasChosenScope,
});

interface NewLine {
  readonly id: string;
  readonly invoiceId: string;
  readonly position: number;
  readonly fields: LineFields;
}
/** The number of rows per statement. With more rows the statement would have more parameters than PostgreSQL allows. */
const ROWS_AT_ONCE = 1000;

export async function insertLines(w: Work, lines: readonly NewLine[]): Promise<void> {
  const rows = lines.map(({ id, invoiceId, position, fields }) => ({
    ...columnsOf(fields),
    account_id: w.scope.accountId,
    id,
    invoice_id: invoiceId,
    position,
    created_at: w.now,
    updated_at: w.now,
  }));
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await w.tx
      .insertInto('invoice_line')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .execute();
}

/** Updates many lines in one statement, and increments the version of each. */
export async function saveLines(
  w: Work,
  lines: readonly { readonly id: string; readonly fields: LineFields }[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ id, fields }) => ({
    id,
    ...columnsOf(fields),
    amount_minor: String(fields.amountMinor),
    tax_minor: String(fields.taxMinor),
  }));
  await sql`
    update invoice_line l
    set product_id = r.product_id, name = r.name, ledger_account = r.ledger_account,
      internal_reference = r.internal_reference, cost_type = r.cost_type, quantity = r.quantity,
      amount_minor = r.amount_minor, tax_minor = r.tax_minor, is_tax_recoverable = r.is_tax_recoverable,
      credits_line_id = r.credits_line_id, purchase_order_line_id = r.purchase_order_line_id,
      match_reason = r.match_reason, is_excluded = r.is_excluded, exclusion_reason = r.exclusion_reason,
      basis = r.basis, has_chosen_scope = r.has_chosen_scope, version = l.version + 1, updated_at = ${w.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id uuid, product_id uuid, name text, ledger_account text, internal_reference text, cost_type text,
      quantity numeric, amount_minor bigint, tax_minor bigint, is_tax_recoverable boolean, credits_line_id uuid,
      purchase_order_line_id uuid, match_reason text,
      is_excluded boolean, exclusion_reason text, basis text, has_chosen_scope boolean
    )
    where l.account_id = ${w.scope.accountId} and l.id = r.id`.execute(w.tx);
}

/**
 * Stores the order of the lines on an invoice. The versions of the lines do not change, because nobody typed anything.
 */
export async function orderLines(w: Work, ids: readonly string[]): Promise<void> {
  await sql`
    update invoice_line l
    set position = o.position, updated_at = ${w.now}
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as o(id, position)
    where l.account_id = ${w.scope.accountId} and l.id = o.id and l.position <> o.position`.execute(w.tx);
}

/** Marks lines as deleted. Their rows are kept for the history of costs, but no screen shows them. */
export async function removeLines(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await w.tx
    .updateTable('invoice_line')
    .set({ deleted_at: w.now, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
}

/** Gives credits the item of a purchase order that the lines have which they credit. */
export async function saveItemsOfCredits(w: Work, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return;
  await sql`
    update invoice_line c set purchase_order_line_id = l.purchase_order_line_id
    from invoice_line l
    where l.account_id = ${w.scope.accountId} and l.id = any(${sql.val([...lineIds])}::uuid[])
      and c.account_id = l.account_id and c.credits_line_id = l.id
      and c.purchase_order_line_id is distinct from l.purchase_order_line_id`.execute(w.tx);
}
