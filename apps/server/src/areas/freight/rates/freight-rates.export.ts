import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportFreightRates, FREIGHT_RATE_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import {
  code,
  decimal,
  type ExportValue,
  instant,
  listOf,
  moneyOf,
  number,
  text,
  textFrom,
} from '../../../db/export-values.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { inOrder, matching } from './freight-rates.views.ts';
import { validitySql } from '../validity.views.ts';

const feeAmount = moneyOf(sql`f.amount_minor`, sql`r.currency`, 'currency').value;
const valuesOn = (today: string): Readonly<Record<keyof typeof FREIGHT_RATE_EXPORT, ExportValue>> => ({
  name: text(sql`r.name`),
  forwarder: text(sql`s.company_name`),
  mode: code(sql`r.mode`),
  fromCountry: code(sql`r.from_country`),
  toCountry: code(sql`r.to_country`),
  currency: code(sql`r.currency`),
  unit: code(sql`r.unit`),
  // As the import reads it: one price, or breaks such as 0: 7; 45: 5.5.
  breaks: textFrom(sql`(
    select case
      when count(*) = 1 and min(b.from_quantity) = 0 then min(trim_scale(b.price)::text)
      else string_agg(trim_scale(b.from_quantity) || ': ' || trim_scale(b.price), '; ' order by b.from_quantity)
    end
    from freight_rate_break b where b.account_id = r.account_id and b.rate_id = r.id
  )`),
  containerType: code(sql`r.container_type`),
  divisor: decimal(sql`r.divisor`),
  divisorUnit: code(sql`r.divisor_unit`),
  level: code(sql`r.level`),
  sideRounding: code(sql`r.side_rounding`),
  sideUnit: code(sql`r.side_unit`),
  minimum: decimal(sql`r.minimum`),
  step: decimal(sql`r.step`),
  leastCharge: moneyOf(sql`r.least_minor`, sql`r.currency`, 'currency'),
  fees: listOf(sql`array(
    select f.name || ': ' || (${feeAmount})::text
    from freight_rate_fee f where f.account_id = r.account_id and f.rate_id = r.id
    order by f.position
  )`),
  transitDays: number(sql`r.transit_days`),
  validFrom: code(sql`r.valid_from`),
  validTo: code(sql`r.valid_to`),
  validity: code(validitySql('r', today)),
  planCount: number(sql`(
    select count(*) from ${SHIPMENT_PLANS} p
    where p.account_id = r.account_id and p.freight_rate_id = r.id and p.removed_at is null
  )`),
  notes: text(sql`r.notes`),
  archivedAt: instant(sql`r.archived_at`),
  updatedAt: instant(sql`r.updated_at`),
});

/** Exports the list of freight rates. The import reads such a file. */
export const freightRateExport = (w: Work, q: QueryOut<typeof exportFreightRates>): ExportPlan => ({
  name: 'freight-rates',
  columns: chosenColumns(FREIGHT_RATE_EXPORT, valuesOn(todayOf(w)), q.columns),
  rows: (columns) => inOrder(w, chosenRows(matching(w, q), 'r.id', q.ids).select(columns), q.sort),
});
