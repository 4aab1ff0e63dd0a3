import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { previewMeasures, restatementTotals } from '@quayside/contracts/costs/cost-reports';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { patchProduct } from '@quayside/contracts/products/products';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf } from '../../../testing/shipments.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function at(time: string, who?: TestPerson): Promise<TestPerson> {
  t.setTime(time);
  return who ? t.session(who.userId, who.accountId) : t.admin('GBP');
}
const sell = (who: TestPerson, productId: string, day: string, quantity: number) =>
  t.ok(who, recordStockMovements, {
    body: { rows: [{ productId, cause: 'SOLD', day, place: 'WAREHOUSE', quantity }] },
  });

const WEIGHED = { weight: '1000', weightUnit: 'GR' } as const;
/** 100 kettles that cost 1,000.00: 90 arrived, 33 were sold in November and 7 in December. */
async function soldKettles() {
  let maya = await at('2026-11-05T10:00:00.000Z');
  const kettle = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
  const lamp = await anOrderOf(t, maya, { units: 10, amount: '50.00', product: WEIGHED });
  const [list = ''] = await packListsOf(t, maya, kettle.id, 95);
  await t.ok(maya, receiveGoods, {
    body: { day: '2026-11-01', place: 'WAREHOUSE', rows: [{ packListId: list, quantity: 90 }] },
  });
  await sell(maya, kettle.productId, '2026-11-02', 33);
  maya = await at('2026-12-10T10:00:00.000Z', maya);
  await sell(maya, kettle.productId, '2026-12-05', 7);
  const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
  const { id: invoiceId, lineIds } = await anInvoice(
    t,
    maya,
    { supplierId: forwarder, invoiceNumber: 'LATE', date: '2026-12-09' },
    [{ costType: 'CUSTOMS_AND_DUTIES', amount: '100.01', scope: [{ type: 'ORDER', id: lamp.id }] }],
  );
  return { maya, kettle, lamp, list, invoiceId, id: lineIds[0] ?? '' };
}

it('a preview names each lot that it reaches: its unit cost, on hand and the months of what is gone', async () => {
  const { maya, kettle, list, invoiceId, id } = await soldKettles();
  const scope = [{ type: 'ORDER' as const, id: kettle.id }];
  const { lotChanges } = await t.ok(maya, previewAllocation, { params: { invoiceId, id }, body: { scope } });
  // 95 of 100 units: 950.00 becomes 1,045.00 (and 55.01 are left with what is not packed).
  const gone = {
    change: '40.00',
    byMonth: [
      { month: '2026-11', change: '33.00' },
      { month: '2026-12', change: '7.00' },
    ],
  };
  expect(lotChanges).toMatchObject({ count: 1, onHand: '50.00', gone, notArrived: '5.00' });
  expect(lotChanges.lots).toMatchObject([
    {
      packList: { id: list },
      order: { id: kettle.id },
      product: { id: kettle.productId },
      ...{ units: 95, change: '95.00', perUnitBefore: '10.0000', perUnitAfter: '11.0000' },
      onHand: { units: 50, before: '500.00', after: '550.00' },
      gone: { units: 40, ...gone },
      notArrived: { units: 5, change: '5.00' },
    },
  ]);
  // The change itself restates the same months.
  await t.ok(maya, patchInvoiceLine, { params: { invoiceId, id }, body: { scope } });
  expect((await t.ok(maya, restatementTotals, { query: {} })).gone).toEqual(gone);
  const same = await t.ok(maya, previewAllocation, { params: { invoiceId, id }, body: { scope } });
  expect(same.lotChanges).toEqual({
    ...{ count: 0, lots: [], onHand: '0.00', gone: { change: '0.00', byMonth: [] }, notArrived: '0.00' },
  });
});

it('a preview says what months bear when units were sold and came back', async () => {
  const { maya, kettle, invoiceId, id } = await soldKettles();
  const { ids } = await t.ok(maya, recordStockMovements, {
    body: {
      rows: [{ productId: kettle.productId, cause: 'SOLD', day: '2026-11-20', place: 'WAREHOUSE', quantity: 10 }],
    },
  });
  await t.ok(maya, recordStockMovements, {
    body: {
      rows: [
        {
          ...{ productId: kettle.productId, kind: 'RETURN', ofId: ids[0] ?? '', day: '2026-12-06' },
          ...{ place: 'WAREHOUSE', quantity: 10 },
        },
      ],
    },
  });
  const scope = [{ type: 'ORDER' as const, id: kettle.id }];
  const { lotChanges } = await t.ok(maya, previewAllocation, { params: { invoiceId, id }, body: { scope } });
  expect(lotChanges.gone?.byMonth).toEqual([
    { month: '2026-11', change: '43.00' },
    { month: '2026-12', change: '-3.00' },
  ]);
});

it('a preview of other measures names the lots, too', async () => {
  const { maya, kettle, lamp, list, invoiceId, id } = await soldKettles();
  const scope = [kettle, lamp].map((order) => ({ type: 'ORDER' as const, id: order.id }));
  await t.ok(maya, patchInvoiceLine, { params: { invoiceId, id }, body: { scope, basis: 'WEIGHT' } });
  await t.ok(maya, patchProduct, { params: { id: kettle.productId }, body: WEIGHED });
  const { lotChanges, products } = await t.ok(maya, previewMeasures, {
    params: { id: kettle.productId },
    query: {},
  });
  expect(products.length).toBeGreaterThan(0);
  expect(lotChanges.lots.map(({ packList }) => packList.id)).toEqual([list]);
});
