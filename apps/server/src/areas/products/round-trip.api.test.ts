import { exportProducts } from '@quayside/contracts/exports';
import {
  createProductImport,
  getProductImport,
  listProductImportRows,
} from '@quayside/contracts/products/product-imports';
import { createProduct, patchProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { PRODUCT_STATUSES, SALES_CHANNELS } from '@quayside/domain/lists';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../../http/local-client.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';

let t: TestApp;
let maya: TestPerson;
let suppliers: string[];
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  suppliers = [];
  for (const companyName of [
    'Acme',
    'Acme; Sons',
    'Beta, Inc.',
    '=cmd()',
    "'quoted'",
    '宁波 "best" 🍳',
    'Twice',
    'Twice',
  ])
    suppliers.push((await t.ok(maya, createSupplier, { body: { companyName } })).id);
});
afterAll(() => t.close());

async function exported(format: 'csv' | 'xlsx'): Promise<Buffer> {
  const url = urlOf(exportProducts, { userId: maya.userId }, { format });
  const answer = await t.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${maya.token}` } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.rawPayload;
}
/** The rows that an import of the file would create, update or refuse, found by a dry run. */
async function checked(content: Buffer, name: string) {
  const { id } = await t.ok(maya, createProductImport, { query: { dryRun: 'true' }, file: { name, content } });
  const result = await t.ok(maya, getProductImport, { params: { importId: id } });
  const rows = await t.ok(maya, listProductImportRows, {
    params: { importId: id },
    query: { filter: '[{"field":"action","op":"in","values":["UPDATE","CREATE","FAIL"]}]' },
  });
  return { state: result.state, counts: result.counts, errors: result.errors, changed: rows.content };
}

// Texts that are dangerous in a cell of a spreadsheet, and any other text that can be stored.
const NASTY = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\r\n',
  "'",
  '"',
  ';',
  ',',
  '|',
  ' ',
  '_x000D_',
  '&',
  '<',
  '\\',
  '\\.',
  '\\N',
  '\u0001',
  '\u000b',
  '中文',
  '🍳',
  '＝',
  '\ufeff',
  '0',
  '1e5',
  'NULL',
  '{}',
];
const text = (max: number) =>
  fc
    .oneof(
      fc.array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    )
    .map((s) => s.replaceAll('\0', '').toWellFormed().slice(0, max).toWellFormed().trim())
    .filter((s) => s !== '' && !s.includes('\ufffd'));
/** A text without line breaks and control characters, as names and codes are. */
const line = (max: number) =>
  text(max)
    .map((s) => s.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '').trim())
    .filter((s) => s !== '');
const optional = (max: number) => fc.option(line(max), { nil: undefined });
const words = (max: number) => fc.uniqueArray(line(max), { maxLength: 4 });
const measure = fc.option(fc.constantFrom('0', '0.5', '12', '12.50', '0012.3', '99999.1234'), { nil: undefined });
const aProduct = fc.record(
  {
    name: line(200),
    skuAlias: words(50),
    asin: optional(20),
    fnsku: optional(20),
    brand: optional(100),
    reBrand: optional(100),
    group: optional(100),
    tags: words(50),
    notes: fc.option(text(500), { nil: undefined }),
    status: fc.constantFrom(...PRODUCT_STATUSES),
    channel: fc.subarray([...SALES_CHANNELS]),
    shippingMethod: fc.constantFrom('AIR' as const, 'SEA' as const, undefined),
    countryOfOrigin: fc.constantFrom('CN', 'GB', undefined),
    length: measure,
    weight: measure,
    packagingWeight: measure,
    weightUnit: fc.constantFrom('GR' as const, 'OZ' as const),
    supplierLeadTime: fc.option(fc.integer({ min: 0, max: 3650 }), { nil: undefined }),
    supplier: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['name', 'supplier'] },
);

describe('an export that is imported unchanged', () => {
  let added = 0;
  it('changes nothing, whatever the product names contain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(line(60), aProduct), { minLength: 8, maxLength: 8 }), async (products) => {
        for (const [sku, { supplier, ...body }] of products) {
          added += 1;
          // The number makes the SKU unique. What comes before it is random text that this test checks.
          await t.ok(maya, createProduct, {
            body: { ...body, sku: `${sku}${added}`, supplierIds: supplier.map((i) => suppliers[i] ?? '') },
          });
        }
        for (const format of ['csv', 'xlsx'] as const) {
          const { counts, errors, changed } = await checked(await exported(format), `products.${format}`);
          expect({ format, errors, changed }).toEqual({ format, errors: [], changed: [] });
          expect(counts).toEqual({ rows: added, create: 0, update: 0, skip: added, fail: 0 });
        }
      }),
      { numRuns: runs(6) },
    );
  }, 90_000);

  it('changes only the edited cells', async () => {
    const { id } = await t.ok(maya, createProduct, {
      body: { sku: 'ZZ-CHANGED', name: 'Before', brand: 'Moss', supplierIds: [suppliers[0] ?? ''] },
    });
    const file = (await exported('csv')).toString().replace('"ZZ-CHANGED","Before"', '"ZZ-CHANGED","After"');
    const { counts, changed } = await checked(Buffer.from(file), 'products.csv');
    expect([counts.update, counts.skip, counts.fail]).toEqual([1, added, 0]);
    expect(changed.map((row) => [row.sku, row.changes])).toEqual([
      ['ZZ-CHANGED', [expect.objectContaining({ field: 'name', before: 'Before', after: 'After' })]],
    ]);
    await t.ok(maya, patchProduct, { params: { id }, body: { archivedAt: '2026-11-20T10:00:00Z' } });
  });

  it('keeps codes that begin with the signs of spreadsheets', async () => {
    const codes = ["'57", '’57', "''57", '="0057"', "'=57", '57', "'A"];
    for (const [i, sku] of codes.entries()) {
      const other = (of: number) => codes[(i + of) % codes.length] ?? '';
      const body = { sku, name: sku, fnsku: other(1), skuAlias: [`${other(2)}-${i}`], parentId: null };
      const { id } = await t.ok(maya, createProduct, { body: { ...body, supplierIds: [suppliers[0] ?? ''] } });
      await t.ok(maya, createProduct, {
        body: { sku: `V${i}`, name: sku, parentId: id, supplierIds: [suppliers[0] ?? ''] },
      });
    }
    for (const format of ['csv', 'xlsx'] as const) {
      const { errors, changed } = await checked(await exported(format), `codes.${format}`);
      expect({ format, errors, changed }).toEqual({ format, errors: [], changed: [] });
    }
  });

  it("keeps a variant's parent", async () => {
    const parent = await t.ok(maya, createProduct, {
      body: { sku: '=PARENT', name: 'Parent', supplierIds: [suppliers[0] ?? ''] },
    });
    await t.ok(maya, createProduct, {
      body: { sku: 'CHILD', name: 'Child', parentId: parent.id, supplierIds: [suppliers[1] ?? '', suppliers[2] ?? ''] },
    });
    for (const format of ['csv', 'xlsx'] as const) {
      const { counts, errors, changed } = await checked(await exported(format), `p.${format}`);
      expect({ errors, changed, fail: counts.fail, update: counts.update }).toEqual({
        errors: [],
        changed: [],
        fail: 0,
        update: 0,
      });
    }
  });
});
