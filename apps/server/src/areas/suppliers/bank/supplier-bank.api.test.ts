import { listNotifications } from '@quayside/contracts/notifications/notifications';
import {
  getSupplierBankDetails,
  putSupplierBankDetails,
  removeSupplierBankDetails,
  revealSupplierBankDetails,
} from '@quayside/contracts/suppliers/supplier-bank';
import { createSupplier, deleteSupplier, getSupplier } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAesSecrets } from '../../../adapters/secrets/aes-secrets.ts';
import { inAccountAsJob } from '../../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { resealBankDetails } from './supplier-bank.service.ts';

const PASSWORD = 'harbour-lantern-73';
const IBAN = 'GB29 NWBK 6016 1331 9268 19';
const DETAILS = {
  beneficiary: 'Ningbo Haosheng Houseware',
  accountNumber: IBAN,
  bankName: 'Bank of Ningbo',
  swift: 'bknbcn2n',
  bankCode: '402331',
  currency: 'USD',
  notes: 'Intermediary 36992711',
};
const SECRETS = ['60161331926819', '6016 1331', '402331', '36992711', PASSWORD];

let t: TestApp;
let admin: TestPerson;
let id: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00Z');
  admin = await t.admin();
  await t.setPassword(admin, PASSWORD);
  id = (await t.ok(admin, createSupplier, { body: { companyName: 'Haosheng' } })).id;
});

const put = (who = admin, more: object = {}) =>
  t.call(who, putSupplierBankDetails, { params: { id }, body: { password: PASSWORD, ...DETAILS, ...more } });
const get = (who = admin) => t.ok(who, getSupplierBankDetails, { params: { id } });
const reveal = (who = admin, password = PASSWORD) =>
  t.call(who, revealSupplierBankDetails, { params: { id }, body: { password } });
const remove = (who = admin, password = PASSWORD) =>
  t.call(who, removeSupplierBankDetails, { params: { id }, body: { password } });
const told = async () =>
  (await t.ok(admin, listNotifications)).content.map(({ notificationType, summary, message }) => ({
    notificationType,
    summary,
    message,
  }));

describe('bank details', () => {
  it('are empty at first, and afterwards masked for everybody, also in the response to the change', async () => {
    expect(await get()).toEqual({ details: null, isMasked: true, changedAt: null, changedBy: null, history: [] });
    const masked = {
      details: {
        beneficiary: DETAILS.beneficiary,
        accountNumber: '•••• 6819',
        bankName: 'Bank of Ningbo',
        bankAddress: null,
        swift: 'BKNBCN2N',
        bankCode: '•••• 331',
        currency: 'USD',
        notes: '••••',
      },
      isMasked: true,
      changedAt: '2026-11-20T10:00:00.000Z',
      changedBy: { id: admin.userId, name: expect.stringContaining('Test Person') },
      history: [
        { action: 'CHANGED', at: '2026-11-20T10:00:00.000Z', by: expect.objectContaining({ id: admin.userId }) },
      ],
    };
    expect((await put()).body).toEqual(masked);
    expect(await get(await t.member(admin))).toEqual(masked);
    expect((await t.ok(admin, getSupplier, { params: { id } })).hasBankDetails).toBe(true);
  });

  it('are revealed to an admin who types their own password, and the access is logged', async () => {
    await put();
    const other = await t.member(admin, 'sv-account-admin');
    await t.setPassword(other, 'quite-another-one-9');
    expect((await reveal(other)).error).toMatchObject({
      code: 'suppliers.wrong_password',
      errors: [{ field: 'password' }],
    });
    t.setTime('2026-11-20T10:05:00Z');
    const shown = await reveal(other, 'quite-another-one-9');
    expect(shown.body).toMatchObject({
      isMasked: false,
      details: { ...DETAILS, swift: 'BKNBCN2N', bankAddress: null },
    });
    expect((await get()).history.map((h) => [h.action, h.by?.id])).toEqual([
      ['REVEALED', other.userId],
      ['CHANGED', admin.userId],
    ]);
    expect((await get()).details?.accountNumber).toBe('•••• 6819');
  });

  it('are replaced as a whole: fields missing from a change are cleared', async () => {
    await put();
    await t.ok(admin, putSupplierBankDetails, {
      params: { id },
      body: { password: PASSWORD, beneficiary: 'New Ltd', accountNumber: '12345678' },
    });
    expect((await reveal()).body.details).toEqual({
      beneficiary: 'New Ltd',
      accountNumber: '12345678',
      bankName: null,
      bankAddress: null,
      swift: null,
      bankCode: null,
      currency: null,
      notes: null,
    });
  });

  it('notify nobody when the same details are stored again', async () => {
    await put();
    await put();
    expect([(await get()).history.length, (await told()).length]).toEqual([1, 1]);
  });

  it('can be removed, and are deleted with their supplier', async () => {
    await put();
    expect((await remove()).body).toMatchObject({
      details: null,
      history: [{ action: 'REMOVED' }, { action: 'CHANGED' }],
    });
    expect((await remove()).body.history).toHaveLength(2);
    await put();
    await t.ok(admin, deleteSupplier, { params: { id } });
    expect(
      await t.work(admin, (w) => w.tx.selectFrom('supplier_bank_details').select('supplier_id').execute()),
    ).toEqual([]);
  });

  it('notify the members of every change, with only the end of the account number', async () => {
    await put();
    await put(admin, { accountNumber: 'DE89370400440532013000' });
    await reveal();
    await remove();
    const all = await told();
    expect(all.map((n) => [n.notificationType, n.summary])).toEqual([
      ['ACTION_NEEDED', 'Bank details of Haosheng were removed'],
      ['INFO', 'Bank details of Haosheng were looked at'],
      ['ACTION_NEEDED', 'Bank details of Haosheng have changed'],
      ['ACTION_NEEDED', 'Bank details of Haosheng were added'],
    ]);
    expect(all[2]?.message).toContain('account •••• 3000, before •••• 6819');
  });
});

