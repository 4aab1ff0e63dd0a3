import { createCashEntry, getCashCalendar, setCashOpening } from '@quayside/contracts/payments/cash-calendar';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import {
  createInvoicePayment,
  listInvoicePayments,
  listPaymentBuckets,
  listPayments,
  paymentTotals,
  payPayment,
  undoPayPayment,
} from '@quayside/contracts/payments/payments';
import { createInvoice, type InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { getSupplierBalance } from '@quayside/contracts/payments/supplier-statements';
import {
  createPurchaseOrder,
  listPurchaseOrders,
  patchPurchaseOrder,
  type PurchaseOrderWithItems,
} from '@quayside/contracts/purchasing/purchase-orders';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { migrate } from '../db/migrate.ts';
import { urlOf } from '../http/local-client.ts';
import { seeded } from './catalogue.ts';
import { settle } from './catalogue.queries.ts';
import { createDatabase, startProductOn, urlOfDatabase, withSuperuser } from './databases.ts';
import type { CatalogueSide } from './facts.ts';
import type { Parts } from './parts.ts';
import { balanceOf, fillPayables, openNumbers } from './payables.queries.ts';
import { call, register, type Seller } from './people.ts';
import type { Result, Work } from './rounds.ts';
import { measureBothSizes, type Size } from './two-sizes.ts';
import type { Request } from './wire.ts';

/** Each invoice has two instalments. */
const INVOICES: Readonly<Record<Size, number>> = { small: 5_000, large: 500_000 };
const NAMES: Readonly<Record<Size, string>> = { small: 'quayside_payables_small', large: 'quayside_payables_large' };
/** The most instalments that an invoice can have, and how many such invoices follow one departure. */
const MANY = 100;
const FOLLOWING = 5;
/** The pages of 50 that the open instalments of the small account fill. */
const OPEN_PAGES = 10;

interface Filled {
  readonly seller: Seller;
  readonly accountId: string;
  readonly supplierId: string;
  /** A purchase order, and its invoices with 100 open instalments each that are due after its departure. */
  readonly orderId: string;
  readonly followingIds: readonly string[];
}

/**
 * Measures lists, sums, payments and their undo with ten thousand and with a million instalments and purchase orders,
 * in the same account before and after it grew.
 */
export const measurePayables = (options: Parts): Promise<readonly Result<CatalogueSide>[]> =>
  measureBothSizes(options, { names: NAMES, fill, worksOf });

/** Prepares two databases with the same ids. The second is a copy of the first in which the account has grown. */
async function fill(options: Parts): Promise<Filled> {
  const { database, say, signal } = options;
  const began = performance.now();
  const tell = (invoices: number) => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    say(`  ${(invoices * 2).toLocaleString('en')} instalments, after ${seconds} s`);
  };
  await createDatabase(options, NAMES.small);
  await migrate(urlOfDatabase(database.url, NAMES.small));
  const product = await startProductOn(options, NAMES.small);
  const seller = await register(product.port, 0);
  const accountOf = (id: string) =>
    withSuperuser(options, NAMES.small, async (superuser) => ({
      accountId: String(
        (await superuser.query('select account_id from account_member where person_id = $1', [id])).rows[0].account_id,
      ),
      supplierId: String((await superuser.query('select id from supplier order by company_name limit 1')).rows[0].id),
    }));
  const { accountId, supplierId } = await accountOf(seller.userId);
  const many = await createMany(product.port, seller, supplierId);
  await typeCash(product.port, seller);
  await product.stop();
  await withSuperuser(options, NAMES.small, async (superuser) => {
    await fillPayables(superuser, accountId, 1, INVOICES.small);
    await settle(superuser);
  });
  tell(INVOICES.small);
  signal.throwIfAborted();
  await createDatabase(options, NAMES.large, NAMES.small);
  await withSuperuser(options, NAMES.large, async (superuser) => {
    await fillPayables(superuser, accountId, INVOICES.small + 1, INVOICES.large);
    await settle(superuser);
  });
  tell(INVOICES.large);
  return { seller, accountId, supplierId, ...many };
}

/** Creates a purchase order of five items, and an invoice of each with 100 instalments, which follow its departure. */
async function createMany(
  port: number,
  seller: Seller,
  supplierId: string,
): Promise<Pick<Filled, 'orderId' | 'followingIds'>> {
  const user = { userId: seller.userId };
  const header = { supplierId, currency: 'CNY', rate: '0.11' };
  const post = <T>(path: string, body: unknown) => call<T>(port, 'POST', path, seller.token, body);
  const order = await post<PurchaseOrderWithItems>(urlOf(createPurchaseOrder, user), {
    ...{ ...header, etd: '2026-11-01' },
    items: Array.from({ length: FOLLOWING }, () => ({ name: 'Goods', quantity: '1', unitPrice: '100000' })),
  });
  await call(port, 'PATCH', urlOf(patchPurchaseOrder, { ...user, id: order.id }), seller.token, { status: 'OPEN' });
  const followingIds: string[] = [];
  for (const item of order.items) {
    const invoice = { ...header, invoiceNumber: `MANY-${item.position}`, total: '100000.00' };
    const { id: invoiceId } = await post<InvoiceWithLines>(urlOf(createInvoice, user), invoice);
    await post(urlOf(createInvoiceLine, { ...user, invoiceId }), {
      ...{ name: 'Goods', costType: 'OTHER', quantity: '1', amount: '100000.00', purchaseOrderLineId: item.id },
    });
    await post(urlOf(createInvoicePayment, user), {
      invoiceId,
      payments: Array.from({ length: MANY }, (_, days) => ({ percent: '1', event: 'SHIPPING', days })),
    });
    followingIds.push(invoiceId);
  }
  return { orderId: order.id, followingIds };
}

