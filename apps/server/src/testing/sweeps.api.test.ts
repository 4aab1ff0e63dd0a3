import { ENDPOINTS } from '@quayside/contracts/all';
import { applyMeasures } from '@quayside/contracts/cost-reports';
import { uploadDocument } from '@quayside/contracts/documents';
import { createInvoice, createInvoiceLine } from '@quayside/contracts/invoices';
import { listSessions } from '@quayside/contracts/own-settings';
import { getProductChangelog } from '@quayside/contracts/product-changes';
import { createNotification } from '@quayside/contracts/notifications';
import { createProductImport } from '@quayside/contracts/product-imports';
import { createProduct } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import { createView } from '@quayside/contracts/views';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../http/local-client.ts';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { pdfOf } from './documents.ts';

type Spec = (typeof ENDPOINTS)[number];
const CANARY = 'CANARY-7f3a';
const SIGNED_IN = ENDPOINTS.filter((e) => e.access !== 'public' && e.id !== 'subscribe');

let t: TestApp;
let a: TestPerson;
let b: TestPerson;
let viewer: TestPerson;
/** Ids of rows of account a, by the word of the path that they stand for. */
let ids: {
  session: string;
  supplier: string;
  product: string;
  invoice: string;
  line: string;
  import: string;
  operation: string;
  document: string;
  entry: string;
  view: string;
  member: string;
  notification: string;
};

beforeAll(async () => {
  t = await startTestApp();
  [a, b] = [await t.admin(), await t.admin()];
  viewer = await t.member(a);
  const supplier = await t.ok(a, createSupplier, { body: { companyName: CANARY } });
  const product = await t.ok(a, createProduct, { body: { sku: CANARY, name: CANARY, supplierIds: [supplier.id] } });
  const invoice = await t.ok(a, createInvoice, { body: { supplierId: supplier.id, invoiceNumber: CANARY, currency: 'GBP', total: '10.00' } });
  const { line } = await t.ok(a, createInvoiceLine, {
    params: { invoiceId: invoice.id },
    body: { productId: product.id, name: CANARY, quantity: 10, amount: '10.00' },
  });
  const imported = await t.ok(a, createProductImport, { query: { dryRun: 'true' }, file: { name: 'p.csv', content: `sku,name\n${CANARY}-2,${CANARY}\n` } });
  const { operationId } = await t.ok(a, applyMeasures, { params: { id: product.id }, body: {} });
  const document = await t.ok(a, uploadDocument, {
    query: { entityType: 'INVOICE', entityId: invoice.id },
    file: { name: `${CANARY}.pdf`, content: pdfOf([[CANARY]]) },
  });
  const view = await t.ok(a, createView, {
    params: { gridId: 'products' },
    body: { name: CANARY, state: { columns: [], sort: [], chips: [], size: 25, density: 'compact' } },
  });
  const changelog = await t.ok(a, getProductChangelog, { params: { productId: product.id } });
  const notification = await t.ok(a, createNotification, { body: { notificationType: 'INFO', summary: CANARY, message: CANARY } });
  await t.readTexts();
  ids = {
    session: (await t.ok(await t.member(a), listSessions))[0]?.id ?? '',
    supplier: supplier.id,
    product: product.id,
    invoice: invoice.id,
    line: line.invoiceLineId,
    import: imported.id,
    operation: operationId,
    document: document.id,
    view: view.id,
    notification: notification.id,
    entry: changelog.content[0]?.id ?? '',
    member: (await t.member(a)).userId,
  };
});
afterAll(() => t.close());

