import type { LeadTime } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { chunks } from '../../../db/batches.ts';
import type { Work } from '../../../db/tx.ts';
import { COLUMNS, PLAIN_FIELDS, type StoredSupplier, stateOf, type SupplierState } from './suppliers.state.ts';
import { storedTerm } from '../../../db/stored-due-rules.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PRODUCT_SUPPLIERS } from '../../products/facts.ts';

// Reads and writes many suppliers at once, in as many statements as for one.

/** Reads suppliers by id, and locks them until the end of the transaction unless they are only looked at. */
export async function lockStates(w: Work, ids: readonly string[], how?: 'peek'): Promise<Map<string, StoredSupplier>> {
  const found = new Map<string, StoredSupplier>();
  for (const part of chunks([...new Set(ids)])) {
    const rows = await w.tx
      .selectFrom('supplier')
      .selectAll()
      .where('account_id', '=', w.scope.accountId)
      .where('id', 'in', part)
      .orderBy('id')
      .$if(how !== 'peek', (q) => q.forUpdate())
      .execute();
    const times = await leadTimesOf(w, part);
    for (const row of rows)
      found.set(row.id, { id: row.id, version: row.version, state: stateOf(row, times.get(row.id) ?? []) });
  }
  return found;
}

async function leadTimesOf(w: Work, ids: readonly string[]): Promise<Map<string, LeadTime[]>> {
  const rows = await w.tx
    .selectFrom('supplier_lead_time')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('supplier_id', 'in', ids)
    .execute();
  const times = new Map<string, LeadTime[]>();
  for (const [id, own] of Map.groupBy(rows, (r) => r.supplier_id))
    times.set(
      id,
      own.map((r) => ({
        shippingMethod: r.shipping_method as LeadTime['shippingMethod'],
        production: r.production_days,
        transit: r.transit_days,
        checkIn: r.check_in_days,
      })),
    );
  return times;
}

interface WrittenState {
  readonly id: string;
  readonly state: SupplierState;
}

const PLAIN_COLUMNS = PLAIN_FIELDS.map((field) => COLUMNS[field]);
const SHAPE = sql.join([
  sql`id uuid`,
  ...PLAIN_COLUMNS.map((column) => sql`${sql.ref(column)} ${sql.raw(column === 'lead_time' ? 'integer' : 'text')}`),
  sql`payment_terms jsonb`,
  sql`archived_at timestamptz`,
]);
/** The rows as one parameter, because a statement may have at most 65,535 of them. */
const recordsOf = (rows: readonly WrittenState[]) => {
  const records = rows.map(({ id, state }) => ({
    id,
    ...Object.fromEntries(PLAIN_FIELDS.map((field) => [COLUMNS[field], state[field]])),
    payment_terms: state.paymentTerms.map(storedTerm),
    archived_at: state.archivedAt,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(${SHAPE})`;
};
const WRITTEN = [...PLAIN_COLUMNS, 'payment_terms', 'archived_at'] as const;

/** Inserts suppliers with version 1. */
export async function insertStates(w: Work, rows: readonly WrittenState[]): Promise<void> {
  for (const part of chunks(rows))
    await sql`
      insert into supplier (account_id, id, created_at, updated_at, ${sql.join(WRITTEN.map((c) => sql.ref(c)))})
      select ${w.scope.accountId}::uuid, r.id, ${w.now}::timestamptz, ${w.now}::timestamptz,
        ${sql.join(WRITTEN.map((column) => sql.ref(`r.${column}`)))}
      from ${recordsOf(part)}`.execute(w.tx);
  await insertLeadTimes(w, rows);
}

/** Gives suppliers these states, and their next version. */
export async function saveStates(w: Work, rows: readonly WrittenState[]): Promise<void> {
  for (const part of chunks(rows)) {
    await sql`
      update supplier s
      set ${sql.join(WRITTEN.map((column) => sql`${sql.ref(column)} = ${sql.ref(`r.${column}`)}`))},
        version = s.version + 1, updated_at = ${w.now}
      from ${recordsOf(part)}
      where s.account_id = ${w.scope.accountId} and s.id = r.id`.execute(w.tx);
    await w.tx
      .deleteFrom('supplier_lead_time')
      .where('account_id', '=', w.scope.accountId)
      .where(
        'supplier_id',
        'in',
        part.map((r) => r.id),
      )
      .execute();
  }
  await insertLeadTimes(w, rows);
}

async function insertLeadTimes(w: Work, rows: readonly WrittenState[]): Promise<void> {
  const times = rows.flatMap(({ id, state }) => state.leadTimes.map((time) => ({ id, ...time })));
  for (const part of chunks(times))
    await w.tx
      .insertInto('supplier_lead_time')
      .values(
        part.map((time) => ({
          account_id: w.scope.accountId,
          supplier_id: time.id,
          shipping_method: time.shippingMethod,
          production_days: time.production,
          transit_days: time.transit,
          check_in_days: time.checkIn,
        })),
      )
      .execute();
}

/**
 * The suppliers that something refers to: a product or an invoice, even a deleted one, or bank details, which somebody
 * must have entered by hand.
 */
export async function usedSuppliers(w: Work, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${sql.val([...ids])}::uuid[]) as m(id)
    where exists (
        select from ${PRODUCT_SUPPLIERS} ps where ps.account_id = ${w.scope.accountId} and ps.supplier_id = m.id
      )
      or exists (select from ${INVOICES} i where i.account_id = ${w.scope.accountId} and i.supplier_id = m.id)
      or exists (
        select from supplier_bank_details b where b.account_id = ${w.scope.accountId} and b.supplier_id = m.id
      )`.execute(w.tx);
  return new Set(rows.map((r) => r.id));
}

/** Deletes suppliers that nothing uses. */
export async function removeStates(w: Work, ids: readonly string[]): Promise<void> {
  for (const part of chunks(ids))
    await w.tx.deleteFrom('supplier').where('account_id', '=', w.scope.accountId).where('id', 'in', part).execute();
}
