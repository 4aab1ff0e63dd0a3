import type { Measure } from '@quayside/domain/landed-cost/types';
import type { CostCategory, ScopeType, ShippingMethod } from '@quayside/domain/lists';
import { type Insertable, sql } from 'kysely';
import type { CostAllocation, CostEntry, CostLayer, InvoiceTotal } from '../../db/types.gen.ts';
import type { Work } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';
import type { CurrentAllocation, LayerRow, ScopeOrigin, ScopeRow } from './costs.types.ts';

const CHUNK = 2_000;
const chunks = <T>(items: readonly T[]): T[][] => Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, i) => items.slice(i * CHUNK, (i + 1) * CHUNK));

/** Rows as one parameter; bigints travel as text. */
const json = (rows: readonly object[]): string => JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** Cost writes of one account take turns; other accounts never wait. The currency cannot change under them either. */
export async function takeCostLock(w: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`costs:${w.scope.accountId}`}, 0))`.execute(w.tx);
  const account = await w.tx.selectFrom('account').select('currency').where('account_id', '=', w.scope.accountId).forShare().executeTakeFirstOrThrow();
  // A sign-in is cached for some seconds; one from before a change of currency must not write costs in the old one.
  if (account.currency !== w.scope.currency)
    throw new AppError('unavailable', { message: 'The currency of the account has just changed. Try again.', retryAfterSeconds: 5 });
}

/** The next numbers of a counter, under the cost lock. */
export async function takeNumbers(w: Work, name: string, count: number): Promise<bigint> {
  const row = await w.tx
    .insertInto('account_counter')
    .values({ account_id: w.scope.accountId, name, value: BigInt(count) })
    .onConflict((oc) => oc.columns(['account_id', 'name']).doUpdateSet({ value: sql<bigint>`account_counter.value + ${count}` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value - BigInt(count) + 1n;
}

// ------------------------------------------------------------------ layers
const layerQuery = (w: Work) =>
  w.tx
    .selectFrom('cost_layer as c')
    .innerJoin('product as p', (join) => join.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.product_id'))
    .selectAll('c')
    .select('p.sku')
    .where('c.account_id', '=', w.scope.accountId);
type RawLayer = Awaited<ReturnType<ReturnType<typeof layerQuery>['execute']>>[number];
const toLayer = (r: RawLayer): LayerRow => ({
  id: r.id,
  number: r.number,
  productId: r.product_id,
  productSku: r.sku,
  invoiceId: r.invoice_id,
  lineId: r.invoice_line_id,
  date: r.date as unknown as string,
  units: r.units,
  weightUg: r.weight_ug,
  volumeMm3: r.volume_mm3,
  shippingMethod: r.shipping_method as ShippingMethod | null,
  factoryMinor: r.factory_minor,
  isRemoved: r.removed_at !== null,
});

/** Orders of these lines, removed ones too. */
export async function layersOfLines(w: Work, lineIds: readonly string[]): Promise<LayerRow[]> {
  if (lineIds.length === 0) return [];
  return (
    await layerQuery(w)
      .where('c.invoice_line_id', 'in', [...lineIds])
      .execute()
  ).map(toLayer);
}

export async function layersById(w: Work, ids: readonly string[]): Promise<LayerRow[]> {
  if (ids.length === 0) return [];
  return (
    await layerQuery(w)
      .where('c.id', 'in', [...ids])
      .execute()
  ).map(toLayer);
}

/** Orders that stand in any of the targets. */
export async function layersOfTargets(
  w: Work,
  targets: { orders: readonly string[]; invoices: readonly string[]; products: readonly string[] },
): Promise<LayerRow[]> {
  const { orders, invoices, products } = targets;
  if (orders.length + invoices.length + products.length === 0) return [];
  const rows = await layerQuery(w)
    .where('c.removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(orders.length > 0 ? [eb('c.id', 'in', [...orders])] : []),
        ...(invoices.length > 0 ? [eb('c.invoice_id', 'in', [...invoices])] : []),
        ...(products.length > 0 ? [eb('c.product_id', 'in', [...products])] : []),
      ]),
    )
    .execute();
  return rows.map(toLayer);
}

export async function insertLayers(w: Work, rows: readonly Omit<Insertable<CostLayer>, 'account_id' | 'created_at' | 'updated_at'>[]): Promise<void> {
  for (const part of chunks(rows))
    await w.tx
      .insertInto('cost_layer')
      .values(part.map((r) => ({ ...r, account_id: w.scope.accountId, created_at: w.now, updated_at: w.now })))
      .execute();
}

export async function updateLayer(
  w: Work,
  id: string,
  set: {
    product_id?: string;
    date?: string;
    units?: bigint;
    weight_ug?: bigint | null;
    volume_mm3?: bigint | null;
    shipping_method?: string | null;
    factory_minor?: bigint | null;
    removed_at?: Date | null;
  },
): Promise<void> {
  await w.tx
    .updateTable('cost_layer')
    .set({ ...set, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Keeps what orders are from now on beside what they were, so that a unit cost of then has the units of then. */
export async function recordLayers(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const list = sql.val([...ids]);
  await sql`update cost_layer_history set superseded_at = ${w.now}
    where account_id = ${w.scope.accountId} and layer_id = any(${list}::uuid[]) and superseded_at is null and recorded_at < ${w.now}`.execute(w.tx);
  await sql`
    insert into cost_layer_history (account_id, layer_id, recorded_at, product_id, date, units, weight_ug, volume_mm3, factory_minor, is_removed, recorded_by)
    select account_id, id, ${w.now}, product_id, date, units, weight_ug, volume_mm3, factory_minor, removed_at is not null, ${w.scope.userId}
    from cost_layer where account_id = ${w.scope.accountId} and id = any(${list}::uuid[])
    on conflict (account_id, layer_id, recorded_at) do update set product_id = excluded.product_id, date = excluded.date, units = excluded.units,
      weight_ug = excluded.weight_ug, volume_mm3 = excluded.volume_mm3, factory_minor = excluded.factory_minor, is_removed = excluded.is_removed`.execute(w.tx);
}

// ------------------------------------------------------------------ scopes
export async function scopesOf(w: Work, lineIds: readonly string[]): Promise<ScopeRow[]> {
  if (lineIds.length === 0) return [];
  const rows = await w.tx
    .selectFrom('cost_line_scope')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('line_id', 'in', [...lineIds])
    .execute();
  return rows.map((r) => ({ lineId: r.line_id, type: r.target_type as ScopeType, targetId: r.target_id, origin: r.origin as ScopeOrigin }));
}

/** What the scope of a line can name. */
export interface Target {
  readonly type: ScopeType;
  readonly id: string;
}

/** Lines whose scope names one of these: what a change of an order may concern, once for each motion that they are given with. */
export async function linesLookingAt(
  w: Work,
  targets: readonly (Target & { readonly motion: string })[],
): Promise<{ lineId: string; type: ScopeType; motion: string }[]> {
  if (targets.length === 0) return [];
  const column = (of: (t: Target & { motion: string }) => string) => sql.val(targets.map(of));
  const rows = await sql<{ line_id: string; type: ScopeType; motion: string }>`
    select distinct s.line_id, t.type, t.motion from unnest(${column((t) => t.type)}::text[], ${column((t) => t.id)}::uuid[], ${column((t) => t.motion)}::text[]) as t(type, id, motion)
    join cost_line_scope s on s.account_id = ${w.scope.accountId} and s.target_type = t.type and s.target_id = t.id`.execute(w.tx);
  return rows.rows.map((r) => ({ lineId: r.line_id, type: r.type, motion: r.motion }));
}

export async function replaceScopes(w: Work, lineIds: readonly string[], origins: readonly ScopeOrigin[], rows: readonly ScopeRow[]): Promise<void> {
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
      .values(part.map((r) => ({ account_id: w.scope.accountId, line_id: r.lineId, target_type: r.type, target_id: r.targetId, origin: r.origin })))
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
}

export async function manualSharesOf(w: Work, lineIds: readonly string[]): Promise<{ lineId: string; layerId: string; amountMinor: bigint }[]> {
  if (lineIds.length === 0) return [];
  const rows = await w.tx
    .selectFrom('cost_manual_share')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('line_id', 'in', [...lineIds])
    .execute();
  return rows.map((r) => ({ lineId: r.line_id, layerId: r.layer_id, amountMinor: r.document_minor }));
}

export async function replaceManualShares(w: Work, lineId: string, shares: readonly { layerId: string; amountMinor: bigint }[]): Promise<void> {
  await w.tx.deleteFrom('cost_manual_share').where('account_id', '=', w.scope.accountId).where('line_id', '=', lineId).execute();
  for (const part of chunks(shares))
    await w.tx
      .insertInto('cost_manual_share')
      .values(part.map((s) => ({ account_id: w.scope.accountId, line_id: lineId, layer_id: s.layerId, document_minor: s.amountMinor })))
      .execute();
}

// ------------------------------------------------------------------ allocations and entries
/** What makes two workings-out the same; a re-run that gives the same fingerprint writes nothing. */
export function fingerprintOf(a: {
  basis: string;
  isBasisFallback: boolean;
  measure: Measure | string | null;
  chargeableMethod: string | null;
  weightTotal: bigint;
  documentMinor: bigint;
  amountMinor: bigint;
  accountMinor: bigint | null;
  rate: string | null;
  rateDate: string | null;
  rateSource: string | null;
  creditsLineId: string | null;
  beforeAmountMinor: bigint | null;
  beforeCostTaxMinor: bigint | null;
  unassignedDocumentMinor: bigint;
  unassignedReason: string | null;
  lackingProductIds: readonly string[];
  isExcluded: boolean;
  category: string;
  entries: readonly { layerId: string | null; productId: string; documentMinor: bigint; accountMinor: bigint; weight: bigint; roundingUnit: number }[];
}): string {
  const entries = a.entries.map((e) => `${e.layerId ?? '-'}/${e.productId}/${e.documentMinor}/${e.accountMinor}/${e.weight}/${e.roundingUnit}`).sort();
  return [
    a.category,
    a.basis,
    a.isBasisFallback,
    a.measure,
    a.chargeableMethod,
    a.weightTotal,
    a.documentMinor,
    a.amountMinor,
    a.accountMinor,
    a.rate,
    a.rateDate,
    a.rateSource,
    a.creditsLineId,
    a.beforeAmountMinor,
    a.beforeCostTaxMinor,
    a.unassignedDocumentMinor,
    a.unassignedReason,
    [...a.lackingProductIds].sort().join(','),
    a.isExcluded,
    ...entries,
  ].join('|');
}

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
    const category = own[0]?.cost_type ?? '';
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
      fingerprint: fingerprintOf({
        basis: h.basis,
        isBasisFallback: h.is_basis_fallback,
        measure: h.measure,
        chargeableMethod: h.chargeable_method,
        weightTotal: BigInt(h.weight_total),
        documentMinor: h.document_minor,
        amountMinor: h.amount_minor,
        accountMinor: h.account_minor,
        rate: h.rate,
        rateDate: h.rate_date as unknown as string | null,
        rateSource: h.rate_source,
        creditsLineId: h.credits_line_id,
        beforeAmountMinor: h.before_amount_minor,
        beforeCostTaxMinor: h.before_cost_tax_minor,
        unassignedDocumentMinor: h.unassigned_document_minor,
        unassignedReason: h.unassigned_reason,
        lackingProductIds: h.lacking_product_ids,
        isExcluded: h.is_excluded,
        category,
        entries: own.map((e) => ({
          layerId: e.layer_id,
          productId: e.product_id,
          documentMinor: e.document_minor,
          accountMinor: e.account_minor,
          weight: BigInt(e.weight),
          roundingUnit: e.rounding_unit,
        })),
      }),
      entries: own.map((e) => ({ productId: e.product_id, category: e.cost_type as CostCategory, accountMinor: e.account_minor })),
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
      .values(part.map((h) => ({ ...h, account_id: w.scope.accountId, recorded_at: w.now, recorded_by: w.scope.userId })))
      .execute();
  // As one JSON parameter: the text of the statement is always the same, and 200 entries cost little more than one.
  for (const part of chunks(entries)) {
    await sql`
      insert into cost_entry (account_id, id, allocation_id, line_id, invoice_id, product_id, layer_id, cost_type, document_minor, account_minor, weight, rounding_unit, is_excluded, recorded_at)
      select ${w.scope.accountId}::uuid, r.*, ${w.now}::timestamptz from json_to_recordset(${json(part)}::json) as r(id uuid, allocation_id uuid, line_id uuid, invoice_id uuid, product_id uuid,
        layer_id uuid, cost_type text, document_minor bigint, account_minor bigint, weight numeric, rounding_unit smallint, is_excluded boolean)`.execute(w.tx);
  }
}

export async function markProvisional(w: Work, allocationIds: readonly string[], isProvisional: boolean): Promise<void> {
  if (allocationIds.length > 0)
    await w.tx
      .updateTable('cost_allocation')
      .set({ is_provisional: isProvisional })
      .where('account_id', '=', w.scope.accountId)
      .where('id', 'in', [...allocationIds])
      .execute();
}

// ------------------------------------------------------------------ totals
export interface StoredTotals {
  readonly factoryMinor: bigint;
  readonly inboundMinor: bigint;
  readonly units: bigint;
  readonly entryCount: number;
  readonly provisionalCount: number;
  readonly byCategory: Partial<Record<CostCategory, bigint>>;
}

export async function productTotals(w: Work, productIds: readonly string[]): Promise<Map<string, StoredTotals>> {
  if (productIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('product_cost_total')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where(sql<boolean>`product_id = any(${sql.val([...productIds])}::uuid[])`)
    .execute();
  return new Map(
    rows.map((r) => [
      r.product_id,
      {
        factoryMinor: r.factory_minor,
        inboundMinor: r.inbound_minor,
        units: r.units,
        entryCount: r.entry_count,
        provisionalCount: r.provisional_count,
        byCategory: Object.fromEntries(Object.entries(r.by_category as Record<string, string>).map(([k, v]) => [k, BigInt(v)])),
      },
    ]),
  );
}

export async function saveProductTotals(w: Work, totals: ReadonlyMap<string, StoredTotals>): Promise<void> {
  const rows = [...totals].map(([productId, t]) => ({
    product_id: productId,
    factory_minor: t.factoryMinor,
    inbound_minor: t.inboundMinor,
    units: t.units,
    entry_count: t.entryCount,
    provisional_count: t.provisionalCount,
    by_category: t.byCategory,
  }));
  for (const part of chunks(rows)) {
    await sql`
      insert into product_cost_total (account_id, product_id, factory_minor, inbound_minor, units, entry_count, provisional_count, by_category, changed_at)
      select ${w.scope.accountId}::uuid, r.*, ${w.now}::timestamptz from json_to_recordset(${json(part)}::json) as r(product_id uuid, factory_minor bigint, inbound_minor bigint, units bigint,
        entry_count integer, provisional_count integer, by_category jsonb)
      on conflict (account_id, product_id) do update set factory_minor = excluded.factory_minor, inbound_minor = excluded.inbound_minor, units = excluded.units, entry_count = excluded.entry_count,
        provisional_count = excluded.provisional_count, by_category = excluded.by_category, changed_at = excluded.changed_at`.execute(w.tx);
  }
}

export async function saveInvoiceTotals(w: Work, rows: readonly Omit<Insertable<InvoiceTotal>, 'account_id'>[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {}).filter((c) => c !== 'invoice_id') as (keyof InvoiceTotal)[];
  await w.tx
    .insertInto('invoice_total')
    .values(rows.map((r) => ({ ...r, account_id: w.scope.accountId })))
    .onConflict((oc) => oc.columns(['account_id', 'invoice_id']).doUpdateSet((eb) => Object.fromEntries(columns.map((c) => [c, eb.ref(`excluded.${c}`)]))))
    .execute();
}

/**
 * Opens closed invoices of which something is unassigned. The one write into another area's table: that a closed
 * invoice is assigned is a rule of costs, and it must hold in the transaction that would break it.
 */
export async function openUnsettled(w: Work, invoiceIds: readonly string[]): Promise<{ id: string; number: string; version: number }[]> {
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

/** From the first entry on the account's currency is fixed. */
export async function markFirstCost(w: Work): Promise<boolean> {
  const result = await w.tx
    .updateTable('account')
    .set({ first_cost_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('first_cost_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** What is left of each line of invoices, by the allocations in force. */
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
  return rows.map((r) => ({ lineId: r.line_id, unassignedDocumentMinor: r.unassigned_document_minor, unassignedAccountMinor: r.unassigned_account_minor }));
}
