import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { getStockTotals, listStock } from '@quayside/contracts/stock/stock';
import { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { migrate } from '../db/migrate.ts';
import { urlOf } from '../http/local-client.ts';
import { makeCatalogue, seeded, toCsv } from './catalogue.ts';
import { settle } from './catalogue.queries.ts';
import { checkStocked, renewFiveQuantities } from './check.queries.ts';
import { createDatabase, startProductOn, urlOfDatabase, withSuperuser } from './databases.ts';
import type { CatalogueSide } from './facts.ts';
import type { Parts } from './parts.ts';
import { importCsv, register, type Seller } from './people.ts';
import { type PlannedOrders, planOrders, sender } from './planned-orders.ts';
import type { Result, Work } from './rounds.ts';
import { fillStock, lotsOf, type StockSize } from './stock.queries.ts';
import { measureBothSizes, type Size } from './two-sizes.ts';
import type { Request } from './wire.ts';

/** Products of which single units are sold: the first half by the product, the others by the floor. */
const BUSY = 40;
/** 10,000 and 1,000,000 pack lists; a product that is sold has 10 and 10,000 of them. */
const SIZES: Readonly<Record<Size, StockSize>> = {
  small: { products: 1_000, busy: BUSY, busyLots: 10 },
  large: { products: 60_040, busy: BUSY, busyLots: 10_000 },
};
/** The large account in a quick run: 100,000 pack lists. */
const QUICK: StockSize = { products: 6_040, busy: BUSY, busyLots: 1_000 };
const NAMES: Readonly<Record<Size, string>> = { small: 'quayside_stock_small', large: 'quayside_stock_large' };
/** The pack lists of a plan that is received, each of a product of its own. */
const MANY = 200;
/** The places of their products: behind those that are sold. */
const PLANS = { product: 100, floor: 100 + MANY } as const;

interface Filled {
  readonly seller: Seller;
  readonly accountId: string;
  readonly plans: Readonly<Record<keyof typeof PLANS, PlannedOrders>>;
  /** The products of which units are sold. */
  readonly busyIds: readonly string[];
}

/** Measures the list of stock, its value, sales and receipts with ten thousand and with a million pack lists. */
export const measureStock = (options: Parts): Promise<readonly Result<CatalogueSide>[]> =>
  measureBothSizes(options, { names: NAMES, fill, worksOf });

/** Prepares two databases with the same people, products and plans, and fills each with lots. */
async function fill(options: Parts): Promise<Filled> {
  const { database, say, signal } = options;
  const began = performance.now();
  await createDatabase(options, NAMES.small);
  await migrate(urlOfDatabase(database.url, NAMES.small));
  const product = await startProductOn(options, NAMES.small);
  const seller = await register(product.port, 0);
  await importCsv(product.port, seller, toCsv(makeCatalogue(SIZES.small.products)));
  const plans = {
    product: await shipPlan(product.port, seller, PLANS.product),
    floor: await shipPlan(product.port, seller, PLANS.floor),
  };
  await product.stop();
  const { accountId, busyIds } = await withSuperuser(options, NAMES.small, async (superuser) => ({
    accountId: String((await superuser.query('select account_id from account_member')).rows[0].account_id),
    busyIds: (await superuser.query('select id from product order by sku limit $1', [BUSY])).rows.map(({ id }) =>
      String(id),
    ),
  }));
  await createDatabase(options, NAMES.large, NAMES.small);
  for (const [name, size] of [
    [NAMES.small, SIZES.small],
    [NAMES.large, options.isQuick ? QUICK : SIZES.large],
  ] as const) {
    signal.throwIfAborted();
    await withSuperuser(options, name, async (superuser) => {
      await fillStock(superuser, accountId, size);
      await settle(superuser);
      const databaseUrl = urlOfDatabase(database.url, name);
      const place = { databaseUrl, superuser, userId: seller.userId, dataDir: options.dataDir };
      await renewFiveQuantities(place);
      await checkStocked(place, busyIds.slice(0, 2));
      await settle(superuser);
    });
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    say(`  ${lotsOf(size).toLocaleString('en')} pack lists, after ${seconds} s`);
  }
  return { seller, accountId, plans, busyIds };
}

/** Creates a plan of 200 pack lists that has left. */
async function shipPlan(port: number, seller: Seller, first: number): Promise<PlannedOrders> {
  const planned = await planOrders(port, seller, {
    invoiceNumber: `PLAN-${first}`,
    skus: makeCatalogue(first + MANY)
      .slice(first)
      .map(({ sku }) => sku),
    units: 120,
  });
  await sender(port, seller)(
    'PATCH',
    urlOf(patchShipmentPlan, { userId: seller.userId, shipmentPlanId: planned.planId }),
    { shippedOn: todayIn(Date.now(), 'Europe/London') },
  );
  return planned;
}

const operationOf = (answer: string): string => /"operationId":"([0-9a-f-]+)"/.exec(answer)?.[1] ?? '';

function worksOf({ seller, plans, busyIds }: Filled): Work<CatalogueSide>[] {
  const user = { userId: seller.userId };
  const headers = `authorization: Bearer ${seller.token}\r\n`;
  const get = (path: string): Request => ({ method: 'GET', path, headers });
  const undo = (answer: string): Request => ({
    method: 'POST',
    path: urlOf(undoOperation, { ...user, operationId: operationOf(answer) }),
    headers,
    body: '{}',
  });
  const post = (path: string, body: unknown): Request => ({
    ...{ method: 'POST', path, headers, body: JSON.stringify(body) },
    takenBackBy: undo,
  });
  const random = seeded(47);
  const pages = Array.from({ length: 500 }, () => Math.floor(random() * 20));
  const pageAt = (i: number) => pages[i % pages.length] ?? 0;
  const works = (
    title: string,
    requests: number,
    product: (i: number) => Request,
    floor: (i: number) => Request,
  ): Work<CatalogueSide> => {
    const [ours, bare] = [(i: number) => [product(i)], (i: number) => [floor(i)]];
    return { title, requests, concurrency: 1, sides: { small: ours, large: ours, smallFloor: bare, largeFloor: bare } };
  };
  const day = todayIn(Date.now(), 'Europe/London');
  const past = (i: number) => addDays(day, -60 - (pageAt(i) % 10) * 5);
  const [sold, soldByFloor] = [busyIds.slice(0, BUSY / 2), busyIds.slice(BUSY / 2)];
  const sale = (productId: string | undefined) => ({
    ...{ productId, kind: 'TAKING', cause: 'SOLD', day, place: 'AMAZON_UK', quantity: 1 },
  });
  return [
    works(
      'page of 50, stock of products, by SKU',
      100,
      (i) => get(urlOf(listStock, user, { size: 50, page: pageAt(i) })),
      (i) => get(`/tenant/stock?offset=${pageAt(i) * 50}`),
    ),
    works(
      'stock value now',
      100,
      () => get(urlOf(getStockTotals, user)),
      () => get('/tenant/stock-totals'),
    ),
    works(
      'stock value on a past day',
      2,
      (i) => get(urlOf(getStockTotals, user, { on: past(i) })),
      (i) => get(`/tenant/stock-on?on=${past(i)}`),
    ),
    works(
      'one sale of a product with 10 and with 10,000 lots',
      100,
      (i) => post(urlOf(recordStockMovements, user), { rows: [sale(sold[i % sold.length])] }),
      (i) => ({
        ...get(`/tenant/sell?product=${soldByFloor[i % soldByFloor.length]}`),
        takenBackBy: (answer) => get(`/tenant/unsell?operation=${operationOf(answer)}`),
      }),
    ),
    works(
      `receipt of a plan of ${MANY} pack lists`,
      10,
      () =>
        post(urlOf(receiveGoods, user), {
          ...{ day, place: 'WAREHOUSE', rows: plans.product.packListIds.map((packListId) => ({ packListId })) },
        }),
      () => ({
        ...get(`/tenant/receive?id=${plans.floor.planId}`),
        takenBackBy: (answer) => get(`/tenant/unreceive?id=${plans.floor.planId}&operation=${operationOf(answer)}`),
      }),
    ),
  ];
}
