import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import { personOf, type Work } from '../../../db/tx.ts';

/** A receipt that is stored. Its lot is a pack list, or opening stock. */
export interface ReceiptRow {
  readonly id: string;
  readonly lotId: string;
  readonly orderId: string | null;
  readonly productId: string;
  readonly planId: string | null;
  readonly day: string;
  readonly place: string;
  readonly units: bigint;
  /** Of these: decided before as lost on the way, as never sent, and beyond what was packed. */
  readonly found: bigint;
  readonly foundShort: bigint;
  readonly surplus: bigint;
  readonly surplusReason: string | null;
  /** Of these: went back to the supplier by a credit note. */
  readonly credited: bigint;
  readonly operationId: string;
}

export async function insertReceipts(w: Work, rows: readonly Omit<ReceiptRow, 'credited'>[]): Promise<void> {
  if (rows.length === 0) return;
  const text = <K extends keyof Omit<ReceiptRow, 'credited'>>(key: K) => sql.val(rows.map((row) => row[key]));
  const whole = (key: 'units' | 'found' | 'foundShort' | 'surplus') => sql.val(rows.map((row) => String(row[key])));
  await sql`
    insert into receipt (
      account_id, id, lot_id, order_id, product_id, plan_id, day, place, units, found, found_short, surplus,
      surplus_reason, operation_id, created_at, created_by
    )
    select ${w.scope.accountId}, n.*, ${w.now}::timestamptz, ${personOf(w.scope)}::uuid
    from unnest(
      ${text('id')}::uuid[], ${text('lotId')}::uuid[], ${text('orderId')}::uuid[], ${text('productId')}::uuid[],
      ${text('planId')}::uuid[], ${text('day')}::date[], ${text('place')}::text[], ${whole('units')}::bigint[],
      ${whole('found')}::bigint[], ${whole('foundShort')}::bigint[], ${whole('surplus')}::bigint[],
      ${text('surplusReason')}::text[], ${text('operationId')}::uuid[]
    ) n`.execute(w.tx);
}

const RECEIPT = sql`
  id, lot_id as "lotId", order_id as "orderId", product_id as "productId", plan_id as "planId", day, place, units,
  found, found_short as "foundShort", surplus, surplus_reason as "surplusReason", credited,
  operation_id as "operationId"`;

/** The receipts with these ids that were reversed. */
export async function readReversedReceipts(w: Work, ids: readonly string[]): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select ${RECEIPT} from receipt
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)} and reversed_at is not null
    order by day, id`.execute(w.tx);
  return rows;
}

/** The receipts with these ids, or of this operation, that hold. */
export async function readReceipts(
  w: Work,
  by: 'id' | 'operation_id' | 'order_id',
  ids: readonly string[],
): Promise<ReceiptRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ReceiptRow>`
    select ${RECEIPT} from receipt
    where account_id = ${w.scope.accountId} and ${sql.ref(by)} = ${anyOf(ids)} and reversed_at is null
    order by day, id`.execute(w.tx);
  return rows;
}

/** Marks receipts as reversed. They stay, because stock as it was known on earlier days contains them. */
export async function markReversed(w: Work, ids: readonly string[]): Promise<void> {
  await sql`
    update receipt set reversed_at = ${w.now}, reversed_by = ${personOf(w.scope)}::uuid
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
}

/** Adds units to those that were found of decisions; below 0 they are missing again. */
export async function addFound(w: Work, found: ReadonlyMap<string, bigint>): Promise<void> {
  if (found.size === 0) return;
  const listed = rowsOf('n', [...found], { id: ['uuid', ([id]) => id], units: ['bigint', ([, u]) => String(u)] });
  await sql`
    update missing_decision d set found = d.found + n.units from ${listed}
    where d.account_id = ${w.scope.accountId} and d.id = n.id`.execute(w.tx);
}

/** Something that used units of a lot before all of them had arrived without a receipt. */
export interface Use {
  readonly eventId: string;
  readonly cause: string;
  readonly day: string;
  readonly units: bigint;
}

/** What used units of these receipts: takings of their lots that the other receipts do not cover on their day. */
export async function usesOfReceipts(w: Work, receipts: readonly ReceiptRow[]): Promise<Use[]> {
  const a = w.scope.accountId;
  const lots = receipts.map(({ lotId }) => lotId);
  const { rows } = await sql<Use>`
    select t.event_id as "eventId", t.cause, t.event_day as day, t.units
    from taking t
    where t.account_id = ${a} and t.lot_id = ${anyOf(lots)} and t.units > 0 and t.superseded_at is null
      and t.cause <> 'LOST_ON_THE_WAY'
      and t.before + t.units > (
        select coalesce(sum(r.units - r.credited - r.found), 0) from receipt r
        where r.account_id = ${a} and r.lot_id = t.lot_id and r.day <= t.day and r.reversed_at is null
          and r.id <> all(${sql.val(receipts.map(({ id }) => id))}::uuid[])
      ) + (
        select coalesce(sum(d.units), 0) from missing_decision d
        where d.account_id = ${a} and d.pack_list_id = t.lot_id and d.day <= t.day and d.kind = 'LOST'
          and d.taken_back_at is null
      )
    order by t.day, t.event_id`.execute(w.tx);
  return rows;
}

/**
 * Writes how many units of these receipts went back to the supplier, and keeps it as known from now on: stock as it was
 * known on an earlier day still has them.
 */
export async function saveCredited(w: Work, receipts: readonly ReceiptRow[]): Promise<void> {
  const listed = rowsOf('n', receipts, {
    id: ['uuid', ({ id }) => id],
    credited: ['bigint', ({ credited }) => String(credited)],
  });
  await sql`
    update receipt r set credited = n.credited from ${listed}
    where r.account_id = ${w.scope.accountId} and r.id = n.id`.execute(w.tx);
  await sql`
    insert into receipt_credit as c (account_id, receipt_id, recorded_at, credited)
    select ${w.scope.accountId}, n.id, ${w.now}::timestamptz, n.credited from ${listed}
    on conflict (account_id, receipt_id, recorded_at) do update set credited = excluded.credited`.execute(w.tx);
}
