import { ENDPOINTS } from '@quayside/contracts/all';
import { applyMeasures } from '@quayside/contracts/cost-reports';
import { uploadDocument } from '@quayside/contracts/documents';
import { createInvoice } from '@quayside/contracts/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoice-lines';
import { createNotification } from '@quayside/contracts/notifications';
import { listSessions } from '@quayside/contracts/own-settings';
import { getProductChangelog } from '@quayside/contracts/product-changes';
import { createProductImport } from '@quayside/contracts/product-imports';
import { createProduct } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import { createView } from '@quayside/contracts/views';
import { z } from 'zod';
import { urlOf } from '../http/local-client.ts';
import type { TestApp, TestPerson } from './app.ts';
import { pdfOf } from './documents.ts';

// Rows and well-formed requests for tests that run over every call of the contract.

export type Spec = (typeof ENDPOINTS)[number];
/** Occurs in every row of `aRowOfEach`; no other account may ever read it. */
export const CANARY = 'CANARY-7f3a';
/** Every call for signed-in people, except the stream, which does not end. */
export const SIGNED_IN = ENDPOINTS.filter((e) => e.access !== 'public' && e.id !== 'subscribe');

/** Ids of rows of one account, by the name of their path parameter. */
export interface RowIds {
  readonly session: string;
  readonly supplier: string;
  readonly product: string;
  readonly invoice: string;
  readonly line: string;
  readonly import: string;
  readonly operation: string;
  readonly document: string;
  readonly entry: string;
  readonly view: string;
  readonly member: string;
  readonly notification: string;
}

/** Creates one row of each kind in the account of this admin. */
export async function aRowOfEach(t: TestApp, a: TestPerson): Promise<RowIds> {
  const supplier = await t.ok(a, createSupplier, { body: { companyName: CANARY } });
  const product = await t.ok(a, createProduct, { body: { sku: CANARY, name: CANARY, supplierIds: [supplier.id] } });
  const invoice = await t.ok(a, createInvoice, {
    body: { supplierId: supplier.id, invoiceNumber: CANARY, currency: 'GBP', total: '10.00' },
  });
  const { line } = await t.ok(a, createInvoiceLine, {
    params: { invoiceId: invoice.id },
    body: { productId: product.id, name: CANARY, quantity: 10, amount: '10.00' },
  });
  const imported = await t.ok(a, createProductImport, {
    query: { dryRun: 'true' },
    file: { name: 'p.csv', content: `sku,name\n${CANARY}-2,${CANARY}\n` },
  });
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
  const notification = await t.ok(a, createNotification, {
    body: { notificationType: 'INFO', summary: CANARY, message: CANARY },
  });
  await t.readTexts();
  return {
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
}

/** Real ids for the parameters of a path. */
export function paramsFor(
  spec: Spec,
  ids: RowIds,
  person: { readonly userId: string; readonly accountId: string },
): Record<string, string> {
  const area = spec.path.split('/')[1];
  const ofArea: Readonly<Record<string, string>> = {
    suppliers: ids.supplier,
    products: ids.product,
    reporting: ids.product,
    documents: ids.document,
  };
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
    verificationToken: 'none',
    token: 'none',
    mailId: ids.document,
  };
}
/** Whether the path contains an id; a kind of thing is none. */
export const hasOwnId = (spec: Spec) => /\{(?!userId|entityType|gridId)\w+\}/.test(spec.path);

/** A well-formed body, generated from its JSON schema. */
export function sampleBody(spec: Spec): Record<string, unknown> | undefined {
  if (!spec.body) return undefined;
  return sample(z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' }) as Schema) as Record<
    string,
    unknown
  >;
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
  if (s.type === 'object')
    return Object.fromEntries((s.required ?? []).map((k) => [k, sample(s.properties?.[k] ?? {})]));
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

/** A body with every field filled and a NUL in each text. */
export function poisoned(spec: Spec): Record<string, unknown> {
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

/** Sends one call with exactly this address and body, without client-side checks. */
export async function sendRaw(
  t: TestApp,
  spec: Spec,
  token: string | undefined,
  { params, query, body }: { params: Record<string, string>; query?: Record<string, unknown>; body?: unknown },
) {
  const response = await t.app.inject({
    method: spec.method,
    url: urlOf(spec, params, query),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    text: response.body,
    json: () => JSON.parse(response.body) as { code: string; errors?: { field: string }[]; requestId: string },
  };
}
