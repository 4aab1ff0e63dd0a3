import {
  createSupplier,
  getSupplier,
  listSuppliers,
  type PaymentTerm,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { percentText } from '@quayside/domain/suppliers/terms';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
});
afterAll(() => t.close());

const add = (more: object) => t.ok(admin, createSupplier, { body: { companyName: 'Haosheng', ...more } });
const put = (id: string, more: object) =>
  t.ok(admin, updateSupplier, { params: { id }, body: { companyName: 'Haosheng', ...more } });
const DEPOSIT: PaymentTerm[] = [
  { percent: '30', event: 'ORDER', months: 0, days: 0, monthEnd: null },
  { percent: '70', event: 'BEFORE_SHIPPING', months: 0, days: 0, monthEnd: null },
];
const SEA = { shippingMethod: 'SEA', production: 30, transit: 35, checkIn: 5 } as const;
const AIR = { shippingMethod: 'AIR', production: 30, transit: 6, checkIn: null } as const;

describe('payment terms', () => {
  it('are stored in order and in one notation, stay when absent, and are removed by an empty list', async () => {
    const made = await add({
      paymentTerms: [
        { percent: 30, event: 'ORDER' },
        { percent: '70.00', event: 'BEFORE_SHIPPING' },
      ],
      xeroId: 'x-1',
    });
    expect(made).toMatchObject({ paymentTerms: DEPOSIT, xeroId: 'x-1' });
    expect(await put(made.id, {})).toMatchObject({ paymentTerms: DEPOSIT, xeroId: 'x-1', version: 1 });
    expect((await put(made.id, { paymentTerms: DEPOSIT.toReversed() })).paymentTerms).toEqual(DEPOSIT.toReversed());
    expect(await put(made.id, { paymentTerms: [], xeroId: null })).toMatchObject({
      paymentTerms: [],
      xeroId: null,
      version: 3,
    });
  });

  it('can be due before an event, and from the end of its month', async () => {
    const paymentTerms: PaymentTerm[] = [
      { percent: '20', event: 'INSPECTION', months: 0, days: -365, monthEnd: null },
      { percent: '80', event: 'DELIVERY', months: 0, days: 365, monthEnd: 'BEFORE' },
    ];
    expect((await add({ paymentTerms })).paymentTerms).toEqual(paymentTerms);
  });

  it('do not change when they are sent again in another notation', async () => {
    const made = await add({ paymentTerms: DEPOSIT, leadTimes: [SEA, AIR] });
    expect(
      (await put(made.id, { paymentTerms: [{ ...DEPOSIT[0], percent: '30.0' }, DEPOSIT[1]], leadTimes: [AIR, SEA] }))
        .version,
    ).toBe(1);
  });

  it('must add up to the whole, in any shares', async () => {
    const { id } = await add({});
    const shares = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 9 }).map((cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), 10_000];
      return edges.slice(1).map((edge, i) => edge - (edges[i] ?? 0));
    });
    await fc.assert(
      fc.asyncProperty(shares, fc.nat(), async (hundredths, at) => {
        const paymentTerms = hundredths.map((share) => ({
          percent: percentText(share),
          event: 'ARRIVAL' as const,
          months: 0,
          days: 30,
          monthEnd: null,
        }));
        expect((await put(id, { paymentTerms })).paymentTerms).toEqual(paymentTerms);
        if (hundredths.length === 1) return;
        const short = await t.call(admin, updateSupplier, {
          params: { id },
          body: { companyName: 'X', paymentTerms: paymentTerms.toSpliced(at % hundredths.length, 1) },
        });
        expect([short.status, short.error.errors]).toMatchObject([
          422,
          [{ field: 'paymentTerms', message: 'The shares must add up to 100 %' }],
        ]);
      }),
      { numRuns: runs(15) },
    );
  });

  it.each([
    [
      {
        paymentTerms: [
          { percent: '0', event: 'ORDER' },
          { percent: '100', event: 'ORDER' },
        ],
      },
      'paymentTerms.0.percent',
    ],
    [{ paymentTerms: [{ percent: '100.001', event: 'ORDER' }] }, 'paymentTerms.0.percent'],
    [{ paymentTerms: [{ percent: '100', event: 'SOMETIME' }] }, 'paymentTerms.0.event'],
    [
      { paymentTerms: [{ percent: '100', event: 'ORDER', months: 0, days: -366, monthEnd: null }] },
      'paymentTerms.0.days',
    ],
    [{ leadTimes: [SEA, SEA] }, 'leadTimes'],
    [{ leadTimes: [{ ...SEA, transit: -1 }] }, 'leadTimes.0.transit'],
    [{ leadTimes: [{ ...SEA, transit: 366 }] }, 'leadTimes.0.transit'],
  ])('%j is refused at %s', async (more, field) => {
    const answer = await t.call(admin, createSupplier, { body: { companyName: 'X', ...(more as object) } });
    expect([answer.status, answer.error.errors?.map((e) => e.field)]).toEqual([422, [field]]);
  });
});

describe('lead times', () => {
  it('are stored per shipping method; a method without any days is not stored', async () => {
    const made = await add({
      leadTimes: [SEA, { shippingMethod: 'LAND', production: null, transit: null, checkIn: null }, AIR],
    });
    expect(made.leadTimes).toEqual([AIR, SEA]);
    expect((await put(made.id, { leadTimes: [AIR] })).leadTimes).toEqual([AIR]);
    expect((await put(made.id, { leadTimes: [] })).leadTimes).toEqual([]);
    expect((await t.ok(admin, getSupplier, { params: { id: made.id } })).leadTimes).toEqual([]);
  });

  it("sort the list by the supplier's shipping method, or by the general lead time", async () => {
    const seller = await t.admin();
    const supplier = (companyName: string, more: object) =>
      t.ok(seller, createSupplier, { body: { companyName, ...more } });
    await supplier('unknown', {});
    await supplier('general 60', { leadTime: 60, shippingMethod: 'SEA' });
    await supplier('sea 70', { leadTime: 1, shippingMethod: 'SEA', leadTimes: [SEA, AIR] });
    await supplier('air 36', { leadTime: 90, shippingMethod: 'AIR', leadTimes: [SEA, AIR] });
    const names = async (sort: string) =>
      (await t.ok(seller, listSuppliers, { query: { sort: [sort] } })).content.map((s) => s.companyName);
    expect(await names('leadTime')).toEqual(['air 36', 'general 60', 'sea 70', 'unknown']);
    expect(await names('leadTime,desc')).toEqual(['sea 70', 'general 60', 'air 36', 'unknown']);
  });
});

it('payment terms and lead times are in the audit log with their old and new values', async () => {
  const { id } = await add({ paymentTerms: DEPOSIT, leadTimes: [SEA] });
  await put(id, { paymentTerms: [], leadTimes: [AIR], xeroId: 'abc' });
  const log = await t.work(admin, (w) =>
    w.tx
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'supplier.changed')
      .where(sql<boolean>`subject_ids @> array[${id}::uuid]`)
      .execute(),
  );
  expect(log).toEqual([
    {
      details: {
        version: 2,
        changes: [
          { field: 'xeroId', from: null, to: 'abc' },
          { field: 'paymentTerms', from: DEPOSIT, to: [] },
          { field: 'leadTimes', from: [SEA], to: [AIR] },
        ],
      },
    },
  ]);
});
