import type { ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { PackListRow } from './leaves.views.ts';

/** What is stored of a pack list and can change. A removed one is in no carton row and no plan. */
export interface StoredPackList extends Pick<PackListRow, 'id' | 'units' | 'readyOn' | 'cartonId' | 'planId'> {
  readonly isRemoved?: boolean;
}
/** A pack list that is made. */
export interface NewPackList extends Omit<StoredPackList, 'isRemoved'> {
  /** Made for units that arrived without having been packed. */
  readonly isFromReceipt?: boolean;
  readonly number: bigint;
  readonly orderId: string;
}

export async function insertPackLists(w: Work, rows: readonly NewPackList[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into pack_list
      (
        account_id, id, number, order_id, units, ready_on, carton_id, plan_id, is_from_receipt, created_at, updated_at
      )
    select ${w.scope.accountId}, n.*, ${w.now}, ${w.now}
    from unnest(
      ${sql.val(rows.map(({ id }) => id))}::uuid[], ${sql.val(rows.map(({ number }) => String(number)))}::bigint[],
      ${sql.val(rows.map(({ orderId }) => orderId))}::uuid[],
      ${sql.val(rows.map(({ units }) => String(units)))}::bigint[],
      ${sql.val(rows.map(({ readyOn }) => readyOn))}::date[],
      ${sql.val(rows.map(({ cartonId }) => cartonId))}::uuid[], ${sql.val(rows.map(({ planId }) => planId))}::uuid[],
      ${sql.val(rows.map(({ isFromReceipt = false }) => isFromReceipt))}::boolean[]
    ) n`.execute(w.tx);
}

/** Writes pack lists, also removed ones. Each gets the next version. */
export async function savePackLists(w: Work, rows: readonly StoredPackList[]): Promise<void> {
  if (rows.length === 0) return;
  const place = (id: string | null, { isRemoved = false }: StoredPackList) => (isRemoved ? null : id);
  await sql`
    update pack_list l
    set units = n.units, ready_on = n.ready_on, carton_id = n.carton_id, plan_id = n.plan_id,
      removed_at = case when n.is_removed then coalesce(l.removed_at, ${w.now}) end, version = l.version + 1,
      updated_at = ${w.now}
    from unnest(
      ${sql.val(rows.map(({ id }) => id))}::uuid[], ${sql.val(rows.map(({ units }) => String(units)))}::bigint[],
      ${sql.val(rows.map(({ readyOn }) => readyOn))}::date[],
      ${sql.val(rows.map((row) => place(row.cartonId, row)))}::uuid[],
      ${sql.val(rows.map((row) => place(row.planId, row)))}::uuid[],
      ${sql.val(rows.map(({ isRemoved = false }) => isRemoved))}::boolean[]
    ) n(id, units, ready_on, carton_id, plan_id, is_removed)
    where l.account_id = ${w.scope.accountId} and l.id = n.id`.execute(w.tx);
}

/** The versions of these pack lists, also of removed ones. */
export async function versionsOfPackLists(w: Work, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await w.tx
    .selectFrom('pack_list')
    .select(['id', 'version'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Deletes those of these carton rows that hold no pack list any more. */
export async function deleteEmptyCartons(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from carton c
    where c.account_id = ${w.scope.accountId} and c.id = ${anyOf(ids)}
      and not exists (select from pack_list l where l.account_id = c.account_id and l.carton_id = c.id)`.execute(w.tx);
}

/** Removes those of these OPEN plans that hold no pack list any more, and returns them. */
export async function deleteEmptyPlans(
  w: Work,
  ids: readonly string[],
): Promise<{ id: string; number: bigint; estimated_ship_date: string | null }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; number: bigint; estimated_ship_date: string | null }>`
    update shipment_plan s set removed_at = ${w.now}, version = s.version + 1, updated_at = ${w.now}
    where s.account_id = ${w.scope.accountId} and s.id = ${anyOf(ids)} and s.status = 'OPEN'
      and s.removed_at is null
      and not exists (select from pack_list l where l.account_id = s.account_id and l.plan_id = s.id)
    returning s.id, s.number, s.estimated_ship_date`.execute(w.tx);
  return rows;
}

/** Brings back those of these plans that were removed while they were OPEN. Returns the ids of all that are OPEN. */
export async function restorePlans(w: Work, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    update shipment_plan s
    set removed_at = null, version = s.version + (s.removed_at is not null)::integer, updated_at = ${w.now}
    where s.account_id = ${w.scope.accountId} and s.id = ${anyOf(ids)} and s.status = 'OPEN'
    returning s.id`.execute(w.tx);
  return new Set(rows.map(({ id }) => id));
}

/** The status and number of a plan; undefined if the account has no such plan. */
export async function findPlanOfPackLists(
  w: Work,
  id: string,
): Promise<{ readonly status: ShipmentStatus; readonly number: bigint } | undefined> {
  return w.tx
    .selectFrom('shipment_plan')
    .select(['status', 'number'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}
