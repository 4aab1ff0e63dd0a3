import { ENDPOINTS } from '@quayside/contracts/all';
import { createProductImport, getProductImport } from '@quayside/contracts/products/product-imports';
import { updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { aRowOfEach, paramsFor, type RowIds, sendRaw } from '../testing/calls.ts';

// Every object of JavaScript inherits these names, so a careless look-up of a name from outside finds them.
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

let t: TestApp;
let a: TestPerson;
let ids: RowIds;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
  ids = await aRowOfEach(t, a);
});
afterAll(() => t.close());

const takes = (name: string) => ENDPOINTS.filter((spec) => name in ((spec.query as { shape?: object }).shape ?? {}));
const refusals = async (spec: (typeof ENDPOINTS)[number], query: Record<string, string>) => {
  const answer = await sendRaw(t, spec, a.token, { params: paramsFor(spec, ids, a), query });
  return [answer.status, answer.json().errors?.map((error) => error.field)];
};

describe('a name that every object inherits', () => {
  const filtered = takes('filter');

  it('is tried on all lists', () => {
    expect(filtered.length).toBeGreaterThan(12);
  });

  it.each(filtered.map((spec) => [spec.id, spec] as const))('is no field that %s filters by', async (_, spec) => {
    for (const field of INHERITED)
      for (const op of ['in', 'contains', 'isEmpty'])
        expect(await refusals(spec, { filter: JSON.stringify([{ field, op, values: ['x'] }]) }), field).toEqual([
          422,
          ['filter'],
        ]);
  });

  it.each(takes('sort').map((spec) => [spec.id, spec] as const))('is no field that %s sorts by', async (_, spec) => {
    for (const field of INHERITED)
      expect(await refusals(spec, { sort: field }), field).toEqual([422, [expect.stringMatching(/^sort(\.0)?$/)]]);
  });

  it.each(takes('columns').map((spec) => [spec.id, spec] as const))('is no column of %s', async (_, spec) => {
    for (const columns of INHERITED) expect(await refusals(spec, { columns }), columns).toEqual([422, ['columns']]);
  });

  it('is no field of a body and no query parameter', async () => {
    for (const name of INHERITED.filter((one) => one !== '__proto__')) {
      const spec = ENDPOINTS.find((one) => one.id === updateSupplier.id);
      if (!spec) throw new Error('no such call');
      const answer = await sendRaw(t, spec, a.token, {
        params: paramsFor(spec, ids, a),
        body: { companyName: 'x', [name]: 'y' },
        query: { [name]: 'z' },
      });
      expect([answer.status, answer.json().errors?.map((error) => error.field)]).toEqual([422, [name, name]]);
    }
  });

  it("is an unknown status in Amazon's listings report", async () => {
    const rows = INHERITED.map((name, i) => `AMZ-${i}\tThing ${i}\tB00000000${i}\t${name}`);
    const report = ['seller-sku\titem-name\tasin1\tstatus', ...rows].join('\n');
    const made = await t.ok(a, createProductImport, {
      query: { dryRun: 'true' },
      file: { name: 'report.txt', content: report },
    });
    const read = await t.ok(a, getProductImport, { params: { importId: made.id } });
    expect([read.state, read.errorCount]).toEqual(['CHECKED', INHERITED.length]);
  });
});
