import { type ExplainEntry, explainProduct } from '@quayside/contracts/costs/costs';
import { createInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import {
  createInvoiceLine,
  deleteInvoiceLine,
  type InvoiceLine,
  patchInvoiceLine,
} from '@quayside/contracts/invoices/invoice-lines';
import { createProduct, patchProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { act, startHistory, step } from '../../../testing/cost-histories.ts';

let t: TestApp;
/**
 * The person who makes the calls. Whenever the clock moves, a new person takes over, because the session of the
 * previous one has expired.
 */
let maya: TestPerson;
let factory: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-02T10:00:00.000Z');
  maya = await t.admin('GBP');
  factory = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo', currency: 'CNY' } })).id;
});

/** Moves the clock. This ends the session, so another member of the account signs in and makes the next calls. */
async function moveClockTo(instant: string): Promise<void> {
  t.setTime(instant);
  maya = await t.member(maya, 'sv-account-admin');
}
const product = async (sku: string) =>
  (
    await t.ok(maya, createProduct, {
      body: { sku, name: sku, supplierIds: [factory], weight: '500', length: '20', width: '10', height: '10' },
    })
  ).id;
const invoice = async (invoiceNumber: string, extra: Record<string, unknown> = {}) =>
  (
    await t.ok(maya, createInvoice, {
      body: { supplierId: factory, invoiceNumber, date: '2026-11-02', currency: 'CNY', rate: '0.1', ...extra },
    })
  ).id;
const line = async (invoiceId: string, body: Record<string, unknown>): Promise<InvoiceLine> =>
  (await t.ok(maya, createInvoiceLine, { params: { invoiceId }, body })).line;
const patch = (invoiceId: string, id: string, body: Record<string, unknown>) =>
  t.ok(maya, patchInvoiceLine, { params: { invoiceId, id }, body });
const explain = (id: string, query: { asKnownOn?: string; datedBy?: string } = {}) =>
  t.ok(maya, explainProduct, { params: { id }, query });

describe('a unit cost as known on a day', () => {
  it('has the entries, units and allocated lines of that time', async () => {
    const kettle = await product('KTL');
    const goods = await invoice('F-1');
    const order = await line(goods, {
      productId: kettle,
      quantity: 100,
      amount: '10000.00',
      taxAmount: '500.00',
      isTaxRecoverable: false,
    });
    await moveClockTo('2026-11-05T10:00:00.000Z');
    const freight = await invoice('S-1', {
      currency: 'USD',
      rate: '0.8',
      pairedWith: [{ type: 'INVOICE', id: goods }],
    });
    const sea = await line(freight, { costType: 'SHIPPING', amount: '250.00' });
    await moveClockTo('2026-11-08T10:00:00.000Z');
    await patch(goods, order.invoiceLineId, { quantity: 120, amount: '12000.00', taxAmount: '0.00' });
    await t.ok(maya, deleteInvoiceLine, { params: { invoiceId: freight, id: sea.invoiceLineId } });

    expect(await explain(kettle, { asKnownOn: '2026-11-01' })).toMatchObject({
      landed: '0.00',
      units: 0,
      landedPerUnit: null,
      layers: [],
      replays: true,
    });
    const first = await explain(kettle, { asKnownOn: '2026-11-04' });
    expect(first).toMatchObject({
      asKnownOn: '2026-11-04',
      datedBy: null,
      landed: '1050.00',
      units: 100,
      landedPerUnit: '10.5000',
      documents: [],
      replays: true,
    });
    expect(first.layers[0]?.entries[0]).toMatchObject({
      lineDocumentAmount: '10500.00',
      lineAmount: '1050.00',
      perUnit: '10.5000',
    });
    const withFreight = await explain(kettle, { asKnownOn: '2026-11-05' });
    expect(withFreight).toMatchObject({
      factory: '1050.00',
      inbound: '200.00',
      landed: '1250.00',
      units: 100,
      replays: true,
    });
    expect(withFreight.layers[0]?.history).toEqual([]);
    // The change of quantity also changed the weight, so the freight was allocated a second time before its line was
    // deleted.
    const now = await explain(kettle);
    expect(now).toMatchObject({ asKnownOn: null, landed: '1200.00', units: 120, replays: true });
    expect(now.layers[0]?.history.map((h) => h.amount).sort()).toEqual(['1050.00', '200.00', '200.00']);
    expect(await explain(kettle, { asKnownOn: '2026-11-08' })).toMatchObject({ landed: '1200.00', units: 120 });
  });

  it("ends with the day in the account's time zone", async () => {
    const kettle = await product('KTL');
    // At this instant it is half past midnight on the 11th in London (summer time), but still the 10th in UTC.
    await moveClockTo('2027-07-10T23:30:00.000Z');
    await line(await invoice('F-1', { date: '2027-07-01' }), { productId: kettle, quantity: 10, amount: '100.00' });
    expect((await explain(kettle, { asKnownOn: '2027-07-10' })).landed).toBe('0.00');
    expect((await explain(kettle, { asKnownOn: '2027-07-11' })).landed).toBe('10.00');
  });

  it('shows an order deleted since then, with its measures of that time', async () => {
    const kettle = await product('KTL');
    const goods = await invoice('F-1');
    const order = await line(goods, { productId: kettle, quantity: 10, amount: '100.00' });
    await moveClockTo('2026-11-06T10:00:00.000Z');
    await patch(goods, order.invoiceLineId, { quantity: 0 });
    await t.ok(maya, patchProduct, { params: { id: kettle }, body: { weight: '900' } });
    const then = await explain(kettle, { asKnownOn: '2026-11-05' });
    expect(then.layers).toMatchObject([
      { number: 'SO-000001', units: 10, landed: '10.00', unitWeightGrams: '500.000000' },
    ]);
    expect(await explain(kettle, { asKnownOn: '2026-11-06' })).toMatchObject({ layers: [], units: 0, landed: '0.00' });
  });
});

