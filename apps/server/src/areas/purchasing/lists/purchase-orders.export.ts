import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportPurchaseOrders, PURCHASE_ORDER_EXPORT } from '@quayside/contracts/exports';
import { exponentOf } from '@quayside/domain/money/currencies';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import {
  code,
  decimal,
  type ExportValue,
  instant,
  moneyOf,
  number,
  text,
  textFrom,
} from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { accountTotal, inOrder, leftMinor, matching } from './purchase-orders.views.ts';

const CURRENCY = sql`o.currency`;
/** The items in their order: "48 × KTL at 5.5; 10 × Gold foil at 1.25". */
const ITEMS = sql`(
  select string_agg(
    concat(trim_scale(i.quantity), ' × ', coalesce(p.sku, i.name, '–'), ' at ', trim_scale(i.unit_price)),
    '; ' order by i.position
  )
  from purchase_order_item i
  left join ${PRODUCTS} p on p.account_id = i.account_id and p.id = i.product_id
  where i.account_id = o.account_id and i.order_id = o.id and i.deleted_at is null
)`;
/** What the terms leave of the whole is a share of its own, as in `amountsOf`. */
const SHARES = sql`(
  select t.value as term, t.place, (t.value ->> 'hundredths')::numeric as part
  from jsonb_array_elements(o.terms) with ordinality as t(value, place)
  union all
  select null, 1000, 10000 - coalesce(sum((r.value ->> 'hundredths')::numeric), 0)
  from jsonb_array_elements(o.terms) as r(value)
)`;
/** The shares with percent, amount due (by largest remainder) and the typed day, else the event and its days. */
const TERMS = sql`(
  select string_agg(
    concat(trim_scale(s.part / 100), ' % ', ${moneyOf(sql`s.minor`, CURRENCY, 'currency').value}, ' ', coalesce(
      s.term ->> 'pinnedOn',
      concat(
        s.term ->> 'event', ' +' || (s.term ->> 'months') || ' months',
        case when (s.term ->> 'monthEnd')::boolean and s.term -> 'monthEndAfter' is null then ' month end' end,
        case sign((s.term ->> 'days')::integer) when 1 then ' +' when -1 then ' ' end,
        nullif(s.term ->> 'days', '0'), case when s.term ->> 'days' <> '0' then ' days' end,
        case when s.term -> 'monthEndAfter' is not null then ' to month end' end
      )
    )),
    '; ' order by s.place
  )
  from (
    select f.term, f.place, f.part, f.whole + case
      when row_number() over (order by f.rest desc, f.place) <= o.total_minor - sum(f.whole) over () then 1 else 0
    end as minor
    from (
      select c.term, c.place, c.part, div(o.total_minor * c.part, sum(c.part) over ()) as whole,
        o.total_minor * c.part % sum(c.part) over () as rest
      from ${SHARES} c
      where c.part > 0
    ) f
  ) s
  where s.term is not null
)`;
const values = (currency: string): Readonly<Record<keyof typeof PURCHASE_ORDER_EXPORT, ExportValue>> => ({
  poNumber: text(sql`o.po_number`),
  internalPoNumber: text(sql`o.internal_number`),
  supplier: text(sql`s.company_name`),
  status: code(sql`o.status`),
  closeReason: code(sql`o.close_reason`),
  orderDate: code(sql`o.order_date`),
  deliveryDate: code(sql`o.delivery_date`),
  etd: code(sql`o.etd`),
  currency: code(CURRENCY),
  total: moneyOf(sql`o.total_minor`, CURRENCY, 'currency'),
  rate: decimal(sql`o.rate::numeric`),
  accountTotal: number(sql`round(${accountTotal(currency)}, ${sql.lit(exponentOf(currency))})`),
  invoiced: moneyOf(sql`o.invoiced_minor`, CURRENCY, 'currency'),
  left: moneyOf(leftMinor, CURRENCY, 'currency'),
  paymentTerms: code(TERMS),
  items: textFrom(ITEMS),
  itemCount: number(sql`o.item_count`),
  units: decimal(sql`o.units`),
  cartons: number(sql`o.cartons`),
  volume: decimal(sql`o.volume_mm3 / 1000000000`),
  weight: decimal(sql`o.weight_ug / 1000000000`),
  shippingMethod: code(sql`o.shipping_method`),
  portOfLoading: text(sql`o.port_of_loading`),
  shippingNumber: text(sql`o.shipping_number`),
  shipTo: text(sql`o.ship_to`),
  bankingDetails: text(sql`o.banking_details`),
  revision: number(sql`nullif(o.revision, 0)`),
  sentAt: instant(sql`o.sent_at`),
  archivedAt: instant(sql`o.archived_at`),
  updatedAt: instant(sql`o.updated_at`),
});

/** Exports the list of purchase orders. */
export const purchaseOrderExport = (w: Work, q: QueryOut<typeof exportPurchaseOrders>): ExportPlan => ({
  name: 'purchase-orders',
  columns: chosenColumns(PURCHASE_ORDER_EXPORT, values(w.scope.currency), q.columns),
  rows: (columns) => inOrder(w, chosenRows(matching(w, q), 'o.id', q.ids).select(columns), q.sort),
});
