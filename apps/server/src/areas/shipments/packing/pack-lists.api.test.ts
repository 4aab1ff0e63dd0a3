import { createCarton, getCarton } from '@quayside/contracts/shipments/cartons';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import {
  createPackList,
  deletePackList,
  deletePackLists,
  listPackLists,
  patchPackList,
} from '@quayside/contracts/shipments/pack-lists';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anOrderOf, aPlanOf, movePlan, packed, theOrder } from '../../../testing/shipments.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
});
afterAll(() => t.close());

const refused = (answer: { status: number; body: unknown }) => {
  const { code, errors, uses } = answer.body as {
    code: string;
    errors?: { field: string; message: string }[];
    uses?: { type: string; label: string }[];
  };
  return { status: answer.status, code, ...(errors && { errors: errors.map((e) => [e.field, e.message]) }), uses };
};

describe('packing a part of an order', () => {
  it('counts what is packed, and leaves the rest unpacked', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    expect(await theOrder(t, maya, id)).toMatchObject({
      status: 'OPEN',
      packedQuantity: 0,
      unpackedQuantity: 1000,
      version: 0,
    });
    const first = await packed(t, maya, id, { quantity: 600, estimatedReadyDate: '2026-12-01' });
    const second = await packed(t, maya, id, { quantity: 400 });
    expect(first).toMatchObject({ quantity: 600, estimatedReadyDate: '2026-12-01', status: 'OPEN', orderId: id });
    const order = await theOrder(t, maya, id);
    expect(order).toMatchObject({ packedQuantity: 1000, unpackedQuantity: 0, packListCount: 2, shippedQuantity: 0 });
    expect(order.packLists.map((one) => one.number)).toEqual([first.number, second.number]);
    expect(order.can.pack).toMatchObject({ allowed: false, reason: '0 are left' });
  });

  it('by two people at once never packs more than there is: one 201, one 422 that says how many are left', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    const pia = await t.member(maya, 'sv-account-admin');
    const answers = await Promise.all([
      t.call(maya, createPackList, { params: { orderId: id }, body: { quantity: 600 } }),
      t.call(pia, createPackList, { params: { orderId: id }, body: { quantity: 401 } }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]));
    const wonWith600 = answers[0].status === 201;
    expect(refused(answers[wonWith600 ? 1 : 0])).toMatchObject({
      errors: [['quantity', wonWith600 ? '400 are left' : '599 are left']],
    });
    expect(await theOrder(t, maya, id)).toMatchObject({ packedQuantity: wonWith600 ? 600 : 401, packListCount: 1 });
  });

  it('says 400 are left after 600 of 1,000', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    await packed(t, maya, id, { quantity: 600 });
    const answer = await t.call(maya, createPackList, { params: { orderId: id }, body: { quantity: 401 } });
    expect(refused(answer)).toMatchObject({ status: 422, errors: [['quantity', '400 are left']] });
  });

  it('joins an OPEN plan at once, and none that has left or is unknown', async () => {
    const { id } = await anOrderOf(t, maya, { units: 100 });
    const plan = await aPlanOf(t, maya, [(await packed(t, maya, id, { quantity: 10 })).packListId]);
    expect(await packed(t, maya, id, { quantity: 20, shipmentPlanId: plan })).toMatchObject({ shipmentPlanId: plan });
    const sums = await t.work(maya, (w) =>
      w.tx.selectFrom('shipment_plan').select(['pack_lists', 'units']).where('id', '=', plan).executeTakeFirst(),
    );
    expect(sums).toEqual({ pack_lists: 2, units: 30n });
    await movePlan(t, maya, plan, 'IN_TRANSIT');
    const body = { quantity: 5, shipmentPlanId: plan };
    expect(refused(await t.call(maya, createPackList, { params: { orderId: id }, body }))).toMatchObject({
      status: 422,
      code: 'shipments.locked',
    });
    const other = await t.admin();
    expect(refused(await t.call(other, createPackList, { params: { orderId: id }, body }))).toMatchObject({
      status: 404,
      code: 'shipments.unknown_order',
    });
  });

  it.each([
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: -1 }, 'quantity'],
    [{ quantity: 1.5 }, 'quantity'],
    [{ quantity: 5, estimatedReadyDate: '2026-02-31' }, 'estimatedReadyDate'],
  ])('refuses %j', async (body, field) => {
    const { id } = await anOrderOf(t, maya, { units: 100 });
    const answer = await t.call(maya, createPackList, { params: { orderId: id }, body });
    expect(refused(answer)).toMatchObject({ status: 422, errors: [[field, expect.any(String)]] });
  });
});