/** Real ids of account a for the parameters of a path. */
function paramsFor(spec: Spec, person: TestPerson): Record<string, string> {
  const area = spec.path.split('/')[1];
  const ofArea: Readonly<Record<string, string>> = { suppliers: ids.supplier, products: ids.product, reporting: ids.product, documents: ids.document };
  const own = ofArea[area ?? ''] ?? (spec.path.includes('invoice-lines/{id}') ? ids.line : ids.invoice);
  return {
    userId: person.userId,
    accountId: person.accountId,
    invitationAction: 'ACCEPT',
    id: own,
    productId: ids.product,
    invoiceId: ids.invoice,
    importId: ids.import,
    operationId: ids.operation,
    documentId: ids.document,
    gridId: 'products',
    viewId: ids.view,
    entryId: ids.entry,
    sessionId: ids.session,
    notificationId: ids.notification,
    entityType: 'INVOICE',
    entityId: ids.invoice,
    deleteUserId: ids.member,
    updateUserId: ids.member,
  };
}
/** A kind of thing in the path is no id. */
const hasOwnId = (spec: Spec) => /\{(?!userId|entityType|gridId)\w+\}/.test(spec.path);

/** Something of the right shape for a body, from its JSON schema. */
function sampleBody(spec: Spec): Record<string, unknown> | undefined {
  if (!spec.body) return undefined;
  return sample(z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' }) as Schema) as Record<string, unknown>;
}
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  minLength?: number;
  minItems?: number;
  default?: unknown;
}
function sample(s: Schema): unknown {
  if (s.default !== undefined) return s.default;
  if (s.enum) return s.enum[0];
  if (s.anyOf) return sample(s.anyOf[0] ?? {});
  if (s.type === 'object') return Object.fromEntries((s.required ?? []).map((k) => [k, sample(s.properties?.[k] ?? {})]));
  if (s.type === 'array') return (s.minItems ?? 0) > 0 ? [sample(s.items ?? {})] : [];
  if (s.type === 'string')
    return s.format === 'uuid'
      ? '01a1fd84-0000-7000-8000-000000000000'
      : s.format === 'date-time'
        ? '2026-11-20T10:00:00.000Z'
        : 'x'.repeat(Math.max(8, s.minLength ?? 0));
  if (s.type === 'boolean') return false;
  return s.type === 'integer' || s.type === 'number' ? 1 : null;
}

/** Every field of a body filled, each text with a NUL in it. */
function poisoned(spec: Spec): Record<string, unknown> {
  const poison = (v: unknown): unknown =>
    typeof v === 'string'
      ? `a\u0000b`
      : Array.isArray(v)
        ? v.map(poison)
        : v && typeof v === 'object'
          ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, poison(x)]))
          : v;
  const schema = spec.body && (z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' }) as Schema);
  return Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([k, v]) => [k, poison(sample(v) ?? 'x')]));
}

