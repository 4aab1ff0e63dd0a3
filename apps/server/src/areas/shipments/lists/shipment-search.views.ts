import type { FoundRecord } from '@quayside/contracts/search';
import { numberText } from '@quayside/domain/shipments/numbers';
import { searchWords } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import type { Search } from '../../area.ts';
import { cartonHas, cartons } from './cartons.views.ts';
import { orderHas, orders } from './orders.views.ts';
import { findPlans } from './plan-names.views.ts';

/**
 * Finds shipment plans, orders and carton rows that contain every word. Nothing if the account has orders and shipping
 * switched off.
 */
export async function findShipments(w: Work, search: Search): Promise<FoundRecord[]> {
  if (!w.scope.flags.isOrdersAndShippingEnabled) return [];
  return [...(await findPlans(w, search)), ...(await findPacking(w, search))];
}

/** Finds orders and carton rows, newest first: by their number, product or invoice, or by the number of a pack list. */
async function findPacking(w: Work, { text, most }: Search): Promise<FoundRecord[]> {
  const orderRows = await orders(w)
    .select(['c.id', 'c.number', 'c.date', 'p.sku', 'i.invoice_number'])
    .where((eb) => eb.and(searchWords(text).map(orderHas)))
    .orderBy('c.id', 'desc')
    .limit(most)
    .execute();
  const cartonRows = await cartons(w)
    .select(['c.id', 'c.number', 'c.marks', 't.name'])
    .where((eb) => eb.and(searchWords(text).map(cartonHas)))
    .orderBy('c.number', 'desc')
    .limit(most)
    .execute();
  return [
    ...orderRows.map((row) => ({
      type: 'ORDER',
      id: row.id,
      title: row.number,
      detail: [row.sku, row.invoice_number].filter(Boolean).join(' · '),
      day: row.date,
      sku: null,
    })),
    ...cartonRows.map((row) => ({
      type: 'CARTON',
      id: row.id,
      title: numberText('CARTON', row.number),
      detail: [row.name, row.marks].filter(Boolean).join(' · '),
      sku: null,
    })),
  ];
}
