import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { migrate } from '../db/migrate.ts';
import { urlOf } from '../http/local-client.ts';
import { makeCatalogue, toCsv } from './catalogue.ts';
import { settle } from './catalogue.queries.ts';
import { createDatabase, dropDatabases, startProductOn, urlOfDatabase, withSuperuser } from './databases.ts';
import type { FactWithGoal } from './facts.ts';
import { bookFreight, changesOf, type FreightLine } from './freight-lines.ts';
import { importReport, makeReport } from './order-reports.ts';
import type { Parts } from './parts.ts';
import { importCsv, register, type Seller } from './people.ts';
import { planOrders, type PlannedOrders, sender } from './planned-orders.ts';
import { measure } from './rounds.ts';
import { pinDriver } from './servers.ts';

const NAME = 'quayside_sold_freight';
const ORDERS = 200;
const TAKINGS = 40_000;
/** A change with takings behind it may take at most this many times as long as one over orders that have not left. */
const GOAL = 2;

/**
 * Measures the change of a freight line over a plan of 200 pack lists that have arrived and were sold by 40,000
 * takings, beside the same change over as many pack lists that are packed, and over as many orders.
 */
export async function measureSoldFreight(options: Parts): Promise<FactWithGoal[]> {
  const { database, say } = options;
  await createDatabase(options, NAME);
  await migrate(urlOfDatabase(database.url, NAME));
  const product = await startProductOn(options, NAME);
  try {
    const seller = await register(product.port, 0);
    const lines = await fill(product.port, seller);
    await withSuperuser(options, NAME, settle);
    pinDriver();
    const party = { port: product.port, cpu: options.cpu(product) };
    const title = `change of a freight line over ${ORDERS} pack lists, ${TAKINGS.toLocaleString('en')} takings behind`;
    const sides = {
      sold: changesOf(seller, lines.sold),
      packed: changesOf(seller, lines.packed),
      whole: changesOf(seller, lines.whole),
    };
    const { figures } = await measure(
      { title, requests: 25, concurrency: 1, sides },
      { sold: party, packed: party, whole: party },
    );
    const [sold, packed, whole] = [figures.sold, figures.packed, figures.whole].map((f) => f?.p50 ?? Number.NaN);
    const ratio = (sold ?? Number.NaN) / (whole ?? Number.NaN);
    const value =
      `${sold?.toFixed(1)} ms; over ${ORDERS} pack lists that have not left ${packed?.toFixed(1)} ms; ` +
      `over ${ORDERS} orders ${whole?.toFixed(1)} ms; ${ratio.toFixed(2)} x`;
    say(`  ${title}: ${value}`);
    return [{ title, value, goal: `<= ${GOAL} x`, isMet: ratio <= GOAL }];
  } finally {
    await product.stop();
    await dropDatabases(options, [NAME]);
  }
}

/** Creates two plans, of which one arrives and is sold but for a rest, and freight lines over plans and orders. */
async function fill(port: number, seller: Seller): Promise<Record<'sold' | 'packed' | 'whole', FreightLine>> {
  const products = makeCatalogue(ORDERS);
  await importCsv(port, seller, toCsv(products));
  const skus = products.map(({ sku }) => sku);
  const sold = await planOrders(port, seller, { invoiceNumber: 'SOLD', skus, units: 360 });
  const packed = await planOrders(port, seller, { invoiceNumber: 'PACKED', skus, units: 360 });
  const today = todayIn(Date.now(), 'Europe/London');
  await arrive(port, seller, sold, addDays(today, -100));
  await importReport(port, seller, makeReport(TAKINGS, skus, today));
  return {
    sold: await bookFreight(port, seller, 'BY-SOLD-PLAN', { type: 'SHIPMENT', id: sold.planId }),
    packed: await bookFreight(port, seller, 'BY-PLAN', { type: 'SHIPMENT', id: packed.planId }),
    whole: await bookFreight(port, seller, 'BY-ORDER', { type: 'INVOICE', id: packed.invoiceId }),
  };
}

/** Ships a plan and receives all of it on one day. */
async function arrive(
  port: number,
  seller: Seller,
  { planId, packListIds }: PlannedOrders,
  day: string,
): Promise<void> {
  const [send, user] = [sender(port, seller), { userId: seller.userId }];
  await send('PATCH', urlOf(patchShipmentPlan, { ...user, shipmentPlanId: planId }), { shippedOn: day });
  await send('POST', urlOf(receiveGoods, user), {
    ...{ day, place: 'AMAZON_UK', rows: packListIds.map((packListId) => ({ packListId })) },
  });
}
