import { explainProduct } from '@quayside/contracts/costs/costs';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createProduct, deleteProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { getProductBundle, replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { brokenBundles, bundleOf, refreshBundlesOf } from './bundles.service.ts';
import { brokenInvariants } from '../check/invariants.views.ts';

let t: TestApp;
let maya: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  maya = await t.admin('GBP');
  supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo', currency: 'GBP' } })).id;
});

const product = async (sku: string) =>
  (await t.ok(maya, createProduct, { body: { sku, name: `The ${sku}`, supplierIds: [supplierId] } })).id;
const seen = (id: string) => t.ok(maya, getProduct, { params: { id } });
const bundle = (id: string) => t.ok(maya, getProductBundle, { params: { id } });
type Parts = readonly (readonly [productId: string, quantity: number])[];
const put = (id: string, parts: Parts, version?: number) =>
  t.call(maya, replaceProductBundle, {
    params: { id },
    body: {
      parts: parts.map(([productId, quantity]) => ({ productId, quantity })),
      ...(version !== undefined && { version }),
    },
  });
const make = async (sku: string, parts: Parts): Promise<string> => {
  const id = await product(sku);
  expect((await put(id, parts)).status).toBe(200);
  return id;
};
/** Creates an invoice for units of a product. Returns a function that changes its line. */
const buy = async (productId: string, quantity: number, amount: string, freight?: string) => {
  const invoice = await t.ok(maya, createInvoice, {
    body: { supplierId, invoiceNumber: `F-${productId.slice(-4)}`, date: '2026-11-02' },
  });
  const params = { invoiceId: invoice.id };
  const { line } = await t.ok(maya, createInvoiceLine, { params, body: { productId, quantity, amount } });
  if (freight) await t.ok(maya, createInvoiceLine, { params, body: { costType: 'SHIPPING', amount: freight } });
  return {
    invoiceId: invoice.id,
    change: (body: Record<string, unknown>) =>
      t.ok(maya, patchInvoiceLine, { params: { ...params, id: line.invoiceLineId }, body }),
  };
};
const columns = (id: string) =>
  t.work(maya, (w) =>
    w.tx
      .selectFrom('product_cost_total')
      .select(['is_bundle', 'bundle_landed', 'bundle_factory', 'landed_per_unit', 'inbound_per_unit'])
      .where('product_id', '=', id)
      .executeTakeFirst(),
  );
const sound = async () =>
  expect([...(await t.work(maya, brokenBundles)), ...(await t.work(maya, brokenInvariants))]).toEqual([]);

