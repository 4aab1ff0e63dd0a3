import { importInvoiceLines } from '@quayside/contracts/invoice-line-imports';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoice-lines';
import { createInvoice, type InvoiceWithLines } from '@quayside/contracts/invoices';
import { listOrders, type Order, packByCase } from '@quayside/contracts/orders';
import { listPackLists, type PackList } from '@quayside/contracts/pack-lists';
import { addShipmentPlanPackLists, type ShipmentPlanWithPackLists } from '@quayside/contracts/shipment-plans';
import { listSuppliers } from '@quayside/contracts/suppliers';
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

const NAME = 'quayside_packed_freight';
const ORDERS = 200;
/** A change under pack lists may take at most this many times as long as one under as many orders. */
const GOAL = 2;

/** A freight line whose amount is changed. */
interface FreightLine {
  readonly invoiceId: string;
  readonly lineId: string;
}

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
  const user = { userId: seller.userId };
  const send = <T>(method: string, path: string, body?: unknown) => call<T>(port, method, path, seller.token, body);
  const products = makeCatalogue(ORDERS);
  await importCsv(port, seller, toCsv(products));
  const suppliers = await send<{ content: { id: string }[] }>('GET', urlOf(listSuppliers, user, { size: 1 }));
  const invoice = (invoiceNumber: string, body: object) =>
    send<InvoiceWithLines>('POST', urlOf(createInvoice, user), {
      ...{ supplierId: suppliers.content[0]?.id, invoiceNumber, currency: 'CNY', rate: '0.11', ...body },
    });
  const { id: goodsId } = await invoice('GOODS', {});
  const lines = products.map(({ sku }, place) => `${sku}\t120\t${1_000 + place}.00`);
  await send('POST', urlOf(importInvoiceLines, { ...user, id: goodsId }), {
    text: `SKU\tQty\tAmount\n${lines.join('\n')}\n`,
  });
  const orders = await send<{ content: Order[] }>('GET', urlOf(listOrders, user, { size: ORDERS }));
  await send('POST', urlOf(packByCase, user), {
    orders: orders.content.map(({ orderId }) => ({ orderId, unitsPerCase: 12 })),
  });
  const packLists = await send<{ content: PackList[] }>('GET', urlOf(listPackLists, user, { size: ORDERS }));
  const { plan } = await send<{ plan: ShipmentPlanWithPackLists }>('POST', urlOf(addShipmentPlanPackLists, user), {
    packListIds: packLists.content.map(({ packListId }) => packListId),
  });
  if (plan.packListCount !== ORDERS) throw new Error(`The plan has ${plan.packListCount} pack lists`);
  const freight = async (number: string, paired: { type: string; id: string }): Promise<FreightLine> => {
    const { id: invoiceId } = await invoice(number, { shippingMethod: 'SEA', pairedWith: [paired] });
    const { line } = await send<{ line: { invoiceLineId: string } }>(
      'POST',
      urlOf(createInvoiceLine, { ...user, invoiceId }),
      { name: 'Freight', costType: 'SHIPPING', quantity: '1', amount: '90000.00' },
    );
    return { invoiceId, lineId: line.invoiceLineId };
  };
  return {
    packed: await freight('BY-PLAN', { type: 'SHIPMENT', id: plan.id }),
    whole: await freight('BY-ORDER', { type: 'INVOICE', id: goodsId }),
  };
}

/** Changes the amount of a line and changes it back. */
function changesOf({ userId, token }: Seller, { invoiceId, lineId }: FreightLine): () => Request[] {
  const changeTo = (amount: string): Request => ({
    method: 'PATCH',
    path: urlOf(patchInvoiceLine, { userId, invoiceId, id: lineId }),
    headers: `authorization: Bearer ${token}\r\n`,
    body: JSON.stringify({ amount }),
  });
  return () => [changeTo('89999.00'), changeTo('90000.00')];
}
