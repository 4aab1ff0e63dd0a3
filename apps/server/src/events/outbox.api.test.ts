import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Work } from '../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { aSupplier } from '../testing/invoices.ts';
import type { AuditEntry } from './audit-actions.ts';
import { changed, recordAtEnd } from './outbox.ts';

let t: TestApp;
let maya: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  supplierId = await aSupplier(t, maya, { name: 'Haosheng', currency: 'GBP' });
});
afterAll(() => t.close());

const entries = (name: string, count: number): AuditEntry[] =>
  Array.from({ length: count }, () => ({
    action: 'supplier.deleted',
    subjectIds: [supplierId],
    historyOf: supplierId,
    details: { name, changes: [{ field: 'companyName', from: name, to: null }] },
  }));

async function logged(w: Work, name: string) {
  const rows = await w.tx
    .selectFrom('audit_log')
    .select(['person_id', 'subject_type', 'subject_ids', 'history_of', 'details', 'recorded_at'])
    .where('action', '=', 'supplier.deleted')
    .orderBy('id')
    .execute();
  return rows.filter(({ details }) => JSON.stringify(details).includes(name));
}

it('a few changes are logged at the end of the unit of work, with all that belongs to them', async () => {
  const during = await t.work(maya, async (w) => {
    await recordAtEnd(w, entries('Few', 2), changed('suppliers', [supplierId]));
    await recordAtEnd(w, entries('Few', 1));
    await recordAtEnd(w, []);
    return { logged: await logged(w, 'Few'), now: w.now };
  });
  expect(during.logged).toEqual([]);
  const after = await t.work(maya, (w) => logged(w, 'Few'));
  expect(after).toHaveLength(3);
  for (const row of after)
    expect(row).toMatchObject({
      person_id: maya.userId,
      subject_type: 'supplier',
      subject_ids: [supplierId],
      history_of: supplierId,
      details: { name: 'Few', changes: [{ field: 'companyName', from: 'Few', to: null }] },
      recorded_at: during.now,
    });
});

it('many changes are logged at once, and none of a unit of work that fails', async () => {
  const during = await t.work(maya, async (w) => {
    await recordAtEnd(w, entries('Many', 50), changed('suppliers', [supplierId]));
    return logged(w, 'Many');
  });
  expect(during).toHaveLength(50);
  const failed = t.work(maya, async (w) => {
    await recordAtEnd(w, entries('Failed', 1), changed('suppliers', [supplierId]));
    throw new Error('Failed');
  });
  await expect(failed).rejects.toThrow('Failed');
  expect(await t.work(maya, (w) => logged(w, 'Failed'))).toEqual([]);
});
