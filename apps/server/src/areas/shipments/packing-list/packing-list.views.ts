import type { CartonDimensionUnit } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';

// Reads what a packing list can be packed from. This file writes nothing.

/** An order whose units a packing list can name. */
export interface PackableOrder {
  readonly id: string;
  readonly number: string;
  readonly productId: string;
  /** Units that are in no pack list. */
  readonly left: bigint;
  readonly invoiceNumber: string;
  readonly poNumber: string | null;
  readonly internalNumber: string | null;
  readonly readyOn: string | null;
}

/** The orders of these products that have unpacked units, and these orders, the oldest first. */
export async function readPackableOrders(
  w: Work,
  productIds: readonly string[],
  orderIds: readonly string[],
): Promise<PackableOrder[]> {
  if (productIds.length + orderIds.length === 0) return [];
  const { rows } = await sql<PackableOrder>`
    select c.id, c.number, c.product_id as "productId", c.units - coalesce(k.lot_units, 0) as left,
      i.invoice_number as "invoiceNumber", o.po_number as "poNumber", o.internal_number as "internalNumber",
      k.ready_on as "readyOn"
    from ${ORDERS} c
    join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
    left join order_packing k on k.account_id = c.account_id and k.order_id = c.id
    left join ${PURCHASE_ORDERS} o on o.account_id = c.account_id and o.id = c.purchase_order_id
    where c.account_id = ${w.scope.accountId} and c.removed_at is null
      and (
        (c.product_id = ${anyOf(productIds)} and c.units > coalesce(k.lot_units, 0))
        or c.id = ${anyOf(orderIds)}
      )
    order by c.date, length(c.number), c.number`.execute(w.tx);
  return rows;
}

/** A carton type with sides. */
export interface TypeWithSides {
  readonly id: string;
  readonly name: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly dimensionUnit: CartonDimensionUnit;
}

/** The carton types with these ids or one of these volumes. Types with the same sides have the same volume. */
export async function readTypesWithSides(
  w: Work,
  ids: readonly string[],
  volumesMm3: readonly bigint[],
): Promise<TypeWithSides[]> {
  if (ids.length + volumesMm3.length === 0) return [];
  const { rows } = await sql<TypeWithSides>`
    select id, name, length::text as length, width::text as width, height::text as height,
      dimension_unit as "dimensionUnit"
    from carton_type
    where account_id = ${w.scope.accountId} and volume_mm3 is not null
      and (
        id = ${anyOf(ids)}
        or volume_mm3 = any(${sql.val(volumesMm3.map(String))}::bigint[])
      )
    order by lower(name), id`.execute(w.tx);
  return rows;
}

/** The names of carton types, in lower case, that begin with one of these. */
export async function readTypeNames(w: Work, beginnings: readonly string[]): Promise<Set<string>> {
  if (beginnings.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    select lower(t.name) as name
    from carton_type t
    where t.account_id = ${w.scope.accountId}
      and exists (
        select from unnest(${sql.val(beginnings.map((name) => name.toLowerCase()))}::text[]) b(name)
        where starts_with(lower(t.name), b.name)
      )`.execute(w.tx);
  return new Set(rows.map(({ name }) => name));
}
