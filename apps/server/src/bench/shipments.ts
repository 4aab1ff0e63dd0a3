import { listCartons } from '@quayside/contracts/shipments/cartons';
import { importInvoiceLines } from '@quayside/contracts/invoices/invoice-line-imports';
import { createInvoice, type InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { listOrders, type Order, packByCase } from '@quayside/contracts/shipments/orders';
import { listPackLists, type PackList } from '@quayside/contracts/shipments/pack-lists';
import {
  addShipmentPlanPackLists,
  getShipmentPlan,
  listShipmentPlans,
  patchShipmentPlan,
  type ShipmentPlanWithPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { getPreFlight } from '@quayside/contracts/shipments/pre-flight';
import { compareFreight } from '@quayside/contracts/shipments/what-if';
import { todayIn } from '@quayside/domain/days/days';
import { migrate } from '../db/migrate.ts';
import { urlOf } from '../http/local-client.ts';
import { makeCatalogue, seeded, toCsv } from './catalogue.ts';
import { settle } from './catalogue.queries.ts';
import { checkPacked } from './check.queries.ts';
import { createDatabase, startProductOn, urlOfDatabase, withSuperuser } from './databases.ts';
import type { CatalogueSide } from './facts.ts';
import type { Parts } from './parts.ts';
import { call, importCsv, register, type Seller } from './people.ts';
import type { Result, Work } from './rounds.ts';
import { BIG_PLAN_ID, fillShipments } from './shipments.queries.ts';
import { measureBothSizes, type Size } from './two-sizes.ts';
import type { Request } from './wire.ts';

/** Each order has two pack lists. */
const ORDERS: Readonly<Record<Size, number>> = { small: 5_000, large: 500_000 };
const NAMES: Readonly<Record<Size, string>> = { small: 'quayside_shipments_small', large: 'quayside_shipments_large' };
const PRODUCTS = 1_000;
/** The pack lists of the plan that is read and shipped, each of an order of its own. */
const MANY = 200;

interface Filled {
  readonly seller: Seller;
  readonly accountId: string;
  /** An OPEN plan with 200 pack lists. */
  readonly planId: string;
}

/**
 * Measures lists, one plan and its departure with ten thousand and with a million pack lists, in the same account
 * before and after it grew.
 */
export const measureShipments = (options: Parts): Promise<readonly Result<CatalogueSide>[]> =>
  measureBothSizes(options, { names: NAMES, fill, worksOf });

/** Prepares two databases with the same ids. The second is a copy of the first in which the account has grown. */
async function fill(options: Parts): Promise<Filled> {
  const { database, say, signal } = options;
  const began = performance.now();
  const tell = (orders: number) => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    say(`  ${(orders * 2).toLocaleString('en')} pack lists, after ${seconds} s`);
  };
  await createDatabase(options, NAMES.small);
  await migrate(urlOfDatabase(database.url, NAMES.small));
  const product = await startProductOn(options, NAMES.small);
  const seller = await register(product.port, 0);
  await importCsv(product.port, seller, toCsv(makeCatalogue(PRODUCTS)));
  const accountId = await withSuperuser(options, NAMES.small, async (superuser) =>
    String(
      (await superuser.query('select account_id from account_member where person_id = $1', [seller.userId])).rows[0]
        .account_id,
    ),
  );
  const planId = await createMany(options, product.port, seller);
  await product.stop();
  const grow = (name: string, from: number, until: number) =>
    withSuperuser(options, name, async (superuser) => {
      await fillShipments(superuser, accountId, from, until);
      await settle(superuser);
      const databaseUrl = urlOfDatabase(database.url, name);
      await checkPacked({ databaseUrl, superuser, userId: seller.userId, dataDir: options.dataDir });
    });
  await grow(NAMES.small, 1, ORDERS.small);
  tell(ORDERS.small);
  signal.throwIfAborted();
  await createDatabase(options, NAMES.large, NAMES.small);
  await grow(NAMES.large, ORDERS.small + 1, ORDERS.large);
  tell(ORDERS.large);
  return { seller, accountId, planId };
}

/** Creates an OPEN plan of 200 pack lists through the API. */
async function createMany(options: Parts, port: number, seller: Seller): Promise<string> {
  const user = { userId: seller.userId };
  const send = <T>(method: string, path: string, body?: unknown) => call<T>(port, method, path, seller.token, body);
  const { supplierId, sku } = await withSuperuser(options, NAMES.small, async (superuser) => ({
    supplierId: String((await superuser.query('select id from supplier order by company_name limit 1')).rows[0].id),
    sku: String((await superuser.query('select sku from product order by sku limit 1')).rows[0].sku),
  }));
  const { id } = await send<InvoiceWithLines>('POST', urlOf(createInvoice, user), {
    ...{ supplierId, invoiceNumber: 'MANY', currency: 'CNY', rate: '0.11' },
  });
  const text = `SKU\tQty\tAmount\n${`${sku}\t120\t300.00\n`.repeat(MANY)}`;
  await send('POST', urlOf(importInvoiceLines, { ...user, id }), { text });
  const orders = await send<{ content: Order[] }>('GET', urlOf(listOrders, user, { size: MANY }));
  await send('POST', urlOf(packByCase, user), {
    orders: orders.content.map(({ orderId }) => ({ orderId, unitsPerCase: 12 })),
  });
  const packLists = await send<{ content: PackList[] }>('GET', urlOf(listPackLists, user, { size: MANY }));
  const { plan } = await send<{ plan: ShipmentPlanWithPackLists }>('POST', urlOf(addShipmentPlanPackLists, user), {
    packListIds: packLists.content.map(({ packListId }) => packListId),
  });
  if (plan.packListCount !== MANY) throw new Error(`The plan has ${plan.packListCount} pack lists`);
  return plan.id;
}

function worksOf({ seller, planId }: Filled): Work<CatalogueSide>[] {
  const user = { userId: seller.userId };
  const headers = `authorization: Bearer ${seller.token}\r\n`;
  const get = (path: string): Request => ({ method: 'GET', path, headers });
  const patch = (path: string, body: unknown): Request => ({
    method: 'PATCH',
    path,
    headers,
    body: JSON.stringify(body),
  });
  const random = seeded(43);
  const pages = Array.from({ length: 500 }, () => Math.floor(random() * 20));
  const works = (
    title: string,
    requests: number,
    product: (i: number) => readonly Request[],
    floor: (i: number) => readonly Request[],
  ): Work<CatalogueSide> => ({
    title,
    requests,
    concurrency: 1,
    sides: { small: product, large: product, smallFloor: floor, largeFloor: floor },
  });
  const pageOf = (what: string, list: Parameters<typeof urlOf>[0], job: string) => {
    const at = (i: number) => pages[i % pages.length] ?? 0;
    return works(
      `page of 50, ${what}`,
      100,
      (i) => [get(urlOf(list, user, { size: 50, page: at(i) }))],
      (i) => [get(`/tenant/${job}?offset=${at(i) * 50}`)],
    );
  };
  const shipmentPlan = { ...user, shipmentPlanId: planId };
  const shippedOn = todayIn(Date.now(), 'Europe/London');
  const change = (body: unknown) => patch(urlOf(patchShipmentPlan, shipmentPlan), body);
  return [
    pageOf('orders, newest first', listOrders, 'packed-orders'),
    pageOf('shipment plans, newest first', listShipmentPlans, 'plans'),
    pageOf('cartons, newest first', listCartons, 'cartons'),
    works(
      `plan of ${MANY} pack lists, read`,
      40,
      () => [get(urlOf(getShipmentPlan, shipmentPlan))],
      () => [get(`/tenant/plan?id=${planId}`)],
    ),
    works(
      `what-if of ${MANY} pack lists by 5 rates, beside reading them`,
      20,
      () => [{ method: 'POST', path: urlOf(compareFreight, { ...user, id: planId }), headers, body: '{}' }],
      () => [get(`/tenant/plan?id=${planId}`)],
    ),
    works(
      'pre-flight of 5,000 carton rows, beside reading them',
      10,
      () => [get(urlOf(getPreFlight, { ...user, id: BIG_PLAN_ID }))],
      () => [get(`/tenant/plan?id=${BIG_PLAN_ID}`)],
    ),
    works(
      `plan of ${MANY} pack lists, marked as shipped and taken one step back`,
      10,
      () => [change({ shippedOn }), change({ status: 'OPEN', correctionReason: 'It has not left' })],
      () => [get(`/tenant/ship-plan?id=${planId}`), get(`/tenant/unship-plan?id=${planId}`)],
    ),
  ];
}
