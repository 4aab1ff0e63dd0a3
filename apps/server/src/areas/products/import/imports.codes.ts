import { say } from '@quayside/contracts/texts/catalogue';
import type { CodeKind } from '@quayside/contracts/products/product-codes';
import type { ImportField } from '@quayside/contracts/products/product-fields';
import { shown } from '../../../tables/cells.ts';
import { listWords, NAME_SEPARATORS } from '../../../tables/lists.ts';
import type { Work } from '../../../db/tx.ts';
import { supplierIdsIn } from './imports.known.ts';
import type { Layout } from './imports.layout.ts';
import { columnOf } from './imports.plan.ts';
import type { ReadRow } from './imports.rows.ts';
import { bestHits, namesOf, type Resolved, theOne } from '../codes/product-codes.service.ts';
import { type CodeHit, listOtherHits } from '../rows/product-codes.queries.ts';
import { findProductRefs, findProductRefsBySku } from '../rows/product-refs.queries.ts';

/** The products that rows mean with a code other than the SKU. */
interface RowsByCode {
  /** The rows, with an error in each cell whose code several products have. Parents are spelled as their SKUs. */
  readonly rows: readonly ReadRow[];
  /** The product that a row means, by row number, if its cell contains another code of the product than its SKU. */
  readonly found: ReadonlyMap<number, FoundByCode>;
}
/** A product that a row means with another code than its SKU. */
interface FoundByCode {
  readonly sku: string;
  readonly code: string;
  readonly by: CodeKind;
}

/**
 * Finds the products that rows mean if no product has the SKU in their cell. A row with another code of a product
 * (an alias, its ASIN, FNSKU or barcode, or the item number of a supplier) changes this product and does not create
 * a second one. The item numbers of the suppliers that the row names come first. `isKnown` tells whether a product
 * has the SKU of a row.
 */
export async function resolveRows(
  w: Work,
  layout: Pick<Layout, 'names' | 'fields' | 'values'>,
  rows: readonly ReadRow[],
  isKnown: (row: ReadRow) => boolean,
): Promise<RowsByCode> {
  const unknown = new Set(rows.filter((r) => r.given.values.sku !== undefined && !isKnown(r)));
  const parents = await unknownParents(w, rows);
  const codes = [...unknown].map((r) => r.given.values.sku ?? '');
  const hits = await listOtherHits(w, [...new Set([...codes, ...parents])]);
  const found = new Map<number, FoundByCode>();
  if (hits.length === 0) return { rows, found };
  const refs = await findProductRefs(
    w,
    hits.map((hit) => hit.productId),
  );
  const suppliers = await suppliersOf(w, layout, rows, hits);
  const byCode = Map.groupBy(hits, (hit) => hit.code);
  const resolved = rows.map((r): ReadRow => {
    const find = (code: string) => bestHits(byCode.get(code) ?? [], refs, suppliers.get(r)).get(code);
    const own = unknown.has(r) ? find(r.given.values.sku ?? '') : undefined;
    const sku = theOne(own)?.sku;
    if (own && sku !== undefined) found.set(r.row, { sku, code: r.given.values.sku ?? '', by: own.by });
    const parent = r.given.parent !== undefined && parents.has(r.given.parent) ? find(r.given.parent) : undefined;
    const parentSku = theOne(parent)?.sku;
    return {
      ...r,
      ...(parentSku !== undefined && { given: { ...r.given, parent: parentSku } }),
      errors: [
        ...r.errors,
        ...severalIn(layout, r, 'sku', r.given.values.sku, own),
        ...severalIn(layout, r, 'parent', r.given.parent, parent),
      ],
    };
  });
  return { rows: resolved, found };
}

/** The parents that rows name with something that is not the SKU of a product. It can be the SKU of another row. */
async function unknownParents(w: Work, rows: readonly ReadRow[]): Promise<Set<string>> {
  const named = [...new Set(rows.flatMap((r) => r.given.parent ?? []))];
  const known = await findProductRefsBySku(w, named);
  return new Set(named.filter((parent) => !known.has(parent)));
}

/** The suppliers that each row names, if an item number of a supplier is among the hits. */
async function suppliersOf(
  w: Work,
  layout: Pick<Layout, 'values'>,
  rows: readonly ReadRow[],
  hits: readonly CodeHit[],
): Promise<ReadonlyMap<ReadRow, ReadonlySet<string>>> {
  if (!hits.some((hit) => hit.supplierId !== null)) return new Map();
  const namesIn = (r: ReadRow) =>
    r.given.suppliers === undefined ? [] : [r.given.suppliers, ...listWords(r.given.suppliers, NAME_SEPARATORS)];
  const ids = await supplierIdsIn(w, layout, [...new Set(rows.flatMap(namesIn))]);
  return new Map(rows.map((r) => [r, new Set(namesIn(r).flatMap((name) => ids.get(name) ?? []))]));
}

/** The error of a cell whose code several products have. */
const severalIn = (
  layout: Pick<Layout, 'names' | 'fields'>,
  { row }: ReadRow,
  field: ImportField,
  code: string | undefined,
  resolved: Resolved | undefined,
): ReadRow['errors'] =>
  code === undefined || resolved === undefined || theOne(resolved)
    ? []
    : [
        {
          row,
          column: columnOf(layout, field),
          value: shown(code),
          reason: say('rows.code_several', { products: namesOf(resolved) }),
        },
      ];
