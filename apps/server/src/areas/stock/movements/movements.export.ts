import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportStockMovements, MOVEMENT_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import { code, type ExportValue, instant, money, number, text, textFrom } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { MOVEMENT_COST, MOVEMENT_UNKNOWN_COST, matching, movementsInOrder, openBundles } from './movements.views.ts';

const values = (currency: string): Readonly<Record<keyof typeof MOVEMENT_EXPORT, ExportValue>> => ({
  day: code(sql`m.day::text`),
  kind: code(sql`m.kind`),
  cause: code(sql`m.cause`),
  sku: text(sql`p.sku`),
  productName: text(sql`p.name`),
  place: code(sql`m.place`),
  toPlace: code(sql`m.to_place`),
  quantity: number(sql`m.units`),
  difference: number(sql`m.difference`),
  waiting: number(sql`m.waits`),
  cost: money(MOVEMENT_COST, currency),
  unknownCost: code(MOVEMENT_UNKNOWN_COST),
  words: text(sql`m.words`),
  customerOrderNumber: textFrom(sql`(
    select o.number
    from customer_order_line l
    join customer_order o on o.account_id = l.account_id and o.id = l.customer_order_id
    where l.account_id = m.account_id and l.id = m.customer_order_line_id
  )`),
  createdAt: instant(sql`m.created_at`),
  reversedAt: instant(sql`m.reversed_at`),
});

/** Exports movements and counts. */
export async function movementExport(w: Work, q: QueryOut<typeof exportStockMovements>): Promise<ExportPlan> {
  const opened = await openBundles(w, q);
  return {
    name: 'stock-movements',
    columns: chosenColumns(MOVEMENT_EXPORT, values(w.scope.currency), q.columns),
    rows: (columns) => movementsInOrder(w, chosenRows(matching(w, opened), 'm.id', q.ids).select(columns), q.sort),
  };
}
