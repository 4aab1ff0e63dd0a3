import { listAuditLog } from '@quayside/contracts/audit';
import type { BodyIn, QueryIn } from '@quayside/contracts/endpoint';
import { exportFreightRates } from '@quayside/contracts/exports';
import {
  createFreightRate,
  deleteFreightRate,
  type FreightRate,
  freightRateTotals,
  getFreightRate,
  listContainerSizes,
  listFreightRates,
  patchFreightRate,
  resetContainerSize,
  setContainerSize,
  uploadFreightRates,
} from '@quayside/contracts/freight/freight-rates';
import { searchRecords } from '@quayside/contracts/search';
import { deleteSupplier, mergeSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReactionEvents } from '../../../events/reactions.ts';
import { urlOf } from '../../../http/local-client.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aSupplier } from '../../../testing/invoices.ts';
import { aPlan, aShippableOrder, packListsOf } from '../../../testing/shipment-plans.ts';
import { AREAS } from '../../all.ts';
import { registerAreas } from '../../area.ts';

let t: TestApp;
let maya: TestPerson;
const heard: ReactionEvents['freight-rate.changed'][] = [];
beforeAll(async () => {
  t = await startTestApp();
  const ear = {
    name: 'ear',
    reactions: { 'freight-rate.changed': async (_w: unknown, e: (typeof heard)[number]) => void heard.push(e) },
  };
  registerAreas([...AREAS, ear]);
});
beforeEach(async () => {
  maya = await t.admin();
  heard.length = 0;
});
afterAll(async () => {
  registerAreas(AREAS);
  await t.close();
});

type Body = BodyIn<typeof createFreightRate>;
const AIR: Body = {
  name: 'Air to London',
  mode: 'AIR',
  currency: 'USD',
  unit: 'KG',
  breaks: [
    { from: '0', price: '7.00' },
    { from: '45', price: '5.50' },
    { from: '100', price: '4.2' },
  ],
};
const make = (body: Partial<Body> = {}, who = maya): Promise<FreightRate> =>
  t.ok(who, createFreightRate, { body: { ...AIR, ...body } });
const list = async (query: QueryIn<typeof listFreightRates> = {}) =>
  (await t.ok(maya, listFreightRates, { query })).content.map(({ name }) => name);
const filter = (field: string, op: string, ...values: string[]) => JSON.stringify([{ field, op, values }]);
const fieldsOf = (answer: { status: number; error: { errors?: { field: string }[] } }) => [
  answer.status,
  ...(answer.error.errors ?? []).map(({ field }) => field),
];

/** A plan that chose this rate. */
async function aPlanBy(rateId: string): Promise<{ id: string; number: string }> {
  const { orderId } = await aShippableOrder(t, maya, 'KETTLE');
  const { id, number } = await aPlan(t, maya, await packListsOf(t, maya, orderId, 100));
  await t.work(maya, (w) =>
    w.tx.updateTable('shipment_plan').set({ freight_rate_id: rateId }).where('id', '=', id).execute(),
  );
  return { id, number };
}

