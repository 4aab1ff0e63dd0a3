import type { BodyIn } from '@quayside/contracts/endpoint';
import { createView, deleteView, listViews, patchView, setDefaultView, type View } from '@quayside/contracts/views';
import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';

const STATE: BodyIn<typeof createView>['state'] = {
  columns: [
    { id: 'name', width: 300, pinned: true },
    { id: 'sku', hidden: true },
  ],
  sort: [{ field: 'landedCostPerUnit', direction: 'desc' }],
  chips: [{ field: 'status', op: 'in', values: ['ACTIVE'] }],
  search: 'oak',
  size: 25,
  density: 'compact',
};
const params = { gridId: 'products' } as const;
let t: TestApp;
let maya: TestPerson;
let ben: TestPerson;
let vera: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  maya = await t.admin();
  [ben, vera] = [await t.member(maya, 'sv-account-admin'), await t.member(maya)];
});
afterAll(() => t.close());

const keep = (who: TestPerson, name: string, isShared = false) =>
  t.ok(who, createView, { params, body: { name, isShared, state: STATE } });
const statusOf = async (call: Promise<{ status: number; error: { code: string } }>) => {
  const { status, error } = await call;
  return status < 300 ? status : `${status} ${error.code}`;
};
const seen = async (who: TestPerson) =>
  (await t.ok(who, listViews, { params })).map(
    (v) => `${v.name}${v.isMine ? ' mine' : ''}${v.isShared ? ' shared' : ''}${v.isDefault ? ' default' : ''}`,
  );
const change = (who: TestPerson, view: View, body: BodyIn<typeof patchView>) =>
  t.call(who, patchView, { params: { ...params, viewId: view.id }, body });
const forget = (who: TestPerson, view: View) => t.call(who, deleteView, { params: { ...params, viewId: view.id } });
const prefer = (who: TestPerson, viewId: string | null) => t.call(who, setDefaultView, { params, body: { viewId } });

describe('a view', () => {
  it('is stored unchanged, per table', async () => {
    const view = await keep(maya, ' Top sellers ');
    expect(view).toMatchObject({
      gridId: 'products',
      name: 'Top sellers',
      isMine: true,
      isShared: false,
      isDefault: false,
      state: STATE,
      version: 1,
    });
    expect(view.owner?.id).toBe(maya.userId);
    expect(await t.ok(maya, listViews, { params })).toEqual([view]);
    expect(await t.ok(maya, listViews, { params: { gridId: 'suppliers' } })).toEqual([]);
    expect(
      await statusOf(
        t.call(maya, patchView, { params: { gridId: 'suppliers', viewId: view.id }, body: { name: 'x' } }),
      ),
    ).toBe('404 not_found');
  });

  it('of exchange differences is stored by month, supplier and document', async () => {
    for (const by of ['Month', 'Supplier', 'Document'] as const) {
      const gridId = `exchangeDifferencesBy${by}` as const;
      const made = await t.ok(maya, createView, { params: { gridId }, body: { name: 'Dear yuan', state: STATE } });
      expect(await t.ok(maya, listViews, { params: { gridId } })).toEqual([made]);
    }
  });

  it('is visible only to its owner until it is shared', async () => {
    const view = await keep(maya, 'Mine');
    expect([await seen(ben), await seen(vera)]).toEqual([[], []]);
    expect(await statusOf(change(ben, view, { name: 'His' }))).toBe('404 not_found');
    expect(await statusOf(forget(ben, view))).toBe('404 not_found');
    expect(await statusOf(prefer(ben, view.id))).toBe('404 not_found');
    expect(await statusOf(change(maya, view, { isShared: true }))).toBe(200);
    expect([await seen(ben), await seen(vera)]).toEqual([['Mine shared'], ['Mine shared']]);
  });

  it('of a viewer can be changed but not shared', async () => {
    const own = await keep(vera, 'Vera’s');
    expect(await statusOf(change(vera, own, { name: 'Vera’s own', state: { ...STATE, search: '' } }))).toBe(200);
    expect(
      await statusOf(t.call(vera, createView, { params, body: { name: 'All', isShared: true, state: STATE } })),
    ).toBe('403 forbidden');
    expect(await statusOf(change(vera, own, { isShared: true }))).toBe('403 forbidden');
    const shared = await keep(maya, 'Shared', true);
    expect(await statusOf(change(vera, shared, { name: 'Changed' }))).toBe('403 forbidden');
    expect(await statusOf(forget(vera, shared))).toBe('403 forbidden');
    expect(await statusOf(forget(vera, own))).toBe(204);
    expect(await seen(vera)).toEqual(['Shared shared']);
  });

  it('that is shared can be changed and deleted by another admin', async () => {
    const view = await keep(maya, 'Team', true);
    expect((await change(ben, view, { name: 'Team view', version: 1 })).body).toMatchObject({
      name: 'Team view',
      isMine: false,
      version: 2,
    });
    expect((await change(ben, view, { isShared: false })).body).toMatchObject({ isShared: false, isMine: false });
    expect([await seen(ben), await seen(maya)]).toEqual([[], ['Team view mine']]);
  });

  it('with half of a character, which cannot be stored, is refused by the name of the field', async () => {
    const half = 'name\udbb4';
    const state = {
      ...STATE,
      columns: [{ id: half }],
      chips: [{ field: 'status', op: 'in' as const, values: [half] }],
    };
    const answer = await t.call(maya, createView, {
      params,
      body: { name: 'Half', state: { ...state, search: half } },
    });
    expect([answer.status, answer.error.errors?.map((e) => [e.field, e.code])]).toEqual([
      422,
      ['columns.0.id', 'chips.0.values.0', 'search'].map((field) => [`state.${field}`, 'field.not_storable']),
    ]);
  });

  it('has a unique name per person and table', async () => {
    const first = await keep(maya, 'Low stock');
    expect(await statusOf(t.call(maya, createView, { params, body: { name: 'LOW STOCK', state: STATE } }))).toBe(
      '422 views.name_taken',
    );
    const second = await keep(maya, 'Other');
    expect(await statusOf(change(maya, second, { name: 'low stock' }))).toBe('422 views.name_taken');
    expect(await statusOf(change(maya, first, { name: 'Low Stock' }))).toBe(200);
    await keep(ben, 'Low stock', true);
    await t.ok(maya, createView, { params: { gridId: 'suppliers' }, body: { name: 'Low stock', state: STATE } });
    expect(await seen(maya)).toEqual(expect.arrayContaining(['Low Stock mine', 'Low stock shared']));
  });

  it('is not overwritten by a stale update', async () => {
    const view = await keep(maya, 'Team', true);
    await change(ben, view, { name: 'Team 2' });
    const answer = await change(maya, view, { state: { ...STATE, search: 'pine' }, version: view.version });
    expect([answer.status, answer.error.code, answer.error.current]).toEqual([
      409,
      'conflict_version',
      expect.objectContaining({ name: 'Team 2', version: 2 }),
    ]);
  });

  it('is refused above 100 per person and table', async () => {
    for (let i = 0; i < 100; i += 1) await keep(vera, `View ${i}`);
    const [one, two] = await Promise.all(
      [1, 2].map((n) => t.call(vera, createView, { params, body: { name: `More ${n}`, state: STATE } })),
    );
    expect([one?.status, two?.status]).toEqual([422, 422]);
    expect(one?.error.errors?.[0]?.message).toContain('100 views');
    await keep(maya, 'Another person’s');
  });
});

