import { listAuditLog } from '@quayside/contracts/audit';
import {
  createDutyRate,
  deleteDutyRate,
  type DutyRate,
  dutyRateTotals,
  getDutyRate,
  listDutyDestinations,
  listDutyRates,
  patchDutyRate,
  resetDutyDestination,
  setDutyDestination,
} from '@quayside/contracts/freight/duty-rates';
import type { BodyIn, QueryIn } from '@quayside/contracts/endpoint';
import { bulkEditProducts } from '@quayside/contracts/products/product-bulk-edits';
import { getProductChangelog, revertProductChange } from '@quayside/contracts/products/product-changelog';
import { createProductImport, undoProductImport } from '@quayside/contracts/products/product-imports';
import { createProduct, deleteProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReactionEvents } from '../../../events/reactions.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aSupplier } from '../../../testing/invoices.ts';
import { AREAS } from '../../all.ts';
import { registerAreas } from '../../area.ts';

let t: TestApp;
let maya: TestPerson;
const heard: ReactionEvents['duty.changed'][] = [];
beforeAll(async () => {
  t = await startTestApp();
  const ear = {
    name: 'ear',
    reactions: { 'duty.changed': async (_w: unknown, e: (typeof heard)[number]) => void heard.push(e) },
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

type Body = BodyIn<typeof createDutyRate>;
const KETTLES: Body = { hsCode: '8516.79.70', country: 'GB', percent: '4' };
const make = (body: Partial<Body> = {}, who = maya): Promise<DutyRate> =>
  t.ok(who, createDutyRate, { body: { ...KETTLES, ...body } });
const list = async (query: QueryIn<typeof listDutyRates> = {}) =>
  (await t.ok(maya, listDutyRates, { query })).content.map(
    ({ product, hsCode, country, percent }) => `${product?.sku ?? hsCode} ${country} ${percent}`,
  );
const filter = (field: string, op: string, ...values: string[]) => JSON.stringify([{ field, op, values }]);
const fieldsOf = (answer: { status: number; error: { errors?: { field: string }[] } }) => [
  answer.status,
  ...(answer.error.errors ?? []).map(({ field }) => field),
];
async function aProduct(sku: string, hsCode: string | null = null): Promise<string> {
  const supplierId = await aSupplier(t, maya);
  const { id } = await t.ok(maya, createProduct, { body: { sku, name: sku, hsCode, supplierIds: [supplierId] } });
  return id;
}

describe('a duty rate', () => {
  it('is that of a product or of an HS code, in a destination', async () => {
    const productId = await aProduct('KETTLE', '8516 7970');
    expect(await make({ percent: '04.50' })).toMatchObject({
      product: null,
      hsCode: '85167970',
      percent: '4.5',
      productCount: 1,
      validity: 'VALID',
    });
    expect(await make({ hsCode: null, productId, percent: 0 })).toMatchObject({
      product: { id: productId, sku: 'KETTLE' },
      hsCode: null,
      percent: '0',
    });
    expect(heard).toEqual([
      { productIds: [], hsCodes: ['85167970'], countries: ['GB'] },
      { productIds: [productId], hsCodes: [], countries: ['GB'] },
    ]);
  });

  it.each<[string, Partial<Body>, string]>([
    ['neither a product nor an HS code', { hsCode: null }, 'productId'],
    ['three digits', { hsCode: '851' }, 'hsCode'],
    ['thirteen digits', { hsCode: '8516797012345' }, 'hsCode'],
    ['letters', { hsCode: '8516.79.AB' }, 'hsCode'],
    ['two dots in a row', { hsCode: '8516..79' }, 'hsCode'],
    ['more than 1000 %', { percent: '1000.001' }, 'percent'],
    ['four decimals', { percent: '4.1234' }, 'percent'],
    ['less than nothing', { percent: '-1' }, 'percent'],
    ['no country', { country: 'XQ' }, 'country'],
    ['31 February', { validTo: '2026-02-31' }, 'validTo'],
    ['validity backwards', { validFrom: '2026-10-02', validTo: '2026-10-01' }, 'validTo'],
    ['a product of nobody', { hsCode: null, productId: '01a1fd84-0000-7000-8000-00000000dead' }, 'productId'],
  ])('is refused with %s, and the field is named', async (_, body, field) => {
    expect(fieldsOf(await t.call(maya, createDutyRate, { body: { ...KETTLES, ...body } }))).toEqual([422, field]);
    expect(heard).toEqual([]);
  });

  it('has no double that begins on the same day', async () => {
    await make();
    expect(fieldsOf(await t.call(maya, createDutyRate, { body: { ...KETTLES, percent: '5' } }))).toEqual([
      422,
      'validFrom',
    ]);
    await make({ validFrom: '2027-01-01', percent: '5' });
    expect(await list()).toEqual(['85167970 GB 4', '85167970 GB 5']);
  });

  it('is changed, also to another product, and announces what was and what is', async () => {
    const productId = await aProduct('KETTLE');
    const { id } = await make();
    heard.length = 0;
    const changed = await t.ok(maya, patchDutyRate, { params: { id }, body: { productId, country: 'US' } });
    expect(changed).toMatchObject({ product: { id: productId }, hsCode: null, country: 'US', version: 2 });
    expect(heard).toEqual([{ productIds: [productId], hsCodes: ['85167970'], countries: ['GB', 'US'] }]);
    const stale = await t.call(maya, patchDutyRate, { params: { id }, body: { percent: '1', version: 1 } });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict_version']);
  });

  it('is deleted and restored', async () => {
    const { id } = await make();
    const { operationId } = await t.ok(maya, deleteDutyRate, { params: { id } });
    expect(await list()).toEqual([]);
    await t.ok(maya, undoOperation, { params: { operationId } });
    expect(await list()).toEqual(['85167970 GB 4']);
    expect(heard).toHaveLength(3);
  });

  it('stays deleted when another one has taken its place', async () => {
    const { id } = await make();
    const { operationId } = await t.ok(maya, deleteDutyRate, { params: { id } });
    await make({ percent: '6' });
    expect(await t.ok(maya, undoOperation, { params: { operationId } })).toMatchObject({
      restored: 0,
      kept: [{ label: '85167970 GB', reason: 'EDITED' }],
    });
    expect(await list()).toEqual(['85167970 GB 6']);
  });

  it('of another account does not exist', async () => {
    const { id } = await make({}, await t.admin());
    expect((await t.call(maya, getDutyRate, { params: { id } })).status).toBe(404);
    expect((await t.call(maya, patchDutyRate, { params: { id }, body: {} })).status).toBe(404);
    expect((await t.call(maya, deleteDutyRate, { params: { id } })).status).toBe(404);
  });

  it('keeps its product from being deleted', async () => {
    const productId = await aProduct('KETTLE');
    await make({ hsCode: null, productId });
    const refused = await t.call(maya, deleteProduct, { params: { id: productId } });
    expect([refused.status, refused.error.message, refused.error.uses?.map(({ label }) => label)]).toEqual([
      409,
      'This product has duty rates. Delete them first, or archive it.',
      ['GB · 4 %'],
    ]);
  });

  it('is found by SKU, by HS code with dots, by destination and by validity', async () => {
    await make({ hsCode: null, productId: await aProduct('PAN'), country: 'US', validTo: '2026-11-19' });
    await make();
    expect(await list()).toEqual(['85167970 GB 4', 'PAN US 4']);
    expect(await list({ search: 'pan' })).toEqual(['PAN US 4']);
    expect(await list({ search: '8516.79' })).toEqual(['85167970 GB 4']);
    expect(await list({ filter: filter('hsCode', 'contains', '8516.79') })).toEqual(['85167970 GB 4']);
    expect(await list({ filter: filter('country', 'in', 'US') })).toEqual(['PAN US 4']);
    expect(await list({ filter: filter('validity', 'in', 'EXPIRED') })).toEqual(['PAN US 4']);
    expect(await list({ filter: filter('validOn', 'between', '2026-11-20', '2026-11-20') })).toEqual(['85167970 GB 4']);
    expect(await t.ok(maya, dutyRateTotals)).toEqual({ count: 2, countries: 2, expired: 1 });
  });

  it('is in the audit log with the name of its product', async () => {
    const productId = await aProduct('KETTLE');
    await make({ hsCode: null, productId });
    const { content } = await t.ok(maya, listAuditLog, { query: { filter: filter('kind', 'in', 'duty-rate') } });
    expect(
      content.map(({ things, changes }) => [things[0]?.label, changes.map(({ field, to }) => [field, to])]),
    ).toEqual([
      [
        'KETTLE GB',
        [
          ['product', 'KETTLE'],
          ['country', 'GB'],
          ['percent', '4'],
        ],
      ],
    ]);
  });
});

describe('what duty is charged on', () => {
  const destinations = async () =>
    (await t.ok(maya, listDutyDestinations)).map(
      ({ country, customsValue, isOwn }) => `${country} ${customsValue}${isOwn ? ' own' : ''}`,
    );

  it('is CIF, in the US FOB, or what the account says', async () => {
    await make();
    await make({ country: 'US' });
    heard.length = 0;
    expect(await destinations()).toEqual(['GB CIF', 'US FOB']);
    await t.ok(maya, setDutyDestination, { params: { country: 'AU' }, body: { customsValue: 'FOB' } });
    await t.ok(maya, setDutyDestination, { params: { country: 'US' }, body: { customsValue: 'FOB' } });
    expect(await destinations()).toEqual(['AU FOB own', 'GB CIF', 'US FOB own']);
    // What was FOB already makes no difference.
    expect(heard).toEqual([{ productIds: null, hsCodes: [], countries: ['AU'] }]);
    await t.ok(maya, resetDutyDestination, { params: { country: 'AU' } });
    expect(await destinations()).toEqual(['GB CIF', 'US FOB own']);
    expect(heard).toHaveLength(2);
    const unknown = await t.call(maya, setDutyDestination, {
      params: { country: 'XQ' },
      body: { customsValue: 'FOB' },
    });
    expect(fieldsOf(unknown)).toEqual([422, 'country']);
  });
});

describe('the HS code of a product', () => {
  const codeOf = async (id: string) => (await t.ok(maya, getProduct, { params: { id } })).hsCode;

  it('is stored as typed, announced, and reverted by the changelog', async () => {
    const id = await aProduct('KETTLE', '8516.79');
    expect(heard).toEqual([]);
    await t.ok(maya, patchProduct, { params: { id }, body: { hsCode: ' 8516 79 70 ' } });
    expect(await codeOf(id)).toBe('8516 79 70');
    const { content } = await t.ok(maya, getProductChangelog, { params: { productId: id } });
    expect(content[0]).toMatchObject({ field: 'hsCode', oldValue: '8516.79', newValue: '8516 79 70' });
    await t.ok(maya, revertProductChange, { params: { productId: id, entryId: content[0]?.id ?? '' }, body: {} });
    expect(await codeOf(id)).toBe('8516.79');
    const all = { productIds: [id], hsCodes: [], countries: null };
    expect(heard).toEqual([all, all]);
    // Another field of the product says nothing about duty.
    await t.ok(maya, patchProduct, { params: { id }, body: { notes: 'x' } });
    expect(heard).toHaveLength(2);
  });

  it.each(['123', '1234567890123', '85167970x', '85-16'])('%s is refused', async (hsCode) => {
    const id = await aProduct('KETTLE');
    expect(fieldsOf(await t.call(maya, patchProduct, { params: { id }, body: { hsCode } }))).toEqual([422, 'hsCode']);
  });

  it('is edited for many products, and the edit is undone', async () => {
    const ids = [await aProduct('KETTLE'), await aProduct('PAN', '7323')];
    const { operationId } = await t.ok(maya, bulkEditProducts, {
      body: { selection: { ids }, changes: { hsCode: '8516' } },
    });
    expect(await Promise.all(ids.map(codeOf))).toEqual(['8516', '8516']);
    await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(await Promise.all(ids.map(codeOf))).toEqual([null, '7323']);
    expect(heard.map(({ productIds }) => productIds?.toSorted())).toEqual([ids.toSorted(), ids.toSorted()]);
  });

  it('comes from a file, whose import is undone', async () => {
    const id = await aProduct('KETTLE', '7323');
    const made = await t.ok(maya, createProductImport, {
      file: { name: 'p.csv', content: 'SKU,Name,HS code\nKETTLE,KETTLE,8516.79.70\nNEW,New,7323 93\n' },
    });
    expect(made.counts).toMatchObject({ create: 1, update: 1, fail: 0 });
    expect(await codeOf(id)).toBe('8516.79.70');
    expect(heard).toEqual([{ productIds: [id], hsCodes: [], countries: null }]);
    await t.ok(maya, undoProductImport, { params: { importId: made.id } });
    expect(await codeOf(id)).toBe('7323');
    const wrong = await t.ok(maya, createProductImport, {
      query: { dryRun: 'true' },
      file: { name: 'p.csv', content: 'SKU,Name,HS code\nNEW,New,85\n' },
    });
    expect(wrong.counts).toMatchObject({ fail: 1 });
  });

  it('can be changed while somebody changes costs', async () => {
    const id = await aProduct('KETTLE');
    await Promise.all([
      ...['8516', '7323', '9403'].map((hsCode) => t.ok(maya, patchProduct, { params: { id }, body: { hsCode } })),
      ...['1', '2', '3'].map((percent) =>
        make({ hsCode: null, productId: id, percent, validFrom: `202${percent}-01-01` }),
      ),
    ]);
    expect(await list()).toHaveLength(3);
  });
});
