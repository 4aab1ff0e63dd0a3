import { createProductImport, getProductImport, undoProductImport } from '@quayside/contracts/products/product-imports';
import { listProducts, productTotals } from '@quayside/contracts/products/product-lists';
import { patchProduct } from '@quayside/contracts/products/products';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { claimImport, workOnImport } from '../../imports/imports.job.ts';
import { PRODUCTS } from './imports.kind.ts';

const ROWS = 2_500;
let t: TestApp;
/** The same application, in which a job takes back imports of more than 500 rows. */
let small: TestApp;
let seller: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  small = await startTestApp({ IMPORT_ROWS_IN_CALL: '500' }, { beside: t });
});
afterAll(async () => {
  await small.close();
  await t.close();
});
beforeEach(async () => {
  seller = await t.admin();
});

const bring = async (content: string) => {
  const { id } = await t.ok(seller, createProductImport, { file: { name: 'large.csv', content } });
  expect(await get(id)).toMatchObject({ state: 'IMPORTED' });
  return id;
};
const get = (importId: string) => t.ok(seller, getProductImport, { params: { importId } });
const count = async () => (await t.ok(seller, productTotals)).count;
const undo = (importId: string) => small.ok(seller, undoProductImport, { params: { importId } });
const file = (rowOf: (i: number) => string) =>
  `sku,name,parent\n${Array.from({ length: ROWS }, (_, i) => `${rowOf(i)}\n`).join('')}`;
/** Works until one chunk was taken back, as if the process were killed then. */
async function takeBackOneChunk(importId: string): Promise<number> {
  const claim = await claimImport(t.deps, PRODUCTS, seller.accountId);
  if (!claim || claim === 'busy') throw new Error(`nothing to claim: ${claim}`);
  let asked = 0;
  await workOnImport({ deps: t.deps, kind: PRODUCTS, claim, isStopped: () => (asked += 1) > 2 });
  const { state, progress } = await get(importId);
  expect(state).toBe('UNDOING');
  return progress?.done ?? 0;
}

describe('the undo of a large import', () => {
  it('goes on in the background with its progress, also after its process died', { timeout: 120_000 }, async () => {
    // Every other product is a variant of the first one, which can only be deleted after all of them.
    const importId = await bring(file((i) => `S-${i},Product ${i},${i % 2 === 1 ? 'S-0' : ''}`));
    expect(await undo(importId)).toMatchObject({ state: 'UNDOING', progress: { done: 0, total: ROWS }, undo: null });
    const done = await takeBackOneChunk(importId);
    expect([done > 0 && done < ROWS, await count()]).toEqual([true, ROWS - done]);
    await t.runImports();
    expect(await get(importId)).toMatchObject({
      state: 'UNDONE',
      progress: null,
      canUndo: false,
      undo: { deleted: ROWS, restored: 0, keptCount: 0, kept: [] },
    });
    expect(await count()).toBe(0);
  });

  it('restores what was changed, and names the products that were edited since', { timeout: 120_000 }, async () => {
    await bring(file((i) => `S-${i},Before ${i},`));
    const importId = await bring(file((i) => `S-${i},After ${i},`));
    const [edited] = (await t.ok(seller, listProducts, { query: { sku: 's-7' } })).content;
    await t.ok(seller, patchProduct, { params: { id: edited?.id ?? '' }, body: { brand: 'Oak' } });
    await undo(importId);
    await t.runImports();
    expect(await get(importId)).toMatchObject({
      state: 'UNDONE',
      undo: { deleted: 0, restored: ROWS - 1, keptCount: 1, kept: [{ row: 9, sku: 'S-7', reason: 'EDITED' }] },
    });
  });
});
