import type { Language } from '@quayside/contracts/texts/languages';
import { ENDPOINTS } from '@quayside/contracts/all';
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

// The rules that hold for every call, apart from access (see role-matrix.api.test.ts).

let t: TestApp;
let a: TestPerson;
let b: TestPerson;
let ids: RowIds;

beforeAll(async () => {
  t = await startTestApp();
  [a, b] = [await t.admin(), await t.admin()];
  // Every call admits them, so that it is their input that is refused.
  await asSystem(t.deps, (tx) =>
    tx.updateTable('person').set({ is_system_admin: true }).where('id', '=', a.userId).execute(),
  );
  ids = await aRowOfEach(t, a);
});
afterAll(() => t.close());

const paramsFor = (spec: Spec, person: TestPerson) => pathOf(spec, ids, person);
const send = (
  spec: Spec,
  person: TestPerson,
  options: { params?: Record<string, string>; body?: unknown; query?: Record<string, unknown> } = {},
) => sendRaw(t, spec, person.token, { params: paramsFor(spec, person), body: sampleBody(spec), ...options });

/** Defines a test only for calls that it applies to, instead of skipping it for the others. */
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

describe.each(SIGNED_IN.map((spec) => [spec.id, spec] as const))('%s', (_, spec) => {
  itWhen(hasOwnId(spec), 'answers 404 for rows of another account, and shows nothing of them', async () => {
    const body =
      spec.id === 'updateSupplier' || spec.id === 'replaceProduct'
        ? { ...sampleBody(spec), ...(spec.id === 'replaceProduct' && { supplierIds: [ids.supplier] }) }
        : undefined;
    const answer = await send(spec, b, { params: { ...paramsFor(spec, a), userId: b.userId }, ...(body && { body }) });
    if (spec.upload) expect([404, 415, 422]).toContain(answer.status);
    else if (spec.id === 'listProductCosts') expect(answer.text).not.toContain(CANARY);
    else expect(answer.status).toBe(404);
    expect(answer.text).not.toContain(CANARY);
  });

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

  it('refuses an unknown query parameter', async () => {
    const answer = await send(spec, a, { query: { surprise: '1' } });
    expect([answer.status, answer.json().errors?.map((e) => e.field)]).toEqual([
      422,
      expect.arrayContaining(['surprise']),
    ]);
  });

  // A body without any text (a move of an invoice) cannot contain a NUL.
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
    // The token is b's, the services query a's rows, and row-level security allows only b's.
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
    // Proves that the override was active: without it the owner sees the canary.
    const spec = SIGNED_IN.find((e) => e.id === 'getInvoice');
    expect(spec && (await send(spec, a)).text).toContain(CANARY);
  });
});
