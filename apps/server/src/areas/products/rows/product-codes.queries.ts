import type { CodeKind } from '@quayside/contracts/products/product-codes';
import { barcodeKey } from '@quayside/domain/products/barcode';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

/** A product that has one of the requested codes. */
export interface CodeHit {
  /** The code as spelled in the request. */
  readonly code: string;
  readonly productId: string;
  readonly by: Exclude<CodeKind, 'OWN_SUPPLIER'>;
  /** The supplier whose item number it is; null for the other kinds. */
  readonly supplierId: string | null;
}

/**
 * The maximum number of codes per statement. With more codes, the look-up of each code in the index would be slower.
 */
const CHUNK = 200;
const chunksOf = (codes: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(codes.length / CHUNK) }, (_, i) => codes.slice(i * CHUNK, (i + 1) * CHUNK));

/** The products whose SKU is one of these codes, in any case. */
export async function listSkuHits(w: Work, codes: readonly string[]): Promise<CodeHit[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<{ code: string; id: string }>`
    -- The keys are computed first: under row-level security, lower() in the join would prevent the use of the index.
    with given as materialized (
      select code, lower(code) as key from unnest(${sql.val([...codes])}::text[]) as given(code)
    )
    select given.code, p.id
    from given
    join product p on p.account_id = ${w.scope.accountId} and p.sku_key = given.key`.execute(w.tx);
  return rows.map((r) => ({ code: r.code, productId: r.id, by: 'SKU', supplierId: null }));
}

/**
 * The products that have one of these codes in another field than the SKU. The codes are looked up in the search table
 * (docs/adr/0027-search-beside-row-level-security.md), then compared with the products themselves.
 */
export async function listOtherHits(w: Work, codes: readonly string[]): Promise<CodeHit[]> {
  const hits: CodeHit[] = [];
  for (const part of chunksOf(codes)) hits.push(...(await listHitsOf(w, part)));
  return hits;
}

async function listHitsOf(w: Work, codes: readonly string[]): Promise<CodeHit[]> {
  const account = w.scope.accountId;
  const { rows } = await sql<{ code: string; id: string; by: CodeHit['by']; supplier: string | null }>`
    with given as materialized (
      select code, lower(code) as key, barcode
      from unnest(
        ${sql.val([...codes])}::text[], ${sql.val(codes.map((code) => barcodeKey(code) ?? null))}::text[]
      ) as given(code, barcode)
    ), found as materialized (
      select p.id, p.sku_alias, p.asin, p.fnsku, p.barcode, p.supplier_codes
      from product p
      where p.account_id = ${account}
        and p.id = any(array(
          select find_coded_products(array(select key from given union select barcode from given where barcode <> ''))
        ))
    ), held as (
      select id, 'ALIAS' as by, lower(alias) as key, null::uuid as supplier from found, unnest(sku_alias) as alias
      union all select id, 'ASIN', lower(asin), null from found
      union all select id, 'FNSKU', lower(fnsku), null from found
      union all
      select ps.product_id, 'SUPPLIER', lower(ps.supplier_sku), ps.supplier_id
      from product_supplier ps
      where ps.account_id = ${account}
        and ps.product_id = any(array(select id from found where supplier_codes <> '{}'))
    )
    select distinct given.code, held.id, held.by, held.supplier from given join held on held.key = given.key
    union all
    select given.code, found.id, 'BARCODE', null
    from given
    join found on lpad(found.barcode, 14, '0') = given.barcode`.execute(w.tx);
  return rows.map((r) => ({ code: r.code, productId: r.id, by: r.by, supplierId: r.supplier }));
}
