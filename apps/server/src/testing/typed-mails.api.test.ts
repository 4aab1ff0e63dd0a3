import { ENDPOINTS } from '@quayside/contracts/all';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { addAccountUser, resendInvitation } from '@quayside/contracts/accounts/people';
import { correctPaymentEntry, createTransfer } from '@quayside/contracts/payments/payment-transfers';
import { payPayment } from '@quayside/contracts/payments/payments';
import { email } from '@quayside/contracts/primitives';
import { retrySentMail, sendEmailWithAttachments } from '@quayside/contracts/documents/sent-mails';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LocalInput } from '../http/local-client.ts';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { aBill, aPayee, pay, paymentOf } from './payments.ts';

const CODE = 'accounts.address_unverified';
const TO = 'lin@haosheng.example';
const LIMIT = 30;
let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp({ MAIL_LIMIT_PER_HOUR: String(LIMIT) });
});
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  await t.deps.db.deleteFrom('rate_limit').execute();
  await t.deps.db.deleteFrom('mail_message').execute();
  a = await t.admin();
});
afterAll(() => t.close());

const isVerified = (who: TestPerson, is_verified: boolean) =>
  t.deps.db.updateTable('person').set({ is_verified }).where('id', '=', who.userId).execute();
const mails = () => t.deps.db.selectFrom('mail_message').select(['kind', 'sent_by', 'state']).execute();
const unpaid = async () => paymentOf(await aBill(t, a, { supplierId: await aPayee(t, a) }));
const confirmed = { isConfirmed: true as const, confirmationEmailToAddresses: [TO] };
const letter = { to: [TO], subject: 'Order', body: '<p>Please confirm.</p>' };
const colleague = {
  email: 'vera@example.test',
  firstName: 'Vera',
  lastName: 'Lund',
  roles: ['sv-account-viewer' as const],
};

/** Every call that mails to addresses which somebody typed, with a request of it that sends a mail. */
const SENDING: Readonly<Record<string, () => Promise<readonly [EndpointSpec, object]>>> = {
  sendEmailWithAttachments: async () => [sendEmailWithAttachments, { body: letter }],
  retrySentMail: async () => {
    await t.verify(a);
    const { id } = await t.ok(a, sendEmailWithAttachments, { body: letter });
    await t.deps.db.updateTable('mail_message').set({ state: 'FAILED' }).execute();
    await t.work(a, (w) =>
      w.tx.updateTable('sent_mail').set({ state: 'FAILED' }).where('account_id', '=', a.accountId).execute(),
    );
    return [retrySentMail, { params: { id } }];
  },
  payPayment: async () => [payPayment, { params: { paymentId: await unpaid() }, body: confirmed }],
  createTransfer: async () => [createTransfer, { body: { ...confirmed, payments: [{ id: await unpaid() }] } }],
  // The confirmation has not left yet: the correction withdraws it, and sends another one.
  correctPaymentEntry: async () => {
    const paymentId = await unpaid();
    await t.verify(a);
    const { transfer } = await pay(t, a, paymentId, { ...confirmed, amount: '1.00' });
    const entryId = transfer.parts[0]?.entryId ?? '';
    return [correctPaymentEntry, { params: { entryId }, body: { amount: '2.00' } }];
  },
  addAccountUser: async () => [addAccountUser, { body: colleague }],
  resendInvitation: async () => {
    await t.verify(a);
    const { id } = await t.ok(a, addAccountUser, { body: colleague });
    return [resendInvitation, { params: { updateUserId: id } }];
  },
};

/** The calls with a typed address to which no mail of a signed-in person goes, or only one that proves it. */
const NOT_SENDING: Readonly<Record<string, string>> = {
  registerTrial: 'The mail to the address proves that it is the own one, and contains no typed text.',
  authenticate: 'The address is a name to sign in with.',
  forgottenPassword: 'The mail goes only to people who are registered or invited, and contains no typed text.',
  changeEmail: 'The mail to the address proves that it is the own one, and contains no typed text.',
  postTestEmail: 'Only the own address is accepted.',
  createSupplier: 'The address is stored, and nothing is sent.',
  updateSupplier: 'The address is stored, and nothing is sent.',
};

const PATTERN = JSON.stringify(z.toJSONSchema(email).pattern);
const hasTypedAddress = (schema: z.ZodType): boolean =>
  (['input', 'output'] as const).some((io) =>
    JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).includes(PATTERN),
  );
const all: readonly EndpointSpec[] = ENDPOINTS;

