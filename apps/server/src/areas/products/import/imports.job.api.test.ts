import { listNotifications } from '@quayside/contracts/notifications/notifications';
import {
  cancelProductImport,
  createProductImport,
  getProductImport,
  getProductImportErrorFile,
  listProductImportRows,
  type ProductImport,
  startProductImport,
  undoProductImport,
} from '@quayside/contracts/products/product-imports';
import { productTotals } from '@quayside/contracts/products/product-lists';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Work } from '../../../db/tx.ts';
import { keysInStore, sweepAll } from '../../../testing/files.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { claimImport, workOnImport } from '../../imports/imports.job.ts';
import { PRODUCTS } from './imports.kind.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
/** Several batches of the check, and more than one of the store. */
const ROWS = 2_600;
/** The maximum number of rows that a call imports itself. The files in these tests have more, so a job imports them. */
const ROWS_IN_CALL = 500;
let t: TestApp;
let seller: TestPerson;
beforeAll(async () => {
  t = await startTestApp({ IMPORT_ROWS_IN_CALL: String(ROWS_IN_CALL) });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime(NOW);
  seller = await t.admin();
});

/** Creates a file with more rows than a call imports itself. */
const large = (version = 'one', rows = ROWS) =>
  `sku,name\n${Array.from({ length: rows }, (_, i) => `S-${i},${version} ${i}\n`).join('')}`;
const send = (content: string, query: { dryRun?: 'true'; mode?: 'VALID_ROWS' } = {}) =>
  t.ok(seller, createProductImport, { query, file: { name: 'large.csv', content } });
const get = (importId: string) => t.ok(seller, getProductImport, { params: { importId } });
const count = async () => (await t.ok(seller, productTotals)).count;
const staged = (id: string) =>
  t.work(seller, async (w) => {
    const { rows } = await sql<{
      n: bigint;
      rows: bigint;
    }>`select count(*) as n, count(distinct row) as rows from product_import_row where import_id = ${id}`.execute(w.tx);
    return [Number(rows[0]?.n), Number(rows[0]?.rows)];
  });
/** Simulates a process that dies when the import is in the given state, without releasing its lease. */
async function dieWhen(is: (i: ProductImport) => boolean): Promise<void> {
  const claim = await claimImport(t.deps, PRODUCTS, seller.accountId);
  if (!claim || claim === 'busy') throw new Error(`nothing to claim: ${claim}`);
  let isDead = false;
  const looking = (async () => {
    while (!isDead) isDead = is(await get(claim.importId));
  })();
  await workOnImport({ deps: t.deps, kind: PRODUCTS, claim, isStopped: () => isDead });
  isDead = true;
  await looking;
  await t.work(seller, (w) =>
    w.tx
      .updateTable('import')
      .set({ lease_until: new Date(NOW.getTime() + 15_000) })
      .where('id', '=', claim.importId)
      .execute(),
  );
}
const isHalfChecked = (i: ProductImport) => i.state === 'CHECKING' && (i.progress?.done ?? 0) >= 1000;

