import type { CostCategory } from '@quayside/domain/lists';
import { type Insertable, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { InvoiceTotal } from '../../../db/types.gen.ts';
import { chunks, json } from './batches.ts';

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
        byCategory: Object.fromEntries(
          Object.entries(r.by_category as Record<string, string>).map(([k, v]) => [k, BigInt(v)]),
        ),
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
      insert into product_cost_total (
        account_id, product_id, factory_minor, inbound_minor, units, entry_count, provisional_count, by_category,
        changed_at
      )
      select ${w.scope.accountId}::uuid, r.*, ${w.now}::timestamptz
      from json_to_recordset(${json(part)}::json) as r(
        product_id uuid, factory_minor bigint, inbound_minor bigint, units bigint, entry_count integer,
        provisional_count integer, by_category jsonb
      )
      on conflict (account_id, product_id) do update
      set factory_minor = excluded.factory_minor, inbound_minor = excluded.inbound_minor, units = excluded.units,
        entry_count = excluded.entry_count, provisional_count = excluded.provisional_count,
        by_category = excluded.by_category, changed_at = excluded.changed_at`.execute(w.tx);
  }
}

export async function saveInvoiceTotals(
  w: Work,
  rows: readonly Omit<Insertable<InvoiceTotal>, 'account_id'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {}).filter((c) => c !== 'invoice_id') as (keyof InvoiceTotal)[];
  await w.tx
    .insertInto('invoice_total')
    .values(rows.map((r) => ({ ...r, account_id: w.scope.accountId })))
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'invoice_id'])
        .doUpdateSet((eb) => Object.fromEntries(columns.map((c) => [c, eb.ref(`excluded.${c}`)]))),
    )
    .execute();
}
