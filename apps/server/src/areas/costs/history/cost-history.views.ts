import type { CostCategory } from '@quayside/domain/lists';
import type { OrderRef } from '@quayside/contracts/order-ref';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { orderRefOf } from '../facts.ts';
import type { DatedCost, DatedOrder } from './cost-history.ts';

/** The cost that each invoice adds to a product as far as is known now, with the date of the invoice. */
export async function datedCosts(w: Work, productId: string): Promise<DatedCost[]> {
  const result = await sql<{
    id: string;
    date: string;
    invoice_number: string;
    company_name: string | null;
    types: CostCategory[];
    factory: string;
    inbound: string;
  }>`
    select i.id, i.date, i.invoice_number, s.company_name, array_agg(distinct e.cost_type) as types,
      coalesce(sum(e.account_minor) filter (where e.cost_type = 'FACTORY_INVOICE'), 0)::text as factory,
      coalesce(sum(e.account_minor) filter (where e.cost_type <> 'FACTORY_INVOICE'), 0)::text as inbound
    from cost_entry e
    join ${INVOICES} i on i.account_id = e.account_id and i.id = e.invoice_id
    left join ${SUPPLIERS} s on s.account_id = i.account_id and s.id = i.supplier_id
    where e.account_id = ${w.scope.accountId} and e.product_id = ${productId} and e.superseded_at is null
      and not e.is_excluded
    group by i.id, i.date, i.invoice_number, s.company_name`.execute(w.tx);
  return result.rows.map((r) => ({
    date: r.date,
    invoice: { id: r.id, number: r.invoice_number, supplierName: r.company_name },
    costTypes: r.types,
    factoryMinor: BigInt(r.factory),
    inboundMinor: BigInt(r.inbound),
  }));
}

/** Orders of a product, with the costs assigned to each. */
export async function datedOrders(w: Work, productId: string): Promise<DatedOrder[]> {
  const result = await sql<{
    ref: OrderRef;
    date: string;
    units: bigint;
    invoice_id: string;
    landed: string;
  }>`
    select ${orderRefOf} as ref, c.date, c.units, c.invoice_id,
      coalesce(sum(e.account_minor), 0)::text as landed
    from cost_layer c
    left join cost_entry e on e.account_id = c.account_id and e.product_id = c.product_id and e.layer_id = c.id
      and e.superseded_at is null and not e.is_excluded
    where c.account_id = ${w.scope.accountId} and c.product_id = ${productId} and c.removed_at is null
    group by c.account_id, c.id`.execute(w.tx);
  return result.rows.map((r) => ({
    date: r.date,
    ref: r.ref,
    invoice: { id: r.invoice_id, number: r.ref.invoiceNumber },
    units: r.units,
    landedMinor: BigInt(r.landed),
  }));
}
