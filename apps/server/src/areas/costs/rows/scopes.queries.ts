import type { ManualShare } from '@quayside/domain/landed-cost/types';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICE_LINES } from '../../invoices/facts.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';
import { chunks } from './batches.ts';
import type { ScopeOrigin, ScopeRow, TargetType } from '../costs.types.ts';

export async function scopesOf(w: Work, lineIds: readonly string[]): Promise<ScopeRow[]> {
  if (lineIds.length === 0) return [];
  const rows = await w.tx
    .selectFrom('cost_line_scope')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('line_id', 'in', [...lineIds])
    .execute();
  return rows.map((r) => ({
    lineId: r.line_id,
    type: r.target_type,
    targetId: r.target_id,
    origin: r.origin as ScopeOrigin,
  }));
}

/** What the cost of a line can be shared over. */
export interface Target {
  readonly type: TargetType;
  readonly id: string;
}

/**
 * Finds the lines whose cost is shared over one of these targets. An order also stands for its pack lists, and for
 * those that are in a carton row or in a plan with one of these, because they are measured together. If a target has
 * several kinds of change, a line is returned once for each.
 */
export async function findDependentLines(
  w: Work,
  targets: readonly (Target & { readonly change: string })[],
): Promise<{ lineId: string; type: TargetType; change: string }[]> {
  if (targets.length === 0) return [];
  const column = (of: (t: Target & { change: string }) => string) => sql.val(targets.map(of));
  const a = w.scope.accountId;
  const rows = await sql<{ line_id: string; type: TargetType; change: string }>`
    with named as (
      select * from unnest(
        ${column((t) => t.type)}::text[], ${column((t) => t.id)}::uuid[], ${column((t) => t.change)}::text[]
      ) as t(type, id, change)
    ), packed as materialized (
      select l.id, l.carton_id, l.plan_id, t.change
      from named t
      join ${PACK_LISTS} l on l.account_id = ${a} and l.order_id = t.id and l.removed_at is null
      where t.type = 'ORDER'
    ), places as materialized (
      select distinct carton_id, plan_id, change from packed
    ), around as (
      select * from packed
      union
      select l.id, l.carton_id, l.plan_id, n.change
      from (select distinct carton_id, change from places) n
      join ${PACK_LISTS} l on l.account_id = ${a} and l.carton_id = n.carton_id
      union
      select l.id, l.carton_id, l.plan_id, n.change
      from (select distinct plan_id, change from places) n
      join ${PACK_LISTS} l on l.account_id = ${a} and l.plan_id = n.plan_id
    )
    select distinct s.line_id, t.type, t.change
    from (
      select type, id, change from named
      union all
      select x.type, x.id, n.change
      from around n
      cross join lateral (
        values ('PACK_LIST', n.id), ('CARTON', n.carton_id), ('SHIPMENT', n.plan_id)
      ) as x(type, id)
      where x.id is not null
    ) t
    join cost_line_scope s on s.account_id = ${a} and s.target_type = t.type
      and s.target_id = t.id`.execute(w.tx);
  return rows.rows.map((r) => ({ lineId: r.line_id, type: r.type, change: r.change }));
}

/** Whether a line of the account is shared by duty. */
export async function hasDutyLines(w: Work): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select 1 from ${INVOICE_LINES} where account_id = ${w.scope.accountId} and basis = 'DUTY' and deleted_at is null
    ) as has`.execute(w.tx);
  return rows[0]?.has === true;
}

export async function replaceScopes(
  w: Work,
  lineIds: readonly string[],
  origins: readonly ScopeOrigin[],
  rows: readonly ScopeRow[],
): Promise<void> {
  if (lineIds.length > 0)
    await w.tx
      .deleteFrom('cost_line_scope')
      .where('account_id', '=', w.scope.accountId)
      .where('line_id', 'in', [...lineIds])
      .where('origin', 'in', [...origins])
      .execute();
  for (const part of chunks(rows)) {
    await w.tx
      .insertInto('cost_line_scope')
      .values(
        part.map((r) => ({
          account_id: w.scope.accountId,
          line_id: r.lineId,
          target_type: r.type,
          target_id: r.targetId,
          origin: r.origin,
        })),
      )
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
}

export async function manualSharesOf(
  w: Work,
  lineIds: readonly string[],
): Promise<(ManualShare & { lineId: string })[]> {
  if (lineIds.length === 0) return [];
  const rows = await w.tx
    .selectFrom('cost_manual_share')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('line_id', 'in', [...lineIds])
    .execute();
  return rows.map((r) => ({
    lineId: r.line_id,
    layerId: r.layer_id,
    packListId: r.pack_list_id,
    amountMinor: r.document_minor,
  }));
}

export async function replaceManualShares(w: Work, lineId: string, shares: readonly ManualShare[]): Promise<void> {
  await w.tx
    .deleteFrom('cost_manual_share')
    .where('account_id', '=', w.scope.accountId)
    .where('line_id', '=', lineId)
    .execute();
  for (const part of chunks(shares))
    await w.tx
      .insertInto('cost_manual_share')
      .values(
        part.map((s) => ({
          account_id: w.scope.accountId,
          line_id: lineId,
          layer_id: s.layerId,
          pack_list_id: s.packListId,
          document_minor: s.amountMinor,
        })),
      )
      .execute();
}
