import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { uploadInvoice } from '@quayside/contracts/invoices/invoice-documents';
import {
  getSubscription,
  type NotificationMailKind,
  unsubscribe,
} from '@quayside/contracts/notifications/notification-mails';
import {
  createNotification,
  listNotifications,
  patchNotificationStatus,
} from '@quayside/contracts/notifications/notifications';
import { getUserSettings, updateUserSettings } from '@quayside/contracts/accounts/own-settings';
import { putSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import { say } from '@quayside/contracts/texts/catalogue';
import { patchUser } from '@quayside/contracts/accounts/users';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { PDF } from '../../testing/documents.ts';
import { anInvoice, aSupplier } from '../../testing/invoices.ts';
import { aBill, anOpenOrder, aPayee } from '../../testing/payments.ts';
import { unsubscribeToken } from '../accounts/public.ts';
import { createJobRunner, runInAllAccounts } from '../../testing/run-jobs.ts';
import { accountSummary, mailNotifications } from './notifications.jobs.ts';
import { textOf } from '../../testing/texts.ts';
import { notify } from './public.ts';

const URL_OF = 'https://quayside.example';
const START = Date.parse('2026-11-20T10:00:00.000Z');
const MINUTE = 60_000;

let t: TestApp;
let maya: TestPerson;
let mayaMail: string;
let from = 0;
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: URL_OF });
});
afterAll(() => t.close());
beforeEach(async () => {
  at(0);
  maya = await t.admin();
  mayaMail = await change(maya, { is_verified: true });
  from = t.mails().length;
});

const at = (ms: number) => t.setTime(new Date(START + ms));
/** Updates the row of a person and returns their e-mail address. */
const change = async (
  who: TestPerson,
  to: { is_verified?: boolean; is_active?: boolean; is_account_summary_email_enabled?: boolean },
) =>
  (
    await asSystem(t.deps, (tx) =>
      tx.updateTable('person').set(to).where('id', '=', who.userId).returning('email').executeTakeFirstOrThrow(),
    )
  ).email;
const verified = async (role: 'sv-account-admin' | 'sv-account-viewer') => {
  const who = await t.member(maya, role);
  return { ...who, email: await change(who, { is_verified: true }) };
};
const broken = (summary = 'Cost check found 1 difference') =>
  t.work(maya, (w) =>
    notify(w, {
      type: 'ERROR',
      summary: textOf(summary),
      message: [textOf('Look'), textOf('here')],
      mail: 'COST_CHECK',
    }),
  );
/**
 * Sends the mails that are due `ms` milliseconds after the start of the test, and returns all mails of this test so
 * far.
 */
async function mailed(ms = 5 * MINUTE) {
  at(ms);
  await t.mailNotifications();
  await t.sendMails();
  return t.mails().slice(from);
}
const settle = (more: Record<string, unknown>) =>
  t.ok(maya, updateAccountSettings, {
    body: { accountName: 'Quay', currency: 'GBP', timeZone: 'Europe/London', ...more },
  });
const linkOf = (who: TestPerson, kind: NotificationMailKind) =>
  unsubscribeToken(t.deps, who.accountId, who.userId, kind);
const pdf = (name: string) => ({ file: { name, content: PDF } });
const wantedOf = async (who: TestPerson) => (await t.ok(who, getUserSettings)).isCostCheckEmailWanted;