describe('a pack list', () => {
  it('is changed up to what no other pack list holds, in its version', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    const first = await packed(t, maya, id, { quantity: 600 });
    await packed(t, maya, id, { quantity: 300 });
    const params = { orderId: id, packListId: first.packListId };
    expect(await t.ok(maya, patchPackList, { params, body: { quantity: 700, version: 1 } })).toMatchObject({
      quantity: 700,
      version: 2,
    });
    expect(refused(await t.call(maya, patchPackList, { params, body: { quantity: 701 } }))).toMatchObject({
      errors: [['quantity', '700 are left']],
    });
    const stale = await t.call(maya, patchPackList, { params, body: { quantity: 1, version: 1 } });
    expect(stale).toMatchObject({ status: 409, body: { code: 'conflict_version', current: { quantity: 700 } } });
  });

  it('in cartons divides evenly over them', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    const list = await packed(t, maya, id, { quantity: 120 });
    await t.ok(maya, createCarton, { body: { count: 10, packListIds: [list.packListId] } });
    const params = { orderId: id, packListId: list.packListId };
    expect(refused(await t.call(maya, patchPackList, { params, body: { quantity: 125 } }))).toMatchObject({
      errors: [['quantity', '125 units in cartons of 13 make 9 cartons and one of 8']],
    });
    expect(await t.ok(maya, patchPackList, { params, body: { quantity: 130 } })).toMatchObject({ unitsPerCarton: 13 });
  });

  it('stays as it is while its plan is away', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    const list = await packed(t, maya, id, { quantity: 600 });
    await movePlan(t, maya, await aPlanOf(t, maya, [list.packListId]), 'IN_TRANSIT');
    const params = { orderId: id, packListId: list.packListId };
    const answers = [
      await t.call(maya, patchPackList, { params, body: { quantity: 500 } }),
      await t.call(maya, deletePackList, { params }),
      await t.call(maya, deletePackLists, { params: { orderId: id }, body: { packListIds: [list.packListId] } }),
      await t.call(maya, createCarton, { body: { count: 1, packListIds: [list.packListId] } }),
    ];
    expect(answers.map(refused)).toEqual(
      answers.map(() => expect.objectContaining({ status: 422, code: 'shipments.locked' })),
    );
    const order = await theOrder(t, maya, id);
    const reason = 'The shipment plan of this pack list is in transit, so the pack list stays as it is.';
    const packLists = [{ can: { change: { allowed: false, reason } } }];
    expect(order).toMatchObject({ shippedQuantity: 600, packLists });
  });

  it('is removed with its carton row and its OPEN plan, and comes back with both', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    const list = await packed(t, maya, id, { quantity: 600, estimatedReadyDate: '2026-12-01' });
    const carton = await t.ok(maya, createCarton, {
      body: { count: 50, marks: 'Left', measuredWeight: '12.5', packListIds: [list.packListId] },
    });
    const plan = await aPlanOf(t, maya, [list.packListId]);
    const params = { orderId: id, packListId: list.packListId };
    const { operationId, removed } = await t.ok(maya, deletePackList, { params });
    expect(removed).toBe(1);
    expect(await theOrder(t, maya, id)).toMatchObject({ packedQuantity: 0, packLists: [] });
    expect((await t.call(maya, getCarton, { params: { id: carton.id } })).status).toBe(404);
    const planNow = () =>
      t.work(maya, (w) =>
        w.tx.selectFrom('shipment_plan').select(['removed_at', 'units']).where('id', '=', plan).executeTakeFirst(),
      );
    expect((await planNow())?.removed_at).not.toBeNull();
    expect(await t.ok(maya, undoOperation, { params: { operationId } })).toMatchObject({ restored: 1 });
    expect(await planNow()).toEqual({ removed_at: null, units: 600n });
    const back = await t.ok(maya, getCarton, { params: { id: carton.id } });
    expect(back).toMatchObject({
      number: carton.number,
      count: 50,
      marks: 'Left',
      measuredWeight: '12.5',
      shipmentPlanId: plan,
    });
    expect(back.packLists).toMatchObject([{ number: list.number, quantity: 600, estimatedReadyDate: '2026-12-01' }]);
    expect((await t.call(maya, undoOperation, { params: { operationId } })).status).toBe(409);
  });

  it('does not come back when its units were packed otherwise in the meantime', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    const list = await packed(t, maya, id, { quantity: 600 });
    const { operationId } = await t.ok(maya, deletePackLists, {
      params: { orderId: id },
      body: { packListIds: [list.packListId] },
    });
    await packed(t, maya, id, { quantity: 401 });
    const answer = await t.call(maya, undoOperation, { params: { operationId } });
    expect(refused(answer)).toMatchObject({ status: 409, code: 'undo.too_late' });
    expect(await theOrder(t, maya, id)).toMatchObject({ packedQuantity: 401, packListCount: 1 });
  });

  it('is removed only with all others of the request, and only from its own order', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000 });
    const other = await anOrderOf(t, maya, { units: 1000 });
    const own = await packed(t, maya, id, { quantity: 600 });
    const foreign = await packed(t, maya, other.id, { quantity: 600 });
    const packListIds = [own.packListId, foreign.packListId];
    const answer = await t.call(maya, deletePackLists, { params: { orderId: id }, body: { packListIds } });
    expect(refused(answer)).toMatchObject({ status: 404, errors: [['packListIds.1', expect.any(String)]] });
    expect(await theOrder(t, maya, id)).toMatchObject({ packListCount: 1 });
    const tooMany = Array.from({ length: 2001 }, () => own.packListId);
    const most = await t.call(maya, deletePackLists, { params: { orderId: id }, body: { packListIds: tooMany } });
    expect(refused(most)).toMatchObject({ status: 422, errors: [['packListIds', expect.any(String)]] });
  });

  it('is found by its own number and that of its order, cartons and plan, by SKU and by invoice', async () => {
    const { id } = await anOrderOf(t, maya, { units: 1000, sku: 'FOUND-1' });
    const list = await packed(t, maya, id, { quantity: 600 });
    await packed(t, maya, id, { quantity: 100 });
    await t.ok(maya, createCarton, { body: { count: 50, packListIds: [list.packListId] } });
    const plan = await aPlanOf(t, maya, [list.packListId]);
    const { content } = await t.ok(maya, listPackLists, {
      query: { filter: JSON.stringify([{ field: 'plan', op: 'in', values: [plan] }]) },
    });
    expect(content).toHaveLength(1);
    const [found] = content;
    for (const search of [found?.number, found?.cartonNumber, found?.shipmentPlanNumber]) {
      const page = await t.ok(maya, listPackLists, { query: { search: search ?? '' } });
      expect(page.content.map((one) => one.packListId)).toEqual([list.packListId]);
    }
    for (const search of [found?.orderNumber, 'found-1', found?.invoiceNumber]) {
      const page = await t.ok(maya, listPackLists, { query: { search: search ?? '', sort: 'quantity,desc' } });
      expect(page.content.map((one) => one.quantity)).toEqual([600, 100]);
    }
  });
});

