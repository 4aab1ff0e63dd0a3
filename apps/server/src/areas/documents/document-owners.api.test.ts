import {
  deleteDocument,
  getDocument,
  listDocuments,
  listEntityDocuments,
  patchDocument,
  restoreDocument,
  uploadDocument,
  uploadDocumentVersion,
} from '@quayside/contracts/documents/documents';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReactionName } from '../../events/reactions.ts';
import { AppError } from '../../http/errors.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { PDF } from '../../testing/documents.ts';
import { sweepAll } from '../../testing/files.ts';
import { anInvoice, aSupplier } from '../../testing/invoices.ts';
import { AREAS } from '../all.ts';
import { type Area, registerAreas } from '../area.ts';

// This test registers an area that the documents area does not know. Suppliers stand in for its records.

let t: TestApp;
let maya: TestPerson;
let plan: string;
const heard: [ReactionName, readonly string[]][] = [];
let closed: string | undefined;
const hear = (name: 'document.attached' | 'document.detached' | 'document.replaced' | 'document.restored') => ({
  [name]: async (_w: unknown, { entities }: { entities: readonly { entityType: string; entityId: string }[] }) => {
    const ids = entities.filter((e) => e.entityType === 'SHIPMENT_PLAN').map((e) => e.entityId);
    if (ids.length > 0) heard.push([name, ids]);
  },
});
const plans: Area = {
  name: 'plans',
  documentOwner: {
    entityType: 'SHIPMENT_PLAN',
    labelOf: (accountId, id) =>
      sql`select s.company_name from supplier s where s.account_id = ${accountId} and s.id = ${id}`,
    unknown: 'not_found',
    async requireChangeable(_w, ids) {
      if (ids.includes(closed ?? '')) throw new AppError('invoices.in_use');
    },
  },
  reactions: {
    ...hear('document.attached'),
    ...hear('document.detached'),
    ...hear('document.replaced'),
    ...hear('document.restored'),
    'document.removed': async (_w, { documentIds }) => void heard.push(['document.removed', documentIds]),
  },
};

beforeAll(async () => {
  t = await startTestApp();
  // The area that owns shipment plans steps aside.
  registerAreas([...AREAS.filter(({ name }) => name !== 'shipments'), plans]);
});
afterAll(async () => {
  registerAreas(AREAS);
  await t.close();
});
beforeEach(async () => {
  maya = await t.admin();
  plan = await aSupplier(t, maya, { name: 'Plan 7' });
  heard.length = 0;
  closed = undefined;
});
afterEach(() => t.setTime('2026-11-20T10:00:00.000Z'));

const toPlan = () => ({ entityType: 'SHIPMENT_PLAN' as const, entityId: plan });
const upload = async (query: object = toPlan()) =>
  t.ok(maya, uploadDocument, { query, file: { name: 'plan.pdf', content: PDF } });

describe('a document of an area that only registered itself', () => {
  it('is stored, labelled, found by its owner, and recorded', async () => {
    const document = await upload();
    expect(document.entities).toEqual([{ ...toPlan(), label: 'Plan 7' }]);
    expect((await t.ok(maya, listEntityDocuments, { params: toPlan() })).map((d) => d.id)).toEqual([document.id]);
    expect(await t.ok(maya, listDocuments, { query: { unattached: 'true' } })).toEqual([]);
    expect(heard).toEqual([['document.attached', [plan]]]);
    const audited = await t.work(maya, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select('action')
        .where(sql<boolean>`${document.id}::uuid = any(subject_ids)`)
        .execute(),
    );
    expect(audited.map((row) => row.action)).toEqual(['document.added']);
  });

  it('emits every document event to its area, including the final removal', async () => {
    const { id, version } = await upload();
    await t.ok(maya, uploadDocumentVersion, {
      params: { documentId: id },
      file: { name: 'plan.pdf', content: PDF },
    });
    await t.ok(maya, patchDocument, { params: { id }, body: { version: version + 1, entityType: 'NONE' } });
    await t.ok(maya, patchDocument, { params: { id }, body: { version: version + 2, ...toPlan() } });
    await t.ok(maya, deleteDocument, { params: { documentId: id } });
    await t.ok(maya, restoreDocument, { params: { documentId: id } });
    await t.ok(maya, deleteDocument, { params: { documentId: id } });
    t.setTime('2026-12-20T10:01:00.000Z');
    await sweepAll(t.deps);
    expect(heard.map(([name]) => name)).toEqual([
      'document.attached',
      'document.replaced',
      'document.detached',
      'document.attached',
      'document.detached',
      'document.restored',
      'document.detached',
      'document.removed',
    ]);
    expect(heard.at(-1)).toEqual(['document.removed', [id]]);
  });

  it('is shared with an invoice, and cannot change while one of the two is closed', async () => {
    const invoice = await anInvoice(t, maya, { supplierId: plan });
    const entities = [toPlan(), { entityType: 'INVOICE' as const, entityId: invoice.id }];
    const { id, version } = await upload();
    await t.ok(maya, patchDocument, { params: { id }, body: { version, entities } });
    closed = plan;
    const refused = await t.call(maya, deleteDocument, { params: { documentId: id } });
    expect([refused.status, refused.error.code]).toEqual([409, 'invoices.in_use']);
    expect((await t.ok(maya, getDocument, { params: { documentId: id } })).entities.map((e) => e.entityType)).toEqual([
      'SHIPMENT_PLAN',
      'INVOICE',
    ]);
  });

  it('is refused for a record that the account does not have', async () => {
    const other = await aSupplier(t, await t.admin(), { name: 'Of somebody else' });
    const answer = await t.call(maya, uploadDocument, {
      query: { entityType: 'SHIPMENT_PLAN', entityId: other },
      file: { name: 'plan.pdf', content: PDF },
    });
    expect(answer).toMatchObject({ status: 422, error: { errors: [{ field: 'entityId' }] } });
  });
});
