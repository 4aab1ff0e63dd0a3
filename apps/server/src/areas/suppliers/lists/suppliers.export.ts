import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportSuppliers, SUPPLIER_EXPORT } from '@quayside/contracts/exports';
import { LEAD_TIME_FIELDS, type LeadTimeField, partOfLeadTime } from '@quayside/contracts/suppliers/supplier-fields';
import { EVENT_NOUNS, EVENT_WORDS } from '@quayside/domain/suppliers/terms-text';
import { type RawBuilder, sql } from 'kysely';
import { code, type ExportValue, instant, money, number, text, textFrom } from '../../../db/export-values.ts';
import { chosenRows } from '../../../db/chosen-rows.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { inOrder, INVOICE_COUNT, matching, OWED, overdueOf, PRODUCT_COUNT } from './suppliers.views.ts';

/** The payment terms as `termsText` writes them. */
const TERMS = sql<string>`(
  select string_agg(
    (t.term ->> 'percent') || '% ' || case
      when d.days < 0 then d.distance || ' before ' || (${JSON.stringify(EVENT_NOUNS)}::jsonb ->> (t.term ->> 'event'))
      else ${JSON.stringify(EVENT_WORDS)}::jsonb ->> (t.term ->> 'event')
    end
      || coalesce(
        ' + ' || (t.term ->> 'months') || case t.term ->> 'months' when '1' then ' month' else ' months' end,
        ''
      )
      || case when t.term ->> 'monthEnd' = 'true' and not d.is_after then ' at end of month' else '' end
      || case when d.days > 0 then ' + ' || d.distance else '' end
      || case when d.is_after then ' to end of month' else '' end,
    '; ' order by t.place
  )
  from jsonb_array_elements(s.payment_terms) with ordinality as t(term, place)
  cross join lateral (
    select (t.term ->> 'days')::integer as days, (t.term -> 'monthEndAfter') is not null as is_after,
      abs((t.term ->> 'days')::integer)
        || case abs((t.term ->> 'days')::integer) when 1 then ' day' else ' days' end as distance
  ) d
)`;

const DAYS = { production: 'production_days', transit: 'transit_days', checkIn: 'check_in_days' } as const;
function daysOf(field: LeadTimeField): RawBuilder<unknown> {
  const { method = '', part = 'production' } = partOfLeadTime(field) ?? {};
  return sql`(
    select ${sql.ref(`t.${DAYS[part]}`)}
    from supplier_lead_time t
    where t.account_id = s.account_id and t.supplier_id = s.id and t.shipping_method = ${sql.lit(method)}
  )`;
}
const LEAD_TIMES = Object.fromEntries(LEAD_TIME_FIELDS.map((field) => [field, number(daysOf(field))])) as Readonly<
  Record<LeadTimeField, ExportValue>
>;

const valuesOf = (w: Work): Readonly<Record<keyof typeof SUPPLIER_EXPORT, ExportValue>> => ({
  companyName: text(sql`s.company_name`),
  localName: text(sql`s.local_name`),
  email: text(sql`s.email`),
  telephone: text(sql`s.telephone`),
  addressLine1: text(sql`s.address_line1`),
  addressLine2: text(sql`s.address_line2`),
  addressLine3: text(sql`s.address_line3`),
  city: text(sql`s.city`),
  postCode: text(sql`s.post_code`),
  state: text(sql`s.state`),
  country: code(sql`s.country`),
  currency: code(sql`s.currency`),
  paymentTerms: textFrom(TERMS),
  leadTime: number(sql`s.lead_time`),
  shippingMethod: code(sql`s.shipping_method`),
  ...LEAD_TIMES,
  xeroId: text(sql`s.xero_id`),
  notes: text(sql`s.notes`),
  productCount: number(PRODUCT_COUNT),
  invoiceCount: number(INVOICE_COUNT),
  owed: money(OWED, w.scope.currency),
  overdue: money(overdueOf(w), w.scope.currency),
  archivedAt: instant(sql`s.archived_at`),
  id: code(sql`s.id`),
  updatedAt: instant(sql`s.updated_at`),
});

/** Exports the list of suppliers. The export never contains bank details. */
export const supplierExport = (w: Work, q: QueryOut<typeof exportSuppliers>): ExportPlan => ({
  name: 'suppliers',
  columns: chosenColumns(SUPPLIER_EXPORT, valuesOf(w), q.columns),
  rows: (columns) => inOrder(w, chosenRows(matching(w, q), 's.id', q.ids).select(columns), q.sort),
});