describe('the cost of a bundle', () => {
  it('is the exact sum of its parts, on the bundle, the product and the lists', async () => {
    const [cup, pot] = [await product('CUP'), await product('POT')];
    await buy(cup, 3, '1.00');
    await buy(pot, 7, '10.00', '4.00');
    const set = await make('SET', [
      [cup, 3],
      [pot, 2],
    ]);
    // The expected cost is 3 × 1.00/3 + 2 × 14.00/7 = 5. If the costs per unit were rounded first, it would be
    // 4.999999.
    expect(await bundle(set)).toEqual({
      parts: [
        {
          productId: cup,
          product: { id: cup, sku: 'CUP', name: 'The CUP' },
          quantity: 3,
          isBundle: false,
          landedCostPerUnit: '0.333333',
        },
        {
          productId: pot,
          product: { id: pot, sku: 'POT', name: 'The POT' },
          quantity: 2,
          isBundle: false,
          landedCostPerUnit: '2.0000',
        },
      ],
      landedCostPerUnit: '5.0000',
      version: 2,
    });
    const figures = {
      isBundle: true,
      landedCostPerUnit: '5.0000',
      costPerUnit: '5.0000',
      factoryCostPerUnit: '3.857143',
      inboundCostPerUnit: '1.142857',
      unitsOrdered: 0,
      landedCostTotal: '0.00',
      isProvisional: true,
    };
    expect(await seen(set)).toMatchObject(figures);
    const sort = { sort: 'landedCostPerUnit,desc' } as const;
    const { content } = await t.ok(maya, listProducts, { query: sort });
    expect(content.map((p) => [p.sku, p.isBundle])).toEqual([
      ['SET', true],
      ['POT', false],
      ['CUP', false],
    ]);
    expect(content[0]).toMatchObject(figures);
    const chip = (values: string[]) => ({
      filter: JSON.stringify([{ field: 'landedCostPerUnit', op: 'between', values }]),
    });
    expect((await t.ok(maya, listProducts, { query: chip(['5', '5']) })).content.map((p) => p.sku)).toEqual(['SET']);
    await sound();
  });

  it('ignores costs booked on the bundle itself', async () => {
    const cup = await product('CUP');
    await buy(cup, 2, '3.00');
    const set = await make('SET', [[cup, 1]]);
    await buy(set, 10, '500.00');
    expect(await seen(set)).toMatchObject({ landedCostPerUnit: '1.5000', landedCostTotal: '500.00', unitsOrdered: 10 });
    expect((await put(set, [])).body).toEqual({ parts: [], landedCostPerUnit: '50.0000', version: 3 });
    expect(await seen(set)).toMatchObject({ isBundle: false, landedCostPerUnit: '50.0000' });
    expect(await columns(set)).toMatchObject({ is_bundle: false, bundle_landed: null });
    await sound();
  });

  it('is updated with every change of a part, in all nested bundles, and announced to open windows', async () => {
    const [cup, pot] = [await product('CUP'), await product('POT')];
    const bought = await buy(cup, 4, '8.00');
    const pair = await make('PAIR', [[cup, 2]]);
    const tea = await make('TEA', [
      [pair, 3],
      [pot, 1],
    ]);
    const gift = await make('GIFT', [[tea, 1]]);
    expect([await seen(pair), await seen(tea), await seen(gift)].map((p) => p.landedCostPerUnit)).toEqual([
      '4.0000',
      null,
      null,
    ]);
    expect(
      (
        await t.ok(maya, listProducts, {
          query: { filter: JSON.stringify([{ field: 'missing', op: 'in', values: ['COST'] }]) },
        })
      ).totalElements,
    ).toBe(3);
    await buy(pot, 1, '9.00');
    expect([await seen(tea), await seen(gift)].map((p) => p.landedCostPerUnit)).toEqual(['21.0000', '21.0000']);

    const cursor = async () => {
      await t.deps.dispatcher.drain();
      return t.deps.dispatcher.cursor();
    };
    const before = await cursor();
    await bought.change({ quantity: 2 });
    expect([await seen(pair), await seen(tea), await seen(gift)].map((p) => p.landedCostPerUnit)).toEqual([
      '8.0000',
      '33.0000',
      '33.0000',
    ]);
    const told = async () =>
      (await t.deps.dispatcher.since(maya.accountId, before))?.events
        .filter((e) => e.payload['topic'] === 'products')
        .flatMap((e) => e.payload['ids']);
    expect(await told()).toEqual(expect.arrayContaining([pair, tea, gift]));

    // New components of an inner bundle also change the cost of the bundles that contain it.
    await put(pair, [[cup, 1]]);
    expect([await seen(tea), await seen(gift)].map((p) => p.landedCostPerUnit)).toEqual(['21.0000', '21.0000']);
    // When no units are left, the cost is unknown again.
    await bought.change({ quantity: 0 });
    expect([await seen(pair), await seen(tea), await seen(gift)].map((p) => p.landedCostPerUnit)).toEqual([
      null,
      null,
      null,
    ]);
    expect(await columns(gift)).toMatchObject({ is_bundle: true, bundle_landed: null, landed_per_unit: null });
    await sound();
  });

  it('is provisional while the cost of any part is', async () => {
    const cup = await product('CUP');
    const bought = await buy(cup, 1, '1.00');
    const outer = await make('OUTER', [[await make('INNER', [[cup, 1]]), 1]]);
    expect((await seen(outer)).isProvisional).toBe(true);
    await t.ok(maya, confirmInvoice, { params: { id: bought.invoiceId }, body: {} });
    expect((await seen(outer)).isProvisional).toBe(false);
  });

  it('can be read as known on a day, and for orders dated by a day', async () => {
    t.setTime('2026-11-05T10:00:00Z');
    maya = await t.session(maya.userId, maya.accountId);
    const cup = await product('CUP');
    await buy(cup, 3, '1.00');
    const pair = await make('PAIR', [[cup, 2]]);
    t.setTime('2026-11-20T10:00:00Z');
    maya = await t.session(maya.userId, maya.accountId);
    await buy(cup, 1, '7.00');
    const landed = async (query: { asKnownOn?: string; datedBy?: string }) =>
      (await t.ok(maya, explainProduct, { params: { id: pair }, query })).bundle?.landedPerUnit;
    expect(await landed({})).toBe('4.0000');
    expect(await landed({ asKnownOn: '2026-11-10' })).toBe('0.666667');
    expect(await landed({ asKnownOn: '2026-11-04' })).toBeNull();
    expect(await landed({ datedBy: '2026-11-01' })).toBeNull();
  });

  it('is explained by its parts; a plain product has no bundle section', async () => {
    const cup = await product('CUP');
    await buy(cup, 3, '1.00');
    const pair = await make('PAIR', [[cup, 2]]);
    const six = await make('SIX', [
      [pair, 3],
      [cup, 1],
    ]);
    expect(await t.work(maya, (w) => bundleOf(w, six, { at: null, datedBy: null }))).toEqual({
      landedPerUnit: '2.333333',
      parts: [
        {
          product: { id: pair, sku: 'PAIR', name: 'The PAIR' },
          quantity: 3,
          isBundle: true,
          landedPerUnit: '0.666667',
          amount: '2.0000',
        },
        {
          product: { id: cup, sku: 'CUP', name: 'The CUP' },
          quantity: 1,
          isBundle: false,
          landedPerUnit: '0.333333',
          amount: '0.333333',
        },
      ],
    });
    expect(await t.work(maya, (w) => bundleOf(w, cup, { at: null, datedBy: null }))).toBeNull();
  });
});