describe('a freight rate', () => {
  it('is stored as typed, with what a rate has where nothing is said', async () => {
    expect(await make()).toMatchObject({
      name: 'Air to London',
      forwarder: null,
      breaks: [
        { from: '0', price: '7' },
        { from: '45', price: '5.5' },
        { from: '100', price: '4.2' },
      ],
      divisor: null,
      level: 'SHIPMENT',
      sideRounding: 'NONE',
      minimum: '0',
      leastCharge: '0.00',
      fees: [],
      validity: 'VALID',
      planCount: 0,
      isArchived: false,
      can: { delete: { allowed: true } },
      version: 1,
    });
  });

  it('keeps the exact numbers and amounts in its currency', async () => {
    const { id } = await make({
      currency: 'JPY',
      breaks: [{ from: '0.45359237', price: '1234.5678' }],
      minimum: '0.000000001',
      leastCharge: '5000',
      fees: [{ name: 'Documents', amount: 1200 }],
    });
    expect(await t.ok(maya, getFreightRate, { params: { id } })).toMatchObject({
      breaks: [{ from: '0.45359237', price: '1234.5678' }],
      minimum: '0.000000001',
      leastCharge: '5000',
      fees: [{ name: 'Documents', amount: '1200' }],
    });
  });

  it.each<[string, Partial<Body>, string]>([
    ['no price', { breaks: [] }, 'breaks'],
    [
      'breaks out of order',
      {
        breaks: [
          { from: '45', price: '5' },
          { from: '0', price: '7' },
        ],
      },
      'breaks.1.from',
    ],
    [
      'a break twice',
      {
        breaks: [
          { from: '0', price: '5' },
          { from: '0.0', price: '7' },
        ],
      },
      'breaks.1.from',
    ],
    ['a price with five decimals', { breaks: [{ from: '0', price: '1.23456' }] }, 'breaks.0.price'],
    ['a price below 0', { breaks: [{ from: '0', price: '-1' }] }, 'breaks.0.price'],
    ['words as a price', { breaks: [{ from: '0', price: 'much' }] }, 'breaks.0.price'],
    ['a beginning with ten decimals', { breaks: [{ from: '0.0000000001', price: '1' }] }, 'breaks.0.from'],
    ['a container without a type', { unit: 'CONTAINER' }, 'containerType'],
    ['cubic metres by carton', { unit: 'WM', level: 'CARTON' }, 'level'],
    ['a divisor of 0', { divisor: '0' }, 'divisor'],
    ['a divisor with seven decimals', { divisor: '1.2345678' }, 'divisor'],
    ['validity backwards', { validFrom: '2026-10-02', validTo: '2026-10-01' }, 'validTo'],
    ['31 February', { validFrom: '2026-02-31' }, 'validFrom'],
    ['a currency that does not exist', { currency: 'XQQ' }, 'currency'],
    ['a country that does not exist', { toCountry: 'XQ' }, 'toCountry'],
    ['a least charge below 0', { leastCharge: '-1' }, 'leastCharge'],
    ['three decimals of a dollar', { fees: [{ name: 'Documents', amount: '1.234' }] }, 'fees.0.amount'],
    ['a forwarder of nobody', { forwarderId: '01a1fd84-0000-7000-8000-00000000dead' }, 'forwarderId'],
    ['367 days', { transitDays: 367 }, 'transitDays'],
  ])('is refused with %s, and the field is named', async (_, body, field) => {
    const answer = await t.call(maya, createFreightRate, { body: { ...AIR, ...body } });
    expect(fieldsOf(answer)).toEqual([422, field]);
    expect(await list()).toEqual([]);
  });

  it('is changed field by field, by one person at a time, and announces it', async () => {
    const { id } = await make();
    const changed = await t.ok(maya, patchFreightRate, {
      params: { id },
      body: { breaks: [{ from: '0', price: '6.75' }], version: 1 },
    });
    expect(changed).toMatchObject({ name: 'Air to London', breaks: [{ from: '0', price: '6.75' }], version: 2 });
    expect(heard).toEqual([{ rateIds: [id], containers: false }]);
    const stale = await t.call(maya, patchFreightRate, { params: { id }, body: { notes: 'x', version: 1 } });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict_version']);
    // The least charge of a currency with decimals does not fit one without.
    await t.ok(maya, patchFreightRate, { params: { id }, body: { leastCharge: '10.50' } });
    const yen = await t.call(maya, patchFreightRate, { params: { id }, body: { currency: 'JPY' } });
    expect(fieldsOf(yen)).toEqual([422, 'leastCharge']);
  });

  it('is not written when nothing changes', async () => {
    const { id } = await make();
    const same = await t.ok(maya, patchFreightRate, { params: { id }, body: { ...AIR, currency: 'USD' } });
    expect([same.version, heard.length]).toEqual([1, 0]);
  });

  it('of another account does not exist', async () => {
    const { id } = await make({}, await t.admin());
    for (const call of [getFreightRate, patchFreightRate, deleteFreightRate])
      expect(
        (await t.call(maya, call, { params: { id }, ...(call === patchFreightRate && { body: {} }) })).status,
      ).toBe(404);
  });
});

