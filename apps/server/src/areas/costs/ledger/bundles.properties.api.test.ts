import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine, deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createProduct } from '@quayside/contracts/products/products';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { MICRO, roundDiv, unitCost } from '@quayside/domain/money/money';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { brokenBundles } from './bundles.service.ts';
import { brokenInvariants } from '../check/invariants.views.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const PLAIN = 4;
const BUNDLES = 4;
interface Step {
  readonly kind: 'quantity' | 'amount' | 'freight' | 'bundle' | 'add' | 'remove';
  readonly which: number;
  readonly value: number;
  readonly parts: readonly { readonly pick: number; readonly quantity: number }[];
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('quantity', 'amount', 'freight', 'bundle', 'bundle', 'add', 'remove'),
  which: fc.nat(20),
  value: fc.integer({ min: 0, max: 5_000 }),
  parts: fc.array(fc.record({ pick: fc.nat(20), quantity: fc.integer({ min: 1, max: 9 }) }), { maxLength: 3 }),
});

/**
 * Creates four plain products, two of them on an invoice with freight; a bundle; a second bundle that contains the
 * first; and two products that random actions may turn into bundles. A product may contain only products that were
 * created before it.
 */
async function start() {
  const maya = await t.admin('GBP');
  const supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'F', currency: 'GBP' } })).id;
  const ids: string[] = [];
  for (let i = 0; i < PLAIN + BUNDLES; i += 1)
    ids.push(
      (await t.ok(maya, createProduct, { body: { sku: `P${i}`, name: `P${i}`, supplierIds: [supplierId] } })).id,
    );
  const invoiceId = (await t.ok(maya, createInvoice, { body: { supplierId, invoiceNumber: 'F', date: '2026-11-02' } }))
    .id;
  const line = async (body: Record<string, unknown>) =>
    (await t.ok(maya, createInvoiceLine, { params: { invoiceId }, body: body as never })).line.invoiceLineId;
  const lines = [
    await line({ productId: ids[0], quantity: 3, amount: '10.00' }),
    await line({ productId: ids[1], quantity: 7, amount: '20.00' }),
  ];
  const freight = await line({ costType: 'SHIPPING', basis: 'QUANTITY', amount: '5.55' });
  const bundle = (index: number, parts: readonly { productId: string; quantity: number }[]) =>
    t.ok(maya, replaceProductBundle, { params: { id: ids[index] ?? '' }, body: { parts: [...parts] } });
  await bundle(PLAIN, [
    { productId: ids[0] ?? '', quantity: 2 },
    { productId: ids[1] ?? '', quantity: 1 },
  ]);
  await bundle(PLAIN + 1, [{ productId: ids[PLAIN] ?? '', quantity: 3 }]);
  return { maya, ids, invoiceId, line, lines, freight, bundle };
}
type World = Awaited<ReturnType<typeof start>>;

/** Performs one random action, through the same calls that a person would use. */
async function act(world: World, { kind, which, value, parts }: Step): Promise<void> {
  const { maya, ids, invoiceId, line, lines, freight, bundle } = world;
  const patch = (id: string | undefined, body: Record<string, unknown>) =>
    id && t.ok(maya, patchInvoiceLine, { params: { invoiceId, id }, body: body as never });
  const target = lines[which % Math.max(1, lines.length)];
  if (kind === 'quantity') await patch(target, { quantity: value % 13 });
  else if (kind === 'amount') await patch(target, { amount: (value / 100).toFixed(2) });
  else if (kind === 'freight') await patch(freight, { amount: (value / 100).toFixed(2) });
  else if (kind === 'add')
    lines.push(
      await line({ productId: ids[which % PLAIN], quantity: 1 + (value % 11), amount: (value / 100).toFixed(2) }),
    );
  else if (kind === 'remove' && target) {
    // A line that has created an order can be deleted only after its quantity is set to zero.
    await patch(target, { quantity: 0 });
    await t.ok(maya, deleteInvoiceLine, { params: { invoiceId, id: target } });
    lines.splice(lines.indexOf(target), 1);
  } else if (kind === 'bundle') {
    const index = PLAIN + (which % BUNDLES);
    const chosen = new Map(parts.map((p) => [ids[p.pick % index] ?? '', p.quantity]));
    await bundle(
      index,
      [...chosen].map(([productId, quantity]) => ({ productId, quantity })),
    );
  }
}

