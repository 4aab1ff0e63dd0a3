import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportStock, STOCK_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import { type ExportValue, money, number, text, unitCost } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { checkStockQuery } from './stock-list.service.ts';
import { matching, stockInOrder } from './stock-list.views.ts';

const values = (currency: string): Readonly<Record<keyof typeof STOCK_EXPORT, ExportValue>> => ({
  sku: text(sql`p.sku`),
  name: text(sql`p.name`),
  onOrder: number(sql`s.on_order`),
  packed: number(sql`s.packed`),
  inTransit: number(sql`s.in_transit`),
  missing: number(sql`s.missing`),
  onHand: number(sql`s.on_hand`),
  waiting: number(sql`s.waits`),
  unknown: number(sql`s.unknown`),
  valuePerUnit: unitCost(sql`(s.landed_minor / nullif(s.on_hand - s.unknown, 0))`, currency),
  value: money(sql`s.landed_minor`, currency),
  factoryValue: money(sql`s.factory_minor`, currency),
});

/** Exports the stock of products, now or at the end of a day. */
export function stockExport(w: Work, q: QueryOut<typeof exportStock>): ExportPlan {
  checkStockQuery(w, q);
  return {
    name: ['stock', q.on ?? q.asKnownOn, q.asKnownOn && `known-${q.asKnownOn}`].filter(Boolean).join('-'),
    columns: chosenColumns(STOCK_EXPORT, values(w.scope.currency), q.columns),
    rows: (columns) => stockInOrder(w, chosenRows(matching(w, q), 's.product_id', q.ids).select(columns), q.sort),
  };
}