describe('a large import', () => {
  it('is queued, processed, and reports its progress', { timeout: 60_000 }, async () => {
    const told: unknown[] = [];
    t.deps.dispatcher.onEvent(
      (event) =>
        event.accountId === seller.accountId && event.payload['topic'] === 'imports' && told.push(event.payload['ids']),
    );
    const made = await send(large());
    expect(made).toMatchObject({
      state: 'PENDING',
      kind: null,
      progress: { done: 0, total: ROWS },
      counts: { rows: 0 },
    });
    await t.runImports();
    const done = await get(made.id);
    expect(done).toMatchObject({
      state: 'IMPORTED',
      progress: null,
      kind: 'CSV',
      counts: { rows: ROWS, create: ROWS, fail: 0 },
      createdBy: { id: seller.userId },
      canUndo: true,
    });
    expect(await count()).toBe(ROWS);
    await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
    const log = await t.work(seller, (w) =>
      w.tx.selectFrom('product_history').select('changed_by').distinct().execute(),
    );
    expect(log).toEqual([{ changed_by: seller.userId }]);
  });

  it('resumes where a dead process stopped, both while checking and while storing', { timeout: 90_000 }, async () => {
    const made = await send(large());
    await dieWhen(isHalfChecked);
    const half = await get(made.id);
    expect(half).toMatchObject({ state: 'CHECKING', progress: { total: ROWS } });
    expect(half.progress?.done).toBeGreaterThan(0);
    expect(half.progress?.done).toBeLessThan(ROWS);
    const first = await t.work(seller, (w) =>
      w.tx.selectFrom('product_import_row').select(['row', 'product_id']).where('row', '=', 2).executeTakeFirst(),
    );
    // No other process may claim the import until its lease expires.
    expect(await claimImport(t.deps, PRODUCTS, seller.accountId)).toBe('busy');
    t.setTime(new Date(NOW.getTime() + 16_000));
    await dieWhen((i) => i.state === 'IMPORTING');
    expect((await get(made.id)).state).toBe('IMPORTING');
    expect([await count(), await staged(made.id)]).toEqual([0, [ROWS, ROWS]]);
    t.setTime(new Date(NOW.getTime() + 32_000));
    await t.runImports();
    expect(await get(made.id)).toMatchObject({ state: 'IMPORTED', counts: { create: ROWS, fail: 0 } });
    expect(await count()).toBe(ROWS);
    // No row was checked twice.
    expect(
      await t.work(seller, (w) =>
        w.tx.selectFrom('product_import_row').select(['row', 'product_id']).where('row', '=', 2).executeTakeFirst(),
      ),
    ).toEqual(first);
  });

  it('that crashes its process each time is given up, with an explanation', async () => {
    const made = await send(large());
    for (let i = 0; i < 5; i += 1) {
      t.setTime(new Date(NOW.getTime() + i * 16_000));
      expect(await claimImport(t.deps, PRODUCTS, seller.accountId)).toMatchObject({ importId: made.id });
    }
    t.setTime(new Date(NOW.getTime() + 100_000));
    await t.runImports();
    expect(await get(made.id)).toMatchObject({
      state: 'FAILED',
      failure: 'The import was abandoned after 5 interruptions. Nothing was stored.',
    });
    expect((await t.ok(seller, listNotifications)).content).toMatchObject([
      {
        summary: 'Import failed',
        message: 'large.csv: The import was abandoned after 5 interruptions. Nothing was stored.',
      },
    ]);
  });

  it.each(['PENDING', 'CHECKING', 'IMPORTING'] as const)(
    'is stopped while it is %s, and leaves nothing',
    { timeout: 60_000 },
    async (state) => {
      const made = await send(large());
      if (state === 'CHECKING') await dieWhen(isHalfChecked);
      if (state === 'IMPORTING') {
        const claim = await claimImport(t.deps, PRODUCTS, seller.accountId);
        if (!claim || claim === 'busy') throw new Error('not claimed');
        let stopped: Promise<unknown> | undefined;
        // This callback runs in the middle of the transaction that stores the import, but its calls use other
        // connections.
        const isStopped = () => {
          stopped ??= get(made.id).then((i) =>
            i.state === 'IMPORTING'
              ? t.ok(seller, cancelProductImport, { params: { importId: made.id } })
              : (stopped = undefined),
          );
          return false;
        };
        await workOnImport({ deps: t.deps, kind: PRODUCTS, claim, isStopped });
        await stopped;
      } else
        expect((await t.ok(seller, cancelProductImport, { params: { importId: made.id } })).state).toBe('CANCELLED');
      t.setTime(new Date(NOW.getTime() + 60_000));
      await t.runImports();
      expect([(await get(made.id)).state, await count()]).toEqual(['CANCELLED', 0]);
      expect((await t.call(seller, cancelProductImport, { params: { importId: made.id } })).error.code).toBe(
        'imports.wrong_state',
      );
    },
  );

  it('that cannot be read says why', async () => {
    const made = await send(large().padEnd(4_300_000, 'x'));
    await t.runImports();
    expect(await get(made.id)).toMatchObject({
      state: 'FAILED',
      failure: expect.stringContaining('is longer than 1 MB'),
      canUndo: false,
    });
  });

  it('goes through check, start and undo like a small one; two of one account run in turn', {
    timeout: 90_000,
  }, async () => {
    const checked = await send(large(), { dryRun: 'true' });
    await t.runImports();
    expect(await get(checked.id)).toMatchObject({ state: 'CHECKED', counts: { create: ROWS } });
    const started = await t.ok(seller, startProductImport, {
      params: { importId: checked.id },
      body: { mode: 'ALL_OR_NOTHING' },
    });
    expect(started.state).toBe('IMPORTING');
    const second = await send(large('two', ROWS - 500));
    await t.runImports();
    expect(await get(checked.id)).toMatchObject({ state: 'IMPORTED', counts: { create: ROWS } });
    expect(await get(second.id)).toMatchObject({ state: 'IMPORTED', counts: { update: ROWS - 500, create: 0 } });
    expect((await t.ok(seller, undoProductImport, { params: { importId: second.id } })).state).toBe('UNDOING');
    await t.runImports();
    const undone = await get(second.id);
    expect(undone.undo).toMatchObject({ restored: ROWS - 500, deleted: 0, keptCount: 0 });
  });
});

