import { createCartonType, listCartons, listCartonTypes, updateCarton } from '@quayside/contracts/shipments/cartons';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { packByCase, patchOrder } from '@quayside/contracts/shipments/orders';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anOrderOf, packed, theOrder } from '../../../testing/shipments.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const casePackaging = { length: '60', width: '40', height: '40', weight: '14880', unitsPerCase: 12 };
const KETTLE = { weightUnit: 'GR', casePackaging } as const;
const pack = (who: TestPerson, body: BodyIn<typeof packByCase>) => t.ok(who, packByCase, { body });
const fieldsOf = (answer: { status: number; body: unknown }) => [
  answer.status,
  ...((answer.body as { errors?: { field: string; message: string }[] }).errors ?? []).map(
    ({ field, message }) => `${field}: ${message}`,
  ),
];

describe('packing by case', () => {
  it('makes 83 cartons of 12 and one of 4 of 1,000, in two pack lists and two rows of a type of the case', async () => {
    const who = await t.admin();
    const { id } = await anOrderOf(t, who, { units: 1000, product: KETTLE });
    await t.ok(who, patchOrder, { params: { orderId: id }, body: { readyOn: '2026-12-05' } });
    const { operationId, ...answer } = await pack(who, { orders: [{ orderId: id }] });
    expect(answer).toMatchObject({
      orders: [
        {
          orderId: id,
          quantity: 1000,
          rows: [
            { count: 83, unitsPerCarton: 12 },
            { count: 1, unitsPerCarton: 4 },
          ],
        },
      ],
      packLists: 2,
      cartons: 84,
    });
    const order = await theOrder(t, who, id);
    expect(order.packLists).toMatchObject([
      {
        number: 'PL-0001',
        quantity: 996,
        cartonNumber: 'CT-0001',
        unitsPerCarton: 12,
        estimatedReadyDate: '2026-12-05',
      },
      { number: 'PL-0002', quantity: 4, cartonNumber: 'CT-0002', unitsPerCarton: 4 },
    ]);
    const types = await t.ok(who, listCartonTypes);
    expect(types).toMatchObject([{ name: '60 × 40 × 40 cm', volume: '0.096', weight: '0', cartonRows: 2 }]);
    const cartons = await t.ok(who, listCartons, { query: { sort: ['number,asc'] } });
    expect(cartons.content).toMatchObject([{ count: 83, weight: '14.88', totalVolume: '7.968' }, { count: 1 }]);
    expect(await t.ok(who, undoOperation, { params: { operationId: operationId ?? '' } })).toMatchObject({
      restored: 2,
    });
    expect(await theOrder(t, who, id)).toMatchObject({ packedQuantity: 0, packLists: [] });
    expect(await t.ok(who, listCartons)).toMatchObject({ totalElements: 0 });
    expect(await t.ok(who, listCartonTypes)).toEqual([]);
  });

  it('says beforehand what it would do, and stores nothing', async () => {
    const who = await t.admin();
    const { id } = await anOrderOf(t, who, { units: 1000, product: KETTLE });
    await packed(t, who, id, { quantity: 900 });
    const preview = await pack(who, { orders: [{ orderId: id }], preview: true });
    expect(preview).toMatchObject({ operationId: null, packLists: 2, cartons: 9, orders: [{ quantity: 100 }] });
    expect(await theOrder(t, who, id)).toMatchObject({ packedQuantity: 900, packListCount: 1 });
    expect(await t.ok(who, listCartonTypes)).toEqual([]);
    const { operationId: _, ...stored } = await pack(who, { orders: [{ orderId: id }] });
    expect({ operationId: null, ...stored }).toEqual(preview);
  });

  it('takes the type that has the sides of the case, in any unit and order, or the chosen one', async () => {
    const who = await t.admin();
    const type = await t.ok(who, createCartonType, {
      body: { name: 'Ours', length: '400', width: '600', height: '400', dimensionUnit: 'MM' },
    });
    const big = await t.ok(who, createCartonType, { body: { name: 'Big' } });
    const first = await anOrderOf(t, who, { units: 24, product: KETTLE });
    const second = await anOrderOf(t, who, { units: 24, product: KETTLE });
    const third = await anOrderOf(t, who, { units: 24, product: KETTLE });
    await pack(who, { orders: [{ orderId: first.id }] });
    await pack(who, { orders: [{ orderId: second.id, unitsPerCase: 24 }], cartonTypeId: big.id });
    await pack(who, { orders: [{ orderId: third.id }], cartonTypeId: null });
    const cartons = await t.ok(who, listCartons, { query: { sort: ['number,asc'] } });
    expect(cartons.content.map(({ cartonType, count }) => [cartonType?.id ?? null, count])).toEqual([
      [type.id, 2],
      [big.id, 1],
      [null, 2],
    ]);
    expect(await t.ok(who, listCartonTypes)).toHaveLength(2);
  });

  it('packs all orders or none', async () => {
    const who = await t.admin();
    const good = await anOrderOf(t, who, { units: 24, product: KETTLE });
    const bare = await anOrderOf(t, who, { units: 24 });
    const full = await anOrderOf(t, who, { units: 24, product: KETTLE });
    await packed(t, who, full.id, { quantity: 24 });
    const tiny = await anOrderOf(t, who, { units: 100_000_000, product: KETTLE });
    const foreign = await anOrderOf(t, await t.admin(), { units: 24, product: KETTLE });
    const call = (...orders: BodyIn<typeof packByCase>['orders']) =>
      t.call(who, packByCase, { body: { orders: [{ orderId: good.id }, ...orders] } });
    expect(fieldsOf(await call({ orderId: bare.id }))).toEqual([
      422,
      'orders.1.unitsPerCase: The product has no units per case',
    ]);
    expect(fieldsOf(await call({ orderId: full.id }))).toEqual([422, 'orders.1.orderId: 0 are left']);
    expect(fieldsOf(await call({ orderId: good.id }))).toEqual([422, 'orders.1.orderId: This order is there twice']);
    expect(fieldsOf(await call({ orderId: tiny.id, unitsPerCase: 1 }))).toEqual([
      422,
      'orders.1.unitsPerCase: This makes more than 5000 rows of cartons',
    ]);
    expect(fieldsOf(await call({ orderId: foreign.id }))).toEqual([404, 'orders.1.orderId: There is no such order.']);
    const many = Array.from({ length: 2000 }, () => ({ orderId: good.id }));
    expect(fieldsOf(await call(...many))[0]).toBe(422);
    expect(await theOrder(t, who, good.id)).toMatchObject({ packedQuantity: 0 });
  });

  it('is not undone after somebody has worked on its cartons', async () => {
    const who = await t.admin();
    const { id } = await anOrderOf(t, who, { units: 24, product: KETTLE });
    const { operationId } = await pack(who, { orders: [{ orderId: id }] });
    const { content } = await t.ok(who, listCartons);
    await t.ok(who, updateCarton, { params: { id: content[0]?.id ?? '' }, body: { measuredWeight: '15' } });
    const answer = await t.call(who, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'undo.too_late' } });
    expect(await theOrder(t, who, id)).toMatchObject({ packedQuantity: 24 });
  });
});
