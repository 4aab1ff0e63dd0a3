import { listAuditLog } from '@quayside/contracts/audit';
import { createCartonType, listCartonTypes, updateCarton } from '@quayside/contracts/shipments/cartons';
import { patchOrder } from '@quayside/contracts/shipments/orders';
import { checkPackingList, importPackingList } from '@quayside/contracts/shipments/packing-lists';
import {
  addShipmentPlanPackLists,
  getShipmentPlan,
  listShipmentPlanHistory,
  patchShipmentPlan,
} from '@quayside/contracts/shipments/shipment-plans';
import { undoOperation } from '@quayside/contracts/undo';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice } from '../../../testing/invoices.ts';
import { recompute } from '../../../testing/recompute.ts';
import { readStream } from '../../../testing/live.ts';
import {
  cartonsOf,
  cartonTexts,
  checked,
  errorsOf,
  imported,
  packListTexts,
  pasted,
  refusedImport,
} from '../../../testing/packing-lists.ts';
import { anOrderOf, type MadeOrder, packed, theOrder } from '../../../testing/shipments.ts';
import { aPlan } from '../../../testing/shipment-plans.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const HEAD = 'Carton no.|SKU|Cartons|Units per carton|Total units|G.W./CTN (kg)|Size (cm)|Marks';
const LIST = pasted(HEAD, '1-83|KETTLE|83|12|996|14.88|60x40x40|ACME 1-83', '84|KETTLE|1|4|4|5.1|60x40x40|ACME 84');

interface Given {
  readonly who: TestPerson;
  readonly planId: string;
  readonly kettles: MadeOrder;
}
/** An order of so many kettles, of which some are packed and in an OPEN plan. */
async function aPlanOfKettles(units = 1000, inPlan = 1000): Promise<Given> {
  const who = await t.admin();
  const kettles = await anOrderOf(t, who, { units, sku: 'KETTLE' });
  const { packListId } = await packed(t, who, kettles.id, { quantity: inPlan });
  const plan = await aPlan(t, who, [packListId]);
  return { who, planId: plan.id, kettles };
}
/** A later order of the same product. */
const anotherOrder = (who: TestPerson, { productId, supplierId }: MadeOrder, invoiceNumber: string, units: number) =>
  anInvoice(t, who, { supplierId, invoiceNumber, date: '2026-11-05' }, [
    { productId, costType: 'FACTORY_INVOICE', quantity: units, amount: '500.00' },
  ]);
const compareNumbers = (one: number, other: number) => one - other;
const undo = (who: TestPerson, operationId: string | null) =>
  t.call(who, undoOperation, { params: { operationId: operationId ?? '' } });

