import type { LeadTime } from '@quayside/contracts/suppliers';
import type { Work } from '../../db/tx.ts';

/** The lead times of a supplier, one for each shipping method. */
export async function findLeadTimes(w: Work, supplierId: string): Promise<LeadTime[]> {
  const rows = await w.tx
    .selectFrom('supplier_lead_time')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('supplier_id', '=', supplierId)
    .orderBy('shipping_method')
    .execute();
  return rows.map((r) => ({
    shippingMethod: r.shipping_method as LeadTime['shippingMethod'],
    production: r.production_days,
    transit: r.transit_days,
    checkIn: r.check_in_days,
  }));
}

/** Replaces the lead times of a supplier. */
export async function replaceLeadTimes(w: Work, supplierId: string, times: readonly LeadTime[]): Promise<void> {
  await w.tx
    .deleteFrom('supplier_lead_time')
    .where('account_id', '=', w.scope.accountId)
    .where('supplier_id', '=', supplierId)
    .execute();
  if (times.length === 0) return;
  await w.tx
    .insertInto('supplier_lead_time')
    .values(
      times.map((time) => ({
        account_id: w.scope.accountId,
        supplier_id: supplierId,
        shipping_method: time.shippingMethod,
        production_days: time.production,
        transit_days: time.transit,
        check_in_days: time.checkIn,
      })),
    )
    .execute();
}
