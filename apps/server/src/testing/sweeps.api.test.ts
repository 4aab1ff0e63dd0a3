import type { Language } from '@quayside/contracts/texts/languages';
import { ENDPOINTS } from '@quayside/contracts/all';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import {
  aRowOfEach,
  CANARY,
  hasOwnId,
  paramsFor as pathOf,
  poisoned,
  type RowIds,
  sampleBody,
  sendRaw,
  SIGNED_IN,
  type Spec,
} from './calls.ts';

// Rules that hold for every call, apart from access (see role-matrix.api.test.ts).

let t: TestApp;
let a: TestPerson;
let b: TestPerson;
let ids: RowIds;

beforeAll(async () => {
  t = await startTestApp();
  t.setTime('2026-10-15T10:00:00.000Z');
  a = await t.admin();
  // The caller is a system admin, so that every call admits them and refuses only their input.
  await asSystem(t.deps, (tx) =>
    tx.updateTable('person').set({ is_system_admin: true }).where('id', '=', a.userId).execute(),
  );
  ids = await aRowOfEach(t, a);
  // A later correction, so that there are a restatement and a difference to reconcile.
  t.setTime('2026-11-20T10:00:00.000Z');
  [a, b] = [await t.session(a.userId, a.accountId), await t.admin()];
  await t.ok(a, patchInvoiceLine, { params: { invoiceId: ids.invoice, id: ids.line }, body: { amount: '12.00' } });
});
afterAll(() => t.close());

const paramsFor = (spec: Spec, person: TestPerson) => pathOf(spec, ids, person);
const send = (
  spec: Spec,
  person: TestPerson,
  options: { params?: Record<string, string>; body?: unknown; query?: Record<string, unknown> } = {},
) => sendRaw(t, spec, person.token, { params: paramsFor(spec, person), body: sampleBody(spec), ...options });

/** Defines a test only if it applies to the call, so that no test is reported as skipped. */
function itWhen(applies: boolean, name: string, run: () => Promise<void>): void {
  if (applies) it(name, run);
}

describe('every call of the contract', () => {
  it('is mounted, and is in the OpenAPI document with a summary and its answers', async () => {
    const document = JSON.parse((await t.app.inject('/api/v2/openapi.json')).body) as {
      openapi: string;
      paths: Record<
        string,
        Record<string, { operationId: string; summary: string; responses: Record<string, unknown> }>
      >;
    };
    const described = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(document.openapi).toBe('3.1.0');
    expect(described.map((d) => d.operationId).sort()).toEqual(ENDPOINTS.map((e) => e.id).sort());
    for (const d of described) {
      expect(d.summary.length, d.operationId).toBeGreaterThan(8);
      expect(Object.keys(d.responses).length, d.operationId).toBeGreaterThan(1);
    }
  });

  it('has its own path and operation name', () => {
    expect(new Set(ENDPOINTS.map((e) => `${e.method} ${e.path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(
      ENDPOINTS.length,
    );
    expect(new Set(ENDPOINTS.map((e) => e.id)).size).toBe(ENDPOINTS.length);
  });
});

const taking = (name: string) =>
  SIGNED_IN.filter((spec) => name in ((spec.query as { shape?: object }).shape ?? {})).map(
    (spec) => [spec.id, spec] as const,
  );

// These tests come first, because the calls of the other tests change and delete the rows.
describe.each(taking('sort'))('the sort of %s', (_, spec) => {
  it('is refused with a further part, and is obeyed without one', async () => {
    const refused = (await send(spec, a, { query: { sort: 'nothing' } })).json().errors?.[0];
    const field = refused?.params?.fields?.split(', ')[0] ?? 'date';
    expect((await send(spec, a, { query: { sort: `${field},asc` } })).status).toBe(200);
    for (const further of [',zzz', ',', `,${field}`]) {
      const answer = await send(spec, a, { query: { sort: `${field},asc${further}` } });
      expect([answer.status, answer.json().errors?.map((e) => e.field)], further).toEqual([
        422,
        [expect.stringMatching(/^sort(\.0)?$/)],
      ]);
    }
  });
});

describe.each(taking('search'))('the search of %s', (_, spec) => {
  it('leaves out what does not match', async () => {
    const all = await send(spec, a);
    const none = await send(spec, a, { query: { search: 'qqzz nothing has this' } });
    expect([all.status, none.status]).toEqual([200, 200]);
    expect(none.text).not.toBe(all.text);
    expect(none.text).not.toContain(CANARY);
  });
});

describe.each(SIGNED_IN.map((spec) => [spec.id, spec] as const))('%s', (_, spec) => {
  itWhen(hasOwnId(spec), 'answers 404 for an id that is none', async () => {
    expect(
      (
        await send(spec, a, {
          params: Object.fromEntries(
            Object.keys(paramsFor(spec, a)).map((k) => [k, k === 'userId' ? a.userId : 'nonsense']),
          ),
        })
      ).status,
    ).toBe(404);
  });

  itWhen(spec.body !== undefined, 'refuses a field that it does not know', async () => {
    const answer = await send(spec, a, { body: { ...sampleBody(spec), surprise: 1 } });
    expect(answer.status).toBe(422);
    expect(answer.json().errors?.map((e) => e.field)).toContain('surprise');
  });

  itWhen(spec.status === 201 && spec.body !== undefined, 'refuses a version of what it only creates', async () => {
    const answer = await send(spec, a, { body: { ...sampleBody(spec), version: 1 } });
    expect([answer.status, answer.json().errors?.map((e) => e.field)]).toEqual([
      422,
      expect.arrayContaining(['version']),
    ]);
  });

  it('refuses an unknown query parameter', async () => {
    const answer = await send(spec, a, { query: { surprise: '1' } });
    expect([answer.status, answer.json().errors?.map((e) => e.field)]).toEqual([
      422,
      expect.arrayContaining(['surprise']),
    ]);
  });

  // A body without any string (for example to move an invoice) cannot contain a NUL.
  itWhen(
    JSON.stringify(poisoned(spec)).includes('\\u0000'),
    'answers text that cannot be stored with 422 and never 500',
    async () => {
      expect((await send(spec, a, { body: poisoned(spec) })).status).toBe(422);
    },
  );
});

describe('row-level security alone, when the services use the wrong account', () => {
  it('lets no call show or change a row of the other account', async () => {
    // The token belongs to a member of account b. The services query rows of account a, but row-level security allows
    // only rows of account b.
    const wrong = { ...t.deps, rowSecurityAccount: () => b.accountId };
    Object.assign(t.deps, { rowSecurityAccount: wrong.rowSecurityAccount });
    const scopeOf = t.deps.signIn.scopeOf;
    Object.assign(t.deps.signIn, {
      scopeOf: async (token: string, request: { readonly id: string; readonly language: Language }) => ({
        ...(await scopeOf(token, request)),
        accountId: a.accountId,
      }),
    });
    try {
      const leaks: string[] = [];
      for (const spec of SIGNED_IN) {
        if (spec.id === 'logout') continue;
        const answer = await send(spec, b, { params: { ...paramsFor(spec, a), userId: b.userId } });
        if (answer.text.includes(CANARY)) leaks.push(`${spec.id} ${answer.status}`);
      }
      expect(leaks).toEqual([]);
    } finally {
      Object.assign(t.deps, { rowSecurityAccount: undefined });
      Object.assign(t.deps.signIn, { scopeOf });
    }
    // Prove that the setting had an effect: without it, an admin of account a can read the canary string.
    const spec = SIGNED_IN.find((e) => e.id === 'getInvoice');
    expect(spec && (await send(spec, a)).text).toContain(CANARY);
  });
});