interface Exact {
  readonly n: bigint;
  readonly d: bigint;
}
/** Computes the cost of every product directly from entries, orders and components, as simply as possible. */
async function recomputed(maya: TestPerson): Promise<Map<string, Exact | null>> {
  const [entries, orders, components] = await t.work(maya, async (w) => [
    await w.tx
      .selectFrom('cost_entry')
      .select(['product_id', 'account_minor'])
      .where('superseded_at', 'is', null)
      .where('is_excluded', '=', false)
      .execute(),
    await w.tx.selectFrom('cost_layer').select(['product_id', 'units']).where('removed_at', 'is', null).execute(),
    await w.tx.selectFrom('product_component').select(['bundle_id', 'component_id', 'quantity']).execute(),
  ]);
  const sum = <R>(rows: readonly R[], of: (r: R) => bigint) => rows.reduce((s, r) => s + of(r), 0n);
  const costOf = (id: string): Exact | null => {
    const parts = components.filter((c) => c.bundle_id === id);
    if (parts.length === 0) {
      const units = sum(
        orders.filter((l) => l.product_id === id),
        (l) => l.units,
      );
      const minor = sum(
        entries.filter((e) => e.product_id === id),
        (e) => e.account_minor,
      );
      return units > 0n ? { n: minor, d: units } : null;
    }
    return parts.reduce<Exact | null>(
      (total, part) => {
        const cost = costOf(part.component_id);
        return total && cost && { n: total.n * cost.d + BigInt(part.quantity) * cost.n * total.d, d: total.d * cost.d };
      },
      { n: 0n, d: 1n },
    );
  };
  const ids = await t.work(maya, (w) => w.tx.selectFrom('product').select('id').execute());
  return new Map(ids.map(({ id }) => [id, costOf(id)]));
}

it('stored and displayed bundle costs equal a full recompute after any edits of invoices and bundles', async () => {
  const figures = { known: 0, nested: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const world = await start();
      for (const each of steps) {
        await act(world, each);
        const expected = await recomputed(world.maya);
        const stored = await t.work(world.maya, (w) =>
          w.tx.selectFrom('product_cost_total').select(['product_id', 'landed_per_unit', 'is_bundle']).execute(),
        );
        const { content } = await t.ok(world.maya, listProducts);
        for (const product of content) {
          const exact = expected.get(product.id) ?? null;
          expect(product.landedCostPerUnit).toBe(exact && unitCost(exact.n, exact.d * MICRO, 'GBP'));
          if (!product.isBundle) continue;
          const row = stored.find((r) => r.product_id === product.id);
          const digits = exact && roundDiv(exact.n * 10n ** 12n, exact.d);
          expect(row?.landed_per_unit === null ? null : BigInt(row?.landed_per_unit?.replace('.', '') ?? '-1')).toBe(
            digits,
          );
          if (exact) figures.known += 1;
        }
        const holders = await t.work(world.maya, (w) =>
          w.tx
            .selectFrom('product_component as a')
            .innerJoin('product_component as b', 'b.bundle_id', 'a.component_id')
            .select('a.bundle_id')
            .where('a.account_id', '=', world.maya.accountId)
            .execute(),
        );
        figures.nested += holders.length;
      }
      expect([...(await t.work(world.maya, brokenBundles)), ...(await t.work(world.maya, brokenInvariants))]).toEqual(
        [],
      );
    }),
    { numRuns: runs(12) },
  );
  // Ensures that the test checks something: the random histories produced bundles with a known cost, and nested
  // bundles.
  expect(Math.min(figures.known, figures.nested)).toBeGreaterThan(runs(12) / 3);
}, 120_000);
