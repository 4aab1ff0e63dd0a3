import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportExchangeRates, RATE_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { code, type ExportValue, instant, number } from '../../db/export-values.ts';
import type { Work } from '../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../http/export.ts';
import { inOrder, matching } from './rates.views.ts';

const VALUES: Readonly<Record<keyof typeof RATE_EXPORT, ExportValue>> = {
  day: code(sql`r.day`),
  base: code(sql`r.base`),
  quote: code(sql`r.quote`),
  // All digits as they were entered, because a rounded rate would be another rate.
  rate: number(sql`r.rate::numeric`),
  origin: code(sql`r.origin`),
  updatedAt: instant(sql`r.updated_at`),
};

/** Exports the list of exchange rates. The import reads such a file. */
export const rateExport = (w: Work, q: QueryOut<typeof exportExchangeRates>): ExportPlan => ({
  name: 'exchange-rates',
  columns: chosenColumns(RATE_EXPORT, VALUES, q.columns),
  rows: (columns) => inOrder(w, matching(w, q).select(columns), q.sort),
});
