import { importInvoiceLines } from '@quayside/contracts/invoices/invoice-line-imports';
import { listOrders, type Order } from '@quayside/contracts/shipments/orders';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { addDays, todayIn } from '@quayside/domain/days/days';
import pg from 'pg';
import { migrate } from '../db/migrate.ts';
import { urlOf } from '../http/local-client.ts';
import { makeCatalogue, toCsv } from './catalogue.ts';
import { settle } from './catalogue.queries.ts';
import { createDatabase, dropDatabases, startProductOn, urlOfDatabase, withSuperuser } from './databases.ts';
import type { FactWithGoal } from './facts.ts';
import { readStored, storeByUnnest } from './order-import.queries.ts';
import { importReport, makeReport } from './order-reports.ts';
import type { Parts } from './parts.ts';
import { importCsv, register, type Seller } from './people.ts';
import { createBill, sender } from './planned-orders.ts';
import { median } from './rounds.ts';

const NAMES = {
  filled: 'quayside_orders_filled',
  product: 'quayside_orders_product',
  floor: 'quayside_orders_floor',
} as const;
const PRODUCTS = 1_000;
const PER_INVOICE = 200;
/** Each product has two lots. The first is sold out on the way, so that some sales take from both. */
const LOTS = [100, 1_000];
const LINES = { full: 100_000, quick: 20_000 } as const;
const TIMES = { full: 3, quick: 1 } as const;
/** An import may take at most this many times as long as storing the same rows by unnest. */
const GOAL = 3;

/** Measures an import of 100,000 order lines whose sales take from lots, beside the same rows by unnest. */
export async function measureOrderImport(options: Parts): Promise<FactWithGoal[]> {
  const { database, isQuick, say, signal } = options;
  const [lines, times] = isQuick ? [LINES.quick, TIMES.quick] : [LINES.full, TIMES.full];
  const title = `import of ${lines.toLocaleString('en')} order lines with takings`;
  try {
    await createDatabase(options, NAMES.filled);
    await migrate(urlOfDatabase(database.url, NAMES.filled));
    const today = todayIn(Date.now(), 'Europe/London');
    const skus = makeCatalogue(PRODUCTS).map(({ sku }) => sku);
    const seller = await fill(options, skus, today);
    const samples = { product: [] as number[], floor: [] as number[] };
    for (let i = 0; i < times; i += 1) {
      signal.throwIfAborted();
      const took = await importOnce(options, seller, makeReport(lines, skus, today));
      samples.product.push(took.product);
      samples.floor.push(took.floor);
    }
    const [product, floor] = [median(samples.product), median(samples.floor)];
    const [seconds, floorSeconds] = [product, floor].map((ms) => `${(ms / 1_000).toFixed(2)} s`);
    const value = `${seconds}; the same rows by unnest ${floorSeconds}; ${(product / floor).toFixed(2)} x`;
    say(`  ${title}: ${value}`);
    return [{ title, value, goal: `<= ${GOAL} x`, isMet: product <= floor * GOAL }];
  } finally {
    await dropDatabases(options, Object.values(NAMES));
  }
}

/** Creates products with two lots each, through the API. */
async function fill(options: Parts, skus: readonly string[], today: string): Promise<Seller> {
  const product = await startProductOn(options, NAMES.filled);
  try {
    const seller = await register(product.port, 0);
    await importCsv(product.port, seller, toCsv(makeCatalogue(PRODUCTS)));
    for (const [i, units] of LOTS.entries())
      for (let first = 0; first < skus.length; first += PER_INVOICE)
        await receiveOrders(product.port, seller, {
          invoiceNumber: `F-${i}-${first}`,
          skus: skus.slice(first, first + PER_INVOICE),
          units,
          day: addDays(today, i - 100),
        });
    return seller;
  } finally {
    await product.stop();
    await withSuperuser(options, NAMES.filled, settle);
  }
}

/** Orders products on one invoice and receives all of them on one day. */
async function receiveOrders(
  port: number,
  seller: Seller,
  { invoiceNumber, skus, units, day }: { invoiceNumber: string; skus: readonly string[]; units: number; day: string },
): Promise<void> {
  const [send, user] = [sender(port, seller), { userId: seller.userId }];
  const { id } = await createBill(port, seller, invoiceNumber);
  await send('POST', urlOf(importInvoiceLines, { ...user, id }), {
    text: `SKU\tQty\tAmount\n${skus.map((sku, i) => `${sku}\t${units}\t${1_000 + i}.00`).join('\n')}\n`,
  });
  const orders = await send<{ content: Order[] }>('GET', urlOf(listOrders, user, { size: skus.length }));
  const rows = orders.content.map(({ orderId }) => ({ orderId }));
  await send('POST', urlOf(receiveGoods, user), { day, place: 'AMAZON_UK', rows });
}

/** Imports a report into one copy of the filled database, and stores the same rows in another. */
async function importOnce(options: Parts, seller: Seller, report: string) {
  await createDatabase(options, NAMES.product, NAMES.filled);
  const server = await startProductOn(options, NAMES.product);
  let product: number;
  try {
    product = await importReport(server.port, seller, report);
  } finally {
    await server.stop();
  }
  const { accountId, stored } = await withSuperuser(options, NAMES.product, async (superuser) => ({
    accountId: String((await superuser.query('select account_id from account_member')).rows[0].account_id),
    stored: await readStored(superuser),
  }));
  await createDatabase(options, NAMES.floor, NAMES.filled);
  const owner = new pg.Client({ connectionString: urlOfDatabase(options.database.url, NAMES.floor) });
  await owner.connect();
  const floor = await storeByUnnest(owner, accountId, seller.userId, stored);
  await owner.end();
  await dropDatabases(options, [NAMES.product, NAMES.floor]);
  return { product, floor };
}
