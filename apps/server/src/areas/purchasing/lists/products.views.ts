import type { PackedProduct } from '@quayside/domain/purchasing/measures';
import type { Work } from '../../../db/tx.ts';
import { PRODUCTS } from '../../products/facts.ts';

/** A product as a purchase order shows and measures it. */
interface OrderedProduct extends PackedProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
}

/** Products with their cases, by id. Ids that the account does not have are omitted. */
export async function findOrderedProducts(w: Work, ids: readonly string[]): Promise<Map<string, OrderedProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom(PRODUCTS.as('product'))
    .select(['id', 'sku', 'name', 'case_units', 'case_length', 'case_width', 'case_height', 'case_weight'])
    .select(['dimension_unit', 'weight_unit', 'unit_volume_mm3', 'unit_weight_ug'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        sku: row.sku,
        name: row.name,
        caseUnits: row.case_units,
        caseLength: row.case_length,
        caseWidth: row.case_width,
        caseHeight: row.case_height,
        caseWeight: row.case_weight,
        dimensionUnit: row.dimension_unit as PackedProduct['dimensionUnit'],
        weightUnit: row.weight_unit as PackedProduct['weightUnit'],
        unitVolumeMm3: row.unit_volume_mm3,
        unitWeightUg: row.unit_weight_ug,
      },
    ]),
  );
}
