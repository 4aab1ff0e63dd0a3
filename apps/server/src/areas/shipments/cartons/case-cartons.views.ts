import type { CartonDimensionUnit } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { PRODUCTS } from '../../products/facts.ts';

/** The case packaging of a product as typed. */
export interface ProductCase {
  readonly productId: string;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly dimensionUnit: CartonDimensionUnit;
  readonly weight: string | null;
}

/** The case packaging of these products. */
export async function readCases(w: Work, productIds: readonly string[]): Promise<ProductCase[]> {
  if (productIds.length === 0) return [];
  const { rows } = await sql<ProductCase>`
    select id as "productId", trim_scale(case_length)::text as length, trim_scale(case_width)::text as width,
      trim_scale(case_height)::text as height, dimension_unit as "dimensionUnit",
      trim_scale(case_weight)::text as weight
    from ${PRODUCTS}
    where account_id = ${w.scope.accountId} and id = ${anyOf(productIds)}
    order by sku`.execute(w.tx);
  return rows;
}