describe('replacing the components of a bundle', () => {
  it("updates the product's version, changelog and audit log only when the components differ", async () => {
    const [cup, pot] = [await product('CUP'), await product('POT')];
    const set = await make('SET', [[cup, 2]]);
    expect((await put(set, [[cup, 2]], 2)).body.version).toBe(2);
    const stale = await put(set, [[pot, 1]], 1);
    expect([stale.status, stale.error.code, stale.error.current]).toEqual([409, 'conflict_version', await bundle(set)]);
    expect(
      (
        await put(
          set,
          [
            [pot, 1],
            [cup, 2],
          ],
          2,
        )
      ).body,
    ).toMatchObject({ version: 3, parts: [{ product: { sku: 'POT' } }, { product: { sku: 'CUP' } }] });
    expect((await seen(set)).version).toBe(3);
    const log = await t.work(maya, (w) =>
      w.tx
        .selectFrom('product_history')
        .select(['source', 'old_value', 'new_value', 'changed_by'])
        .where('field', '=', 'bundle')
        .orderBy('id')
        .execute(),
    );
    expect(log).toEqual([
      { source: 'USER', old_value: null, new_value: '2 × CUP', changed_by: maya.userId },
      { source: 'USER', old_value: '2 × CUP', new_value: '1 × POT, 2 × CUP', changed_by: maya.userId },
    ]);
    const audit = await t.work(maya, (w) =>
      w.tx.selectFrom('audit_log').select('subject_ids').where('action', '=', 'product.bundle-changed').execute(),
    );
    expect(audit).toEqual([{ subject_ids: [set] }, { subject_ids: [set] }]);
  });

  it('refuses a loop of any depth at its part, naming the product that contains the bundle', async () => {
    const cup = await product('CUP');
    const inner = await make('INNER', [[cup, 1]]);
    const middle = await make('MIDDLE', [[inner, 1]]);
    const outer = await make('OUTER', [[middle, 1]]);
    const loop = await put(inner, [
      [cup, 1],
      [outer, 2],
    ]);
    expect([loop.status, loop.error.code]).toEqual([422, 'products.bundle_loop']);
    expect(loop.error.errors).toMatchObject([
      { field: 'parts.1.productId', message: 'OUTER contains INNER: a bundle cannot contain itself.' },
    ]);
    const itself = await put(inner, [[inner, 1]]);
    expect([itself.error.code, itself.error.errors?.[0]?.field]).toEqual(['products.bundle_loop', 'parts.0.productId']);
    expect((await bundle(inner)).parts).toHaveLength(1);
  });

  it('refuses repeated and unknown parts and parts of another account, and accepts archived products', async () => {
    const [cup, set] = [await product('CUP'), await product('SET')];
    const other = await t.admin();
    const theirs = await t.ok(other, createSupplier, { body: { companyName: 'X' } });
    const foreign = await t.ok(other, createProduct, { body: { sku: 'FOREIGN', name: 'F', supplierIds: [theirs.id] } });
    const refused = await put(set, [
      [cup, 1],
      [cup, 2],
      [foreign.id, 1],
      ['01a1fd84-0000-7000-8000-000000000000', 1],
    ]);
    expect([refused.status, refused.error.errors]).toMatchObject([
      422,
      [
        { field: 'parts.1.productId', message: 'This product is in the bundle already' },
        { field: 'parts.2.productId', message: 'Choose a product' },
        { field: 'parts.3.productId', message: 'Choose a product' },
      ],
    ]);
    expect((await put(set, [[cup, 0]])).error.errors).toMatchObject([
      { field: 'parts.0.quantity', message: '1 or more' },
    ]);
    await t.ok(maya, patchProduct, { params: { id: cup }, body: { archivedAt: '2026-11-01T00:00:00Z' } });
    expect((await put(set, [[cup, 1]])).status).toBe(200);
    expect((await t.call(maya, replaceProductBundle, { params: { id: foreign.id }, body: { parts: [] } })).status).toBe(
      404,
    );
    expect(
      (await t.call(await t.member(maya), replaceProductBundle, { params: { id: set }, body: { parts: [] } })).status,
    ).toBe(403);
  });

  it('refuses a nesting depth of 21, from either end, and a bundle of more than a thousand million units', async () => {
    const cup = await product('CUP');
    const row = [cup];
    for (let i = 1; i <= 20; i += 1) row.push(await make(`B${i}`, [[row.at(-1) ?? '', 1]]));
    const top = await product('TOP');
    expect((await put(top, [[row[20] ?? '', 1]])).error.errors).toMatchObject([
      { field: 'parts', message: 'Bundles can be nested at most 20 deep' },
    ]);
    const low = await make('LOW', [[await product('POT'), 1]]);
    expect((await put(row[1] ?? '', [[low, 1]])).status).toBe(422);
    expect((await put(top, [[row[19] ?? '', 1]])).status).toBe(200);

    const million = await make('MILLION', [[cup, 1_000_000]]);
    const many = await make('MANY', [[million, 1_000]]);
    expect((await put(top, [[many, 2]])).error.errors).toMatchObject([
      { field: 'parts', message: 'TOP would contain more than 1,000,000,000 units in total' },
    ]);
    expect((await put(million, [[cup, 999_999]])).status).toBe(200);
    await make('MORE', [[many, 1]]);
    const refused = await put(many, [
      [million, 1_000],
      [cup, 1_001],
    ]);
    expect(refused.error.errors?.[0]?.message).toBe('MANY would contain more than 1,000,000,000 units in total');
  });

  it('accepts only one of two simultaneous changes that would nest two bundles in each other', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [a, b] = [await product(`A${round}`), await product(`B${round}`)];
      const answers = await Promise.all([put(a, [[b, 1]]), put(b, [[a, 1]])]);
      expect(answers.map((answer) => answer.status).sort((x, y) => x - y)).toEqual([200, 422]);
    }
  });
});

