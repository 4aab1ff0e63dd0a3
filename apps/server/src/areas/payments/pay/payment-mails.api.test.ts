import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { unsubscribe } from '@quayside/contracts/notifications/notification-mails';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { correctPaymentEntry } from '@quayside/contracts/payments/payment-transfers';
import { payPayment, undoPayPayment } from '@quayside/contracts/payments/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '../../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aBill, anOpenOrder, aPayee, billOf, pay, paymentOf } from '../../../testing/payments.ts';
import { runInAllAccounts } from '../../../testing/run-jobs.ts';
import { payablesCheck, tellOfDuePayments } from '../payments.jobs.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const MINUTE = 60_000;

let t: TestApp;
let a: TestPerson;
let supplierId: string;
let address: string;
let from = 0;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  at(0);
  a = await t.admin();
  supplierId = await aPayee(t, a);
  address = await verified(a);
  from = t.mails().length;
});
afterAll(() => t.close());

/** Verifies the e-mail address of a person and returns it. */
const verified = async (who: TestPerson) =>
  (
    await asSystem(t.deps, (tx) =>
      tx
        .updateTable('person')
        .set({ is_verified: true })
        .where('id', '=', who.userId)
        .returning('email')
        .executeTakeFirstOrThrow(),
    )
  ).email;
const at = (ms: number) => t.setTime(new Date(START + ms));
/** The mails that left up to this time, since the test began. */
async function sentAt(ms: number) {
  at(ms);
  await t.mailNotifications();
  await t.sendMails();
  at(0);
  return t.mails().slice(from);
}
const TO = { confirmationEmailToAddresses: ['lin@ningbo.example', 'LIN@ningbo.example', 'bo@ningbo.example'] };
const undo = (paymentId: string) => t.ok(a, undoPayPayment, { params: { paymentId }, body: { isConfirmed: true } });
const notices = async () => (await t.ok(a, listNotifications)).content;

describe('the confirmation of a payment', () => {
  it('says that no mail server is there to take it, and leaves with a new one', async () => {
    const bill = await aBill(t, a, { supplierId, total: '100.00', invoiceNumber: 'F-70', rate: '0.1' });
    const without = await startTestApp(
      { PUBLIC_URL: 'https://quayside.example' },
      { mailer: 'configured', beside: { databaseUrl: t.databaseUrl, deps: t.deps } },
    );
    try {
      const { transfer } = await pay(without, a, paymentOf(bill), TO);
      expect(transfer.mail.state).toBe('NO_MAIL_SERVER');
    } finally {
      await without.close();
    }
    expect(await sentAt(MINUTE + 1000)).toHaveLength(1);
  });

  it('leaves after a minute, to all at once, without a rate and without anything of the bank', async () => {
    const bill = await aBill(t, a, { supplierId, total: '8000.00', invoiceNumber: 'F-77', rate: '0.1' });
    const paid = await pay(t, a, paymentOf(bill), {
      ...TO,
      confirmationEmailCCAddresses: ['books@seller.example'],
      amount: '8100.00',
      keepExcess: true,
      paidAmount: '870.75',
      fee: '12.34',
      paymentReference: 'TT <b>1</b>',
    });
    expect(paid.transfer.mail).toEqual({
      state: 'WAITING',
      to: ['LIN@ningbo.example', 'bo@ningbo.example'],
      cc: ['books@seller.example'],
    });
    expect(await sentAt(MINUTE - 1000)).toEqual([]);
    const [mail, ...more] = await sentAt(MINUTE + 1000);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: 'LIN@ningbo.example',
      alsoTo: ['bo@ningbo.example'],
      cc: ['books@seller.example'],
      replyTo: address,
    });
    expect(mail?.subject).toContain('CNY 8,100.00');
    for (const word of ['CNY 8,100.00', 'F-77', 'CNY 100.00', 'TT <b>1</b>']) expect(mail?.text).toContain(word);
    expect(mail?.html).not.toContain('<b>1</b>');
    for (const secret of ['870.75', '12.34', '0.1075']) expect(`${mail?.html}${mail?.text}`).not.toContain(secret);
    // It has left: an undo says to whom.
    at(2 * MINUTE);
    expect(await undo(paymentOf(bill))).toMatchObject({
      mail: { state: 'SENT', to: ['LIN@ningbo.example', 'bo@ningbo.example'], cc: ['books@seller.example'] },
    });
  });

  it('is withdrawn by an undo within the minute', async () => {
    const bill = await aBill(t, a, { supplierId });
    await pay(t, a, paymentOf(bill), TO);
    expect((await undo(paymentOf(bill))).mail.state).toBe('WITHDRAWN');
    expect(await sentAt(MINUTE + 1000)).toEqual([]);
  });

  it('says what is true after a correction within the minute, and is not sent again after one', async () => {
    const bill = await aBill(t, a, { supplierId });
    const { transfer } = await pay(t, a, paymentOf(bill), { ...TO, amount: '900.00' });
    const corrected = await t.ok(a, correctPaymentEntry, {
      params: { entryId: transfer.parts[0]?.entryId ?? '' },
      body: { amount: '800.00' },
    });
    const [mail, ...more] = await sentAt(2 * MINUTE);
    expect([mail?.subject.includes('CNY 800.00'), more]).toEqual([true, []]);
    at(2 * MINUTE);
    const again = await t.ok(a, correctPaymentEntry, {
      params: { entryId: corrected.parts[0]?.entryId ?? '' },
      body: { amount: '700.00' },
    });
    expect(again.mail.state).toBe('SENT');
    expect(await sentAt(4 * MINUTE)).toHaveLength(1);
  });

  it('goes to at most 100 recipients of an account within an hour', async () => {
    const paymentId = paymentOf(await aBill(t, a, { supplierId }));
    const people = (n: number) => Array.from({ length: n }, (_, i) => `p${i}@ningbo.example`);
    const most = { confirmationEmailToAddresses: people(20), confirmationEmailCCAddresses: people(20) };
    for (let i = 0; i < 2; i += 1) await pay(t, a, paymentId, { ...most, amount: '1.00' });
    const body = { isConfirmed: true as const, ...most, amount: '1.00' };
    const tooMany = await t.call(a, payPayment, { params: { paymentId }, body });
    expect([tooMany.status, tooMany.error.code, tooMany.headers['retry-after']]).toEqual([429, 'too_many', '3600']);
    await pay(t, a, paymentId, { confirmationEmailToAddresses: people(20), amount: '1.00' });
    at(60 * MINUTE + 1000);
    const later = await t.session(a.userId, a.accountId);
    await pay(t, later, paymentId, { ...most, amount: '1.00' });
  });
});

