import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';
import { readStream } from '../../../testing/live.ts';
import { packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
import { runInAllAccounts } from '../../../testing/run-jobs.ts';
import { costCheck } from '../costs.jobs.ts';

/** Sign-ins in tests last for half an hour, so the clock returns to this time after each nightly check. */
const SIGNED_IN = '2026-11-21T02:45:00.000Z';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime(SIGNED_IN);
  maya = await t.admin('GBP');
});

const told = async (who: TestPerson) => (await t.ok(who, listNotifications)).content;
/**
 * Runs the nightly check at this time, then sets the clock back to a time at which the sessions of the test are valid.
 */
const check = async (time: string) => {
  t.setTime(time);
  expect(await runInAllAccounts(t.deps, costCheck)).toEqual([]);
  t.setTime(SIGNED_IN);
};
const outcomes = (who: TestPerson) =>
  t.work(who, async (w) =>
    (
      await w.tx.selectFrom('job_run').select('outcome').where('job', '=', 'cost-invariants').orderBy('day').execute()
    ).map((r) => r.outcome),
  );
/** Creates an account with a product that has costs. Returns the ids. */
async function costed(who: TestPerson) {
  const [supplierId, productId] = [await aSupplier(t, who, { currency: 'GBP' }), await aProduct(t, who, 'KTL')];
  const invoice = await anInvoice(t, who, { supplierId, invoiceNumber: 'F-1', date: '2026-11-02', total: '10.00' }, [
    { productId, quantity: 4, amount: '10.00' },
  ]);
  return { productId, invoiceId: invoice.id };
}
const spoil = (who: TestPerson, productId: string, factory: bigint) =>
  t.work(who, (w) =>
    w.tx
      .updateTable('product_cost_total')
      .set({ factory_minor: factory })
      .where('product_id', '=', productId)
      .execute(),
  );

it('the nightly cost check notifies all members of a wrong stored sum, once a day', async () => {
  const [ben, healthy] = [await t.member(maya), await t.admin('GBP')];
  const { productId } = await costed(maya);
  await costed(healthy);
  await spoil(maya, productId, 999n);
  const text = await readStream(t, ben, {
    enough: (x) => x.includes('event: ERROR'),
    during: () => check('2026-11-21T03:00:00.000Z'),
  });
  const [notice, ...more] = await told(ben);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    notificationType: 'ERROR',
    notificationStatus: 'UNREAD',
    summary: 'Cost check found 1 difference',
    about: { type: 'PRODUCT', id: productId },
    messageDate: '2026-11-21T03:00:00.000Z',
  });
  expect(notice?.message).toContain(
    '1. Product KTL: product total = its entries (999 + 0 for 1000 + 0). Open its unit cost',
  );
  expect(text).toContain(`event: ERROR\ndata: {"id":"${notice?.id}"}\n`);
  expect(await told(maya)).toEqual([notice]);
  expect([await outcomes(maya), await outcomes(healthy), await told(healthy)]).toEqual([
    [{ broken: 1 }],
    [{ broken: 0 }],
    [],
  ]);

  await check('2026-11-21T03:15:00.000Z');
  expect(await told(maya)).toHaveLength(1);
  await check('2026-11-22T03:00:00.000Z');
  expect(await told(maya)).toHaveLength(2);
  await spoil(maya, productId, 1000n);
  await check('2026-11-23T03:00:00.000Z');
  expect([await told(maya), await outcomes(maya)]).toEqual([
    expect.objectContaining({ length: 2 }),
    [{ broken: 1 }, { broken: 1 }, { broken: 0 }],
  ]);
});

it('the nightly cost check names the first ten records by SKU and invoice number, and counts the rest', async () => {
  const { invoiceId } = await costed(maya);
  const products: string[] = [];
  for (let i = 0; i < 11; i += 1) products.push(await aProduct(t, maya, `P${i}`));
  await t.work(maya, async (w) => {
    await w.tx.updateTable('invoice_total').set({ lines_minor: 1n }).where('invoice_id', '=', invoiceId).execute();
    await w.tx
      .insertInto('product_cost_total')
      .values(
        products.map((product_id) => ({
          account_id: maya.accountId,
          product_id,
          is_bundle: true,
          bundle_landed: '5',
          changed_at: w.now,
        })),
      )
      .execute();
  });
  await check('2026-11-21T03:00:00.000Z');
  const [notice] = await told(maya);
  expect(notice).toMatchObject({ summary: 'Cost check found 12 differences', about: null });
  const numbered = notice?.message.split('<br />').filter((line) => /^\d+\. /.test(line)) ?? [];
  expect(numbered).toHaveLength(10);
  expect(numbered[0]).toBe(
    '1. Invoice F-1: invoice adds up (F-1). Open the invoice and compare its lines and totals with the document.',
  );
  expect(numbered[1]).toMatch(/^2\. Product P\d+: bundle = its parts \(5\.000000000000 for unknown\)\./);
  expect(notice?.message).toContain('And 2 more.');
});

it('the nightly cost check reports a broken order and a broken line with their invoice', async () => {
  const { invoiceId } = await costed(maya);
  await t.work(maya, (w) =>
    w.tx.updateTable('cost_layer').set({ units: 5n }).where('invoice_id', '=', invoiceId).execute(),
  );
  await t.work(maya, (w) =>
    w.tx.updateTable('invoice_line').set({ amount_minor: 1100n }).where('invoice_id', '=', invoiceId).execute(),
  );
  await check('2026-11-21T03:00:00.000Z');
  const message = (await told(maya))[0]?.message ?? '';
  expect(message).toContain('Order of invoice F-1, line 1: ');
  expect(message).toContain('Invoice F-1, line 1: line = its amount and tax');
});

it('the nightly cost check finds an entry whose pack list is one of another order', async () => {
  const [kettle, mug] = [await anOrderOf(t, maya, { units: 10 }), await anOrderOf(t, maya, { units: 10 })];
  const [first = ''] = await packListsOf(t, maya, kettle.id, 10);
  const [second = ''] = await packListsOf(t, maya, mug.id, 10);
  await anInvoice(t, maya, { supplierId: kettle.supplierId, invoiceNumber: 'S-1', date: '2026-11-03' }, [
    { costType: 'STORAGE', amount: '5.00', scope: [{ type: 'PACK_LIST', id: first }] },
  ]);
  await check('2026-11-21T03:00:00.000Z');
  expect(await told(maya)).toEqual([]);
  await t.work(maya, (w) =>
    w.tx.updateTable('cost_entry').set({ pack_list_id: second }).where('pack_list_id', '=', first).execute(),
  );
  await check('2026-11-22T03:00:00.000Z');
  expect((await told(maya))[0]?.message).toContain('Invoice S-1, line 1: entry of a pack list of its order');
});
