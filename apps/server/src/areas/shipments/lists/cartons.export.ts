import type { QueryOut } from '@quayside/contracts/endpoint';
import { CARTON_EXPORT, type exportCartons } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import { code, decimal, type ExportValue, instant, listFrom, number, text } from '../../../db/export-values.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { CARTON_STATUS, cartonsInOrder, matching, UNITS_PER_CARTON, WEIGHT_UG } from './cartons.views.ts';

const VALUES: Readonly<Record<keyof typeof CARTON_EXPORT, ExportValue>> = {
  number: code(numberedAs('CT', sql`c.number`)),
  status: code(CARTON_STATUS),
  count: number(sql`c.count`),
  cartonType: text(sql`t.name`),
  plan: code(numberedAs('SP', sql`s.number`)),
  contents: listFrom(sql`
    select p.sku || ': ' || sum(l.units / c.count) as word
    from pack_list l
    join ${ORDERS} o on o.account_id = l.account_id and o.id = l.order_id
    join ${PRODUCTS} p on p.account_id = o.account_id and p.id = o.product_id
    where l.account_id = c.account_id and l.carton_id = c.id
    group by p.sku
    order by p.sku`),
  unitsPerCarton: decimal(UNITS_PER_CARTON),
  length: decimal(sql`t.length`),
  width: decimal(sql`t.width`),
  height: decimal(sql`t.height`),
  dimensionUnit: code(sql`t.dimension_unit`),
  volume: decimal(sql`t.volume_mm3::numeric / 1000000000`),
  measuredWeight: decimal(sql`c.measured_weight`),
  weightUnit: code(sql`c.weight_unit`),
  weight: decimal(sql`(${WEIGHT_UG}) / 1000000000`),
  totalVolume: decimal(sql`t.volume_mm3::numeric * c.count / 1000000000`),
  totalWeight: decimal(sql`(${WEIGHT_UG}) * c.count / 1000000000`),
  marks: text(sql`c.marks`),
  updatedAt: instant(sql`c.updated_at`),
};

/** Exports the list of carton rows. */
export const cartonExport = (w: Work, q: QueryOut<typeof exportCartons>): ExportPlan => ({
  name: 'cartons',
  columns: chosenColumns(CARTON_EXPORT, VALUES, q.columns),
  rows: (columns) => cartonsInOrder(w, chosenRows(matching(w, q), 'c.id', q.ids).select(columns), q.sort),
});
