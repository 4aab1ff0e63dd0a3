import { listRestatements, restatementTotals } from '@quayside/contracts/costs/cost-reports';
import { explainProduct } from '@quayside/contracts/costs/costs';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { closeInvoice, confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  getInvoice,
  listInvoiceHistory,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { anInvoice, aProduct, aSupplier, invariantsOf } from '../../testing/invoices.ts';
import { billOf, inShort, pay, paymentOf } from '../../testing/payments.ts';

let t: TestApp;
let maya: TestPerson;
let haulier: string;
let products: readonly string[];
let goods: string;
beforeAll(async () => {
  t = await startTestApp();
  t.setTime('2026-10-20T10:00:00.000Z');
  maya = await t.admin('GBP');
  const factory = await aSupplier(t, maya, { currency: 'GBP' });
  haulier = await aSupplier(t, maya, { name: 'Meridian', currency: 'GBP' });
  products = [await aProduct(t, maya, 'FAN'), await aProduct(t, maya, 'USB-1'), await aProduct(t, maya, 'USB-2')];
  const made = await anInvoice(
    t,
    maya,
    { supplierId: factory, invoiceNumber: 'LT-1', total: '1200.00' },
    products.map((productId, i) => ({ productId, quantity: [500, 400, 300][i] ?? 0, amount: '400.00' })),
  );
  goods = made.id;
  await settle(goods);
});
afterAll(() => t.close());

async function settle(id: string): Promise<void> {
  await t.ok(maya, confirmInvoice, { params: { id }, body: {} });
  await t.ok(maya, closeInvoice, { params: { id }, body: {} });
}
/** A session has ended by the next day, so somebody else goes on. */
async function goOnAt(instant: string): Promise<void> {
  t.setTime(instant);
  maya = await t.member(maya, 'sv-account-admin');
}
/** A closed bill of the haulier that is paired with the goods, over whose units it is shared. */
async function aHaul(invoiceNumber: string, total: string): Promise<{ id: string; lineId: string }> {
  const pairedWith = [{ type: 'INVOICE' as const, id: goods }];
  const { id } = await t.ok(maya, createInvoice, {
    body: { supplierId: haulier, invoiceNumber, total, currency: 'GBP', pairedWith },
  });
  const { line } = await t.ok(maya, createInvoiceLine, {
    params: { invoiceId: id },
    body: { costType: 'SHIPPING', quantity: 1, amount: total, basis: 'QUANTITY' },
  });
  await settle(id);
  return { id, lineId: line.invoiceLineId };
}
const landed = async (query: { asKnownOn?: string } = {}) => {
  const trees = await Promise.all(
    products.map((id) => t.ok(maya, explainProduct, { params: { id }, query: { ...query } })),
  );
  expect(trees.every(({ replays, documents }) => replays && documents.every(({ addsUp }) => addsUp))).toBe(true);
  return trees.map((tree) => tree.landed);
};
const restated = async (invoiceId: string, from: string) => {
  const query = { from, filter: JSON.stringify([{ field: 'invoice', op: 'in', values: [invoiceId] }]) };
  const { content } = await t.ok(maya, listRestatements, { query });
  const { count, change } = await t.ok(maya, restatementTotals, { query });
  return { count, change, rows: content.map((row) => `${row.product.sku} ${row.change}`).sort() };
};

it('a late invoice restates closed costs to the cent, and they stay as they were known before', async () => {
  const before = await landed();
  expect(before).toEqual(['400.00', '400.00', '400.00']);
  await goOnAt('2026-11-10T10:00:00.000Z');
  // 900.00 over 1,200 units are 0.75 a unit.
  const { id } = await aHaul('MOF-L', '900.00');
  expect(await landed()).toEqual(['775.00', '700.00', '625.00']);
  expect(await landed({ asKnownOn: '2026-11-09' })).toEqual(before);
  const rows = ['FAN 375.00', 'USB-1 300.00', 'USB-2 225.00'];
  expect(await restated(id, '2026-11-09')).toEqual({ count: 3, change: '900.00', rows });
  expect((await t.ok(maya, getInvoice, { params: { id: goods } })).status).toBe('CLOSED');
  expect(await invariantsOf(t, maya)).toEqual([]);
});

it('a closed invoice that is re-opened, corrected and closed again restates only the correction', async () => {
  await goOnAt('2026-11-15T10:00:00.000Z');
  const { id, lineId } = await aHaul('TH-1', '120.00');
  const first = await billOf(t, maya, id);
  await pay(t, maya, paymentOf(first));
  await goOnAt('2026-11-18T10:00:00.000Z');
  await t.ok(maya, reopenInvoice, { params: { id }, body: {} });
  await t.ok(maya, patchInvoiceLine, { params: { invoiceId: id, id: lineId }, body: { amount: '156.00' } });
  expect((await t.ok(maya, getInvoice, { params: { id } })).can.close.allowed).toBe(false);
  const corrected = await t.ok(maya, updateInvoiceBasic, { params: { id }, body: { total: '156.00' } });
  expect(corrected.can.close.allowed).toBe(true);
  // What was paid keeps its amount, and the difference is one more payment.
  expect(inShort(await billOf(t, maya, id)).map((text) => text.split(' ').slice(0, 2))).toEqual([
    ['120.00', '120.00'],
    ['36.00', '0.00'],
  ]);
  await t.ok(maya, closeInvoice, { params: { id }, body: {} });
  // 36.00 over 1,200 units are 0.03 a unit.
  const rows = ['FAN 15.00', 'USB-1 12.00', 'USB-2 9.00'];
  expect(await restated(id, '2026-11-17')).toEqual({ count: 3, change: '36.00', rows });
  const { content } = await t.ok(maya, listInvoiceHistory, { params: { id } });
  const today = content.filter(({ at }) => at >= '2026-11-18');
  expect(today.map(({ action }) => action).filter((action) => !action.startsWith('payment'))).toEqual([
    'invoice.closed',
    'invoice.changed',
    'invoice-line.changed',
    'invoice.reopened',
  ]);
  expect(today.every(({ who }) => who?.id === maya.userId)).toBe(true);
  expect(await invariantsOf(t, maya)).toEqual([]);
});

it('an open invoice that loses its pairing is unassigned, and cannot be closed until it is paired again', async () => {
  const { id } = await aHaul('TH-2', '12.00');
  await t.ok(maya, reopenInvoice, { params: { id }, body: {} });
  const pair = (pairedWith: readonly { type: 'INVOICE'; id: string }[]) =>
    t.ok(maya, updateInvoiceBasic, { params: { id }, body: { pairedWith: [...pairedWith] } });
  const alone = await pair([]);
  expect(alone).toMatchObject({ can: { close: { allowed: false } }, lines: [{ unassignedReason: 'NO_SCOPE' }] });
  const paired = await pair([{ type: 'INVOICE', id: goods }]);
  expect(paired).toMatchObject({ can: { close: { allowed: true } }, lines: [{ unassignedReason: null }] });
});
