import { listAuditLog } from '@quayside/contracts/audit';
import { deleteExchangeRate, listExchangeRates, pasteExchangeRates } from '@quayside/contracts/rates/exchange-rates';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { dropOldOperationRows } from '../undo/undo.queries.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const DAY_MS = 24 * 3_600_000;
const IMPORTED = new Date('2026-10-24T10:00:00.000Z');
/** Moves the clock to some days after the import, and signs the person in again. */
async function after(days: number, { userId, accountId }: TestPerson): Promise<TestPerson> {
  t.setTime(new Date(IMPORTED.getTime() + days * DAY_MS));
  return t.session(userId, accountId);
}
const undoOf = async (who: TestPerson, action: string) => {
  const { content } = await t.ok(who, listAuditLog, { query: {} });
  return content.find((entry) => entry.action === action)?.undo;
};

/** An account that has imported two rates, and deleted a third one. */
async function anImport() {
  t.setTime(IMPORTED);
  const a = await t.admin();
  await t.ok(a, pasteExchangeRates, { body: { text: '2026-10-20\tGBP\tCNY\t9.2' } });
  const [old] = (await t.ok(a, listExchangeRates, {})).content;
  await t.ok(a, deleteExchangeRate, { params: { id: old?.id ?? '' } });
  const text = 'Date\tFrom\tTo\tRate\n2026-10-21\tGBP\tCNY\t9.30\n2026-10-22\tGBP\tCNY\t9.31\n';
  const { operationId } = await t.ok(a, pasteExchangeRates, { body: { text } });
  return { a, params: { operationId: operationId ?? '' } };
}

it('an import is undone from the audit log for 30 days, and a slip for 10 minutes', async () => {
  const { a, params } = await anImport();
  const late = await after(30, a);
  await t.work(late, (w) => dropOldOperationRows(w, w.now));
  expect(await undoOf(late, 'exchange-rate.imported')).toEqual({
    operationId: params.operationId,
    until: '2026-11-23T10:00:00.000Z',
  });
  expect(await undoOf(late, 'exchange-rate.deleted')).toBeNull();
  expect(await t.ok(late, undoOperation, { params })).toMatchObject({ restored: 2, keptCount: 0 });
  expect(await undoOf(late, 'exchange-rate.imported')).toBeNull();
});

it('an import can no longer be undone after 30 days', async () => {
  const { a, params } = await anImport();
  const late = await after(30.001, a);
  expect(await undoOf(late, 'exchange-rate.imported')).toBeNull();
  expect((await t.call(late, undoOperation, { params })).error.code).toBe('undo.too_late');
});

it('a slip is undone from the audit log too, as long as it can be', async () => {
  const { a } = await anImport();
  const soon = await after(9 / (24 * 60), a);
  const undo = await undoOf(soon, 'exchange-rate.deleted');
  expect(undo).toMatchObject({ until: '2026-10-24T10:10:00.000Z' });
  const params = { operationId: undo?.operationId ?? '' };
  expect(await t.ok(soon, undoOperation, { params })).toMatchObject({ restored: 1 });
  expect(await undoOf(await after(1, a), 'exchange-rate.deleted')).toBeNull();
});
