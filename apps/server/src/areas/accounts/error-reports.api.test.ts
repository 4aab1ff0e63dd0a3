import { type ErrorReportIn, reportErrors } from '@quayside/contracts/error-reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogReporter } from '../../adapters/error-reports/log.ts';
import type { ErrorEnvelope } from '../../ports/error-reports.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';

let t: TestApp;
let who: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  who = await t.admin();
});
afterAll(() => t.close());

const report: ErrorReportIn = {
  kind: 'call',
  at: '2026-11-20T10:00:00Z',
  message: 'createSupplier failed with 500',
  page: '/suppliers/:id',
  call: {
    id: 'createSupplier',
    method: 'POST',
    path: '/suppliers/{userId}',
    status: 500,
    code: 'internal',
    requestId: 'r-7',
  },
};
const body = { release: '0.1.0', reports: [report] };
const statusOf = async (person: TestPerson) => (await t.call(person, reportErrors, { body })).status;
/** Sets the counter of a limit, as if so many calls had been made. */
const countTo = async (hits: number, bucket: string) => {
  const { numUpdatedRows } = await t.deps.db
    .updateTable('rate_limit')
    .set({ hits })
    .where('bucket', 'like', bucket)
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(1n);
};

describe('error reports of the browser', () => {
  it("are sent to the error-reporting service with the person's id, address and name", async () => {
    expect(await t.ok(who, reportErrors, { body })).toEqual({ taken: 1 });
    const person = await t.deps.db
      .selectFrom('person')
      .selectAll()
      .where('id', '=', who.userId)
      .executeTakeFirstOrThrow();
    expect(t.errorReports().at(-1)).toEqual({
      release: '0.1.0',
      person: { userId: who.userId, email: person.email, name: `${person.first_name} ${person.last_name}` },
      reports: [{ ...report, count: 1 }],
    });
  });
  it('are refused if they name a person themselves', async () => {
    const answer = await t.call(who, reportErrors, {
      body: { ...body, person: { email: 'other@example.test' } } as typeof body,
    });
    expect(answer.status).toBe(422);
    const other = await t.admin();
    expect((await t.call(who, reportErrors, { params: { userId: other.userId }, body })).status).toBe(403);
  });
  it('may contain at most twenty errors, and are accepted 120 times an hour', async () => {
    expect(
      (await t.call(who, reportErrors, { body: { ...body, reports: Array.from({ length: 21 }, () => report) } }))
        .status,
    ).toBe(422);
    const viewer = await t.member(who);
    await t.ok(viewer, reportErrors, { body });
    await countTo(119, `error-reports:${viewer.userId}`);
    const statuses = [await statusOf(viewer), await statusOf(viewer)];
    expect(statuses).toEqual([200, 429]);
  });
  it('are accepted 600 times an hour from one address, whoever sends them', async () => {
    t.setTime('2026-11-21T10:00:00.000Z');
    const first = await t.admin();
    await t.ok(first, reportErrors, { body });
    await countTo(599, 'error-reports-ip:%');
    const statuses = [await statusOf(await t.member(first)), await statusOf(await t.member(first))];
    expect(statuses).toEqual([200, 429]);
  });
});

describe('error reports without a reporting service', () => {
  const envelope: ErrorEnvelope = {
    release: '0.1.0',
    person: { userId: 'u', email: 'ada@harbour.test', name: 'Ada Marsh' },
    reports: [{ kind: 'screen', at: '2026-11-20T10:00:00Z', message: 'TypeError: x', page: '/', count: 3 }],
  };
  it('are written to the log, one line for each error, with the id of the person and without name and address', () => {
    const lines: unknown[] = [];
    createLogReporter({ error: ((line: unknown) => lines.push(line)) as never }).report({
      ...envelope,
      reports: [...envelope.reports, ...envelope.reports],
    });
    expect(lines).toEqual(
      Array.from({ length: 2 }, () => ({ release: '0.1.0', userId: 'u', report: envelope.reports[0] })),
    );
  });
});
