import { setTimeout as sleep } from 'node:timers/promises';
import { createOrderImport, getOrderImport, type OrderImport } from '@quayside/contracts/stock/order-imports';
import { addDays } from '@quayside/domain/days/days';
import { urlOf } from '../http/local-client.ts';
import { call, type Seller } from './people.ts';

/** The days before today over which the lines of a report are spread. */
const DAYS = 90;
const HEADER = [
  ...['amazon-order-id', 'purchase-date', 'last-updated-date', 'order-status', 'sales-channel', 'product-name', 'sku'],
  ...['item-status', 'quantity', 'currency', 'item-price', 'ship-city', 'ship-country'],
];

/**
 * Amazon's report of all orders with so many lines, in the order of their days. The SKUs take turns; every fourth order
 * has two lines, and every third line two units.
 */
export function makeReport(lines: number, skus: readonly string[], today: string): string {
  const rows = Array.from({ length: lines }, (_, i) => {
    const bought = `${addDays(today, Math.floor((i * DAYS) / lines) - DAYS)}T12:00:00+00:00`;
    const number = `026-${String(i % 5 === 4 ? i - 1 : i).padStart(7, '0')}-0000000`;
    return [
      ...[number, bought, bought, 'Shipped', 'Amazon.co.uk', 'Something of the catalogue', skus[i % skus.length]],
      ...['Shipped', i % 3 === 0 ? 2 : 1, 'GBP', '19.99', 'London', 'GB'],
    ].join('\t');
  });
  return `${[HEADER.join('\t'), ...rows].join('\r\n')}\r\n`;
}

const RUNNING: readonly OrderImport['state'][] = ['PENDING', 'CHECKING', 'IMPORTING'];

/** Imports a report through the API. Returns how long it took until all of its lines were stored. */
export async function importReport(port: number, seller: Seller, report: string): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([report], { type: 'text/plain' }), 'orders.txt');
  const began = performance.now();
  const user = { userId: seller.userId };
  let result = await call<OrderImport>(port, 'POST', urlOf(createOrderImport, user), seller.token, form);
  while (RUNNING.includes(result.state)) {
    await sleep(100);
    const path = urlOf(getOrderImport, { ...user, importId: result.id });
    result = await call<OrderImport>(port, 'GET', path, seller.token, undefined);
  }
  const ms = performance.now() - began;
  if (result.state !== 'IMPORTED' || result.unknownSkuCount > 0)
    throw new Error(`The import was ${result.state}: ${JSON.stringify(result.errors.slice(0, 3))}`);
  return ms;
}