describe('the packing list of a factory', () => {
  it('packs what the plan has: 83 cartons of 12 and one of 4, with measures, marks and a type', async () => {
    const { who, planId, kettles } = await aPlanOfKettles();
    const preview = await checked(t, who, planId, { text: LIST });
    expect(preview).toMatchObject({
      isComparison: false,
      headingRow: 1,
      mapping: 'GUESSED',
      missing: null,
      counts: { rows: 2, fail: 0, cartonRows: 2, cartons: 84, units: 1000, packedNow: 0, cartonTypes: 1, removed: 0 },
      differences: [],
      rows: [
        {
          ...{ row: 2, place: '1-83', cartons: 83, unitsPerCarton: 12, units: 996, becomes: 'NEW' },
          packs: [{ orderId: kettles.id, cartons: 83, units: 996 }],
          ...{ cartonWeight: '14.88 kg', cartonType: { name: '60 × 40 × 40 cm', isNew: true }, marks: 'ACME 1-83' },
        },
        { row: 3, becomes: 'NEW', packs: [{ units: 4 }] },
      ],
    });
    expect(await cartonTexts(t, who, planId)).toEqual([]);
    const { operationId, version } = await imported(t, who, planId, { text: LIST, version: preview.version });
    expect(version).toBe(preview.version + 1);
    expect(await cartonsOf(t, who, planId)).toMatchObject([
      {
        ...{ number: 'CT-0001', count: 83, unitsPerCarton: 12, measuredWeight: '14.88', weightUnit: 'KG' },
        ...{ marks: 'ACME 1-83', totalWeight: '1235.04', totalVolume: '7.968' },
      },
      { number: 'CT-0002', count: 1, unitsPerCarton: 4, cartonType: { name: '60 × 40 × 40 cm', weight: null } },
    ]);
    expect(await packListTexts(t, who, planId)).toEqual(['996 KETTLE in CT-0001', '4 KETTLE in CT-0002']);
    expect(await t.ok(who, getShipmentPlan, { params: { shipmentPlanId: planId } })).toMatchObject({
      ...{ units: 1000, cartons: 84, packListCount: 2, weight: '1240.14', volume: '8.064', version },
    });
    expect((await undo(who, operationId)).status).toBe(200);
    expect(await packListTexts(t, who, planId)).toEqual(['1000 KETTLE']);
    expect(await cartonTexts(t, who, planId)).toEqual([]);
    expect(await t.ok(who, listCartonTypes)).toEqual([]);
    expect(await theOrder(t, who, kettles.id)).toMatchObject({ packedQuantity: 1000, packListCount: 1 });
  });

  it('is one row of the audit log, stands in the history of the plan, and tells other tabs', async () => {
    const { who, planId } = await aPlanOfKettles();
    const before = (await t.ok(who, listAuditLog, { query: { size: 100 } })).totalElements;
    await imported(t, who, planId, { text: LIST });
    const log = await t.ok(who, listAuditLog, { query: { size: 100 } });
    expect(log.totalElements).toBe(before + 1);
    expect(log.content[0]).toMatchObject({ action: 'shipment-plan.packing-list-imported' });
    const history = await t.ok(who, listShipmentPlanHistory, { params: { shipmentPlanId: planId } });
    expect(history.content[0]).toMatchObject({ action: 'shipment-plan.packing-list-imported' });
  });

  it('tells other tabs of orders, cartons and the plan, and of no content', async () => {
    const { who, planId } = await aPlanOfKettles();
    const told = (text: string) =>
      ['orders', 'cartons', 'shipment-plans'].every((topic) => text.includes(`"${topic}"`));
    const text = await readStream(t, who, { enough: told, during: () => imported(t, who, planId, { text: LIST }) });
    expect(told(text)).toBe(true);
    expect(text).not.toContain('ACME');
  });

  it('packs unpacked units of the oldest order for what the plan lacks', async () => {
    const { who, planId, kettles } = await aPlanOfKettles(1000, 600);
    await t.ok(who, patchOrder, { params: { orderId: kettles.id }, body: { readyOn: '2026-12-05' } });
    const preview = await checked(t, who, planId, { text: LIST });
    expect(preview.counts).toMatchObject({ packedNow: 400 });
    expect(preview.differences).toEqual([
      {
        ...{ code: 'TOTAL', sku: 'KETTLE', planned: 600, packed: 1000 },
        plannedIn: [{ place: 'PL-0001', units: 600 }],
        packedIn: [
          { place: '1-83', units: 996 },
          { place: '84', units: 4 },
        ],
      },
    ]);
    await imported(t, who, planId, { text: LIST });
    expect(await packListTexts(t, who, planId)).toEqual(['996 KETTLE in CT-0001', '4 KETTLE in CT-0002']);
    expect(await theOrder(t, who, kettles.id)).toMatchObject({ packedQuantity: 1000, unpackedQuantity: 0 });
  });

  it('refuses more than are left, names the row and packs nothing', async () => {
    const { who, planId, kettles } = await aPlanOfKettles(1000, 600);
    const list = pasted('SKU|Cartons|Units per carton', 'KETTLE|60|10', 'KETTLE|401|1');
    expect(errorsOf(await checked(t, who, planId, { text: list }))).toEqual(['3 unitsPerCarton: 400 are left']);
    expect(await refusedImport(t, who, planId, { text: list })).toEqual([
      ...[422, 'imports.has_errors', 'rows.3.unitsPerCarton: 1: 400 are left'],
    ]);
    expect(await theOrder(t, who, kettles.id)).toMatchObject({ packedQuantity: 600 });
    expect(await cartonTexts(t, who, planId)).toEqual([]);
  });

  it('splits cartons where the units of two orders meet, and packs the order that a row names', async () => {
    const { who, planId, kettles } = await aPlanOfKettles(500, 500);
    await anotherOrder(who, kettles, 'F-2', 500);
    const list = pasted('SKU|Cartons|Units per carton', 'KETTLE|83|12');
    const { rows } = await checked(t, who, planId, { text: list });
    expect(rows[0]?.packs).toMatchObject([
      { cartons: 41, units: 492 },
      { invoiceNumber: expect.stringMatching(/^F-/), cartons: 1, units: 8 },
      { invoiceNumber: 'F-2', cartons: 1, units: 4 },
      { invoiceNumber: 'F-2', cartons: 41, units: 492 },
    ]);
    const { operationId } = await imported(t, who, planId, { text: list });
    expect(await cartonTexts(t, who, planId)).toEqual(['41 × 12 KETTLE', '1 × 12 KETTLE', '41 × 12 KETTLE']);
    expect((await undo(who, operationId)).status).toBe(200);
    const named = pasted('SKU|Cartons|Units per carton|Invoice', 'KETTLE|10|40|f-2');
    await imported(t, who, planId, { text: named });
    expect(await packListTexts(t, who, planId)).toEqual(['500 KETTLE', expect.stringMatching(/^400 KETTLE in CT-/)]);
    const wrong = pasted('SKU|Cartons|Units per carton|Order', 'KETTLE|1|4|NB-9', 'KETTLE|1|101|F-2');
    expect(errorsOf(await checked(t, who, planId, { text: wrong }))).toEqual([
      '2 order: No order of KETTLE that could be packed has this number',
    ]);
  });

  it('imported again changes nothing, and says so', async () => {
    const { who, planId } = await aPlanOfKettles();
    await imported(t, who, planId, { text: LIST });
    const before = await cartonsOf(t, who, planId);
    const again = await imported(t, who, planId, { text: LIST });
    expect(again).toMatchObject({ operationId: null, counts: { same: 2, cartonRows: 0, changed: 0 } });
    expect(await cartonsOf(t, who, planId)).toEqual(before);
  });

  it('changes measures and marks of cartons that the plan has, and gives them back', async () => {
    const { who, planId } = await aPlanOfKettles();
    await imported(t, who, planId, { text: LIST });
    const mended = LIST.replace('14.88', '15').replace('60x40x40\tACME 84', '50x40x40\tBAY 2');
    const { operationId, counts } = await imported(t, who, planId, { text: mended });
    expect(counts).toMatchObject({ changed: 2, same: 0, cartonRows: 0, cartonTypes: 1 });
    expect(await cartonsOf(t, who, planId)).toMatchObject([
      { measuredWeight: '15', marks: 'ACME 1-83' },
      { marks: 'BAY 2', cartonType: { name: '50 × 40 × 40 cm' } },
    ]);
    expect(await t.ok(who, getShipmentPlan, { params: { shipmentPlanId: planId } })).toMatchObject({
      weight: '1250.1',
    });
    expect((await undo(who, operationId)).status).toBe(200);
    expect(await cartonsOf(t, who, planId)).toMatchObject([
      { measuredWeight: '14.88', marks: 'ACME 1-83' },
      { marks: 'ACME 84', cartonType: { name: '60 × 40 × 40 cm' } },
    ]);
    expect(await t.ok(who, getShipmentPlan, { params: { shipmentPlanId: planId } })).toMatchObject({
      weight: '1240.14',
    });
    expect(await t.ok(who, listCartonTypes)).toHaveLength(1);
  });

  it('replaces cartons that were only planned; what the factory did not pack stays, or is unpacked on request', async () => {
    const { who, planId, kettles } = await aPlanOfKettles();
    await imported(t, who, planId, { text: LIST });
    const other = pasted('SKU|Cartons|Units per carton', 'KETTLE|60|16');
    const preview = await checked(t, who, planId, { text: other });
    expect(preview).toMatchObject({
      counts: { removed: 1, cartonRows: 1 },
      differences: [{ planned: 1000, packed: 960 }],
    });
    const kept = await imported(t, who, planId, { text: other });
    expect(await packListTexts(t, who, planId)).toEqual(['960 KETTLE in CT-0003', '4 KETTLE in CT-0002', '36 KETTLE']);
    expect((await undo(who, kept.operationId)).status).toBe(200);
    expect(await cartonTexts(t, who, planId)).toEqual(['83 × 12 KETTLE', '1 × 4 KETTLE']);
    const taken = await imported(t, who, planId, { text: other, rest: 'UNPACK' });
    expect(await packListTexts(t, who, planId)).toEqual(['960 KETTLE in CT-0004']);
    expect(await theOrder(t, who, kettles.id)).toMatchObject({ packedQuantity: 960 });
    expect((await undo(who, taken.operationId)).status).toBe(200);
    expect(await packListTexts(t, who, planId)).toEqual(['996 KETTLE in CT-0001', '4 KETTLE in CT-0002']);
  });

  it('finds the carton type with the same sides in any unit and order', async () => {
    const { who, planId } = await aPlanOfKettles(120, 120);
    const type = await t.ok(who, createCartonType, {
      body: { name: 'Ours', length: '12', width: '24', height: '16', dimensionUnit: 'IN' },
    });
    await imported(t, who, planId, {
      text: pasted('SKU|Cartons|Pcs/ctn|L (mm)|W (mm)|H (mm)', 'KETTLE|10|12|609.6|406.4|304.8'),
    });
    expect(await cartonsOf(t, who, planId)).toMatchObject([{ cartonType: { id: type.id } }]);
  });

  it('packs several products in one carton, where merged cells leave the cartons of the others empty', async () => {
    const { who, planId } = await aPlanOfKettles(100, 100);
    await anOrderOf(t, who, { units: 50, sku: 'LAMP' });
    const list = pasted('CTN NO.|SKU|CTNS|QTY/CTN', '1-10|KETTLE|10|10', '|LAMP||5');
    await imported(t, who, planId, { text: list });
    expect(await cartonTexts(t, who, planId)).toEqual(['10 × 10 KETTLE + 5 LAMP']);
    expect((await cartonsOf(t, who, planId))[0]).toMatchObject({ marks: '1-10' });
  });
});

