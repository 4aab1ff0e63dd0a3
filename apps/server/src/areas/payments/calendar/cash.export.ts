import type { QueryOut } from '@quayside/contracts/endpoint';
import { CASH_EXPORT, type exportCashCalendar } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { code, type ExportValue, money, number, text } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { workOutCalendar } from './cash-calendar.service.ts';

const valuesOf = (currency: string): Readonly<Record<keyof typeof CASH_EXPORT, ExportValue>> => ({
  day: code(sql`g.day`),
  before: money(sql`g.before`, currency),
  in: money(sql`g.inflow`, currency),
  out: money(sql`g.outflow`, currency),
  closing: money(sql`g.closing`, currency),
  payments: number(sql`g.payments`),
  entries: text(sql`nullif(g.entries, '')`),
});

/** Exports the days of the cash calendar on which something flows. */
export async function cashExport(w: Work, q: QueryOut<typeof exportCashCalendar>): Promise<ExportPlan> {
  const days = (await workOutCalendar(w, q)).moving;
  const all = (of: (day: (typeof days)[number]) => string | number | bigint | null) =>
    sql.val(days.map((day) => String(of(day) ?? '')));
  return {
    name: 'cash-calendar',
    columns: chosenColumns(CASH_EXPORT, valuesOf(w.scope.currency), q.columns),
    rows: (columns) => sql`
      select ${sql.join(columns)}
      from unnest(
        ${all((one) => one.day)}::text[], ${all((one) => one.closingMinor - one.flowMinor)}::bigint[],
        ${all((one) => one.inMinor)}::bigint[], ${all((one) => one.outMinor)}::bigint[],
        ${all((one) => one.closingMinor)}::bigint[], ${all((one) => one.payments)}::int[],
        ${all((one) => one.entries.map(({ name }) => name).join('; '))}::text[]
      ) with ordinality as g (day, before, inflow, outflow, closing, payments, entries, n)
      order by g.n`,
  };
}