describe('a large import that is stored during its check', () => {
  const products = (...skus: string[]) =>
    t.work(seller, (w) =>
      w.tx
        .selectFrom('product')
        .select(['sku', 'name', 'created_at', 'brand'])
        .where('sku', 'in', skus)
        .orderBy('sku')
        .execute(),
    );
  /** Starts the import and `meanwhile` at the same time, and waits for both. Returns the import. */
  async function workOff(importId: string, meanwhile: () => Promise<unknown>): Promise<ProductImport> {
    const claim = await claimImport(t.deps, PRODUCTS, seller.accountId);
    if (!claim || claim === 'busy') throw new Error(`nothing to claim: ${claim}`);
    const worked = workOnImport({ deps: t.deps, kind: PRODUCTS, claim, isStopped: () => false });
    await meanwhile();
    await worked;
    return get(importId);
  }
  const until = async (importId: string, is: (i: ProductImport) => boolean) => {
    while (!is(await get(importId)));
  };

  it('starts storing before the check has ended, and is never partly visible', { timeout: 60_000 }, async () => {
    const made = await send(large());
    const seen: number[] = [];
    const done = await workOff(made.id, async () => {
      await until(made.id, isHalfChecked);
      seen.push(await count());
      t.setTime(new Date(NOW.getTime() + 1000));
    });
    expect([done.state, await count(), seen]).toEqual(['IMPORTED', ROWS, [0]]);
    expect((await products(`S-${ROWS - 1}`)).map((p) => p.created_at)).toEqual([NOW]);
  });

  it('stores no rows if the last row is invalid and the mode is all or nothing', { timeout: 60_000 }, async () => {
    const made = await send(`${large()}S-LAST,\n`);
    await t.runImports();
    expect(await get(made.id)).toMatchObject({
      state: 'REFUSED',
      counts: { create: ROWS, fail: 1 },
      errors: [{ row: ROWS + 2, column: 'name' }],
    });
    expect(await count()).toBe(0);
  });

  it('stores the good rows on both sides of a long range of invalid ones', { timeout: 60_000 }, async () => {
    const wrong = Array.from({ length: 6000 }, (_, i) => `W-${i},\n`).join('');
    const made = await send(large().replace('S-1500,one 1500\n', `S-1500,one 1500\n${wrong}`), { mode: 'VALID_ROWS' });
    await t.runImports();
    expect(await get(made.id)).toMatchObject({ state: 'IMPORTED', counts: { create: ROWS, fail: 6000 } });
    expect(await count()).toBe(ROWS);
  });

  // The check cannot see the concurrent change, because it is not committed. The store has to wait for it.
  it.each([
    {
      what: 'gives a product of the file another SKU',
      write: () => sql`update product set sku = 'S-2-X', version = version + 1 where sku = 'S-2'`,
      counts: { create: ROWS, update: 0 },
    },
    {
      what: 'adds a product with a SKU of the file',
      write: (w: Work) => sql`
        insert into product (account_id, id, sku, name, created_at, updated_at)
        values (
          ${seller.accountId}::uuid, ${w.newId()}::uuid, 'S-9', 'Theirs', ${w.now}::timestamptz, ${w.now}::timestamptz
        )`,
      counts: { create: ROWS - 2, update: 2 },
    },
  ])('is stored only after its check if somebody $what', { timeout: 60_000 }, async ({ write, counts }) => {
    await t.ok(seller, createProductImport, { file: { name: 'a.csv', content: 'sku,name,brand\nS-2,Old,Mine\n' } });
    const made = await send(large());
    const done = await workOff(made.id, () =>
      t.work(seller, async (w) => {
        await write(w).execute(w.tx);
        await until(made.id, (i) => i.state === 'IMPORTING');
      }),
    );
    expect(done).toMatchObject({ state: 'IMPORTED', counts });
    const isMoved = counts.update === 0;
    expect((await products('S-2', 'S-2-X', 'S-9')).map((p) => [p.sku, p.name, p.brand])).toEqual([
      ['S-2', 'one 2', isMoved ? null : 'Mine'],
      ...(isMoved ? [['S-2-X', 'Old', 'Mine']] : []),
      ['S-9', 'one 9', null],
    ]);
  });
});

describe('the file and the rows of a finished import', () => {
  it('are deleted after thirty days; the summary stays', async () => {
    const made = await t.ok(seller, createProductImport, {
      file: { name: 'a.csv', content: 'sku,name\nA,One\nB,\n' },
      query: { mode: 'VALID_ROWS' },
    });
    const before = (await keysInStore(t.deps)).length;
    t.setTime(new Date('2026-12-19T10:00:00.000Z'));
    await sweepAll(t.deps);
    seller = await t.member(seller, 'sv-account-admin');
    expect((await get(made.id)).canUndo).toBe(true);
    expect((await t.call(seller, getProductImportErrorFile, { params: { importId: made.id } })).text).toContain(
      'A new product needs a name',
    );
    t.setTime(new Date('2026-12-21T10:00:00.000Z'));
    await sweepAll(t.deps);
    seller = await t.member(seller, 'sv-account-admin');
    expect(await get(made.id)).toMatchObject({
      state: 'IMPORTED',
      canUndo: false,
      errors: [{ row: 3, column: 'name' }],
    });
    expect((await t.ok(seller, listProductImportRows, { params: { importId: made.id } })).content).toEqual([]);
    expect((await t.call(seller, undoProductImport, { params: { importId: made.id } })).error.code).toBe(
      'imports.wrong_state',
    );
    expect((await t.call(seller, getProductImportErrorFile, { params: { importId: made.id } })).status).toBe(404);
    expect((await keysInStore(t.deps)).length).toBeLessThan(before);
  });
});
