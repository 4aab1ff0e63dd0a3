import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportOpeningStock, OPENING_STOCK_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { code, type ExportValue, money, number, text, unitCost } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { inOpeningOrder, matchingOpening } from './opening-stock.views.ts';

const valuesOf = ({ scope: { currency } }: Work): Readonly<Record<keyof typeof OPENING_STOCK_EXPORT, ExportValue>> => ({
  sku: text(sql`p.sku`),
  productName: text(sql`p.name`),
  quantity: number(sql`r.units`),
  unitCost: unitCost(sql`l.factory_minor::numeric / r.units`, currency),
  cost: money(sql`l.factory_minor`, currency),
  day: code(sql`r.day`),
  place: code(sql`r.place`),
  onHand: number(sql`l.received - l.taken`),
});

/** Exports opening stock. */
export const openingStockExport = (w: Work, q: QueryOut<typeof exportOpeningStock>): ExportPlan => ({
  name: 'opening-stock',
  columns: chosenColumns(OPENING_STOCK_EXPORT, valuesOf(w), q.columns),
  rows: (columns) => inOpeningOrder(w, matchingOpening(w, q).select(columns), q.sort),
});
