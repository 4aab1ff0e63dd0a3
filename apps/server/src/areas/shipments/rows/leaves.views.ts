import type { ShippingMethod } from '@quayside/domain/lists';
import { sidesOf } from '@quayside/domain/shipments/cartons';
import { type CartonRow, type Leaf, type Packed, packedOf } from '@quayside/domain/shipments/leaves';
import { leafKey } from '@quayside/domain/shipments/numbers';
import type { CartonDimensionUnit, ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';

// Reads pack lists with their orders, cartons and plans. This file writes nothing.

/** A pack list that is not removed, with what its order, its carton row and its plan say. */
export interface PackListRow {
  readonly id: string;
  readonly number: bigint;
  readonly units: bigint;
  readonly readyOn: string | null;
  readonly version: number;
  readonly orderId: string;
  readonly orderNumber: string;
  /** With surplus, without what never came; all its pack lists and what is unpacked add up to them. */
  readonly orderUnits: bigint;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly linePosition: number;
  readonly productId: string;
  readonly sku: string;
  readonly productName: string;
  /** Of one unit, as copied to the order. */
  readonly weightUg: bigint | null;
  readonly volumeMm3: bigint | null;
  readonly factoryMinor: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly cartonId: string | null;
  readonly planId: string | null;
  readonly planNumber: bigint | null;
  readonly planStatus: ShipmentStatus | null;
  /** What arrived of it, and what has become of the rest (stock §1). */
  readonly received: bigint;
  readonly surplus: bigint;
  readonly short: bigint;
  readonly lost: bigint;
  readonly credited: bigint;
  readonly missing: bigint;
  /** What it holds of the units of its order. */
  readonly lotUnits: bigint;
}

/** A row of cartons with the measures of its type. */
export interface CartonOfLeaves {
  readonly id: string;
  readonly number: bigint;
  readonly count: number;
  readonly measuredUg: bigint | null;
  readonly typeId: string | null;
  readonly typeName: string | null;
  /** The most units that a carton of the type should hold. */
  readonly maxUnits: number | null;
  readonly typeVolumeMm3: bigint | null;
  readonly tareUg: bigint | null;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly dimensionUnit: CartonDimensionUnit | null;
}

/** Which pack lists are read. */
type PackListsOf = 'id' | 'order_id' | 'carton_id' | 'plan_id';

/** The pack lists with these ids, or of these orders, carton rows or plans, by number. */
export async function readPackLists(w: Work, by: PackListsOf, ids: readonly string[]): Promise<PackListRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PackListRow>`
    select l.id, l.number, l.units, l.ready_on as "readyOn", l.version, l.order_id as "orderId",
      c.number as "orderNumber", c.units as "orderUnits", c.invoice_id as "invoiceId",
      i.invoice_number as "invoiceNumber", il.position as "linePosition", c.product_id as "productId", p.sku,
      p.name as "productName", c.weight_ug as "weightUg", c.volume_mm3 as "volumeMm3",
      c.factory_minor as "factoryMinor", c.shipping_method as "shippingMethod", l.carton_id as "cartonId",
      l.plan_id as "planId", s.number as "planNumber", s.status as "planStatus", l.received, l.surplus, l.short, l.lost,
      l.credited, l.missing, l.lot_units as "lotUnits"
    from pack_list l
    join ${ORDERS} c on c.account_id = l.account_id and c.id = l.order_id
    join ${PRODUCTS} p on p.account_id = c.account_id and p.id = c.product_id
    join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
    join ${INVOICE_LINES} il on il.account_id = c.account_id and il.id = c.invoice_line_id
    left join shipment_plan s on s.account_id = l.account_id and s.id = l.plan_id
    where l.account_id = ${w.scope.accountId} and ${sql.ref(`l.${by}`)} = ${anyOf(ids)}
      and l.removed_at is null
    order by l.number`.execute(w.tx);
  return rows;
}

/** The carton rows with these ids. */
export async function readCartonsOfLeaves(w: Work, ids: readonly string[]): Promise<Map<string, CartonOfLeaves>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CartonOfLeaves>`
    select c.id, c.number, c.count, c.measured_ug as "measuredUg", t.id as "typeId", t.name as "typeName",
      t.max_units as "maxUnits", t.volume_mm3 as "typeVolumeMm3",
      t.tare_ug as "tareUg", t.length, t.width, t.height, t.dimension_unit as "dimensionUnit"
    from carton c
    left join carton_type t on t.account_id = c.account_id and t.id = c.carton_type_id
    where c.account_id = ${w.scope.accountId} and c.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

const leafOf = (row: PackListRow): Leaf => ({
  layerId: row.orderId,
  packListId: row.id,
  key: leafKey(row.orderNumber, row.number),
  productId: row.productId,
  productSku: row.sku,
  units: row.units,
  weightUg: row.weightUg,
  volumeMm3: row.volumeMm3,
  factoryMinor: row.factoryMinor,
  shippingMethod: row.shippingMethod,
  planId: row.planId,
  cartonRowId: row.cartonId,
});

export function cartonRowOf({ id, count, measuredUg, typeVolumeMm3, ...type }: CartonOfLeaves): CartonRow {
  const { length, width, height, dimensionUnit } = type;
  const sides = dimensionUnit === null ? null : sidesOf({ length, width, height, unit: dimensionUnit });
  return { id, count: BigInt(count), sides, measuredUg, volumeMm3: typeVolumeMm3 };
}

/**
 * Measures pack lists: what was measured of their cartons wins over the product. `rows` must contain all pack lists of
 * each carton row, because they share what was measured of it.
 */
export const measure = (rows: readonly PackListRow[], cartons: ReadonlyMap<string, CartonOfLeaves>): Packed[] =>
  packedOf(
    rows.map(leafOf),
    [...cartons.values()].map((carton) => cartonRowOf(carton)),
  );
