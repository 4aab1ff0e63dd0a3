import { CHANGED_HEADER } from '@quayside/contracts/live';
import { createSupplier, getSupplier, mergeSuppliers, updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit, listTopics } from '../events/outbox.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
});
afterAll(() => t.close());

const named = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => headers[CHANGED_HEADER];

describe('the topics in an answer', () => {
  it('are those that the transaction announced', async () => {
    const made = await t.call(a, createSupplier, { body: { companyName: 'Ningbo' } });
    expect(named(made)).toBe('suppliers');
    const renamed = await t.call(a, updateSupplier, {
      params: { id: made.body.id },
      body: { companyName: 'Ningbo Haosheng', version: made.body.version },
    });
    expect(named(renamed)).toBe('products,suppliers');
  });

  it('are named again when the request is repeated', async () => {
    const request = { body: { companyName: 'Yiwu' }, headers: { 'idempotency-key': 'topics-1' } };
    const answers = [await t.call(a, createSupplier, request), await t.call(a, createSupplier, request)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map(({ body }) => body.id)).toEqual([answers[0]?.body.id, answers[0]?.body.id]);
    expect(answers.map(named)).toEqual(['suppliers', 'suppliers']);
  });

  it('are absent when nothing changed: in reads, refusals and dry runs', async () => {
    const [one, other] = [
      await t.ok(a, createSupplier, { body: { companyName: 'Dongguan' } }),
      await t.ok(a, createSupplier, { body: { companyName: 'Dongguan Trading' } }),
    ];
    const answers = [
      await t.call(a, getSupplier, { params: { id: one.id } }),
      await t.call(a, createSupplier, { body: { companyName: '' } }),
      await t.call(a, mergeSuppliers, {
        params: { id: one.id },
        query: { dryRun: 'true' },
        body: { supplierId: other.id },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 200]);
    expect(answers.map(named)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a topic of which only some people are told', () => {
  it('is named to those alone', async () => {
    const viewer = await t.member(a);
    const onlyViewer = { type: 'changed', topic: 'notifications', ids: [], version: null } as const;
    const topicsOf = (who: TestPerson, onlyFor: string) =>
      t.work(who, async (w) => {
        await emit(w, { ...onlyViewer, onlyFor });
        return listTopics(w);
      });
    expect(await topicsOf(viewer, viewer.userId)).toEqual(['notifications']);
    expect(await topicsOf(a, viewer.userId)).toEqual([]);
    expect(await topicsOf(a, 'admins')).toEqual(['notifications']);
    expect(await topicsOf(viewer, 'admins')).toEqual([]);
  });
});