describe('a unit cost of orders dated by a day', () => {
  it('has only these orders, as known now, and costs without an order by their invoice date', async () => {
    const [kettle, lamp] = [await product('KTL'), await product('LMP')];
    const early = await invoice('F-1', { date: '2026-09-10' });
    await line(early, { productId: kettle, quantity: 10, amount: '100.00' });
    const late = await invoice('F-2', { date: '2026-10-20' });
    await line(late, { productId: kettle, quantity: 30, amount: '600.00' });
    const freight = await invoice('S-1', {
      date: '2026-11-01',
      pairedWith: [early, late].map((id) => ({ type: 'INVOICE', id })),
    });
    await line(freight, { costType: 'OTHER', amount: '400.00' });
    for (const [number, date] of [
      ['P-1', '2026-10-01'],
      ['P-2', '2026-10-31'],
    ] as const)
      await line(await invoice(number, { date }), { productId: lamp, costType: 'PHOTOGRAPHY', amount: '70.00' });

    const before = await explain(kettle, { datedBy: '2026-10-19' });
    expect(before).toMatchObject({
      datedBy: '2026-10-19',
      asKnownOn: null,
      units: 10,
      factory: '10.00',
      inbound: '10.00',
      landedPerUnit: '2.0000',
      replays: true,
    });
    expect(before.documents.map((d) => [d.number, d.addsUp])).toEqual([
      ['F-1', true],
      ['S-1', true],
    ]);
    expect(await explain(kettle, { datedBy: '2026-10-20' })).toMatchObject({ units: 40, landed: '110.00' });
    expect((await explain(lamp, { datedBy: '2026-10-30' })).layerless).toMatchObject({
      amount: '7.00',
      entries: [{ invoice: { number: 'P-1' } }],
    });
    expect((await explain(lamp)).layerless.amount).toBe('14.00');
  });

  it('combined with a known-on day has the orders of that time, by their dates of that time', async () => {
    const kettle = await product('KTL');
    const goods = await invoice('F-1', { date: '2026-10-10' });
    await line(goods, { productId: kettle, quantity: 10, amount: '100.00' });
    await moveClockTo('2026-11-06T10:00:00.000Z');
    await t.ok(maya, updateInvoiceBasic, { params: { id: goods }, body: { date: '2026-10-25', rate: '0.2' } });
    expect(await explain(kettle, { datedBy: '2026-10-15' })).toMatchObject({ units: 0, landed: '0.00', layers: [] });
    const then = await explain(kettle, { datedBy: '2026-10-15', asKnownOn: '2026-11-05' });
    expect(then).toMatchObject({
      units: 10,
      landed: '10.00',
      layers: [{ date: '2026-10-10' }],
      documents: [],
      replays: true,
    });
    expect(await explain(kettle, { datedBy: '2026-10-25', asKnownOn: '2026-11-06' })).toMatchObject({
      units: 10,
      landed: '20.00',
    });
  });
});

