import { migrate } from '../db/migrate.ts';
import { makeCatalogue, toCsv } from './catalogue.ts';
import { createDatabase, dropDatabases, startProductOn, urlOfDatabase } from './databases.ts';
import type { FactWithGoal } from './facts.ts';
import { bookFreight, changesOf, type FreightLine } from './freight-lines.ts';
import type { Parts } from './parts.ts';
import { importCsv, register, type Seller } from './people.ts';
import { planOrders } from './planned-orders.ts';
import { measure } from './rounds.ts';
import { pinDriver } from './servers.ts';

const NAME = 'quayside_packed_freight';
const ORDERS = 200;
/** A change under pack lists may take at most this many times as long as one under as many orders. */
const GOAL = 2;

/**
 * Measures the change of a freight line over a plan of 200 pack lists, beside the same change over the 200 orders that
 * they are parts of.
 */
export async function measurePackedFreight(options: Parts): Promise<FactWithGoal[]> {
  const { database, say } = options;
  await createDatabase(options, NAME);
  await migrate(urlOfDatabase(database.url, NAME));
  const product = await startProductOn(options, NAME);
  try {
    const seller = await register(product.port, 0);
    const { packed, whole } = await fill(product.port, seller);
    pinDriver();
    const party = { port: product.port, cpu: options.cpu(product) };
    const title = `change of a freight line over a plan of ${ORDERS} pack lists`;
    const sides = { packed: changesOf(seller, packed), whole: changesOf(seller, whole) };
    const { figures } = await measure({ title, requests: 25, concurrency: 1, sides }, { packed: party, whole: party });
    const [ms, wholeMs] = [figures.packed?.p50 ?? Number.NaN, figures.whole?.p50 ?? Number.NaN];
    const ratio = ms / wholeMs;
    const value = `${ms.toFixed(1)} ms; over ${ORDERS} orders ${wholeMs.toFixed(1)} ms; ${ratio.toFixed(2)} x`;
    say(`  ${title}: ${value}`);
    return [{ title, value, goal: `<= ${GOAL} x`, isMet: ratio <= GOAL }];
  } finally {
    await product.stop();
    await dropDatabases(options, [NAME]);
  }
}

/** Creates 200 orders that are packed and planned, and two freight lines: over the plan, and over the orders. */
async function fill(port: number, seller: Seller): Promise<{ packed: FreightLine; whole: FreightLine }> {
  const products = makeCatalogue(ORDERS);
  await importCsv(port, seller, toCsv(products));
  const skus = products.map(({ sku }) => sku);
  const { invoiceId, planId } = await planOrders(port, seller, { invoiceNumber: 'GOODS', skus, units: 120 });
  return {
    packed: await bookFreight(port, seller, 'BY-PLAN', { type: 'SHIPMENT', id: planId }),
    whole: await bookFreight(port, seller, 'BY-ORDER', { type: 'INVOICE', id: invoiceId }),
  };
}