describe('the admins of an account', () => {
  const settings = (who: TestPerson, on: boolean, timeZone = 'Europe/London') =>
    t.ok(who, updateAccountSettings, {
      body: {
        accountName: 'Quay',
        currency: 'GBP',
        timeZone,
        isPaymentDueEmailEnabled: on,
        isPaymentPaidEmailEnabled: on,
      },
    });

  it('are told of payments, the others by a mail, if the account wants it; an undo takes it back', async () => {
    const bill = await aBill(t, a, { supplierId, invoiceNumber: 'F-1' });
    await pay(t, a, paymentOf(bill), { amount: '1.00' });
    expect(await notices()).toEqual([]);
    await settings(a, true);
    const other = await verified(await t.member(a, 'sv-account-admin'));
    await pay(t, a, paymentOf(bill), { amount: '100.00' });
    await pay(t, a, paymentOf(bill), { amount: '200.00' });
    await undo(paymentOf(bill));
    expect((await notices()).map(({ summary, about }) => [summary, about?.id])).toEqual([
      ['CNY 100.00 was paid to Ningbo Haosheng', bill.invoiceId],
    ]);
    const told = (await sentAt(30 * MINUTE)).filter(({ to }) => [address, other].includes(to));
    expect(told.map(({ to, unsubscribeUrl }) => [to, unsubscribeUrl !== undefined])).toEqual([[other, true]]);
  });

  it('are told once of each payment that is due within 3 days, and once that it is overdue', async () => {
    await settings(a, true);
    const due = async (invoiceNumber: string, date: string) =>
      (await aBill(t, a, { supplierId, invoiceNumber, date, total: '10.00' })).invoiceId;
    const soon = await due('SOON', '2026-11-23');
    await due('LATER', '2026-11-24');
    await due('LATE', '2026-11-19');
    const paid = await due('PAID', '2026-11-21');
    await pay(t, a, paymentOf(await billOf(t, a, paid)));
    await t.sendMails();
    from = t.mails().length;
    const morning = async (day: number) => {
      at(day * 24 * 60 * MINUTE);
      expect(await runInAllAccounts(t.deps, tellOfDuePayments)).toEqual([]);
      at(0);
      return (await notices()).filter(({ notificationType }) => notificationType === 'ACTION_NEEDED');
    };
    const [first] = await morning(0);
    expect(first?.summary).toBe('1 payment is overdue, 1 payment is due within 3 days');
    expect(first?.message).toContain('LATE');
    expect(first?.message).toMatch(/LATE[^]*SOON/);
    expect(await morning(0)).toHaveLength(1);
    // The day after, only the payment that became due then is told, and days later that both are overdue.
    expect((await morning(1))[0]?.summary).toBe('1 payment is due within 3 days');
    expect((await morning(4))[0]?.summary).toBe('1 payment is overdue');
    expect((await morning(5))[0]?.summary).toBe('1 payment is overdue');
    await pay(t, a, paymentOf(await billOf(t, a, soon)));
    expect(await morning(6)).toHaveLength(4);
    await settings(a, false);
    await due('OFF', '2026-11-21');
    expect(await morning(0)).toHaveLength(4);
  });

  it('get one mail of a morning, also about deposits, each until they unsubscribe', async () => {
    await settings(a, true);
    const other = await verified(await t.member(a, 'sv-account-admin'));
    await aBill(t, a, { supplierId, invoiceNumber: 'F-LATE', date: '2026-11-19', total: '10.00' });
    await anOpenOrder(t, a, { supplierId, poNumber: 'PO-SOON', orderDate: '2026-11-22', items: ['2000.00'] });
    const mailsAt = async (ms: number) =>
      (await sentAt(ms)).filter(({ to, subject }) => [address, other].includes(to) && /due/i.test(subject));
    const tell = () => runInAllAccounts(t.deps, tellOfDuePayments);
    await tell();
    const told = await mailsAt(30 * MINUTE);
    expect(told.map(({ to }) => to).sort()).toEqual([address, other].sort());
    for (const word of ['CNY 10.00', 'F-LATE', 'CNY 600.00', 'PO-SOON']) expect(told[0]?.text).toContain(word);
    const link = told.find(({ to }) => to === other)?.unsubscribeUrl ?? '';
    const params = { token: decodeURIComponent(link.slice(link.lastIndexOf('/') + 1)) };
    expect(await t.ok(undefined, unsubscribe, { params })).toMatchObject({ kind: 'PAYMENT_DUE', isWanted: false });
    await aBill(t, a, { supplierId, invoiceNumber: 'F-NEXT', date: '2026-11-24', total: '20.00' });
    from = t.mails().length;
    at(24 * 60 * MINUTE);
    await tell();
    expect((await mailsAt(25 * 60 * MINUTE)).map(({ to }) => to)).toEqual([address]);
  });

  it.each([
    ['is fourteen hours ahead', 'Pacific/Kiritimati', '2026-11-20T17:30:00Z', '2026-11-24', '2026-11-25'],
    ['is eleven hours behind', 'Pacific/Pago_Pago', '2026-11-20T18:30:00Z', '2026-11-23', '2026-11-24'],
    ['has a leap day', 'Europe/London', '2028-02-26T07:30:00Z', '2028-02-29', '2028-03-01'],
    ['begins summer time', 'Europe/London', '2027-03-28T06:30:00Z', '2027-03-31', '2027-04-01'],
  ])('are told by the day of the account that %s', async (_, timeZone, morning, soon, later) => {
    await settings(a, true, timeZone);
    for (const date of [soon, later])
      await aBill(t, a, { supplierId, invoiceNumber: `DUE ${date}`, date, total: '10.00' });
    t.setTime(new Date(morning));
    for (let run = 0; run < 2; run += 1) expect(await runInAllAccounts(t.deps, tellOfDuePayments)).toEqual([]);
    const [notice, ...others] = (await t.ok(await t.session(a.userId, a.accountId), listNotifications)).content;
    expect([notice?.summary, others]).toEqual(['1 payment is due within 3 days', []]);
    expect(notice?.message).toContain(`DUE ${soon}`);
  });
});

