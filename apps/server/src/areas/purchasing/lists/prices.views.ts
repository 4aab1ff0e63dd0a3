import type { PRICE_ORIGINS } from '@quayside/contracts/purchasing/purchase-order-items';
import { decimalText, unitCost } from '@quayside/domain/money/money';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { PRODUCT_SUPPLIERS } from '../../products/facts.ts';
import { microOf } from '../rows/items.queries.ts';
import { plainPrice } from '../rows/items.rules.ts';

// Reads what products cost before: the terms of products, purchase orders and invoices. This file writes nothing.

/** The price of a product that was agreed or paid last. */
export interface KnownPrice {
  readonly unitPrice: string;
  readonly origin: (typeof PRICE_ORIGINS)[number];
  readonly day: string | null;
}
interface Known {
  readonly price: KnownPrice | undefined;
  readonly supplierItemNumber: string | null;
}

/** For whom and in which currency prices are wanted, and the purchase order whose own items do not count. */
interface PriceContext {
  readonly supplierId: string | null;
  readonly currency: string;
  readonly exceptOrderId: string;
}

const MICRO_DECIMALS = 6;

/**
 * What is known of products from one supplier: the price that was agreed, otherwise the last one that was ordered or
 * invoiced in this currency, and the supplier's item number. Products of which nothing is known are missing.
 */
export async function findKnownPrices(
  w: Work,
  { supplierId, currency, exceptOrderId }: PriceContext,
  productIds: readonly string[],
): Promise<Map<string, Known>> {
  const ids = [...new Set(productIds)];
  if (supplierId === null || ids.length === 0) return new Map();
  const agreed = await w.tx
    .selectFrom(PRODUCT_SUPPLIERS.as('product_supplier'))
    .select(['product_id', 'price_micros', 'currency', 'supplier_sku'])
    .where('account_id', '=', w.scope.accountId)
    .where('supplier_id', '=', supplierId)
    .where('product_id', 'in', ids)
    .execute();
  const list = sql`${sql.val(ids)}::uuid[]`;
  const { rows: last } = await sql<{
    product_id: string;
    origin: 'PURCHASE_ORDER' | 'INVOICE';
    day: string | null;
    unit_price: string | null;
    amount_minor: bigint | null;
    quantity: string | null;
  }>`
    select distinct on (product_id) product_id, origin, day::text as day, unit_price, amount_minor, quantity
    from (
      select i.product_id, 'PURCHASE_ORDER' as origin, o.order_date as day, i.unit_price::text as unit_price,
        null::bigint as amount_minor, null::text as quantity, i.id
      from purchase_order_item i
      join purchase_order o on o.account_id = i.account_id and o.id = i.order_id
      where i.account_id = ${w.scope.accountId} and i.product_id = any(${list}) and i.deleted_at is null
        and i.unit_price > 0 and o.supplier_id = ${supplierId} and o.currency = ${currency} and o.status <> 'DRAFT'
        and o.id <> ${exceptOrderId}
      union all
      select l.product_id, 'INVOICE', v.date, null, l.amount_minor, l.quantity::text, l.id
      from ${INVOICE_LINES} l
      join ${INVOICES} v on v.account_id = l.account_id and v.id = l.invoice_id
      where l.account_id = ${w.scope.accountId} and l.product_id = any(${list}) and l.deleted_at is null
        and l.cost_type = 'FACTORY_INVOICE' and l.quantity > 0 and l.amount_minor > 0 and l.credits_line_id is null
        and v.supplier_id = ${supplierId} and v.currency = ${currency} and v.kind = 'INVOICE'
        and v.status <> 'REVIEW' and v.deleted_at is null
    ) as priced
    order by product_id, day desc nulls last, id desc`.execute(w.tx);
  const found = new Map<string, Known>(
    last.map((row) => [
      row.product_id,
      {
        supplierItemNumber: null,
        price: {
          origin: row.origin,
          day: row.day,
          unitPrice: plainPrice(
            row.unit_price ?? unitCost(row.amount_minor ?? 0n, microOf(row.quantity ?? '1'), currency),
          ),
        },
      },
    ]),
  );
  for (const { product_id: id, price_micros: micros, currency: of, supplier_sku } of agreed) {
    const isAgreed = micros !== null && of === currency;
    const price: KnownPrice | undefined = isAgreed
      ? { unitPrice: plainPrice(decimalText(micros, MICRO_DECIMALS)), origin: 'TERMS', day: null }
      : found.get(id)?.price;
    found.set(id, { price, supplierItemNumber: supplier_sku });
  }
  return found;
}
