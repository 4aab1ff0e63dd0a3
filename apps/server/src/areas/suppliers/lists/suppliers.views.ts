import type { Use } from '@quayside/contracts/errors';
import type { Page } from '@quayside/contracts/paging';
import type { listSuppliers, Supplier, supplierFilters, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import { todayIn } from '@quayside/domain/days/days';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { formatAmount } from '@quayside/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import { finds } from '../../../db/finds.ts';
import { money } from '../../../db/export-values.ts';
import { envelope, inPeopleOrder } from '../../../db/paging.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { byNumber, byText, byValue, byWhether, defineList, neverNull } from '../../../http/list.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { FREIGHT_RATES } from '../../freight/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { PRODUCTS, PRODUCT_SUPPLIERS } from '../../products/facts.ts';
import { shownTolerances } from '../rows/supplier-tolerances.rules.ts';
import { termsOf } from '../rows/suppliers.state.ts';

type ListQuery = QueryOut<typeof listSuppliers>;
type SupplierFilter = Pick<ListQuery, 'search' | 'filter'>;

/**
 * The lead time for the shipping method of the supplier or, if there is none, its general lead time. This is the same
 * rule as `leadTimeOf` in the domain package.
 */
const LEAD_TIME = sql<number | null>`coalesce(
  (
    select case
      when num_nonnulls(t.production_days, t.transit_days, t.check_in_days) > 0
        then coalesce(t.production_days, 0) + coalesce(t.transit_days, 0) + coalesce(t.check_in_days, 0)
    end
    from supplier_lead_time t
    where t.account_id = s.account_id and t.supplier_id = s.id and t.shipping_method = s.shipping_method
  ),
  s.lead_time
)`;
export const INVOICE_COUNT = sql<bigint>`(
  select count(*) from ${INVOICES} i where i.account_id = s.account_id and i.supplier_id = s.id and i.deleted_at is null
)`;
export const PRODUCT_COUNT = sql<bigint>`(
  select coalesce(sum(t.products), 0)::bigint
  from product_tally t
  where t.account_id = s.account_id and t.supplier_id = s.id
)`;
/** What is open of the instalments of a supplier, in account currency, from the kept sums of payables. */
const owedSum = (of: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`) => sql<bigint>`(
  select coalesce(sum(${of}), 0)::bigint
  from payable_supplier k
  where k.account_id = s.account_id and k.supplier_id = s.id and ${when}
)`;
export const OWED = owedSum(sql`k.owed_base_minor`);
const OWED_WITHOUT_RATE = owedSum(sql`k.without_rate`);
export const overdueOf = (w: Work): RawBuilder<bigint> =>
  owedSum(sql`k.owed_base_minor`, sql`k.due_on < ${todayIn(w.now.getTime(), w.scope.timeZone)}`);

/** A sum in account currency, as people type it in filters. */
const inAccount = (w: Work, minor: RawBuilder<unknown>) => money(minor, w.scope.currency).value;

const list = defineList<typeof listSuppliers, typeof supplierFilters>({
  filters: {
    companyName: byText(sql.ref('s.company_name')),
    country: byText(sql.ref('s.country')),
    currency: byText(sql.ref('s.currency')),
    shippingMethod: byValue(SHIPPING_METHODS, sql.ref('s.shipping_method')),
    owed: byNumber((w) => inAccount(w, OWED)),
    overdue: byNumber((w) => inAccount(w, overdueOf(w))),
    archived: byWhether(sql`s.archived_at is not null`),
  },
  words: sql<string>`s.search_text`,
  sorts: {
    companyName: neverNull(inPeopleOrder(sql`s.company_name`)),
    country: sql`s.country`,
    currency: sql`s.currency`,
    leadTime: LEAD_TIME,
    invoiceCount: neverNull(INVOICE_COUNT),
    productCount: neverNull(PRODUCT_COUNT),
    owed: neverNull(OWED),
    overdue: (w) => overdueOf(w),
    updatedAt: neverNull(sql`s.updated_at`),
  },
  usual: [{ field: 'companyName', direction: 'asc' }],
  // In the direction of the last sort field, so that one index serves both directions.
  last: sql`s.id`,
});
export const { inOrder } = list;

/** The suppliers that match a filter. Archived ones only if the filter asks for them. */
export function matching(w: Work, q: SupplierFilter) {
  const rows = w.tx.selectFrom('supplier as s').where('s.account_id', '=', w.scope.accountId);
  const isAsked = q.filter.some((chip) => chip.field === 'archived');
  return list.filtered(w, isAsked ? rows : rows.where('s.archived_at', 'is', null), q);
}

const LEAD_TIMES = sql<
  Supplier['leadTimes']
>`coalesce((select jsonb_agg(jsonb_build_object('shippingMethod', t.shipping_method,
  'production', t.production_days, 'transit', t.transit_days, 'checkIn', t.check_in_days) order by t.shipping_method)
  from supplier_lead_time t where t.account_id = s.account_id and t.supplier_id = s.id), '[]')`;
const HAS_BANK_DETAILS = finds(sql`
  select true from supplier_bank_details b where b.account_id = s.account_id and b.supplier_id = s.id`);

/** The columns that the list and the single supplier have in common. */
const withColumns = (w: Work, rows: ReturnType<typeof matching>) =>
  rows
    .selectAll('s')
    .select([
      INVOICE_COUNT.as('invoice_count'),
      PRODUCT_COUNT.as('product_count'),
      OWED.as('owed'),
      overdueOf(w).as('overdue'),
      OWED_WITHOUT_RATE.as('owed_without_rate'),
      LEAD_TIMES.as('lead_times'),
      HAS_BANK_DETAILS.as('has_bank_details'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

const toSupplier = (w: Work, r: Row): Supplier => ({
  id: r.id,
  userId: w.scope.userId,
  companyName: r.company_name,
  localName: r.local_name,
  email: r.email,
  telephone: r.telephone,
  addressLine1: r.address_line1,
  addressLine2: r.address_line2,
  addressLine3: r.address_line3,
  city: r.city,
  postCode: r.post_code,
  state: r.state,
  country: r.country,
  currency: r.currency,
  notes: r.notes,
  leadTime: r.lead_time,
  shippingMethod: r.shipping_method,
  xeroId: r.xero_id,
  paymentTerms: termsOf(r),
  leadTimes: r.lead_times,
  tolerances: shownTolerances(r, w.scope.currency),
  hasBankDetails: r.has_bank_details,
  invoiceCount: Number(r.invoice_count),
  productCount: Number(r.product_count),
  owed: formatAmount(r.owed, w.scope.currency),
  overdue: formatAmount(r.overdue, w.scope.currency),
  owedWithoutRate: Number(r.owed_without_rate),
  archivedAt: r.archived_at?.toISOString() ?? null,
  createdAt: r.created_at.toISOString(),
  updatedAt: r.updated_at.toISOString(),
  version: r.version,
});

/** One page of suppliers. */
export async function listSupplierRows(w: Work, q: ListQuery): Promise<Page<Supplier>> {
  const found = matching(w, q);
  const { rows, count, window } = await list.rows(w, q, withColumns(w, found), found.select('s.id'));
  return envelope(
    rows.map((r) => toSupplier(w, r)),
    count,
    window,
  );
}

/** The exact number of suppliers that match the filter, and what is owed to them. */
export async function sumSuppliers(w: Work, q: SupplierFilter): Promise<ResponseOf<typeof supplierTotals>> {
  const { currency, accountId } = w.scope;
  const today = todayIn(w.now.getTime(), w.scope.timeZone);
  const row = await matching(w, q)
    .leftJoin(
      sql<{ supplier_id: string; owed: bigint; overdue: bigint; without_rate: bigint }>`(
        select supplier_id, sum(owed_base_minor) as owed, sum(without_rate) as without_rate,
          coalesce(sum(owed_base_minor) filter (where due_on < ${today}), 0) as overdue
        from payable_supplier
        where account_id = ${accountId}
        group by supplier_id
      )`.as('k'),
      'k.supplier_id',
      's.id',
    )
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sql<bigint>`coalesce(sum(k.owed), 0)::bigint`.as('owed'),
      sql<bigint>`coalesce(sum(k.overdue), 0)::bigint`.as('overdue'),
      sql<bigint>`coalesce(sum(k.without_rate), 0)::bigint`.as('without_rate'),
    ])
    .executeTakeFirstOrThrow();
  return {
    count: Number(row.count),
    owed: formatAmount(row.owed, currency),
    overdue: formatAmount(row.overdue, currency),
    owedWithoutRate: Number(row.without_rate),
  };
}

/** The ids of the suppliers that match the filter, at most `limit`. */
export async function findMatchingIds(w: Work, q: SupplierFilter, limit: number): Promise<string[]> {
  const rows = await matching(w, q).select('s.id').orderBy('s.id').limit(limit).execute();
  return rows.map((r) => r.id);
}

/** One supplier, with the numbers of its invoices and products. */
export async function findSupplierView(w: Work, id: string): Promise<Supplier | undefined> {
  const row = await withColumns(
    w,
    w.tx.selectFrom('supplier as s').where('s.account_id', '=', w.scope.accountId).where('s.id', '=', id),
  ).executeTakeFirst();
  return row && toSupplier(w, row);
}

/** The first 20 invoices and products that refer to the supplier. */
export async function listSupplierUses(w: Work, id: string): Promise<Use[]> {
  const uses = await sql<Use>`
    (
      select 'INVOICE' as type, i.id, i.invoice_number as label from ${INVOICES} i
      where i.account_id = ${w.scope.accountId} and i.supplier_id = ${id} and i.deleted_at is null
      order by i.date desc, i.id
      limit 20
    )
    union all (
      select 'PURCHASE_ORDER', o.id, o.po_number from ${PURCHASE_ORDERS} o
      where o.account_id = ${w.scope.accountId} and o.supplier_id = ${id}
      order by o.order_date desc nulls first, o.id
      limit 20
    )
    union all (
      select 'SHIPMENT_PLAN', s.id, ${numberedAs('SP', sql`s.number`)}
      from ${SHIPMENT_PLANS} s
      where s.account_id = ${w.scope.accountId} and s.carrier_contact_id = ${id} and s.removed_at is null
      order by s.number desc
      limit 20
    )
    union all (
      select 'FREIGHT_RATE', r.id, r.name
      from ${FREIGHT_RATES} r
      where r.account_id = ${w.scope.accountId} and r.forwarder_id = ${id}
      order by lower(r.name), r.id
      limit 20
    )
    union all (
      select 'PRODUCT', p.id, p.sku || ' · ' || p.name
      from ${PRODUCT_SUPPLIERS} ps
      join ${PRODUCTS} p on p.account_id = ps.account_id and p.id = ps.product_id
      where ps.account_id = ${w.scope.accountId} and ps.supplier_id = ${id} order by p.name_key, p.id limit 20
    )
    limit 20`.execute(w.tx);
  return uses.rows;
}