it('the nightly check works all payments out again, and names what differs from it', async () => {
  const bill = await aBill(t, a, { supplierId, total: '1000.00', invoiceNumber: 'F-9' });
  await pay(t, a, paymentOf(bill), { amount: '100.00', paidAmount: '10.50' });
  const check = async () => {
    await t.work(a, (w) => w.tx.deleteFrom('job_run').where('job', '=', 'payables-invariants').execute());
    expect(await runInAllAccounts(t.deps, payablesCheck)).toEqual([]);
    return (await notices()).filter(({ notificationType }) => notificationType === 'ERROR');
  };
  expect(await check()).toEqual([]);
  await t.work(a, (w) =>
    w.tx
      .updateTable('payment_entry_value')
      .set({ difference_minor: 7n })
      .where('invoice_id', '=', bill.invoiceId)
      .execute(),
  );
  await t.work(a, (w) =>
    w.tx.updateTable('payable_day').set({ owed_minor: 1n }).where('currency', '=', 'CNY').execute(),
  );
  const [notice] = await check();
  expect(notice).toMatchObject({ summary: 'Payment check found 2 differences' });
  expect(notice?.message).toContain('F-9');
  expect(notice?.message).toMatch(/CNY: owed per day = its instalments \(1 for \d+\)/);
});