describe('a notification with a mail', () => {
  it('is mailed to the admins after the commit, with its words, a link and an unsubscribe link', async () => {
    const ben = await verified('sv-account-admin');
    await verified('sv-account-viewer');
    await broken();
    const mails = await mailed();
    expect(mails.map((m) => m.to).sort()).toEqual([mayaMail, ben.email].sort());
    const [mail] = mails;
    expect(mail?.subject).toBe('Cost check found 1 difference');
    expect(mail?.text).toContain(`Look\n\nhere\n\nOpen the notifications:\n${URL_OF}/notifications`);
    expect(mail?.unsubscribeUrl).toMatch(new RegExp(`^${URL_OF}/unsubscribe/v\\d+\\.`));
    expect(mail?.text).toContain(`Stop mails about the cost check: ${mail?.unsubscribeUrl}`);
    expect(mail?.html).toContain(mail?.unsubscribeUrl);
    expect(await mailed(10 * MINUTE)).toHaveLength(2);
  });

  it('is mailed in the language of each reader', async () => {
    const ben = await verified('sv-account-admin');
    await t.ok(ben, patchUser, { body: { language: 'zh-CN' } });
    await t.work(maya, (w) =>
      notify(w, {
        type: 'ERROR',
        summary: say('notice.cost_check', { count: 2 }),
        message: [say('notice.cost_check_advice')],
        mail: 'COST_CHECK',
      }),
    );
    const mails = new Map((await mailed()).map((mail) => [mail.to, mail]));
    expect([mails.get(mayaMail)?.subject, mails.get(ben.email)?.subject]).toEqual([
      'Cost check found 2 differences',
      '成本检查发现 2 处差异',
    ]);
    expect(mails.get(ben.email)?.text).toContain('在修正之前，请勿依赖这些数字。');
  });

  it('is mailed after five minutes, so that a burst of fifty becomes one mail', async () => {
    for (let i = 1; i <= 50; i += 1) {
      at(i * 1000);
      await broken(`Burst ${i}`);
    }
    expect(await mailed(5 * MINUTE)).toEqual([]);
    const [mail, ...others] = await mailed(5 * MINUTE + 1000);
    expect([mail?.subject, others]).toEqual([
      expect.stringMatching(/^50 cost checks found differences in Account \d+$/),
      [],
    ]);
    expect(mail?.text.match(/^- Burst \d+$/gm)).toEqual(Array.from({ length: 10 }, (_, i) => `- Burst ${50 - i}`));
    expect(mail?.text).toContain(`See all 50:\n${URL_OF}/notifications`);
  });

  it('is mailed only to verified, active admins who have not read it yet', async () => {
    const [unverified, gone, removed] = [
      await t.member(maya, 'sv-account-admin'),
      await verified('sv-account-admin'),
      await verified('sv-account-admin'),
    ];
    await change(gone, { is_active: false });
    await broken('One');
    await broken('Two');
    const one = (await t.ok(maya, listNotifications)).content.find((n) => n.summary === 'One');
    await t.ok(maya, patchNotificationStatus, { params: { notificationId: one?.id ?? '' }, body: { status: 'READ' } });
    await t.work(maya, (w) => w.tx.deleteFrom('account_member').where('person_id', '=', removed.userId).execute());
    expect((await mailed()).map((m) => [m.to, m.subject])).toEqual([[mayaMail, 'Two']]);
    expect(unverified.userId).not.toBe(maya.userId);
  });

  it('is neither created nor mailed when its transaction fails', async () => {
    await expect(
      t.work(maya, async (w) => {
        await notify(w, { type: 'ERROR', summary: textOf('Never'), message: [], mail: 'COST_CHECK' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await mailed()).toEqual([]);
    await t.ok(maya, createNotification, {
      body: { notificationType: 'ERROR', summary: 'Posted', message: 'From outside' },
    });
    expect(await mailed(10 * MINUTE)).toEqual([]);
  });

  it('is mailed once when several processes send mails', async () => {
    for (let i = 0; i < 5; i += 1) await broken(`N${i}`);
    at(5 * MINUTE);
    await Promise.all(Array.from({ length: 4 }, () => createJobRunner(t.deps, mailNotifications).runAll()));
    await t.sendMails();
    expect(t.mails().slice(from)).toHaveLength(1);
  });

  it('is not mailed to a person who switched these mails off while it waited', async () => {
    await broken();
    at(5 * MINUTE);
    await t.mailNotifications();
    await t.ok(maya, updateUserSettings, {
      body: { isAccountSummaryEmailEnabled: false, isDailyFeeChangeEmailEnabled: false, isCostCheckEmailWanted: false },
    });
    await t.sendMails();
    expect(t.mails().slice(from)).toEqual([]);
    const rows = await t.deps.db
      .selectFrom('mail_message')
      .select(['state', 'sealed_parts'])
      .where('person_id', '=', maya.userId)
      .execute();
    expect(rows).toEqual([{ state: 'FAILED', sealed_parts: null }]);
  });

  it('is mailed for changed bank details, and for uploaded invoices if the account wants that', async () => {
    const supplier = await t.ok(maya, createSupplier, { body: { companyName: 'Haosheng' } });
    await t.setPassword(maya, 'tide-and-lantern');
    await t.ok(maya, putSupplierBankDetails, {
      params: { id: supplier.id },
      body: { password: 'tide-and-lantern', beneficiary: 'Haosheng', accountNumber: 'GB33BUKB20201555555555' },
    });
    await t.ok(maya, uploadInvoice, pdf('HS-1.pdf'));
    const [bank, ...none] = await mailed();
    expect([bank?.subject, none]).toEqual(['Bank details of Haosheng were added', []]);
    expect(bank?.text).toContain(`Open the supplier:\n${URL_OF}/suppliers/${supplier.id}`);
    expect(bank?.text).not.toContain('GB33BUKB20201555555555');

    await settle({ isInvoiceUploadedEmailEnabled: true });
    from = t.mails().length;
    const invoice = await t.ok(maya, uploadInvoice, pdf('HS-2.pdf'));
    const [uploaded, ...more] = await mailed(15 * MINUTE);
    expect([uploaded?.subject, more]).toEqual(['An invoice was uploaded', []]);
    expect(uploaded?.text).toContain('HS-2.pdf is in review');
    expect(uploaded?.text).toContain(`Open the invoice:\n${URL_OF}/invoices/${invoice.id}`);
  });
});

describe('the unsubscribe link of a mail', () => {
  it('switches off one kind of mail for one person without sign-in; opening it changes nothing', async () => {
    const ben = await verified('sv-account-admin');
    const token = linkOf(maya, 'COST_CHECK');
    const before = { kind: 'COST_CHECK', accountName: expect.stringContaining('Account'), isWanted: true };
    for (let i = 0; i < 2; i += 1)
      expect(await t.ok(undefined, getSubscription, { params: { token } })).toEqual(before);
    for (let i = 0; i < 2; i += 1)
      expect(await t.ok(undefined, unsubscribe, { params: { token } })).toEqual({ ...before, isWanted: false });
    expect([await wantedOf(maya), await wantedOf(ben)]).toEqual([false, true]);
    expect(await t.ok(maya, getUserSettings)).toMatchObject({
      isBankDetailsEmailWanted: true,
      isPaymentDueEmailWanted: true,
      isPaymentPaidEmailWanted: true,
      isInvoiceUploadedEmailWanted: true,
    });
    await broken();
    expect((await mailed()).map((m) => m.to)).toEqual([ben.email]);
    const audit = await t.work(maya, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select(['person_id', 'details'])
        .where('action', '=', 'person.mails-unsubscribed')
        .execute(),
    );
    expect(audit).toEqual([{ person_id: maya.userId, details: { version: 2, facts: { kind: 'COST_CHECK' } } }]);
    // Maya switches the mails on again.
    await t.ok(maya, updateUserSettings, {
      body: { isAccountSummaryEmailEnabled: false, isDailyFeeChangeEmailEnabled: false, isCostCheckEmailWanted: true },
    });
    expect(await wantedOf(maya)).toBe(true);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['text/plain', ''],
  ])('works with the one-click button of mail programs, posted as %s', async (type, payload) => {
    const url = `/unsubscribe/${linkOf(maya, 'COST_CHECK')}`;
    const answer = await t.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
    expect([answer.statusCode, await wantedOf(maya)]).toEqual([200, false]);
  });

  it('is refused if it was altered, is another kind of secret, or its person has left', async () => {
    const token = linkOf(maya, 'COST_CHECK');
    const ben = await t.member(maya, 'sv-account-admin');
    const left = linkOf(ben, 'COST_CHECK');
    await t.work(maya, (w) => w.tx.deleteFrom('account_member').where('person_id', '=', ben.userId).execute());
    const [version, , text] = token.split('.');
    const other = linkOf(ben, 'BANK_DETAILS').split('.');
    const swapped = [version, other[1], text, other[3]].join('.');
    for (const wrong of [
      swapped,
      left,
      'x',
      '../..',
      t.deps.secrets.seal('["a"]', { table: 'mail_message', column: 'sealed_parts', accountId: '', rowId: '' }),
    ]) {
      for (const endpoint of [getSubscription, unsubscribe])
        expect((await t.call(undefined, endpoint, { params: { token: wrong } })).status).toBe(404);
      expect(
        (await t.app.inject({ method: 'POST', url: `/unsubscribe/${encodeURIComponent(wrong)}` })).statusCode,
      ).toBe(404);
    }
    expect(await wantedOf(maya)).toBe(true);
  });
});

describe('the account summary', () => {
  const night = (day: string) => {
    t.setTime(`${day}T03:30:00.000Z`);
    return runInAllAccounts(t.deps, accountSummary);
  };
  const sent = async () => {
    await t.sendMails();
    return t
      .mails()
      .slice(from)
      .filter((m) => m.to.endsWith('example.test') && m.unsubscribeUrl !== undefined);
  };

  it('is mailed once a week to those who want it, even if the server was down on Monday', async () => {
    const ben = await verified('sv-account-viewer');
    await change(ben, { is_account_summary_email_enabled: true });
    await t.ok(maya, uploadInvoice, pdf('HS-3.pdf'));
    await broken('Unread');
    // The server is off from Sunday to Tuesday, so the first run of the week is on a Wednesday.
    for (const day of ['2026-11-25', '2026-11-26', '2026-11-29']) await night(day);
    const [mail, ...others] = await sent();
    expect([mail?.to, others]).toEqual([ben.email, []]);
    expect(mail?.subject).toMatch(/^Account \d+: 1 invoice in review, 1 unread notification$/);
    expect(mail?.text).toContain(
      `1 invoice in review\n  ${URL_OF}/invoices-purchase-orders/invoices?f.status.in=REVIEW`,
    );
    await night('2026-11-30');
    expect(await sent()).toHaveLength(2);

    await t.ok(undefined, unsubscribe, { params: { token: linkOf(ben, 'ACCOUNT_SUMMARY') } });
    expect(await t.ok(undefined, getSubscription, { params: { token: linkOf(ben, 'ACCOUNT_SUMMARY') } })).toMatchObject(
      { accountName: null, isWanted: false },
    );
    await night('2026-12-07');
    expect(await sent()).toHaveLength(2);
  });

  it('counts only notifications since the person joined as unread', async () => {
    await broken('Before');
    at(MINUTE);
    const ben = await verified('sv-account-viewer');
    await change(ben, { is_account_summary_email_enabled: true });
    at(2 * MINUTE);
    await broken('After');
    await night('2026-11-25');
    expect((await sent()).find((m) => m.to === ben.email)?.subject).toMatch(/^Account \d+: 1 unread notification$/);
  });

  it('counts costs without a product, with their sum in each currency', async () => {
    await change(maya, { is_account_summary_email_enabled: true });
    const supplierId = await aSupplier(t, maya);
    for (const [invoiceNumber, currency, amount] of [
      ['T-1', 'CNY', '120.00'],
      ['T-2', 'USD', '15.50'],
    ] as const) {
      const body = { supplierId, invoiceNumber, date: '2026-11-01', currency, total: amount };
      await anInvoice(t, maya, body, [{ name: 'Trucking', amount }]);
    }
    await night('2026-11-25');
    const mail = (await sent()).find((m) => m.to === mayaMail);
    expect(mail?.subject).toMatch(/^Account \d+: 2 costs not assigned to products$/);
    expect(mail?.text).toContain(
      `2 costs not assigned to products: CNY 120.00, USD 15.50\n  ${URL_OF}/transactions/reconciliation`,
    );
  });

  it('tells what is overdue and what is due within a week, also on purchase orders', async () => {
    await change(maya, { is_account_summary_email_enabled: true });
    const supplierId = await aPayee(t, maya);
    await aBill(t, maya, { supplierId, date: '2026-11-24', total: '10.00' });
    await aBill(t, maya, { supplierId, date: '2026-12-03', total: '20.00' });
    await anOpenOrder(t, maya, { supplierId, orderDate: '2026-12-02', items: ['2000.00'] });
    await night('2026-11-25');
    const text = (await sent()).find((m) => m.to === mayaMail)?.text;
    expect(text).toContain('1 overdue payment: GBP 1.00');
    expect(text).toContain('1 payment due within a week: GBP 60.00');
    expect(text).toContain(`${URL_OF}/transactions/payables?f.bucket.in=DUE_0_TO_7`);
  });

  it('is in the language that its reader chose', async () => {
    await t.ok(maya, patchUser, { body: { language: 'zh-CN' } });
    await change(maya, { is_account_summary_email_enabled: true });
    await t.ok(maya, uploadInvoice, pdf('HS-4.pdf'));
    await broken('Unread');
    await night('2026-11-25');
    const mail = (await sent()).find((m) => m.to === mayaMail);
    expect(mail?.subject).toMatch(/^Account \d+：1 张发票待审核，1 条未读通知$/);
    expect(mail?.text).toContain('不再接收账户摘要: ');
  });

  it('says when there is nothing to do', async () => {
    await change(maya, { is_account_summary_email_enabled: true });
    await night('2026-12-14');
    expect((await sent()).find((m) => m.to === mayaMail)?.subject).toMatch(/^Account \d+: nothing waits$/);
  });
});
