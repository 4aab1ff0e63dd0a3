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
    const statuses = new Set<number>();
    for (let i = 0; i < 120; i += 1) statuses.add((await t.call(viewer, reportErrors, { body })).status);
    expect([...statuses, (await t.call(viewer, reportErrors, { body })).status]).toEqual([200, 429]);
  });
  it('are accepted 600 times an hour from one address, whoever sends them', async () => {
    t.setTime('2026-11-21T10:00:00.000Z');
    const first = await t.admin();
    const people = [first];
    for (let i = 1; i < 5; i += 1) people.push(await t.member(first));
    for (const person of people)
      for (let i = 0; i < 120; i += 1) expect((await t.call(person, reportErrors, { body })).status).toBe(200);
    const another = await t.member(first);
    expect((await t.call(another, reportErrors, { body })).status).toBe(429);
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
