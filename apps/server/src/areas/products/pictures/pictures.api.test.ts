import {
  deleteProductPicture,
  getProductPicture,
  putProductPicture,
} from '@quayside/contracts/products/product-pictures';
import { getProductChangelog, revertProductChange } from '@quayside/contracts/products/product-changelog';
import { createProduct, deleteProduct, getProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { keysInStore, sweepAll } from '../../../testing/files.ts';
import { type Colour, pngOf as pngWith } from '../../../seed/demo-picture.ts';
import { jpegOf, webpOf } from '../../../testing/pictures.ts';

let t: TestApp;
let maya: TestPerson;
let supplier: string;
let id: string;
let made = 0;
beforeAll(async () => {
  t = await startTestApp({ DOCUMENT_QUOTA_MB: '1' });
  maya = await t.admin();
  supplier = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo Pans' } })).id;
});
afterAll(() => t.close());
beforeEach(async () => {
  made += 1;
  id = (await t.ok(maya, createProduct, { body: { name: 'Pan', sku: `I-${made}`, supplierIds: [supplier] } })).id;
});

const put = (content: Buffer | string, name = 'pan.png') =>
  t.call(maya, putProductPicture, { params: { id }, file: { name, content } });
const keys = async () => (await keysInStore(t.deps)).length;

const pngOf = (width: number, height: number, at: () => Colour = () => [90, 120, 140]) => pngWith(width, height, at);

describe('the picture of a product', () => {
  it('has the type that its content shows, and is served unchanged so that browsers cannot misread it', async () => {
    const png = pngOf(20, 10);
    const answer = await put(png, 'evil.html');
    expect([answer.status, answer.body.version, answer.body.picture]).toEqual([
      200,
      2,
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ]);
    const { picture } = answer.body;
    const url = `/api/v2/products/${maya.userId}/${id}/picture`;
    const got = await t.app.inject({ url: `${url}?v=${picture}`, headers: { authorization: `Bearer ${maya.token}` } });
    expect(got.rawPayload.equals(png)).toBe(true);
    expect(got.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, max-age=31536000, immutable',
    });
    const byName = await t.call(maya, getProductPicture, { params: { id } });
    expect(byName.headers['cache-control']).toBe('private, no-cache');
    expect((await t.call(await t.admin(), getProductPicture, { params: { id } })).status).toBe(404);
  });

  it('is replaced and removed, each with a changelog row that can be reverted for 30 days', async () => {
    const first = pngOf(2, 2);
    await put(first);
    const second = await put(jpegOf(30, 20));
    expect((await t.ok(maya, deleteProductPicture, { params: { id } })).picture).toBeNull();
    expect((await t.ok(maya, deleteProductPicture, { params: { id } })).version).toBe(4);
    expect(second.body.version).toBe(3);
    expect((await t.call(maya, getProductPicture, { params: { id } })).status).toBe(404);
    const { content } = await t.ok(maya, getProductChangelog, { params: { productId: id } });
    expect(content.slice(0, 3).map((e) => [e.field, e.oldValue, e.newValue, e.isCurrent, e.canRevert])).toEqual([
      ['picture', 'JPEG picture', null, true, true],
      ['picture', 'PNG picture', 'JPEG picture', false, true],
      ['picture', null, 'PNG picture', false, false],
    ]);
    const revert = (index: number, overwrite = false) =>
      t.call(maya, revertProductChange, {
        params: { productId: id, entryId: content[index]?.id ?? '' },
        body: { overwrite },
      });
    const shown = async () =>
      (
        await t.app.inject({
          url: `/api/v2/products/${maya.userId}/${id}/picture`,
          headers: { authorization: `Bearer ${maya.token}` },
        })
      ).rawPayload;
    await sweepAll(t.deps);
    expect((await revert(0)).body.picture).toBe(second.body.picture);
    expect((await shown()).equals(jpegOf(30, 20))).toBe(true);
    expect((await revert(1)).body.version).toBe(6);
    expect((await shown()).equals(first)).toBe(true);
    // The same bytes again change nothing.
    expect((await put(first)).body.version).toBe(6);
    expect((await revert(0, true)).body.picture).toBe(second.body.picture);
    t.setTime('2026-12-31T10:00:00.000Z');
    maya = await t.member(maya, 'sv-account-admin');
    const before = await keys();
    await sweepAll(t.deps);
    expect(before - (await keys())).toBeGreaterThanOrEqual(1);
    const refused = await revert(1, true);
    expect([refused.error.code, refused.error.message]).toEqual([
      'products.cannot_revert',
      'The file of the earlier picture no longer exists. A picture is kept for 30 days after it was replaced.',
    ]);
    const later = await t.ok(maya, getProductChangelog, { params: { productId: id } });
    expect(later.content.at(-3)).toMatchObject({ canRevert: false, noRevert: refused.error.message });
    expect((await shown()).equals(jpegOf(30, 20))).toBe(true);
  });

  it('is refused if it is no picture or too large, in pixels or bytes, and leaves no bytes behind', async () => {
    const before = await keys();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const content of [
      svg,
      '<!doctype html><script>alert(1)</script>',
      pngOf(2, 2).subarray(0, 40),
      webpOf('VP8X', 8001, 10),
    ]) {
      const refused = await put(content);
      expect([refused.status, refused.error.code, refused.error.errors?.[0]?.field]).toEqual([
        415,
        'wrong_file',
        'file',
      ]);
    }
    expect((await put(Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413);
    expect(await keys()).toBe(before);
    expect((await t.ok(maya, getProduct, { params: { id } })).version).toBe(1);
  });

  it('survives the sweep as long as a product names it, and is removed with it', async () => {
    const png = pngOf(4, 4);
    await put(pngOf(3, 3));
    await put(png);
    t.setTime('2027-02-20T10:00:00.000Z');
    maya = await t.member(maya, 'sv-account-admin');
    const started = await keys();
    await sweepAll(t.deps);
    expect(started - (await keys())).toBeGreaterThanOrEqual(1);
    const kept = await t.app.inject({
      url: `/api/v2/products/${maya.userId}/${id}/picture`,
      headers: { authorization: `Bearer ${maya.token}` },
    });
    expect(kept.rawPayload.equals(png)).toBe(true);
    const swept = await keys();
    await t.ok(maya, deleteProduct, { params: { id } });
    await sweepAll(t.deps);
    expect(await keys()).toBe(swept - 1);
  });

  it("counts against the account's storage", async () => {
    // Random pixels cannot be compressed, so each picture takes about 400 kB of the account's quota of one megabyte.
    let seed = 7;
    const noise = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0) >>> 24;
    const big = () => pngOf(360, 360, () => [noise(), noise(), noise()]);
    const other = await t.admin();
    const supplierId = (await t.ok(other, createSupplier, { body: { companyName: 'S' } })).id;
    const codes: unknown[] = [];
    for (const sku of ['1', '2', '3']) {
      const product = await t.ok(other, createProduct, { body: { name: 'x', sku, supplierIds: [supplierId] } });
      const answer = await t.call(other, putProductPicture, {
        params: { id: product.id },
        file: { name: 'x.png', content: big() },
      });
      codes.push(answer.status === 200 ? 'kept' : answer.error.code);
    }
    expect(codes).toEqual(['kept', 'kept', 'documents.quota']);
  });
});
