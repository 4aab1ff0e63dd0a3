import { setExchangePolicy } from '@quayside/contracts/payments/exchange-policy';
import { importInvoiceLines } from '@quayside/contracts/invoices/invoice-line-imports';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createInvoice, type InvoiceWithLines, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import {
  createInvoicePayment,
  type InvoicePayment,
  payPayment,
  undoPayPayment,
} from '@quayside/contracts/payments/payments';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { migrate } from '../db/migrate.ts';
import { urlOf } from '../http/local-client.ts';
import { makeCatalogue, toCsv } from './catalogue.ts';
import { createDatabase, dropDatabases, startProductOn, urlOfDatabase } from './databases.ts';
import type { FactWithGoal } from './facts.ts';
import type { Parts } from './parts.ts';
import { call, importCsv, register, type Seller } from './people.ts';
import { measure } from './rounds.ts';
import { pinDriver } from './servers.ts';
import type { Request } from './wire.ts';

const NAME = 'quayside_paid_rate';
const INVOICES = 20;
const ORDERS = 200;
const EACH = ORDERS / INVOICES;
/** A payment may take at most this many times as long as the change of one line of the same invoice. */
const GOAL = 1.3;

/** The freight invoice that is paid: its line is shared over 200 orders. */
interface Freight {
  readonly invoiceId: string;
  readonly lineId: string;
  readonly paymentId: string;
}

/**
 * Measures a payment under PAID_RATE and its undo, each of which allocates a freight line over 200 orders again, beside
 * two changes of the amount of that line, which do the same.
 */
export async function measurePaidRate(options: Parts): Promise<FactWithGoal[]> {
  const { database, say } = options;
  await createDatabase(options, NAME);
  await migrate(urlOfDatabase(database.url, NAME));
  const product = await startProductOn(options, NAME);
  try {
    const seller = await register(product.port, 0);
    const freight = await fill(product.port, seller);
    pinDriver();
    const party = { port: product.port, cpu: options.cpu(product) };
    const work = {
      title: `pay and undo under PAID_RATE, freight over ${ORDERS} orders`,
      requests: 25,
      concurrency: 1,
      sides: requestsOf(seller, freight),
    };
    const { title, figures } = await measure(work, { paid: party, changed: party });
    const [paid, changed] = [figures.paid?.p50 ?? Number.NaN, figures.changed?.p50 ?? Number.NaN];
    const ratio = paid / changed;
    const value = `${paid.toFixed(1)} ms; two changes of its line ${changed.toFixed(1)} ms; ${ratio.toFixed(2)} x`;
    say(`  ${title}: ${value}`);
    return [{ title, value, goal: `<= ${GOAL} x`, isMet: ratio <= GOAL }];
  } finally {
    await product.stop();
    await dropDatabases(options, [NAME]);
  }
}

/** Creates 200 orders on 20 invoices, and a freight invoice over them with two instalments; through the API. */
async function fill(port: number, seller: Seller): Promise<Freight> {
  const user = { userId: seller.userId };
  const post = <T>(path: string, body: unknown) => call<T>(port, 'POST', path, seller.token, body);
  const suppliers = await call<{ content: { id: string }[] }>(
    port,
    'GET',
    urlOf(listSuppliers, user, { size: 1 }),
    seller.token,
    undefined,
  );
  const products = makeCatalogue(ORDERS);
  await importCsv(port, seller, toCsv(products));
  await call(port, 'PUT', urlOf(setExchangePolicy, user), seller.token, { policy: 'PAID_RATE' });
  const invoice = (invoiceNumber: string, body: object) =>
    post<InvoiceWithLines>(urlOf(createInvoice, user), {
      ...{ supplierId: suppliers.content[0]?.id, invoiceNumber, currency: 'CNY', rate: '0.11', ...body },
    });
  const factories: string[] = [];
  for (let i = 0; i < INVOICES; i += 1) {
    const { id } = await invoice(`F-${i}`, {});
    const lines = products.slice(i * EACH, (i + 1) * EACH).map(({ sku }, place) => `${sku}\t100\t${1_000 + place}.00`);
    await post(urlOf(importInvoiceLines, { ...user, id }), { text: `SKU\tQty\tAmount\n${lines.join('\n')}\n` });
    factories.push(id);
  }
  const { id: invoiceId } = await invoice('FREIGHT', { total: '90000.00', shippingMethod: 'SEA' });
  await call(port, 'PUT', urlOf(updateInvoiceBasic, { ...user, id: invoiceId }), seller.token, {
    ...{ invoiceNumber: 'FREIGHT', currency: 'CNY', rate: '0.11', total: '90000.00', shippingMethod: 'SEA' },
    pairedWith: factories.map((id) => ({ type: 'INVOICE', id })),
  });
  const { line } = await post<{ line: { invoiceLineId: string } }>(urlOf(createInvoiceLine, { ...user, invoiceId }), {
    ...{ name: 'Freight', costType: 'SHIPPING', quantity: '1', amount: '90000.00' },
  });
  const bill = await post<InvoicePayment>(urlOf(createInvoicePayment, user), {
    invoiceId,
    payments: [{ percent: '50' }, { percent: '50' }].map((part) => ({ ...part, event: 'INVOICE', days: 30 })),
  });
  return { invoiceId, lineId: line.invoiceLineId, paymentId: bill.payments[0]?.id ?? '' };
}

/** Each unit of work makes two changes and leaves everything as it was. */
function requestsOf(seller: Seller, { invoiceId, lineId, paymentId }: Freight) {
  const user = { userId: seller.userId };
  const send = (method: string, path: string, body: object): Request => ({
    method,
    path,
    headers: `authorization: Bearer ${seller.token}\r\n`,
    body: JSON.stringify(body),
  });
  const changeTo = (amount: string) =>
    send('PATCH', urlOf(patchInvoiceLine, { ...user, invoiceId, id: lineId }), { amount });
  return {
    paid: () => [
      send('POST', urlOf(payPayment, { ...user, paymentId }), { isConfirmed: true, paidAmount: '5012.34' }),
      send('POST', urlOf(undoPayPayment, { ...user, paymentId }), {}),
    ],
    changed: () => [changeTo('89999.00'), changeTo('90000.00')],
  };
}
