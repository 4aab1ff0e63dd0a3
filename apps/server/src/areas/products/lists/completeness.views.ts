import type { Completeness } from '@quayside/contracts/products/product-completeness';
import { PRODUCT_GAPS } from '@quayside/contracts/products/product-lists';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { ALLOCATIONS, PRODUCT_COSTS } from '../../costs/facts.ts';

// Reads which cost lines cannot be shared over orders. This file only reads the tables `cost_allocation` and `invoice`.

const REASON: Readonly<Record<string, string>> = { WEIGHT: 'MISSING_WEIGHT', VOLUME: 'MISSING_VOLUME' };
const SHOWN = 5;

/**
 * Counts the products that are not archived and lack a weight, a volume, a supplier or a cost. Also counts the cost
 * lines that cannot be shared over orders because a weight or volume is missing.
 */
export async function completenessOf(w: Work): Promise<Completeness> {
  const account = w.scope.accountId;
  const mine = sql`p.account_id = ${account} and p.archived_at is null`;
  // The counts use subqueries instead of joins. In a new account without statistics, the planner would compare every
  // product with every row of the joined tables.
  const counted = await sql<Record<string, string>>`
    select count(*)::text as products, count(*) filter (where p.unit_weight_ug is null)::text as "WEIGHT",
      count(*) filter (where p.unit_volume_mm3 is null)::text as "VOLUME",
      (
        select count(*)
        from product p
        where ${mine}
          and not exists (
            select from product_supplier ps where ps.account_id = p.account_id and ps.product_id = p.id
          )
      )::text as "SUPPLIER",
      (
        select count(*)
        from product p
        where ${mine}
          and not exists (
            select from ${PRODUCT_COSTS} c
            where c.account_id = p.account_id and c.product_id = p.id and c.landed_per_unit is not null
          )
      )::text as "COST"
    from product p where ${mine}`.execute(w.tx);
  const blocked = await sql<{ reason: string; lines: string; invoices: { id: string; number: string }[] }>`
    with waiting as (
      select a.unassigned_reason as reason, a.invoice_id, count(*) as lines from ${ALLOCATIONS} a
      where a.account_id = ${account} and a.superseded_at is null and not a.is_excluded
        and a.unassigned_document_minor <> 0 and a.lacking_product_ids <> '{}'
      group by a.unassigned_reason, a.invoice_id
    ), named as (
      select x.reason, x.lines, i.id, i.invoice_number as number,
        row_number() over (partition by x.reason order by i.date desc, i.id) as n
      from waiting x join ${INVOICES} i on i.account_id = ${account} and i.id = x.invoice_id and i.deleted_at is null
    )
    select reason, sum(lines)::text as lines,
      jsonb_agg(jsonb_build_object('id', id, 'number', number) order by n) filter (where n <= ${SHOWN}) as invoices
    from named group by reason`.execute(w.tx);
  const row = counted.rows[0];
  return {
    products: Number(row?.['products'] ?? 0),
    gaps: PRODUCT_GAPS.map((gap) => {
      const waiting = blocked.rows.find((b) => b.reason === REASON[gap]);
      return {
        gap,
        products: Number(row?.[gap] ?? 0),
        blockedLines: Number(waiting?.lines ?? 0),
        blockedInvoices: waiting?.invoices ?? [],
      };
    }),
  };
}
