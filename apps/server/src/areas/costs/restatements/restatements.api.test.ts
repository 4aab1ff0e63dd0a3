import { listRestatements, type Restatement, restatementTotals } from '@quayside/contracts/costs/cost-reports';
import { type Explain, explainProduct } from '@quayside/contracts/costs/costs';
import type { QueryIn } from '@quayside/contracts/endpoint';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import {
  createInvoiceLine,
  deleteInvoiceLine,
  type InvoiceLine,
  patchInvoiceLine,
} from '@quayside/contracts/invoices/invoice-lines';
import { createProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { parseAmount } from '@quayside/domain/money/money';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { act, startHistory, step } from '../../../testing/cost-histories.ts';

let t: TestApp;
/**
 * The person who makes the calls. Whenever the clock moves, a new person takes over, because the session of the
 * previous one has expired.
 */
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function moveClockTo(instant: string): Promise<void> {
  t.setTime(instant);
  maya = await t.member(maya, 'sv-account-admin');
}
const restatements = (query: QueryIn<typeof listRestatements> = {}) => t.ok(maya, listRestatements, { query });
const totals = (query: QueryIn<typeof restatementTotals> = {}) => t.ok(maya, restatementTotals, { query });
const chip = (field: string, ...values: string[]) => JSON.stringify([{ field, op: 'in', values }]);

describe('a late freight bill', () => {
  let ids: {
    kettle: string;
    lamp: string;
    goods: string;
    freight: string;
    sea: InvoiceLine;
    photos: string;
    shoot: InvoiceLine;
  };
  const line = async (invoiceId: string, body: Record<string, unknown>) =>
    (await t.ok(maya, createInvoiceLine, { params: { invoiceId }, body })).line;

  /**
   * Creates two orders in two different months, both known in October. In November follow freight that is shared over
   * both, a corrected price, photos, and a new order. The last two tests change what the first ones read.
   */
  beforeAll(async () => {
    t.setTime('2026-10-20T10:00:00.000Z');
    maya = await t.admin('GBP');
    const supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo', currency: 'GBP' } })).id;
    const product = async (sku: string) =>
      (await t.ok(maya, createProduct, { body: { sku, name: `Name of ${sku}`, supplierIds: [supplierId] } })).id;
    const invoice = async (invoiceNumber: string, date: string, extra: Record<string, unknown> = {}) =>
      (await t.ok(maya, createInvoice, { body: { supplierId, invoiceNumber, date, currency: 'GBP', ...extra } })).id;
    const [kettle, lamp] = [await product('KTL'), await product('LMP')];
    const september = await invoice('F-9', '2026-09-10');
    await line(september, { productId: kettle, quantity: 100, amount: '1000.00' });
    const goods = await invoice('F-10', '2026-10-10');
    const wrong = await line(goods, { productId: lamp, quantity: 300, amount: '600.00' });
    const photos = await invoice('P-1', '2026-09-01');
    const shoot = await line(photos, { productId: kettle, costType: 'PHOTOGRAPHY', amount: '5.00' });
    await moveClockTo('2026-11-03T09:30:00.000Z');
    const pairedWith = [september, goods].map((id) => ({ type: 'INVOICE', id }));
    const freight = await invoice('S-1', '2026-10-28', { pairedWith });
    const sea = await line(freight, { costType: 'OTHER', name: 'Freight', amount: '400.00' });
    await line(freight, { costType: 'INSURANCE', amount: '16.00' });
    await moveClockTo('2026-11-05T10:00:00.000Z');
    await t.ok(maya, patchInvoiceLine, {
      params: { invoiceId: goods, id: wrong.invoiceLineId },
      body: { amount: '660.00' },
    });
    await line(await invoice('F-11', '2026-11-04'), { productId: kettle, quantity: 10, amount: '90.00' });
    ids = { kettle, lamp, goods, freight, sea, photos, shoot };
  });

  it('shows for each order the cost before and now, and the invoices that changed it since last month', async () => {
    const { content, totalElements } = await restatements();
    expect(totalElements).toBe(2);
    // The insurance is shared by value: 1000 and 660 of 1660.
    expect(content).toMatchObject([
      {
        order: { number: 'SO-000002', invoiceNumber: 'F-10', linePosition: 1 },
        product: { sku: 'LMP' },
        date: '2026-10-10',
        month: '2026-10',
        before: '600.00',
        after: '966.36',
        change: '366.36',
      },
      {
        order: { number: 'SO-000001' },
        product: { sku: 'KTL' },
        date: '2026-09-10',
        month: '2026-09',
        before: '1000.00',
        after: '1109.64',
        change: '109.64',
      },
    ]);
    expect(content[0]).toMatchObject({
      unitsBefore: 300,
      unitsAfter: 300,
      perUnitBefore: '2.0000',
      perUnitAfter: '3.2212',
    });
    expect(content[0]?.causes).toMatchObject([
      {
        invoice: { number: 'S-1', supplierName: 'Ningbo', date: '2026-10-28' },
        costTypes: ['INSURANCE', 'OTHER'],
        change: '306.36',
      },
      {
        invoice: { number: 'F-10' },
        costTypes: ['FACTORY_INVOICE'],
        change: '60.00',
        recordedAt: '2026-11-05T10:00:00.000Z',
        recordedBy: { id: maya.userId },
      },
    ]);
    expect(content[0]?.causes[0]?.recordedBy?.name).toMatch(/^Test Person/);
  });

  it('adds up, by month and by invoice', async () => {
    expect(await totals()).toMatchObject({
      from: '2026-10-31',
      to: '2026-11-05',
      count: 2,
      products: 2,
      before: '1600.00',
      after: '2076.00',
      change: '476.00',
      byMonth: [
        { month: '2026-09', orders: 1, change: '109.64' },
        { month: '2026-10', orders: 1, change: '366.36' },
      ],
      byInvoice: [
        { invoice: { number: 'S-1' }, orders: 2, change: '416.00' },
        { invoice: { number: 'F-10' }, orders: 1, change: '60.00' },
      ],
    });
  });

  it('can be requested between any two days, unless the first is after the second', async () => {
    expect((await restatements({ from: '2026-11-03', to: '2026-11-04' })).content).toEqual([]);
    const [onlyFreight] = (await restatements({ from: '2026-11-01', to: '2026-11-04', sort: 'order,desc' })).content;
    // On the 4th the lamps were still known to cost 600.00, so this order carried 1000 of 1600 parts of the insurance.
    expect(onlyFreight).toMatchObject({
      order: { number: 'SO-000001' },
      after: '1110.00',
      causes: [{ invoice: { number: 'S-1' } }],
    });
    expect((await restatements({ from: '2026-10-19', to: '2026-10-20' })).content).toEqual([]);
    const refused = await t.call(maya, listRestatements, { query: { from: '2026-11-05', to: '2026-11-04' } });
    expect([refused.status, refused.error.errors?.[0]?.field]).toEqual([422, 'from']);
  });

  it('can be filtered, searched, sorted and paged', async () => {
    const skus = async (query: QueryIn<typeof listRestatements>) =>
      (await restatements(query)).content.map((r) => r.product.sku);
    expect(await skus({ filter: chip('product', ids.kettle) })).toEqual(['KTL']);
    expect(await skus({ filter: chip('month', '2026-10') })).toEqual(['LMP']);
    expect(await skus({ filter: chip('invoice', ids.goods) })).toEqual(['LMP']);
    expect(await skus({ filter: chip('invoice', ids.freight), sort: 'product,asc' })).toEqual(['KTL', 'LMP']);
    expect([await skus({ search: 'so-000001' }), await skus({ search: 'of lmp' })]).toEqual([['KTL'], ['LMP']]);
    expect([await skus({ sort: 'change,asc' }), await skus({ sort: 'change,desc' })]).toEqual([
      ['KTL', 'LMP'],
      ['LMP', 'KTL'],
    ]);
    expect(await restatements({ size: '1', page: '1' })).toMatchObject({
      totalElements: 2,
      content: [{ product: { sku: 'KTL' } }],
    });
    expect(await restatements({ size: '1', page: '5' })).toMatchObject({ totalElements: 2, content: [] });
    expect(await totals({ filter: chip('month', '2026-10') })).toMatchObject({
      count: 1,
      change: '366.36',
      byInvoice: [{ change: '306.36' }, { change: '60.00' }],
    });
  });

  it('has a row for costs of a product without an order', async () => {
    await moveClockTo('2026-11-08T10:00:00.000Z');
    await t.ok(maya, patchInvoiceLine, {
      params: { invoiceId: ids.photos, id: ids.shoot.invoiceLineId },
      body: { amount: '8.00' },
    });
    expect((await restatements({ from: '2026-11-07' })).content).toMatchObject([
      {
        ...{
          order: null,
          product: { id: ids.kettle },
          date: null,
          month: null,
          unitsBefore: 0,
          unitsAfter: 0,
          perUnitBefore: null,
        },
        ...{
          before: '5.00',
          after: '8.00',
          change: '3.00',
          causes: [{ invoice: { number: 'P-1' }, costTypes: ['PHOTOGRAPHY'], change: '3.00' }],
        },
      },
    ]);
    expect(await totals({ from: '2026-11-07' })).toMatchObject({
      count: 1,
      byMonth: [{ month: null, orders: 1, change: '3.00' }],
    });
  });

  it('distinguishes changed units from changed costs, and shows a deleted order', async () => {
    await moveClockTo('2026-11-08T10:00:00.000Z');
    const [order] = (await restatements({ filter: chip('product', ids.lamp) })).content;
    const lines = await t.work(maya, (w) =>
      w.tx
        .selectFrom('cost_layer')
        .select(['invoice_line_id', 'id'])
        .where('account_id', '=', maya.accountId)
        .execute(),
    );
    const lamps = lines.find((l) => l.id === order?.order?.id)?.invoice_line_id ?? '';
    await t.ok(maya, deleteInvoiceLine, { params: { invoiceId: ids.freight, id: ids.sea.invoiceLineId } });
    await t.ok(maya, patchInvoiceLine, { params: { invoiceId: ids.goods, id: lamps }, body: { quantity: 330 } });
    const [more] = (await restatements({ from: '2026-11-07', filter: chip('product', ids.lamp) })).content;
    expect(more).toMatchObject({
      unitsBefore: 300,
      unitsAfter: 330,
      change: '-300.00',
      perUnitBefore: '3.2212',
      perUnitAfter: '2.019273',
    });
    // Who deleted a line is found only in the audit log.
    expect(more?.causes).toMatchObject([
      { invoice: { number: 'S-1' }, change: '-300.00', costTypes: ['OTHER'], recordedBy: { id: maya.userId } },
      { invoice: { number: 'F-10' }, change: '0.00', recordedBy: { id: maya.userId } },
    ]);
    await moveClockTo('2026-11-09T10:00:00.000Z');
    await t.ok(maya, patchInvoiceLine, { params: { invoiceId: ids.goods, id: lamps }, body: { quantity: 0 } });
    const [gone] = (await restatements({ from: '2026-11-08', filter: chip('product', ids.lamp) })).content;
    expect(gone).toMatchObject({
      unitsAfter: 0,
      before: '666.36',
      after: '0.00',
      perUnitAfter: null,
      month: '2026-10',
    });
  });
});

it('after any history the restatement equals the difference between the costs known on both days', async () => {
  const minor = (text: string) => {
    const parsed = parseAmount(text, 'GBP');
    return parsed.ok ? parsed.value : 0n;
  };
  const sum = (texts: readonly string[]) => texts.reduce((s, text) => s + minor(text), 0n);
  /** The cost of each order as known on a day, and the cost without an order if there is one. */
  const said = (tree: Explain) =>
    new Map([
      ...tree.layers.map((l): [string, { units: number; cost: string }] => [
        l.number,
        { units: l.units, cost: l.landed },
      ]),
      ...(tree.layerless.entries.some((e) => !e.isExcluded)
        ? [['-', { units: 0, cost: tree.layerless.amount }] as const]
        : []),
    ]);
  let rowsSeen = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 5 }), { minLength: 3, maxLength: 4 }),
      async (days) => {
        t.setTime('2026-11-02T10:00:00.000Z');
        const world = await startHistory(t);
        maya = world.maya;
        for (const [i, steps] of days.entries()) {
          await moveClockTo(`2026-11-${String(3 + i).padStart(2, '0')}T10:00:00.000Z`);
          for (const each of steps) await act(t, { ...world, maya }, each);
        }
        for (const [from, to] of [
          ['2026-11-02', '2026-11-03'],
          ['2026-11-03', '2026-11-05'],
          ['2026-11-02', '2026-11-10'],
        ] as const) {
          const expected: string[] = [];
          for (const { id, sku } of world.products) {
            const [before, after] = [
              said(await t.ok(maya, explainProduct, { params: { id }, query: { asKnownOn: from } })),
              said(await t.ok(maya, explainProduct, { params: { id }, query: { asKnownOn: to } })),
            ];
            for (const [number, was] of before) {
              const is = after.get(number) ?? { units: 0, cost: '0.00' };
              if (was.units !== is.units || was.cost !== is.cost)
                expected.push([sku, number, was.units, is.units, was.cost, is.cost].join(' '));
            }
          }
          const rows: Restatement[] = (await restatements({ from, to, size: '9999' })).content;
          rowsSeen += rows.length;
          expect(
            rows
              .map((r) =>
                [r.product.sku, r.order?.number ?? '-', r.unitsBefore, r.unitsAfter, r.before, r.after].join(' '),
              )
              .sort(),
          ).toEqual(expected.sort());
          for (const r of rows) {
            expect(minor(r.after) - minor(r.before)).toBe(minor(r.change));
            expect(sum(r.causes.map((c) => c.change))).toBe(minor(r.change));
            expect(r.causes.every((c) => c.recordedBy !== null && c.recordedAt >= `${from}T10`)).toBe(true);
          }
          const all = await totals({ from, to });
          const change = sum(rows.map((r) => r.change));
          expect([all.count, minor(all.change), minor(all.after) - minor(all.before)]).toEqual([
            rows.length,
            change,
            change,
          ]);
          expect([sum(all.byMonth.map((m) => m.change)), sum(all.byInvoice.map((i) => i.change))]).toEqual([
            change,
            change,
          ]);
        }
      },
    ),
    { numRuns: runs(6) },
  );
  expect(rowsSeen).toBeGreaterThan(runs(6));
}, 120_000);