it('freight over the plan follows the weights of a packing list, and goes back when it is undone', async () => {
  const { who, planId, kettles } = await aPlanOfKettles(1000, 500);
  const lamps = await anOrderOf(t, who, { units: 500, sku: 'LAMP', product: { shippingWeight: '1000' } });
  const { packListId } = await packed(t, who, lamps.id, { quantity: 500 });
  await t.ok(who, addShipmentPlanPackLists, { body: { packListIds: [packListId], shipmentPlanId: planId } });
  await anInvoice(t, who, { supplierId: lamps.supplierId, invoiceNumber: 'FR-1', date: '2026-11-06' }, [
    {
      ...{ costType: 'SHIPPING', amount: '900.00', basis: 'WEIGHT' },
      scope: [{ type: 'SHIPMENT', id: planId }],
    },
  ]);
  const shareOf = async (orderId: string) =>
    t.work(who, async (w) => {
      const { rows } = await sql<{ minor: string }>`
        select coalesce(sum(e.account_minor), 0)::text as minor from cost_entry e
        join cost_allocation a on a.account_id = e.account_id and a.id = e.allocation_id
        where a.superseded_at is null and e.layer_id = ${orderId} and a.line_id in (
          select id from invoice_line where cost_type = 'SHIPPING'
        )`.execute(w.tx);
      return rows[0]?.minor;
    });
  const sound = async () => expect(await t.work(who, recompute)).toEqual([]);
  const first = pasted(
    'Carton no.|SKU|Cartons|Units per carton|Carton weight (kg)',
    '1-50|KETTLE|50|10|10',
    '51-100|LAMP|50|10|10',
  );
  await imported(t, who, planId, { text: first });
  await sound();
  expect([await shareOf(kettles.id), await shareOf(lamps.id)]).toEqual(['45000', '45000']);
  const { operationId } = await imported(t, who, planId, { text: first.replace('50\t10\t10', '50\t10\t20') });
  await sound();
  expect([await shareOf(kettles.id), await shareOf(lamps.id)]).toEqual(['60000', '30000']);
  expect((await undo(who, operationId)).status).toBe(200);
  await sound();
  expect([await shareOf(kettles.id), await shareOf(lamps.id)]).toEqual(['45000', '45000']);
});