describe('storage and logs of bank details', () => {
  it('contain no number and no password in rows, audit log, live messages or notifications', async () => {
    await put();
    await put(admin, { bankName: 'Another bank' });
    await reveal();
    await reveal(admin, 'a wrong password');
    await remove();
    await put();
    const tables = ['supplier_bank_details', 'audit_log', 'notification', 'idempotency_key', 'operation'] as const;
    const rows = await t.work(admin, async (w) => {
      const found = [];
      for (const table of tables)
        found.push(
          ...(await sql<{ row: string }>`select to_jsonb(x)::text as row from ${sql.table(table)} x`.execute(w.tx))
            .rows,
        );
      return found;
    });
    const events = (await sql<{ row: string }>`select payload::text as row from outbox`.execute(t.deps.db)).rows;
    const text = [...rows, ...events].map((r) => r.row).join('\n');
    expect(text).toContain('bank-details-revealed');
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it("contain no number and no password in the server's log, also after an error", async () => {
    const lines: string[] = [];
    const noisy = await startTestApp({ LOG_LEVEL: 'trace' });
    try {
      for (const level of ['error', 'warn', 'info', 'debug', 'trace'] as const)
        Object.assign(noisy.deps.log, {
          [level]: (...args: unknown[]) =>
            void lines.push(
              JSON.stringify(args, (_, v: unknown) => (v instanceof Error ? `${v.message} ${v.stack}` : v)),
            ),
        });
      const who = await noisy.admin();
      await noisy.setPassword(who, PASSWORD);
      const supplier = await noisy.ok(who, createSupplier, { body: { companyName: 'Haosheng' } });
      await noisy.ok(who, putSupplierBankDetails, {
        params: { id: supplier.id },
        body: { password: PASSWORD, ...DETAILS },
      });
      await noisy.work(who, (w) => w.tx.updateTable('supplier_bank_details').set({ sealed: 'v1.broken' }).execute());
      const broken = await noisy.call(who, revealSupplierBankDetails, {
        params: { id: supplier.id },
        body: { password: PASSWORD },
      });
      expect([broken.status, broken.error.message]).toEqual([500, 'Something went wrong']);
      expect(lines.join('\n')).toContain('A stored secret does not open');
      expect(SECRETS.filter((secret) => lines.join('\n').includes(secret))).toEqual([]);
    } finally {
      await noisy.close();
    }
  });

  it('are sealed for one row of one account, and do not open in another', async () => {
    await put();
    const twin = await t.ok(admin, createSupplier, { body: { companyName: 'Twin' } });
    await t.work(admin, (w) =>
      sql`
        insert into supplier_bank_details
        select account_id, ${twin.id}, sealed, masked, account_hash, changed_by, changed_at
        from supplier_bank_details
        where supplier_id = ${id}`.execute(w.tx),
    );
    expect(
      (await t.call(admin, revealSupplierBankDetails, { params: { id: twin.id }, body: { password: PASSWORD } }))
        .status,
    ).toBe(500);
    const stranger = await t.admin();
    await t.setPassword(stranger, PASSWORD);
    const theirs = await t.ok(stranger, createSupplier, { body: { companyName: 'Theirs' } });
    const row = await t.work(admin, (w) =>
      w.tx.selectFrom('supplier_bank_details').selectAll().where('supplier_id', '=', id).executeTakeFirstOrThrow(),
    );
    await t.work(stranger, (w) =>
      w.tx
        .insertInto('supplier_bank_details')
        .values({ ...row, account_id: stranger.accountId, supplier_id: theirs.id, masked: JSON.stringify(row.masked) })
        .execute(),
    );
    expect(
      (await t.call(stranger, revealSupplierBankDetails, { params: { id: theirs.id }, body: { password: PASSWORD } }))
        .status,
    ).toBe(500);
    expect((await reveal()).status).toBe(200);
  });

  it('are sealed again in the nightly job after a key rotation, with the same content', async () => {
    await put();
    const keys = new Map([[1, Buffer.alloc(32, 'first key of this test')]]);
    const place = { table: 'supplier_bank_details', column: 'sealed', accountId: admin.accountId, rowId: id };
    const sealed = createAesSecrets(keys).seal(t.deps.secrets.open((await rowOf()).sealed, place), place);
    await t.work(admin, (w) => w.tx.updateTable('supplier_bank_details').set({ sealed }).execute());
    const rotated = createAesSecrets(keys.set(2, Buffer.alloc(32, 'second key of this test')));
    const run = () => inAccountAsJob(t.deps, admin.accountId, (w) => resealBankDetails(w, { secrets: rotated }));
    const before = await rowOf();
    expect([await run(), await run()]).toEqual([{ resealed: 1 }, { resealed: 0 }]);
    const after = await rowOf();
    expect([after.changed_by, after.changed_at, after.masked]).toEqual([
      before.changed_by,
      before.changed_at,
      before.masked,
    ]);
    expect(after.account_hash).not.toBe(before.account_hash);
    expect(JSON.parse(rotated.open(after.sealed, place))).toMatchObject({ accountNumber: IBAN });
  });
  const rowOf = () =>
    t.work(admin, (w) =>
      w.tx.selectFrom('supplier_bank_details').selectAll().where('supplier_id', '=', id).executeTakeFirstOrThrow(),
    );
});

describe('access to bank details', () => {
  it('needs an admin of the account and their password, checked before everything else', async () => {
    await put();
    const viewer = await t.member(admin);
    await t.setPassword(viewer, PASSWORD);
    for (const answer of [await put(viewer), await reveal(viewer), await remove(viewer)])
      expect(answer.status).toBe(403);
    const stranger = await t.admin();
    await t.setPassword(stranger, PASSWORD);
    for (const answer of [await put(stranger), await reveal(stranger), await remove(stranger)])
      expect(answer.status).toBe(404);
    expect((await t.call(stranger, getSupplierBankDetails, { params: { id } })).status).toBe(404);
    expect((await put(admin, { password: 'wrong' })).error.errors).toMatchObject([
      { field: 'password', message: 'This is not your password.' },
    ]);
    expect((await get()).history).toHaveLength(1);
  });

  it('is blocked after ten wrong passwords in a quarter of an hour, even with the right one', async () => {
    await put();
    for (let i = 0; i < 10; i += 1) expect((await reveal(admin, `wrong ${i}`)).status).toBe(422);
    const late = await reveal();
    expect([late.status, late.error.code, Number(late.headers['retry-after'])]).toEqual([429, 'too_many', 900]);
    expect([(await put()).status, (await remove()).status]).toEqual([429, 429]);
    const other = await t.member(admin, 'sv-account-admin');
    await t.setPassword(other, PASSWORD);
    expect((await reveal(other)).status).toBe(200);
    t.setTime('2026-11-20T10:15:00Z');
    expect((await reveal()).status).toBe(200);
  });

  it('resets the count of failures after the right password', async () => {
    for (let i = 0; i < 9; i += 1) await reveal(admin, 'wrong');
    expect((await put()).status).toBe(200);
    for (let i = 0; i < 9; i += 1) await reveal(admin, 'wrong');
    expect((await reveal()).status).toBe(200);
  });

  it.each([
    [{ accountNumber: '12' }, 'accountNumber'],
    [{ accountNumber: '   ' }, 'accountNumber'],
    [{ beneficiary: '' }, 'beneficiary'],
    [{ swift: 'NOPE' }, 'swift'],
    [{ currency: 'ABC' }, 'currency'],
    [{ password: '' }, 'password'],
  ])('refuses %j at %s', async (more, field) => {
    const answer = await put(admin, more);
    expect([answer.status, [...new Set(answer.error.errors?.map((e) => e.field))]]).toEqual([422, [field]]);
    expect((await get()).details).toBeNull();
  });
});
