import { authenticate } from '@quayside/contracts/accounts/accounts';
import { explainProduct } from '@quayside/contracts/costs/costs';
import { listDocuments } from '@quayside/contracts/documents/documents';
import { getInvoice } from '@quayside/contracts/invoices/invoices';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { getProduct } from '@quayside/contracts/products/products';
import { listWeightUnits } from '@quayside/contracts/products/product-options';
import { productCatalog, productTotals } from '@quayside/contracts/products/product-lists';
import { urlOf } from '../http/local-client.ts';
import { API_ROOT } from '../http/calls.ts';
import { SEARCHES, seeded } from './catalogue.ts';
import { containerOf } from './documents.queries.ts';
import type { Filled } from './fill.queries.ts';
import { PASSWORD, type Seller } from './people.ts';
import type { Side, Work } from './rounds.ts';
import type { Request } from './wire.ts';

const get = (path: string, headers?: string): Request => ({ method: 'GET', path, headers });
/** The requests for both floors, which implement the same calls. */
const floors = (name: string, query: (i: number) => string): Work['sides'] => {
  const of = (mode: Side) => (i: number) => [get(`/${mode}/${name}?${query(i)}`)];
  return { tenant: of('tenant'), bare: of('bare') };
};

/** Lists the reads and the one write that are measured, with their requests to the server and to the floors. */
export function worksOf(seller: Seller, data: Filled): Work[] {
  const user = { userId: seller.userId };
  const auth = `authorization: Bearer ${seller.token}\r\n`;
  const random = seeded(23);
  const order = Array.from({ length: 4_000 }, () => random());
  const at = (i: number, count: number) => Math.floor((order[i % order.length] ?? 0) * count);
  const catalog = (query: Record<string, unknown>, headers = auth) =>
    get(urlOf(productCatalog, user, { size: 50, sort: 'name,asc', ...query }), headers);
  const page = (i: number) => at(i, 10);
  const search = (i: number) => SEARCHES[i % SEARCHES.length] ?? '';
  const product = (i: number) => data.productIds[at(i, data.productIds.length)] ?? '';
  const totals = get(urlOf(productTotals, user), auth);
  const invoice = get(urlOf(getInvoice, { ...user, id: data.bigInvoiceId }), auth);
  const patch = (which: 0 | 1, i: number) => ({
    freight: data.freights[which],
    line: data.freights[which]?.lines[i % 10],
    quantity: String(1_000 + i),
  });

  const pages: Work = {
    title: 'page of 50, by name',
    requests: 500,
    concurrency: 1,
    sides: { product: (i) => [catalog({ page: page(i) })], ...floors('page', (i) => `offset=${page(i) * 50}`) },
  };
  return [
    pages,
    { ...pages, title: 'page of 50, by name', requests: 1_600, concurrency: 16 },
    {
      title: 'page of 50, by name, gzip as browsers ask',
      requests: 200,
      concurrency: 1,
      sides: {
        product: (i) => [catalog({ page: page(i) }, `${auth}accept-encoding: gzip, deflate, br\r\n`)],
        ...floors('page', (i) => `offset=${page(i) * 50}`),
      },
    },
    {
      title: 'page of 50, the 200th page',
      requests: 100,
      concurrency: 1,
      sides: { product: () => [catalog({ page: 199 })], ...floors('page', () => 'offset=9950') },
    },
    {
      title: 'page of 50 of a search, by name',
      requests: 200,
      concurrency: 1,
      sides: {
        product: (i) => [catalog({ search: search(i) })],
        ...floors('search', (i) => `search=${encodeURIComponent(search(i))}`),
      },
    },
    {
      title: 'page of 50 and exact totals',
      requests: 200,
      concurrency: 1,
      sides: {
        product: (i) => [catalog({ page: page(i) }), totals],
        ...floors('page-totals', (i) => `offset=${page(i) * 50}`),
      },
    },
    {
      title: 'one product',
      requests: 1_000,
      concurrency: 1,
      sides: {
        product: (i) => [get(urlOf(getProduct, { ...user, id: product(i) }), auth)],
        ...floors('product', (i) => `id=${product(i)}`),
      },
    },
    {
      title: 'one invoice of 100 lines',
      requests: 300,
      concurrency: 1,
      sides: { product: () => [invoice], ...floors('invoice', () => `id=${data.bigInvoiceId}`) },
    },
    {
      title: 'explanation of 500 entries',
      requests: 50,
      concurrency: 1,
      sides: {
        product: () => [get(urlOf(explainProduct, { ...user, id: data.explainedProductId }), auth)],
        ...floors('explain', () => `id=${data.explainedProductId}`),
      },
    },
    {
      title: 'a word in the texts of 5,000 documents',
      requests: 10,
      concurrency: 1,
      sides: { product: (i) => [get(urlOf(listDocuments, user, { search: containerOf(i) }), auth)] },
    },
    {
      title: 'quantity of a line under freight over 200 orders',
      requests: 50,
      concurrency: 1,
      sides: {
        product: (i) => {
          const { line, quantity } = patch(0, i);
          const path = urlOf(patchInvoiceLine, { ...user, invoiceId: line?.invoiceId ?? '', id: line?.lineId ?? '' });
          return [{ method: 'PATCH', path, headers: auth, body: JSON.stringify({ quantity }) }];
        },
        ...floors('patch-line', (i) => {
          const { freight, line, quantity } = patch(1, i);
          return `line=${line?.lineId}&freight=${freight?.freightLineId}&quantity=${quantity}`;
        }),
      },
    },
    {
      title: 'a guarded call without data (option list)',
      requests: 1_000,
      concurrency: 1,
      sides: { product: () => [get(urlOf(listWeightUnits, user), auth)], ...floors('nothing', () => '') },
    },
    {
      title: 'an unguarded call without data (health)',
      requests: 1_000,
      concurrency: 1,
      sides: { product: () => [get('/health/live')], bare: () => [get('/bare/nothing')] },
    },
  ];
}

/** The measurement of sign-ins. It makes only a few, because the server limits the attempts per person. */
export const signIns = (seller: Seller): Work => ({
  title: 'sign-in',
  requests: 4,
  concurrency: 1,
  sides: {
    product: () => [
      {
        method: 'POST',
        path: API_ROOT + authenticate.path,
        body: JSON.stringify({ userName: seller.email, password: PASSWORD }),
      },
    ],
  },
});
