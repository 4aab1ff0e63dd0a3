import type { LeadTime } from '@quayside/contracts/suppliers/suppliers';
import type { Work } from '../../../db/tx.ts';

/** The lead times of a supplier, one for each shipping method. */
export const findLeadTimes = async (w: Work, supplierId: string): Promise<LeadTime[]> =>
  (await findLeadTimesOf(w, [supplierId])).get(supplierId) ?? [];

/** The lead times of suppliers, by supplier; those without any are left out. */
export async function findLeadTimesOf(w: Work, supplierIds: readonly string[]): Promise<Map<string, LeadTime[]>> {
  if (supplierIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('supplier_lead_time')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('supplier_id', 'in', [...new Set(supplierIds)])
    .orderBy('shipping_method')
    .execute();
  const found = new Map<string, LeadTime[]>();
  for (const row of rows) {
    const own = found.get(row.supplier_id) ?? [];
    found.set(row.supplier_id, own);
    own.push({
      shippingMethod: row.shipping_method as LeadTime['shippingMethod'],
      production: row.production_days,
      transit: row.transit_days,
      checkIn: row.check_in_days,
    });
  }
  return found;
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