describe('the list of freight rates', () => {
  beforeEach(async () => {
    const forwarderId = await aSupplier(t, maya, { name: 'Seaway' });
    await make({ name: 'Old', validTo: '2026-11-19', forwarderId });
    await make({ name: 'Now', validFrom: '2026-11-20', validTo: '2026-11-20', mode: 'SEA', unit: 'WM' });
    await make({ name: 'Next', validFrom: '2026-11-21', toCountry: 'GB' });
  });

  it('is by name, and found by forwarder, mode and country', async () => {
    expect(await list()).toEqual(['Next', 'Now', 'Old']);
    expect(await list({ search: 'seaway' })).toEqual(['Old']);
    expect(await list({ filter: filter('mode', 'in', 'SEA') })).toEqual(['Now']);
    expect(await list({ filter: filter('toCountry', 'isEmpty') })).toEqual(['Now', 'Old']);
    expect(await list({ sort: ['validTo,desc'] })).toEqual(['Now', 'Old', 'Next']);
  });

  it('tells which are expired today, and which hold on a day', async () => {
    expect(await list({ filter: filter('validity', 'in', 'EXPIRED') })).toEqual(['Old']);
    expect(await list({ filter: filter('validity', 'in', 'VALID') })).toEqual(['Now']);
    expect(await list({ filter: filter('validOn', 'between', '2026-11-19', '2026-11-19') })).toEqual(['Old']);
    expect(await list({ filter: filter('validOn', 'gte', '2026-11-21') })).toEqual(['Next']);
    expect(await list({ filter: filter('validOn', 'lte', '2026-11-20') })).toEqual(['Now', 'Old']);
    const refused = await t.call(maya, listFreightRates, {
      query: { filter: filter('validOn', 'gte', '2026-02-31') },
    });
    expect(fieldsOf(refused)).toEqual([422, 'filter']);
    expect(await t.ok(maya, freightRateTotals)).toEqual({ count: 3, forwarders: 1, expired: 1 });
    expect(await t.ok(maya, freightRateTotals, { query: { search: 'now' } })).toEqual({
      count: 1,
      forwarders: 0,
      expired: 0,
    });
  });

  it('is exported as the import reads it', async () => {
    const query = { columns: 'name,forwarder,mode,currency,unit,breaks,validTo,validity', format: 'csv' } as const;
    const file = await t.app.inject({
      method: 'GET',
      url: urlOf(exportFreightRates, { userId: maya.userId }, query),
      headers: { authorization: `Bearer ${maya.token}` },
    });
    expect(file.body.replaceAll('"', '').replace('\ufeff', '').trim().split(/\r?\n/)).toEqual([
      'Name,Forwarder,Mode,Currency,Unit,Price,Valid to,Validity',
      'Next,,AIR,USD,KG,0: 7; 45: 5.5; 100: 4.2,,NOT_YET_VALID',
      'Now,,SEA,USD,WM,0: 7; 45: 5.5; 100: 4.2,2026-11-20,VALID',
      'Old,Seaway,AIR,USD,KG,0: 7; 45: 5.5; 100: 4.2,2026-11-19,EXPIRED',
    ]);
    const whole = await t.app.inject({
      method: 'GET',
      url: urlOf(exportFreightRates, { userId: maya.userId }, {}),
      headers: { authorization: `Bearer ${maya.token}` },
    });
    const again = await t.ok(maya, uploadFreightRates, { file: { name: 'rates.csv', content: whole.body } });
    expect(again.counts).toEqual({ rows: 3, create: 0, update: 0, same: 3, fail: 0 });
  });

  it('is found by the search over all areas', async () => {
    const { records } = await t.ok(maya, searchRecords, { query: { text: 'seaway old' } });
    expect(records.filter(({ type }) => type === 'FREIGHT_RATE')).toMatchObject([
      { title: 'Old', detail: 'Seaway · 2026-11-19' },
    ]);
  });
});

describe('a freight rate that is not wanted any more', () => {
  it('is deleted, and restored with the same id', async () => {
    const { id } = await make({ fees: [{ name: 'Documents', amount: '45.00' }] });
    const { operationId } = await t.ok(maya, deleteFreightRate, { params: { id } });
    expect((await t.call(maya, getFreightRate, { params: { id } })).status).toBe(404);
    expect(await t.ok(maya, undoOperation, { params: { operationId } })).toMatchObject({ restored: 1, keptCount: 0 });
    expect(await t.ok(maya, getFreightRate, { params: { id } })).toMatchObject({
      version: 2,
      fees: [{ name: 'Documents', amount: '45.00' }],
    });
  });

  it('stays deleted when its forwarder is gone', async () => {
    const forwarderId = await aSupplier(t, maya, { name: 'Gone' });
    const { id } = await make({ forwarderId });
    const { operationId } = await t.ok(maya, deleteFreightRate, { params: { id } });
    await t.ok(maya, deleteSupplier, { params: { id: forwarderId } });
    expect(await t.ok(maya, undoOperation, { params: { operationId } })).toMatchObject({
      restored: 0,
      kept: [{ label: 'Air to London', reason: 'DELETED' }],
    });
  });

  it('can only be archived once a plan chose it, and is then no longer in the list', async () => {
    const { id } = await make();
    const plan = await aPlanBy(id);
    const refused = await t.call(maya, deleteFreightRate, { params: { id } });
    expect([refused.status, refused.error.code, refused.error.uses]).toEqual([
      409,
      'freight.in_use',
      [{ type: 'SHIPMENT_PLAN', id: plan.id, label: plan.number }],
    ]);
    const archived = await t.ok(maya, patchFreightRate, { params: { id }, body: { isArchived: true } });
    expect(archived).toMatchObject({ isArchived: true, planCount: 1, can: { delete: { allowed: false } } });
    // What plans cost by it stays the same.
    expect(heard).toEqual([]);
    expect(await list()).toEqual([]);
    expect(await list({ filter: filter('archived', 'in', 'true') })).toEqual(['Air to London']);
    await t.ok(maya, patchFreightRate, { params: { id }, body: { isArchived: false } });
    expect(await list()).toEqual(['Air to London']);
  });

  it('keeps a supplier from being deleted while it names it', async () => {
    const forwarderId = await aSupplier(t, maya, { name: 'Seaway' });
    await make({ forwarderId });
    const refused = await t.call(maya, deleteSupplier, { params: { id: forwarderId } });
    expect([refused.status, refused.error.code]).toEqual([409, 'suppliers.in_use']);
  });
});