describe('a product that is part of a bundle', () => {
  it('cannot be deleted, and the refusal names the bundle; a bundle itself can be deleted', async () => {
    const cup = await product('CUP');
    const set = await make('SET', [[cup, 1]]);
    const refused = await t.call(maya, deleteProduct, { params: { id: cup } });
    expect([refused.status, refused.error.code, refused.error.uses]).toEqual([
      409,
      'products.in_use',
      [{ type: 'PRODUCT', id: set, label: 'SET · The SET' }],
    ]);
    expect(refused.error.message).toContain('part of a bundle');
    expect((await t.call(maya, deleteProduct, { params: { id: set } })).status).toBe(204);
    expect((await t.call(maya, deleteProduct, { params: { id: cup } })).status).toBe(204);
  });
});

describe('the check of stored bundle costs', () => {
  it('finds a stored cost that differs from its parts, and a refresh corrects it', async () => {
    const cup = await product('CUP');
    await buy(cup, 3, '1.00');
    const set = await make('SET', [[cup, 1]]);
    expect(await columns(set)).toMatchObject({
      bundle_landed: '33.333333333333',
      bundle_factory: '33.333333333333',
      inbound_per_unit: '0.000000000000',
    });
    await t.work(maya, (w) =>
      w.tx.updateTable('product_cost_total').set({ bundle_landed: '33' }).where('product_id', '=', set).execute(),
    );
    expect(await t.work(maya, brokenBundles)).toEqual([
      { invariant: 'bundle = its parts', id: set, detail: '33.000000000000 for 33.333333333333' },
    ]);
    await t.work(maya, (w) => refreshBundlesOf(w, [cup]));
    await sound();
    await t.work(maya, (w) =>
      w.tx.updateTable('product_cost_total').set({ is_bundle: true }).where('product_id', '=', cup).execute(),
    );
    expect((await t.work(maya, brokenBundles)).map((b) => b.id)).toContain(cup);
  });
});