describe('the default view of a table', () => {
  it('is chosen by each person, and can be none', async () => {
    const team = await keep(maya, 'Team', true);
    const own = await keep(vera, 'Own');
    await prefer(vera, team.id);
    expect([await seen(vera), await seen(maya)]).toEqual([['Own mine', 'Team shared default'], ['Team mine shared']]);
    expect((await prefer(vera, own.id)).body?.filter((v) => v.isDefault).map((v) => v.name)).toEqual(['Own']);
    await prefer(vera, null);
    expect(await seen(vera)).toEqual(['Own mine', 'Team shared']);
  });

  it('falls back to the original table when the view is deleted or no longer shared', async () => {
    const team = await keep(maya, 'Team', true);
    await Promise.all([prefer(vera, team.id), prefer(maya, team.id)]);
    await change(maya, team, { isShared: false });
    expect([await seen(vera), await seen(maya)]).toEqual([[], ['Team mine default']]);
    await change(maya, team, { isShared: true });
    expect(await seen(vera)).toEqual(['Team shared']);
    await prefer(vera, team.id);
    expect(await statusOf(forget(maya, team))).toBe(204);
    expect([await seen(vera), await seen(maya)]).toEqual([[], []]);
  });
});

describe('views of another account', () => {
  it('do not exist for the caller', async () => {
    const view = await keep(maya, 'Team', true);
    const stranger = await t.admin();
    expect(await seen(stranger)).toEqual([]);
    expect(await statusOf(change(stranger, view, { name: 'x' }))).toBe('404 not_found');
    expect(await statusOf(forget(stranger, view))).toBe('404 not_found');
    expect(await statusOf(prefer(stranger, view.id))).toBe('404 not_found');
  });
});

it('a changed view is announced on the topic of views', async () => {
  const view = await keep(maya, 'Told');
  await change(maya, view, { name: 'Told twice' });
  await forget(maya, view);
  const rows = await t.work(maya, (w) =>
    w.tx.selectFrom('audit_log').select('action').where('subject_type', '=', 'view').orderBy('id').execute(),
  );
  expect(rows.map((row) => row.action)).toEqual(['view.created', 'view.changed', 'view.deleted']);
  const events = await t.deps.db
    .selectFrom('outbox')
    .select('payload')
    .where('account_id', '=', maya.accountId)
    .execute();
  expect(events.filter(({ payload }) => JSON.stringify(payload).includes('"views"'))).toHaveLength(3);
});