describe('two forwarders that are merged', () => {
  it('have one list of rates, and theirs again when the merge is undone', async () => {
    const [from, to] = [
      await aSupplier(t, maya, { name: 'Seaway' }),
      await aSupplier(t, maya, { name: 'Sea Way Ltd' }),
    ];
    const [kept, edited] = [await make({ forwarderId: from }), await make({ name: 'Other', forwarderId: from })];
    const { operationId } = await t.ok(maya, mergeSuppliers, { params: { id: to }, body: { supplierId: from } });
    const forwarderOf = async (id: string) => (await t.ok(maya, getFreightRate, { params: { id } })).forwarder?.id;
    expect([await forwarderOf(kept.id), await forwarderOf(edited.id)]).toEqual([to, to]);
    await t.ok(maya, patchFreightRate, { params: { id: edited.id }, body: { notes: 'By phone' } });
    await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } });
    expect([await forwarderOf(kept.id), await forwarderOf(edited.id)]).toEqual([from, to]);
  });
});

describe('containers', () => {
  const sizes = async () => {
    const all = await t.ok(maya, listContainerSizes);
    return all.map(
      ({ name, usableVolume, payload, isOwn }) => `${name} ${usableVolume} m3 ${payload} kg${isOwn ? ' own' : ''}`,
    );
  };

  it('hold what is published, or what the account says, and go back', async () => {
    expect(await sizes()).toEqual([
      '20GP 26 m3 28180 kg',
      '40GP 56 m3 26730 kg',
      '40HQ 64 m3 26540 kg',
      '45HQ 73 m3 25660 kg',
    ]);
    await t.ok(maya, setContainerSize, {
      params: { containerType: '40FT_HC' },
      body: { usableVolume: '65.5', payload: 24000 },
    });
    expect((await sizes())[2]).toBe('40HQ 65.5 m3 24000 kg own');
    expect(heard).toEqual([{ rateIds: [], containers: true }]);
    await t.ok(maya, resetContainerSize, { params: { containerType: '40FT_HC' } });
    expect((await sizes())[2]).toBe('40HQ 64 m3 26540 kg');
    expect(heard).toHaveLength(2);
  });

  it.each([
    [{ usableVolume: '0', payload: '1' }, 'usableVolume'],
    [{ usableVolume: '26', payload: '-1' }, 'payload'],
    [{ usableVolume: '2600', payload: '1' }, 'usableVolume'],
    [{ usableVolume: 'big', payload: '1' }, 'usableVolume'],
  ])('refuse %o', async (body, field) => {
    const answer = await t.call(maya, setContainerSize, { params: { containerType: '20FT' }, body });
    expect(fieldsOf(answer)).toEqual([422, field]);
  });
});

it('is in the audit log with its fields before and after', async () => {
  const forwarderId = await aSupplier(t, maya, { name: 'Seaway' });
  const { id } = await make({ forwarderId });
  await t.ok(maya, patchFreightRate, {
    params: { id },
    body: { breaks: [{ from: '0', price: '6.5' }], leastCharge: '80' },
  });
  const { content } = await t.ok(maya, listAuditLog, { query: { search: 'air to london' } });
  expect(
    content.map(({ action, changes }) => [action, changes.map(({ field, from, to }) => [field, from, to])]),
  ).toEqual([
    [
      'freight-rate.changed',
      [
        ['breaks', '0: 7; 45: 5.5; 100: 4.2', '6.5'],
        ['leastCharge', null, '80.00 USD'],
      ],
    ],
    [
      'freight-rate.created',
      [
        ['name', null, 'Air to London'],
        ['forwarder', null, 'Seaway'],
        ['mode', null, 'AIR'],
        ['currency', null, 'USD'],
        ['unit', null, 'KG'],
        ['breaks', null, '0: 7; 45: 5.5; 100: 4.2'],
        ['level', null, 'SHIPMENT'],
        ['sideRounding', null, 'NONE'],
      ],
    ],
  ]);
});