describe('packed units stay', () => {
  it('when a credit would take them: 400 are left, 600 are packed', async () => {
    const { id, invoiceId, lineId } = await anOrderOf(t, maya, { units: 1000 });
    await packed(t, maya, id, { quantity: 600 });
    const credit = await t.ok(maya, createInvoice, {
      body: { creditsInvoiceId: invoiceId, creditLines: [{ invoiceLineId: lineId, amount: '100.00', quantity: 0 }] },
    });
    const { invoiceLineId = '' } = credit.lines[0] ?? {};
    const params = { invoiceId: credit.id, id: invoiceLineId };
    const answer = await t.call(maya, patchInvoiceLine, { params, body: { quantity: -500 } });
    expect(refused(answer)).toMatchObject({ status: 422, errors: [['quantity', '400 are left, 600 are packed']] });
    await t.ok(maya, patchInvoiceLine, { params, body: { quantity: -400 } });
    expect(await theOrder(t, maya, id)).toMatchObject({ quantity: 600, unpackedQuantity: 0 });
  });

  it('when the line of the invoice would have fewer: 409 with the pack lists', async () => {
    const { id, invoiceId, lineId } = await anOrderOf(t, maya, { units: 1000 });
    const list = await packed(t, maya, id, { quantity: 600 });
    const params = { invoiceId, id: lineId };
    const answer = await t.call(maya, patchInvoiceLine, { params, body: { quantity: 599 } });
    expect(refused(answer)).toMatchObject({
      status: 409,
      errors: [['quantity', 'At least 600, which are packed']],
      uses: [{ type: 'PACK_LIST', label: list.number }],
    });
    await t.ok(maya, patchInvoiceLine, { params, body: { quantity: 600 } });
    expect(await theOrder(t, maya, id)).toMatchObject({ quantity: 600, packedQuantity: 600 });
  });
});