async function send(
  spec: Spec,
  person: TestPerson | undefined,
  options: { params?: Record<string, string>; body?: unknown; query?: Record<string, unknown> } = {},
) {
  const params = options.params ?? paramsFor(spec, person ?? a);
  const body = options.body === undefined ? sampleBody(spec) : options.body;
  const response = await t.app.inject({
    method: spec.method,
    url: urlOf(spec, params, options.query),
    headers: { ...(person && { authorization: `Bearer ${person.token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    text: response.body,
    json: () => JSON.parse(response.body) as { code: string; errors?: { field: string }[]; requestId: string },
  };
}

/** A test for the calls that it applies to; the others have none, rather than a skipped one. */
function itWhen(applies: boolean, name: string, run: () => Promise<void>): void {
  if (applies) it(name, run);
}

describe('every call of the contract', () => {
  it('is mounted, and is in the OpenAPI document with a summary and its answers', async () => {
    const document = JSON.parse((await t.app.inject('/api/v2/openapi.json')).body) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; summary: string; responses: Record<string, unknown> }>>;
    };
    const described = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(document.openapi).toBe('3.1.0');
    expect(described.map((d) => d.operationId).sort()).toEqual(ENDPOINTS.map((e) => e.id).sort());
    for (const d of described) {
      expect(d.summary.length, d.operationId).toBeGreaterThan(8);
      expect(Object.keys(d.responses).length, d.operationId).toBeGreaterThan(1);
    }
  });

  it('has a path and an operation name of its own', () => {
    expect(new Set(ENDPOINTS.map((e) => `${e.method} ${e.path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(ENDPOINTS.length);
    expect(new Set(ENDPOINTS.map((e) => e.id)).size).toBe(ENDPOINTS.length);
  });
});

describe.each(SIGNED_IN.map((spec) => [spec.id, spec] as const))('%s', (_, spec) => {
  it('answers 401 without a token', async () => {
    const answer = await send(spec, undefined);
    expect([answer.status, answer.json().code]).toEqual([401, 'not_signed_in']);
  });

  itWhen(spec.path.includes('{userId}'), 'answers 403 on the path of another person', async () => {
    expect((await send(spec, b, { params: paramsFor(spec, a) })).status).toBe(403);
  });

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
      (await send(spec, a, { params: Object.fromEntries(Object.keys(paramsFor(spec, a)).map((k) => [k, k === 'userId' ? a.userId : 'nonsense'])) })).status,
    ).toBe(404);
  });

  itWhen(spec.body !== undefined, 'refuses a field that it does not know', async () => {
    const answer = await send(spec, a, { body: { ...sampleBody(spec), surprise: 1 } });
    expect(answer.status).toBe(422);
    expect(answer.json().errors?.map((e) => e.field)).toContain('surprise');
  });

  it('refuses a query parameter that it does not know', async () => {
    const answer = await send(spec, a, { query: { surprise: '1' } });
    expect([answer.status, answer.json().errors?.map((e) => e.field)]).toEqual([422, expect.arrayContaining(['surprise'])]);
  });

  itWhen(spec.access === 'write' || spec.access === 'accountAdmin', 'is refused to a viewer with 403', async () => {
    expect((await send(spec, viewer)).status).toBe(403);
  });

  itWhen(spec.access === 'read' || (spec.access === 'self' && spec.id !== 'logout'), 'is not refused to a viewer', async () => {
    // 201: what everybody keeps for themselves.
    expect([200, ...(spec.access === 'self' ? [201] : []), 404, 422]).toContain((await send(spec, viewer)).status);
  });

  // A body without any text (a move of an invoice) has nothing that could hold it.
  itWhen(JSON.stringify(poisoned(spec)).includes('\\u0000'), 'answers text that cannot be stored with 422 and never 500', async () => {
    expect((await send(spec, a, { body: poisoned(spec) })).status).toBe(422);
  });
});

describe('a section that the account has switched off', () => {
  it.each(SIGNED_IN.filter((e) => e.flags?.length).map((e) => [e.id, e] as const))('%s answers 404', async (_, spec) => {
    const off = await t.admin();
    await t.work(off, (w) => w.tx.updateTable('account').set({ is_management_section_enabled: false }).where('account_id', '=', off.accountId).execute());
    t.deps.signIn.forgetAccount(off.accountId);
    expect((await send(spec, off)).status).toBe(404);
  });
});

describe('row-level security alone, with the checks of the services believing in the wrong account', () => {
  it('lets no call show or change a row of the other account', async () => {
    // b's token, services that ask for a's rows everywhere, and a database that only knows b.
    const wrong = { ...t.deps, rowSecurityAccount: () => b.accountId };
    Object.assign(t.deps, { rowSecurityAccount: wrong.rowSecurityAccount });
    const scopeOf = t.deps.signIn.scopeOf;
    Object.assign(t.deps.signIn, { scopeOf: async (token: string, requestId: string) => ({ ...(await scopeOf(token, requestId)), accountId: a.accountId }) });
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
    // The seam itself was at work: with it off again the owner sees the canary.
    const spec = SIGNED_IN.find((e) => e.id === 'getInvoice');
    expect(spec && (await send(spec, a)).text).toContain(CANARY);
  });
});
