import type { Carton } from '@quayside/contracts/shipments/cartons';
import { getShipmentPlanCsv } from '@quayside/contracts/shipments/shipment-plans';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { cartonsOf, imported } from '../../../testing/packing-lists.ts';
import { anOrderOf, packed } from '../../../testing/shipments.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { aPlan } from '../../../testing/shipment-plans.ts';
import { brokenShipments } from '../check/shipments-invariants.views.ts';

let t: TestApp;
let who: TestPerson;
const SKUS = ['KETTLE', 'LAMP', 'MUG'] as const;
let orders: readonly string[];
beforeAll(async () => {
  t = await startTestApp();
  who = await t.admin();
  const ids: string[] = [];
  for (const sku of SKUS) ids.push((await anOrderOf(t, who, { units: 900_000_000, sku })).id);
  orders = ids;
});
afterAll(() => t.close());

const HEADINGS = [
  'Carton no.',
  'SKU',
  'Cartons',
  'Units per carton',
  'Carton weight (kg)',
  'Carton size (mm)',
  'Marks',
];
const measure = fc.integer({ min: 1, max: 99_999 });
const cartonsIn = fc.record({
  count: fc.integer({ min: 1, max: 40 }),
  contents: fc.uniqueArray(fc.record({ sku: fc.constantFrom(...SKUS), units: fc.integer({ min: 1, max: 99 }) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ sku }) => sku,
  }),
  grams: fc.option(measure),
  sides: fc.option(fc.tuple(measure, measure, measure)),
  marks: fc.option(fc.constantFrom('ACME', '=1+1', '<b>x</b>', '12,5', 'A;B', 'C/NO. 1-9')),
});
type Made = typeof cartonsIn extends fc.Arbitrary<infer M> ? M : never;

/** A packing list of these cartons, with semicolons and decimal commas, or with commas and decimal points. */
function listOf(all: readonly Made[], mark: ',' | '.'): string {
  const kilograms = (tenths: number) =>
    `${Math.floor(tenths / 10_000)}${mark}${String(tenths % 10_000).padStart(4, '0')}`;
  const millimetres = (tenths: number) => `${Math.floor(tenths / 10)}${mark}${tenths % 10}`;
  let last = 0;
  const lines = all.flatMap(({ count, contents, grams, sides, marks }) => {
    const [first, end] = [last + 1, (last += count)];
    return contents.map(({ sku, units }, i) => [
      ...(i === 0 ? [`${first}-${end}`, sku, String(count)] : ['', sku, '']),
      String(units),
      ...(i === 0
        ? [grams === null ? '' : kilograms(grams), sides === null ? '' : sides.map(millimetres).join('x')]
        : ['', '']),
      i === 0 ? (marks ?? '') : '',
    ]);
  });
  const cells = (line: readonly string[]) =>
    line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(mark === ',' ? ';' : ',');
  return [HEADINGS, ...lines].map(cells).join('\r\n');
}

/** The cartons of a plan as a list of another form: by our own numbers, in centimetres and grams. */
function exported(cartons: readonly Carton[]): string {
  const cm = (side: string | null | undefined) => String(Math.round(Number(side) * 10) / 100);
  const rows = cartons.flatMap(({ number, count, contents, measuredWeight, cartonType, marks }) =>
    contents.map(({ sku, units }) => [
      ...[number, String(units * count), sku],
      measuredWeight === null ? '' : String(Math.round(Number(measuredWeight) * 10_000) / 10),
      cartonType === null
        ? ''
        : `${cm(cartonType.height)} cm * ${cm(cartonType.length)} cm * ${cm(cartonType.width)} cm`,
      marks ?? '',
      String(count),
    ]),
  );
  return [['Carton row', 'Total units', 'SKU', 'G.W./CTN (g)', 'Meas.', 'Shipping marks', 'CTNS'], ...rows]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

it('the cartons of a plan, exported as a packing list and imported again, change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cartonsIn, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(',' as const, '.' as const),
      async (all, mark) => {
        const ids: string[] = [];
        const skus = new Set(all.flatMap(({ contents }) => contents.map(({ sku }) => sku)));
        for (const [i, orderId] of orders.entries())
          if (skus.has(SKUS[i] ?? 'KETTLE')) ids.push((await packed(t, who, orderId, { quantity: 1 })).packListId);
        const plan = await aPlan(t, who, ids);
        const list = listOf(all, mark);
        const first = await imported(t, who, plan.id, { text: list, rest: 'UNPACK' });
        expect(first.counts).toMatchObject({ fail: 0, skipped: 0, units: unitsIn(all) });
        const before = await cartonsOf(t, who, plan.id);
        expect(before.reduce((sum, { count, unitsPerCarton }) => sum + count * unitsPerCarton, 0)).toBe(unitsIn(all));
        const csv = (await fileOf(t, who, getShipmentPlanCsv, { params: { id: plan.id } })).bytes.toString('base64');
        for (const sent of [{ text: list }, { text: exported(before) }, { base64: csv }]) {
          const again = await imported(t, who, plan.id, sent);
          expect(again).toMatchObject({ operationId: null, differences: [], counts: { cartonRows: 0, changed: 0 } });
        }
        expect(await cartonsOf(t, who, plan.id)).toEqual(before);
        expect(await t.work(who, (w) => brokenShipments(w))).toEqual([]);
      },
    ),
    { numRuns: runs(8) },
  );
}, 120_000);

const unitsIn = (all: readonly Made[]): number =>
  all.reduce((sum, { count, contents }) => sum + count * contents.reduce((some, { units }) => some + units, 0), 0);