describe('two people at once', () => {
  it('do not pack the same units: the second is told that the plan changed', async () => {
    const { who, planId } = await aPlanOfKettles();
    const { version } = await checked(t, who, planId, { text: LIST });
    const other = pasted('SKU|Cartons|Units per carton', 'KETTLE|100|10');
    const answers = await Promise.all(
      [LIST, other].map((text) =>
        t.call(who, importPackingList, { params: { shipmentPlanId: planId }, body: { text, version } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted(compareNumbers)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict_version',
      current: { id: planId, version: version + 1 },
    });
  });

  it('with two plans of one order: the second gets what is left', async () => {
    const { who, planId, kettles } = await aPlanOfKettles(1000, 100);
    const { packListId } = await packed(t, who, kettles.id, { quantity: 100 });
    const second = await aPlan(t, who, [packListId]);
    const text = pasted('SKU|Cartons|Units per carton', 'KETTLE|60|10');
    const answers = await Promise.all(
      [planId, second.id].map((shipmentPlanId) =>
        t.call(who, importPackingList, { params: { shipmentPlanId }, body: { text } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted(compareNumbers)).toEqual([200, 422]);
    expect(await theOrder(t, who, kettles.id)).toMatchObject({ packedQuantity: 700 });
  });

  it('an import is not undone after somebody has worked on its cartons', async () => {
    const { who, planId } = await aPlanOfKettles();
    const { operationId } = await imported(t, who, planId, { text: LIST });
    const [first] = await cartonsOf(t, who, planId);
    await t.ok(who, updateCarton, { params: { id: first?.id ?? '' }, body: { marks: 'ours' } });
    expect(await undo(who, operationId)).toMatchObject({ status: 409, body: { code: 'undo.too_late' } });
  });

  it('a request that is repeated with its key packs once', async () => {
    const { who, planId } = await aPlanOfKettles();
    const send = () =>
      t.call(who, importPackingList, {
        params: { shipmentPlanId: planId },
        body: { text: LIST },
        headers: { 'idempotency-key': 'packing-list-1' },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await cartonTexts(t, who, planId)).toHaveLength(2);
  });
});

describe('a plan that has left', () => {
  it('is only compared, with the carton rows of both sides', async () => {
    const { who, planId } = await aPlanOfKettles();
    await imported(t, who, planId, { text: LIST });
    await t.ok(who, patchShipmentPlan, { params: { shipmentPlanId: planId }, body: { shippedOn: '2026-11-10' } });
    const moved = pasted('Carton row|SKU|Cartons|Units per carton', 'CT-0001|KETTLE|83|12', 'CT-0002|KETTLE|1|3');
    expect(await checked(t, who, planId, { text: moved })).toMatchObject({
      isComparison: true,
      rows: [{ becomes: null }, { becomes: null }],
      differences: [
        {
          ...{ code: 'TOTAL', sku: 'KETTLE', planned: 1000, packed: 999 },
          plannedIn: [
            { place: 'CT-0001', units: 996 },
            { place: 'CT-0002', units: 4 },
          ],
        },
      ],
    });
    expect(await refusedImport(t, who, planId, { text: LIST })).toEqual([422, 'shipments.locked']);
  });

  it('names units that are in other cartons, and an OPEN plan can be compared as well', async () => {
    const { who, planId } = await aPlanOfKettles();
    await imported(t, who, planId, { text: LIST });
    const moved = pasted('Carton row|SKU|Cartons|Total units', 'CT-0001|KETTLE|83|913', 'CT-0002|KETTLE|1|87');
    const { isComparison, differences } = await checked(t, who, planId, { text: moved, isComparison: true });
    expect(isComparison).toBe(true);
    expect(differences).toMatchObject([
      {
        code: 'PLACE',
        plannedIn: [
          { place: 'CT-0001', units: 996 },
          { place: 'CT-0002', units: 4 },
        ],
        packedIn: [
          { place: 'CT-0001', units: 913 },
          { place: 'CT-0002', units: 87 },
        ],
      },
    ]);
  });

  it('is read by a viewer; nobody else sees it', async () => {
    const { who, planId } = await aPlanOfKettles();
    const viewer = await t.member(who);
    expect((await checked(t, viewer, planId, { text: LIST })).counts).toMatchObject({ rows: 2 });
    const other = await t.admin();
    const answer = await t.call(other, checkPackingList, { params: { shipmentPlanId: planId }, body: { text: LIST } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'shipments.unknown_plan' } });
  });
});
