import type { ShippingMethod } from '@quayside/domain/lists';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';

// Reads an order with its measures, for comparisons. This file writes nothing.

/** An order of which more cartons may join a plan. */
export interface OrderForRoom {
  readonly id: string;
  readonly number: string;
  readonly productId: string;
  readonly sku: string;
  readonly weightUg: bigint | null;
  readonly volumeMm3: bigint | null;
  readonly factoryMinor: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly caseUnits: number | null;
}

export async function findOrderForRoom(w: Work, id: string): Promise<OrderForRoom | undefined> {
  const { rows } = await sql<OrderForRoom>`
    select c.id, c.number, c.product_id as "productId", p.sku, c.weight_ug as "weightUg", c.volume_mm3 as "volumeMm3",
      c.factory_minor as "factoryMinor", c.shipping_method as "shippingMethod", p.case_units as "caseUnits"
    from ${ORDERS} c
    join ${PRODUCTS} p on p.account_id = c.account_id and p.id = c.product_id
    where c.account_id = ${w.scope.accountId} and c.id = ${id} and c.removed_at is null`.execute(w.tx);
  return rows[0];
}