/** Types an opening balance, and own entries such as payouts and wages. */
async function typeCash(port: number, seller: Seller): Promise<void> {
  const user = { userId: seller.userId };
  const today = todayIn(Date.now(), 'Europe/London');
  await call(port, 'PUT', urlOf(setCashOpening, user), seller.token, { balance: '1000000.00', day: today });
  for (const [name, repeat] of [
    ['Payout', 'WEEKLY'],
    ['Wages', 'MONTHLY'],
    ['Tax', 'MONTHLY'],
  ])
    await call(port, 'POST', urlOf(createCashEntry, user), seller.token, {
      ...{ name, kind: 'OTHER', amount: '-5000.00', firstDay: today, repeat },
    });
}

function worksOf({ seller, supplierId, orderId, followingIds }: Filled): Work<CatalogueSide>[] {
  const user = { userId: seller.userId };
  const headers = `authorization: Bearer ${seller.token}\r\n`;
  const get = (path: string): Request => ({ method: 'GET', path, headers });
  const random = seeded(41);
  const pages = Array.from({ length: 500 }, () => Math.floor(random() * 20));
  const pageAt = (i: number) => pages[i % pages.length] ?? 0;
  // The small account has no more pages of open instalments, and an empty page would be no fair comparison.
  const openPageAt = (i: number) => pageAt(i) % OPEN_PAGES;
  const open = JSON.stringify([{ field: 'status', op: 'in', values: ['UNPAID'] }]);
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
  const page = (title: string, path: (i: number) => string, job: string, floorPageAt = pageAt) =>
    works(
      `page of 50, ${title}`,
      100,
      (i) => [get(path(i))],
      (i) => [get(`/tenant/${job}?offset=${floorPageAt(i) * 50}`)],
    );
  const chosen = openNumbers(INVOICES.small);
  const balance = (i: number) => balanceOf(chosen[i % chosen.length] ?? 5);
  const post = (path: string, body: unknown): Request => ({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify(body),
  });
  const today = todayIn(Date.now(), 'Europe/London');
  const day = (i: number) => addDays(today, i % 60);
  return [
    page('all payables, latest day first', (i) => urlOf(listPayments, user, { size: 50, page: pageAt(i) }), 'payables'),
    page(
      'open payables, soonest first',
      (i) => urlOf(listPayments, user, { size: 50, page: openPageAt(i), sort: 'unixDueDate,asc', filter: open }),
      'owed',
      openPageAt,
    ),
    page(
      'purchase orders, latest first',
      (i) => urlOf(listPurchaseOrders, user, { size: 50, page: pageAt(i) }),
      'orders',
    ),
    page('bills, latest first', (i) => urlOf(listInvoicePayments, user, { size: 50, page: pageAt(i) }), 'bills'),
    works(
      'buckets of what is owed',
      100,
      () => [get(urlOf(listPaymentBuckets, user))],
      () => [get('/tenant/owed-sums')],
    ),
    works(
      'what is owed in all, by currency',
      100,
      () => [get(urlOf(paymentTotals, user, { filter: open }))],
      () => [get('/tenant/owed-sums')],
    ),
    works(
      'what is owed to one supplier',
      100,
      () => [get(urlOf(getSupplierBalance, { ...user, supplierId }))],
      () => [get(`/tenant/owed-supplier?id=${supplierId}`)],
    ),
    works(
      'calendar of 52 weeks',
      100,
      () => [get(urlOf(getCashCalendar, user, { weeks: 52 }))],
      () => [get('/tenant/calendar')],
    ),
    works(
      'pay an instalment and undo it',
      40,
      (i) => [
        post(urlOf(payPayment, { ...user, paymentId: balance(i) }), { isConfirmed: true }),
        post(urlOf(undoPayPayment, { ...user, paymentId: balance(i) }), {}),
      ],
      (i) => [get(`/tenant/pay?id=${balance(i)}`), get(`/tenant/undo?id=${balance(i)}`)],
    ),
    works(
      `departure moved, ${FOLLOWING * MANY} instalments follow`,
      20,
      (i) => [
        {
          method: 'PATCH',
          path: urlOf(patchPurchaseOrder, { ...user, id: orderId }),
          headers,
          body: JSON.stringify({ etd: day(i) }),
        },
      ],
      (i) => [get(`/tenant/move?ids=${followingIds.join()}&day=${day(i)}`)],
    ),
  ];
}
