import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportProducts, PRODUCT_EXPORT } from '@quayside/contracts/exports';
import { type RawBuilder, sql } from 'kysely';
import {
  code,
  decimal,
  type ExportValue,
  instant,
  joinedNames,
  listFrom,
  listOf,
  money,
  number,
  text,
  textFrom,
  typedCode,
  unitCost,
} from '../../../db/export-values.ts';
import { chosenRows } from '../../../db/chosen-rows.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { PRODUCT_STOCK } from '../../stock/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { inOrder, isWhole, matching } from './products.views.ts';

const ALL_SUPPLIERS = sql`
  select s.company_name as word
  from product_supplier ps
  join ${SUPPLIERS} s on s.account_id = ps.account_id and s.id = ps.supplier_id
  where ps.account_id = p.account_id and ps.product_id = p.id order by ps.position`;

/** A kept sum of the stock of a product; 0 if it never had any. */
const ofStock = (sum: RawBuilder<unknown>) => sql`coalesce((
  select ${sum} from ${PRODUCT_STOCK} s where s.account_id = p.account_id and s.product_id = p.id
), 0)`;

/**
 * Converts values for the export. Unit costs of bundles are stored with 12 decimals of the minor unit, but exported
 * with six decimals, as screens show them.
 */
const values = (
  currency: string,
  supplier: ExportValue,
): Readonly<Record<keyof typeof PRODUCT_EXPORT, ExportValue>> => ({
  sku: typedCode(sql`p.sku`),
  name: text(sql`p.name`),
  skuAlias: listOf(sql`p.sku_alias`, typedCode),
  asin: typedCode(sql`p.asin`),
  fnsku: typedCode(sql`p.fnsku`),
  barcode: typedCode(sql`p.barcode`),
  brand: text(sql`p.brand`),
  reBrand: text(sql`p.re_brand`),
  group: text(sql`p.product_group`),
  tags: listOf(sql`p.tags`),
  status: code(sql`p.status`),
  supplier,
  channel: code(sql`nullif(array_to_string(p.channel, '; '), '')`),
  shippingMethod: code(sql`p.shipping_method`),
  countryOfOrigin: code(sql`p.country_of_origin`),
  hsCode: code(sql`p.hs_code`),
  length: decimal(sql`p.length`),
  width: decimal(sql`p.width`),
  height: decimal(sql`p.height`),
  dimensionUnit: code(sql`p.dimension_unit`),
  weight: decimal(sql`p.weight`),
  packagingWeight: decimal(sql`p.packaging_weight`),
  shippingWeight: decimal(sql`p.shipping_weight`),
  weightUnit: code(sql`p.weight_unit`),
  supplierLeadTime: number(sql`p.supplier_lead_time`),
  notes: text(sql`p.notes`),
  thumbnail: text(sql`p.thumbnail`),
  parent: textFrom(
    sql`case
      when p.parent_id is not null then (
        select v.sku from product v where v.account_id = p.account_id and v.id = p.parent_id
      )
    end`,
    typedCode,
  ),
  unitsOrdered: number(sql`coalesce(c.units, 0)`),
  onOrder: number(ofStock(sql`s.on_order`)),
  inTransit: number(ofStock(sql`s.in_transit`)),
  totalStockValue: money(ofStock(sql`s.landed_minor`), currency),
  factoryCostPerUnit: unitCost(sql`c.factory_per_unit`, currency),
  inboundCostPerUnit: unitCost(sql`c.inbound_per_unit`, currency),
  landedCostPerUnit: unitCost(sql`c.landed_per_unit`, currency),
  factoryCostTotal: money(sql`coalesce(c.factory_minor, 0)`, currency),
  inboundCostTotal: money(sql`coalesce(c.inbound_minor, 0)`, currency),
  landedCostTotal: money(sql`coalesce(c.factory_minor + c.inbound_minor, 0)`, currency),
  lastCostUpdateDate: instant(sql`c.changed_at`),
  archivedAt: instant(sql`p.archived_at`),
  createdAt: instant(sql`p.created_at`),
  updatedAt: instant(sql`p.updated_at`),
});

/** The supplier names of all products, aggregated at once. This takes half as long as a look-up for each product. */
const supplierNames = (w: Work) => sql<{ product_id: string; words: string | null }>`(
  select ps.product_id, ${joinedNames(sql`s.company_name`, sql`ps.position`)} as words
  from product_supplier ps join ${SUPPLIERS} s on s.account_id = ps.account_id and s.id = ps.supplier_id
  where ps.account_id = ${w.scope.accountId} group by ps.product_id)`;

/** Exports the product list. */
export function productExport(w: Work, q: QueryOut<typeof exportProducts>): ExportPlan {
  const atOnce = isWhole(q) && q.ids === undefined && q.columns.includes('supplier');
  const supplier = atOnce ? text(sql`names.words`) : listFrom(ALL_SUPPLIERS);
  const rows = chosenRows(matching(w, q), 'p.id', q.ids);
  return {
    name: 'products',
    columns: chosenColumns(PRODUCT_EXPORT, values(w.scope.currency, supplier), q.columns),
    rows: (columns) =>
      inOrder(
        atOnce
          ? rows
              .leftJoin(supplierNames(w).as('names'), (on) => on.onRef('names.product_id', '=', 'p.id'))
              .select(columns)
          : rows.select(columns),
        q,
      ),
  };
}
