import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { aFreightRate } from './freight-rates.ts';
import { type Neighbours, STORED_ENTITIES, type StoredEntity } from './stored-entities.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const NOBODY: Neighbours = { supplierId: '', otherSupplierId: '', freightRateId: '', productId: '', invoiceId: '' };
async function neighboursOf(who: TestPerson): Promise<Neighbours> {
  const [one, other] = [
    await t.ok(who, createSupplier, { body: { companyName: 'First neighbour' } }),
    await t.ok(who, createSupplier, { body: { companyName: 'Second neighbour' } }),
  ];
  const product = await t.ok(who, createProduct, {
    body: { name: 'Neighbour', sku: 'NEIGHBOUR', supplierIds: [one.id] },
  });
  const invoice = await t.ok(who, createInvoice, { body: { supplierId: one.id, currency: 'GBP', total: '80.00' } });
  return {
    supplierId: one.id,
    otherSupplierId: other.id,
    freightRateId: await aFreightRate(t, who, 'Neighbouring rate', { level: 'CARTON' }),
    productId: product.id,
    invoiceId: invoice.id,
  };
}

/** All cells of an exported file. Splitting is simple, because no value of this test contains a comma or a quote. */
async function cellsOf(who: TestPerson, spec: EndpointSpec): Promise<Set<string>> {
  const { text } = await t.call(who, spec, { query: { format: 'csv' } as never });
  return new Set(text.replaceAll('"', '').split(/[,\r\n]+/));
}

const shownIn = (entity: StoredEntity, answer: Readonly<Record<string, unknown>>, field: string): unknown =>
  entity.shown?.[field]?.(answer) ?? answer[field];

describe.each(STORED_ENTITIES.map((entity) => [entity.name, entity] as const))(
  'every stored field: %s',
  (_, entity) => {
    let who: TestPerson;
    let id: string;
    let values: Readonly<Record<string, unknown>>;
    let before: Readonly<Record<string, unknown>>;
    let cellsBefore: ReadonlySet<string> = new Set();
    beforeAll(async () => {
      who = await t.admin();
      const neighbours = entity.isAlone ? NOBODY : await neighboursOf(who);
      id = await entity.create(t, who, neighbours);
      before = await entity.read(t, who, id);
      values = entity.values(neighbours, before);
      if (entity.file) cellsBefore = await cellsOf(who, entity.file.spec);
      await entity.write(t, who, id, values);
    });

    it('has a value in this test, or a reason to have none', () => {
      const known = [...Object.keys(values), ...Object.keys(entity.unwritten)].toSorted();
      expect(known).toEqual(Object.keys(entity.body?.shape ?? {}).toSorted());
    });

    it('differs from its default, so that this test can fail', () => {
      for (const [field, value] of Object.entries(values))
        expect.soft(shownIn(entity, before, field), field).not.toEqual(value);
    });

    it('is read back as it was written', async () => {
      const answer = await entity.read(t, who, id);
      for (const [field, value] of Object.entries(values))
        expect.soft(shownIn(entity, answer, field), field).toEqual(value);
    });

    if (entity.row)
      it('appears in the list, if the list has the field', async () => {
        const row = (await entity.row?.(t, who, id)) ?? {};
        for (const [field, value] of Object.entries(values))
          if (field in row) expect.soft(shownIn(entity, row, field), field).toEqual(value);
      });

    if (entity.file)
      it('appears in the export, if a column has it', async () => {
        if (!entity.file) return;
        const cells = await cellsOf(who, entity.file.spec);
        for (const [field, value] of Object.entries(values)) {
          if (!(field in entity.file.columns)) continue;
          const cell = entity.file.cells?.[field] ?? [value].flat().join('; ');
          expect.soft({ field, cell, isNew: !cellsBefore.has(cell), isThere: cells.has(cell) }).toEqual({
            field,
            cell,
            isNew: true,
            isThere: true,
          });
        }
      });

    if (entity.history)
      it('is named in the history of its change', async () => {
        const told = new Set((await entity.history?.(t, who, id))?.map((name) => name.split('.')[0]));
        for (const field of Object.keys(values)) {
          expect.soft([...told], field).toContain(entity.told?.[field] ?? field);
        }
      });

    if (entity.put)
      it('stays the same when its own answer is sent back with PUT', async () => {
        const answer = await entity.read(t, who, id);
        const sent = await entity.put?.(t, who, id, answer);
        expect(sent, sent?.text).toMatchObject({ status: 200 });
        expect(await entity.read(t, who, id)).toEqual(answer);
      });

    if (entity.put)
      it('is refused beside an unknown field', async () => {
        const answer = await entity.read(t, who, id);
        expect(await entity.put?.(t, who, id, { ...answer, nobodyKnowsThis: 1 })).toMatchObject({ status: 422 });
      });
  },
);