describe('mails to addresses that somebody types', () => {
  it('are sent only by calls that are named here, and that say that an address has to be verified', () => {
    const declaring = all.filter(({ errors = [] }) => errors.includes(CODE)).map(({ id }) => id);
    expect(declaring.toSorted()).toEqual(Object.keys(SENDING).toSorted());
    const typed = all.filter(({ body }) => body !== undefined && hasTypedAddress(body)).map(({ id }) => id);
    expect(typed.length).toBeGreaterThan(5);
    expect(typed.filter((id) => !(id in SENDING) && !(id in NOT_SENDING))).toEqual([]);
    expect(Object.keys(NOT_SENDING).filter((id) => !typed.includes(id))).toEqual([]);
  });

  it.each(Object.keys(SENDING))('do not leave by %s from a person whose own address is not verified', async (id) => {
    const request = await SENDING[id]?.();
    if (!request) throw new Error(id);
    const [call, input] = request;
    const before = { mails: await mails(), stored: await stored() };
    await isVerified(a, false);
    expect(await t.call(a, call, input as LocalInput<EndpointSpec>)).toMatchObject({
      status: 422,
      error: { code: CODE },
    });
    expect({ mails: await mails(), stored: await stored() }).toEqual(before);
    await isVerified(a, true);
    expect((await t.call(a, call, input as LocalInput<EndpointSpec>)).status).toBeLessThan(300);
    expect((await mails()).filter(({ state }) => state === 'QUEUED')).toMatchObject(
      id === 'resendInvitation' ? [{ sent_by: a.userId }, { sent_by: a.userId }] : [{ sent_by: a.userId }],
    );
  });

  it('need no verified address where a payment has no confirmation', async () => {
    const paymentId = await unpaid();
    expect((await pay(t, a, paymentId)).status).toBe('PAID');
    expect(await mails()).toEqual([]);
  });
});

/** What of the account a refused call might have stored. */
async function stored() {
  return t.work(a, async ({ tx }) => {
    const members = await tx.selectFrom('account_member').selectAll().execute();
    const letters = await tx.selectFrom('sent_mail').selectAll().execute();
    const rows = await tx.selectFrom('payment_entry').selectAll().orderBy('id').execute();
    const transfers = await tx.selectFrom('payment_transfer').selectAll().orderBy('id').execute();
    return { transfers, members, letters, rows };
  });
}

describe('the recipients that are typed within an hour', () => {
  const addresses = (n: number) => Array.from({ length: n }, (_, i) => `p${i}@x.example`);
  const send = (who: TestPerson, n: number) =>
    t.call(who, sendEmailWithAttachments, { body: { ...letter, to: addresses(n) } });
  const verified = async () => {
    const who = await t.admin();
    await t.verify(who);
    return who;
  };

  it('are counted over all accounts of the installation, and refused beyond the limit of its operator', async () => {
    const [one, two] = [await verified(), await verified()];
    expect((await send(one, 20)).status).toBe(201);
    t.setTime('2026-11-20T10:30:00.000Z');
    expect((await send(await t.session(two.userId, two.accountId), LIMIT - 20)).status).toBe(201);
    const refused = await send(await t.session(two.userId, two.accountId), 1);
    expect([refused.status, refused.error.code, refused.headers['retry-after']]).toEqual([429, 'too_many', '1800']);
    expect(refused.error.message).toContain(String(LIMIT));
    expect(await mails()).toHaveLength(2);
    t.setTime('2026-11-20T11:00:00.001Z');
    expect((await send(await t.session(two.userId, two.accountId), 20)).status).toBe(201);
  });

  it('count invitations, and of two at the same time only those for which there is room', async () => {
    const [one, two] = [await verified(), await verified()];
    expect((await send(one, 20)).status).toBe(201);
    expect((await send(one, LIMIT - 21)).status).toBe(201);
    const invite = (who: TestPerson, email: string) => t.call(who, addAccountUser, { body: { ...colleague, email } });
    const both = await Promise.all([invite(one, 'a@example.test'), invite(two, 'b@example.test')]);
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 429]);
  });

  it('are counted for a person over all accounts that they belong to', async () => {
    const roomy = await startTestApp({}, { beside: { databaseUrl: t.databaseUrl, deps: t.deps } });
    try {
      const [one, two] = [await verified(), await verified()];
      const there = async (who: TestPerson, n: number) =>
        roomy.call(who, sendEmailWithAttachments, { body: { ...letter, to: addresses(n) } });
      for (let i = 0; i < 5; i += 1) expect((await there(one, 20)).status).toBe(201);
      await t.work(two, (w) =>
        w.tx
          .insertInto('account_member')
          .values({
            account_id: two.accountId,
            person_id: one.userId,
            roles: ['sv-account-admin'],
            created_at: w.now,
          })
          .execute(),
      );
      const elsewhere = await roomy.session(one.userId, two.accountId);
      expect((await there(elsewhere, 1)).status).toBe(429);
      expect((await there(two, 1)).status).toBe(201);
    } finally {
      await roomy.close();
    }
  });
});
