import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { INVOICE_TOTALS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';

// Sums the invoices of a supplier. Invoices in review do not count.

const COUNTS = sql`i.deleted_at is null and i.status <> 'REVIEW'`;
/** The total that a person typed or, if there is none, the sum of the lines. */
const TOTAL = sql`case when i.total_minor is not null then i.total_minor
  when t.invoice_id is not null then t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor else 0 end`;
const FROM = sql`from ${INVOICES} i left
join ${INVOICE_TOTALS} t on t.account_id = i.account_id and t.invoice_id = i.id`;

interface CurrencyRow {
  readonly currency: string;
  readonly invoices: bigint;
  readonly unconfirmed: bigint;
  readonly invoiced: string;
  readonly credited: string;
  readonly firstDate: string | null;
  readonly lastDate: string | null;
}
/** The sums for each currency. The currency with the most invoices comes first. */
export async function sumsPerCurrency(w: Work, supplierId: string): Promise<CurrencyRow[]> {
  const rows = await sql<CurrencyRow>`
    select i.currency, count(*) filter (where i.kind = 'INVOICE') as invoices,
      count(*) filter (where i.kind = 'INVOICE' and i.status = 'WORKING') as unconfirmed,
      sum(case when i.kind = 'INVOICE' then ${TOTAL} else 0 end)::text as invoiced,
      sum(case when i.kind = 'CREDIT_NOTE' then ${TOTAL} else 0 end)::text as credited,
      min(i.date) as "firstDate", max(i.date) as "lastDate"
    ${FROM} where i.account_id = ${w.scope.accountId} and i.supplier_id = ${supplierId} and ${COUNTS}
    group by i.currency order by count(*) desc, i.currency`.execute(w.tx);
  return rows.rows;
}

/** The net amounts for each currency and month (such as "2026-11"), from the given day on. */
export async function netPerMonth(
  w: Work,
  supplierId: string,
  from: string,
): Promise<{ currency: string; month: string; net: string }[]> {
  const rows = await sql<{ currency: string; month: string; net: string }>`
    select i.currency, to_char(i.date, 'YYYY-MM') as month, sum(${TOTAL})::text as net ${FROM}
    where i.account_id = ${w.scope.accountId} and i.supplier_id = ${supplierId} and ${COUNTS}
      and i.date >= ${from}::date
    group by 1, 2`.execute(w.tx);
  return rows.rows;
}

export interface ProductRow {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly currency: string;
  /** The number of purchased units, in millionths. */
  readonly units: string;
  readonly amount: string;
  readonly lastAmount: bigint | null;
  readonly lastUnits: string | null;
  readonly lastDate: string | null;
}
/**
 * The purchases of each product, less credits, and the line with its latest price. The products with the largest
 * amounts come first.
 */
export async function sumsPerProduct(w: Work, supplierId: string, limit: number): Promise<ProductRow[]> {
  const rows = await sql<ProductRow>`
    with bought as (
      select l.product_id, i.currency, l.quantity, l.amount_minor, i.date, i.kind, l.id
      from ${INVOICES} i join ${INVOICE_LINES} l on l.account_id = i.account_id and l.invoice_id = i.id
      where i.account_id = ${w.scope.accountId} and i.supplier_id = ${supplierId} and ${COUNTS} and l.deleted_at is null
        and l.product_id is not null and l.cost_type = 'FACTORY_INVOICE'
    ), sums as (
      select product_id, currency, sum(quantity) as units, sum(amount_minor) as amount
      from bought
      group by product_id, currency
    ), newest as (
      select distinct on (product_id, currency) product_id, currency, amount_minor, quantity, date from bought
      where kind = 'INVOICE' and quantity > 0 order by product_id, currency, date desc, id desc
    )
    select p.id, p.sku, p.name, s.currency, (s.units * 1000000)::numeric(60, 0)::text as units,
      s.amount::text as amount, n.amount_minor as "lastAmount",
      (n.quantity * 1000000)::numeric(60, 0)::text as "lastUnits", n.date as "lastDate"
    from sums s join ${PRODUCTS} p on p.account_id = ${w.scope.accountId} and p.id = s.product_id
    left join newest n on n.product_id = s.product_id and n.currency = s.currency
    order by s.amount desc, p.sku, s.currency limit ${limit}`.execute(w.tx);
  return rows.rows;
}
