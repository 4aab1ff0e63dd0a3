import { getAccountSettings, updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import {
  archiveInvoice,
  closeInvoice,
  confirmInvoice,
  reopenInvoice,
  unarchiveInvoice,
} from '@quayside/contracts/invoices/invoice-moves';
import { getInvoice, listInvoiceHistory, listInvoices } from '@quayside/contracts/invoices/invoices';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '../../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';
import { startSession } from '../../accounts/sign-in/sessions.service.ts';
import { dailyJob } from '../../../jobs/daily.ts';
import { runInAllAccounts } from '../../../testing/run-jobs.ts';
import { archiveClosed } from './invoice-archiving.service.ts';
import { archiveInvoices } from '../invoices.jobs.ts';

let t: TestApp;
let maya: TestPerson;
let supplierId: string;
let productId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-01T10:00:00.000Z');
  maya = await t.admin();
  supplierId = await aSupplier(t, maya);
  productId = await aProduct(t, maya, 'KTL-01');
});

async function closed(): Promise<string> {
  const { id } = await anInvoice(t, maya, { supplierId, currency: 'GBP', total: '10' }, [
    { productId, quantity: 1, amount: 10 },
  ]);
  await t.ok(maya, confirmInvoice, { params: { id }, body: {} });
  await t.ok(maya, closeInvoice, { params: { id }, body: {} });
  return id;
}
async function wants(settings: {
  isArchiveWhenClosedEnabled?: boolean;
  archiveAfterDays?: number;
  timeZone?: string;
}): Promise<void> {
  const { accountName, currency, timeZone } = await t.ok(maya, getAccountSettings);
  await t.ok(maya, updateAccountSettings, { body: { accountName, currency, timeZone, ...settings } });
}
/** Moves the clock and signs the person in again, because the token has expired by then. */
async function signInAt(time: string, who = maya): Promise<TestPerson> {
  t.setTime(time);
  const issued = await asSystem(t.deps, (tx) =>
    startSession(tx, t.deps, who.userId, who.accountId, { ip: '127.0.0.1', userAgent: null }),
  );
  const there = { ...who, token: issued.token.access_token };
  if (who === maya) maya = there;
  return there;
}
/** Runs the nightly jobs at this instant. */
async function night(time: string): Promise<void> {
  await signInAt(time);
  expect(await runInAllAccounts(t.deps, archiveInvoices)).toEqual([]);
}
const archivedAt = async (id: string) => (await t.ok(maya, getInvoice, { params: { id } })).archivedAt;
const listed = async (query: Record<string, unknown> = {}) =>
  (await t.ok(maya, listInvoices, { query })).content.map((i) => i.id);
const timesArchived = async (id: string) =>
  (await t.ok(maya, listInvoiceHistory, { params: { id } })).content.filter(
    (entry) => entry.action === 'invoice.archived',
  ).length;

describe('automatic archiving', () => {
  it('hides an invoice from lists, but not from search, once it has been closed for the configured days', async () => {
    await wants({ isArchiveWhenClosedEnabled: true, archiveAfterDays: 30 });
    const id = await closed();
    const open = (
      await anInvoice(t, maya, { supplierId, currency: 'GBP', total: '10' }, [{ productId, quantity: 1, amount: 10 }])
    ).id;
    await night('2026-11-30T23:59:00.000Z');
    expect(await archivedAt(id)).toBeNull();
    await night('2026-12-01T03:00:00.000Z');
    expect(await archivedAt(id)).toBe('2026-12-01T03:00:00.000Z');
    expect(await listed()).toEqual([open]);
    expect(await listed({ filter: JSON.stringify([{ field: 'archived', op: 'in', values: ['true'] }]) })).toEqual([id]);
  });

  it('does nothing when it is off; with 0 days it archives invoices closed on the same day', async () => {
    const id = await closed();
    await night('2027-06-01T03:00:00.000Z');
    expect(await archivedAt(id)).toBeNull();
    await wants({ isArchiveWhenClosedEnabled: true, archiveAfterDays: 0 });
    const today = await closed();
    await night('2027-06-02T03:00:00.000Z');
    expect([await archivedAt(id), await archivedAt(today)]).toEqual([
      '2027-06-02T03:00:00.000Z',
      '2027-06-02T03:00:00.000Z',
    ]);
  });

  it("counts days in the account's time zone", async () => {
    await wants({ isArchiveWhenClosedEnabled: true, archiveAfterDays: 1, timeZone: 'Asia/Shanghai' });
    // At this instant it is already the 2nd in Shanghai.
    await signInAt('2026-11-01T17:00:00.000Z');
    const id = await closed();
    await night('2026-11-01T20:00:00.000Z');
    expect(await archivedAt(id)).toBeNull();
    await night('2026-11-02T20:00:00.000Z');
    expect(await archivedAt(id)).not.toBeNull();
  });

  it('happens once when the process dies in the middle', async () => {
    await wants({ isArchiveWhenClosedEnabled: true, archiveAfterDays: 1 });
    const id = await closed();
    await signInAt('2026-11-10T03:00:00.000Z');
    const dying = dailyJob({
      name: 'invoices.archive-closed',
      run: async (w) => {
        await archiveClosed(w);
        throw new Error('the power went');
      },
    });
    await runInAllAccounts(t.deps, dying);
    expect([await archivedAt(id), await timesArchived(id)]).toEqual([null, 0]);
    await Promise.all([runInAllAccounts(t.deps, archiveInvoices), runInAllAccounts(t.deps, archiveInvoices)]);
    await runInAllAccounts(t.deps, archiveInvoices);
    expect([await archivedAt(id), await timesArchived(id)]).toEqual(['2026-11-10T03:00:00.000Z', 1]);
  });

  it('starts counting again for a re-opened invoice, and skips invoices that a person unarchived', async () => {
    await wants({ isArchiveWhenClosedEnabled: true, archiveAfterDays: 5 });
    const [again, back] = [await closed(), await closed()];
    await night('2026-11-06T03:00:00.000Z');
    expect(await archivedAt(again)).not.toBeNull();
    expect(await t.ok(maya, reopenInvoice, { params: { id: again }, body: {} })).toMatchObject({
      status: 'OPEN',
      archivedAt: null,
    });
    await t.ok(maya, closeInvoice, { params: { id: again }, body: {} });
    await t.ok(maya, unarchiveInvoice, { params: { id: back }, body: {} });
    await night('2026-11-10T03:00:00.000Z');
    expect(await archivedAt(again)).toBeNull();
    await night('2026-11-11T03:00:00.000Z');
    expect([await archivedAt(again), await archivedAt(back)]).toEqual(['2026-11-11T03:00:00.000Z', null]);
    await t.ok(maya, archiveInvoice, { params: { id: back }, body: {} });
    expect(await archivedAt(back)).not.toBeNull();
  });

  it('affects no other account', async () => {
    const [id, mine] = [await closed(), maya];
    maya = await t.admin();
    await wants({ isArchiveWhenClosedEnabled: true, archiveAfterDays: 0 });
    await night('2026-12-01T03:00:00.000Z');
    expect(
      (await t.ok(await signInAt('2026-12-01T04:00:00.000Z', mine), getInvoice, { params: { id } })).archivedAt,
    ).toBeNull();
  });
});
