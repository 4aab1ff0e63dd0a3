import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { chunks } from './batches.ts';
import type { ScopeOrigin, ScopeRow, TargetType } from './costs.types.ts';

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

/** An order, invoice, product or purchase order over which the cost of a line can be shared. */
export interface Target {
  readonly type: TargetType;
  readonly id: string;
}

/**
 * Finds the lines whose cost is shared over one of these targets. If a target has several kinds of change, a line is
 * returned once for each.
 */
export async function findDependentLines(
  w: Work,
  targets: readonly (Target & { readonly change: string })[],
): Promise<{ lineId: string; type: TargetType; change: string }[]> {
  if (targets.length === 0) return [];
  const column = (of: (t: Target & { change: string }) => string) => sql.val(targets.map(of));
  const rows = await sql<{ line_id: string; type: TargetType; change: string }>`
    select distinct s.line_id, t.type, t.change
    from unnest(
      ${column((t) => t.type)}::text[], ${column((t) => t.id)}::uuid[], ${column((t) => t.change)}::text[]
    ) as t(type, id, change)
    join cost_line_scope s on s.account_id = ${w.scope.accountId} and s.target_type = t.type
      and s.target_id = t.id`.execute(w.tx);
  return rows.rows.map((r) => ({ lineId: r.line_id, type: r.type, change: r.change }));
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
): Promise<{ lineId: string; layerId: string; amountMinor: bigint }[]> {
  if (lineIds.length === 0) return [];
  const rows = await w.tx
    .selectFrom('cost_manual_share')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('line_id', 'in', [...lineIds])
    .execute();
  return rows.map((r) => ({ lineId: r.line_id, layerId: r.layer_id, amountMinor: r.document_minor }));
}

export async function replaceManualShares(
  w: Work,
  lineId: string,
  shares: readonly { layerId: string; amountMinor: bigint }[],
): Promise<void> {
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
          document_minor: s.amountMinor,
        })),
      )
      .execute();
}
