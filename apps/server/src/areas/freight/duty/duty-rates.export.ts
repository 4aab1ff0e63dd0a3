import type { QueryOut } from '@quayside/contracts/endpoint';
import { DUTY_RATE_EXPORT, type exportDutyRates } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import { code, decimal, type ExportValue, instant, text } from '../../../db/export-values.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { inOrder, matching } from './duty-rates.views.ts';
import { validitySql } from '../validity.views.ts';

const valuesOn = (today: string): Readonly<Record<keyof typeof DUTY_RATE_EXPORT, ExportValue>> => ({
  sku: text(sql`p.sku`),
  product: text(sql`p.name`),
  hsCode: code(sql`d.hs_code`),
  country: code(sql`d.country`),
  percent: decimal(sql`d.percent`),
  validFrom: code(sql`d.valid_from`),
  validTo: code(sql`d.valid_to`),
  validity: code(validitySql('d', today)),
  notes: text(sql`d.notes`),
  updatedAt: instant(sql`d.updated_at`),
});

/** Exports the list of duty rates. The import reads such a file. */
export const dutyRateExport = (w: Work, q: QueryOut<typeof exportDutyRates>): ExportPlan => ({
  name: 'duty-rates',
  columns: chosenColumns(DUTY_RATE_EXPORT, valuesOn(todayOf(w)), q.columns),
  rows: (columns) => inOrder(w, chosenRows(matching(w, q), 'd.id', q.ids).select(columns), q.sort),
});