it('shows net amount and tax apart where the tax is a cost, so that their conversion can be done by hand', async () => {
  const kettle = await product('KTL');
  const bill = await invoice('F-1', { rate: '0.7' });
  const tax = { isTaxRecoverable: false, taxAmount: '0.05' };
  const own = await line(bill, { productId: kettle, quantity: 1, amount: '0.05', ...tax });
  const only = async () => (await explain(kettle)).layers[0]?.entries[0];
  expect((await explain(kettle)).replays).toBe(true);
  // Amount and tax are converted separately: 0.05 × 0.7 = 0.035, rounded to 0.04, twice. Converting their sum would
  // give 0.07.
  expect(await only()).toMatchObject({
    lineDocumentAmount: '0.10',
    lineAmount: '0.08',
    lineTax: { document: '0.05', account: '0.04' },
    amount: '0.08',
  });

  const creditLines = [{ invoiceLineId: own.invoiceLineId, amount: '0.02', quantity: '0' }];
  await t.ok(maya, createInvoice, { body: { creditsInvoiceId: bill, creditLines } });
  const tree = await explain(kettle);
  expect([tree.landed, tree.replays]).toEqual(['0.04', true]);
  expect(tree.layers[0]?.entries.find((e) => e.creditOf)).toMatchObject({
    lineTax: { document: '-0.02', account: '-0.02' },
    creditOf: {
      before: { document: '0.10', account: '0.08', tax: { document: '0.05', account: '0.04' } },
      after: { document: '0.06', account: '0.04', tax: { document: '0.03', account: '0.02' } },
    },
  });
});

it('after any history, unit costs as known on a past day equal those of that day, and can be recomputed', async () => {
  // Entries are sorted by the current date of their invoice, even in an explanation of the past, so this comparison
  // ignores their order.
  const byId = (entries: ExplainEntry[]) =>
    entries
      .map((e) => [e.id, e.amount, e.lineDocumentAmount, e.lineAmount, e.creditOf?.after.account].join(' '))
      .sort();
  const figures = ({
    units,
    landed,
    landedPerUnit,
    byCategory,
    layers,
    layerless,
  }: Awaited<ReturnType<typeof explain>>) => ({
    units,
    landed,
    landedPerUnit,
    byCategory,
    layers: layers.map((l) => [l.number, l.date, l.units, l.landed, l.perUnit, byId(l.entries)]),
    layerless: byId(layerless.entries),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 4 }),
      async (days) => {
        t.setTime('2026-11-02T10:00:00.000Z');
        const world = await startHistory(t);
        maya = world.maya;
        const told: { day: string; productId: string; was: ReturnType<typeof figures> }[] = [];
        for (const [i, steps] of days.entries()) {
          const day = `2026-11-${String(3 + i).padStart(2, '0')}`;
          await moveClockTo(`${day}T10:00:00.000Z`);
          for (const each of steps) await act(t, { ...world, maya }, each);
          for (const p of world.products) told.push({ day, productId: p.id, was: figures(await explain(p.id)) });
        }
        for (const { day, productId, was } of told) {
          const then = await explain(productId, { asKnownOn: day });
          expect([then.replays, figures(then)]).toEqual([true, was]);
        }
      },
    ),
    { numRuns: runs(6) },
  );
}, 120_000);
