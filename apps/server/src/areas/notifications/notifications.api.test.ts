import { postReportingNotification } from '@quayside/contracts/costs/cost-reports';
import { postInvoiceNotification } from '@quayside/contracts/invoices/invoices';
import {
  createNotification,
  listNotifications,
  patchNotificationStatus,
  postUserNotification,
} from '@quayside/contracts/notifications/notifications';
import { postProductNotification } from '@quayside/contracts/products/product-notifications';
import { say } from '@quayside/contracts/texts/catalogue';
import { patchUser } from '@quayside/contracts/accounts/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { readStream } from '../../testing/live.ts';
import { textOf } from '../../testing/texts.ts';
import { notify } from './public.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  maya = await t.admin();
});

const list = (who: TestPerson, query: Record<string, unknown> = {}) => t.ok(who, listNotifications, { query });
const summaries = async (who: TestPerson, query?: Record<string, unknown>) =>
  (await list(who, query)).content.map((n) => n.summary);
const tell = (summary: string, more: Partial<Parameters<typeof notify>[1]> = {}) =>
  t.work(maya, (w) =>
    notify(w, { type: 'INFO', summary: textOf(summary), message: [textOf(`About ${summary}`)], ...more }),
  );

describe('a notification', () => {
  it('appears in the list of every member, with the record that it is about', async () => {
    const invoiceId = '01a1fd84-0000-7000-8000-000000000001';
    await tell('Bill 1', { type: 'ACTION_NEEDED', about: { type: 'INVOICE', id: invoiceId } });
    for (const who of [maya, await t.member(maya)]) {
      expect(await list(who)).toMatchObject({
        totalElements: 1,
        size: 50,
        content: [
          {
            id: expect.any(String),
            summary: 'Bill 1',
            message: 'About Bill 1',
            messageDateTime: 1_795_168_800,
            messageDate: '2026-11-20T10:00:00.000Z',
            notificationType: 'ACTION_NEEDED',
            notificationStatus: 'UNREAD',
            about: { type: 'INVOICE', id: invoiceId, label: null },
          },
        ],
      });
    }
    expect((await list(await t.admin())).content).toEqual([]);
  });

  it('is created once for each dedupe key', async () => {
    expect(await tell('Same', { dedupeKey: 'k' })).toBe(true);
    expect(await tell('Same again', { dedupeKey: 'k' })).toBe(false);
    expect([await tell('Other', { dedupeKey: 'k2' }), await tell('None'), await tell('None')]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await summaries(maya)).sort()).toEqual(['None', 'None', 'Other', 'Same']);
    const other = await t.admin();
    expect(
      await t.work(other, (w) => notify(w, { type: 'INFO', summary: textOf('Theirs'), message: [], dedupeKey: 'k' })),
    ).toBe(true);
  });

  it('is read and dismissed by each person separately', async () => {
    const ben = await t.member(maya);
    for (const summary of ['One', 'Two', 'Three']) await tell(summary);
    const ids = new Map((await list(maya)).content.map((n) => [n.summary, n.id]));
    await t.work(maya, (w) =>
      w.tx
        .insertInto('notification_reader')
        .values([
          {
            account_id: maya.accountId,
            notification_id: ids.get('One') ?? '',
            person_id: maya.userId,
            status: 'READ',
            changed_at: w.now,
          },
          {
            account_id: maya.accountId,
            notification_id: ids.get('Two') ?? '',
            person_id: maya.userId,
            status: 'DISMISSED',
            changed_at: w.now,
          },
        ])
        .execute(),
    );
    const seen = async (who: TestPerson) =>
      (await list(who)).content.map((n) => `${n.summary} ${n.notificationStatus}`).sort();
    expect(await seen(maya)).toEqual(['One READ', 'Three UNREAD']);
    expect((await list(maya)).totalElements).toBe(2);
    expect(await seen(ben)).toEqual(['One UNREAD', 'Three UNREAD', 'Two UNREAD']);
  });

  it('is shown in the language of each reader, and found in every language', async () => {
    const ben = await t.member(maya);
    await t.ok(ben, patchUser, { body: { language: 'zh-CN' } });
    await t.work(maya, (w) =>
      notify(w, {
        type: 'INFO',
        summary: say('notice.invoice_uploaded', { number: 'HS-1' }),
        message: [say('notice.file_in_review', { file: 'a<b>.pdf' }), say('notice.bank_account', { account: '…5' })],
      }),
    );
    const wordsFor = async (who: TestPerson, search?: string) =>
      (await list(who, { search })).content.map((n) => [n.summary, n.message]);
    const english = [
      'Invoice HS-1 was uploaded',
      'a&lt;b&gt;.pdf is in review and adds no costs until its lines are entered.<br />account …5',
    ];
    const chinese = [
      '发票 HS-1 已上传',
      'a&lt;b&gt;.pdf 正在审核。在有人录入明细行之前，不产生任何成本。<br />账号 …5',
    ];
    for (const search of [undefined, 'WAS uploaded', '已上传 正在审核', 'a<b>.pdf'])
      expect([await wordsFor(maya, search), await wordsFor(ben, search)], search).toEqual([[english], [chinese]]);
    expect(await wordsFor(ben, 'something else')).toEqual([]);
  });

  it('that an earlier release stored as words is shown and found as these words', async () => {
    const ben = await t.member(maya);
    await t.ok(ben, patchUser, { body: { language: 'zh-CN' } });
    await t.work(maya, (w) =>
      w.tx
        .insertInto('notification')
        .values({
          account_id: maya.accountId,
          id: w.newId(),
          type: 'INFO',
          summary: 'Invoice HS-1 was uploaded',
          message: 'scan.pdf is in review &amp; costs nothing.',
          created_at: w.now,
        })
        .execute(),
    );
    for (const who of [maya, ben])
      expect((await list(who, { search: 'review & costs' })).content).toMatchObject([
        { summary: 'Invoice HS-1 was uploaded', message: 'scan.pdf is in review &amp; costs nothing.' },
      ]);
  });

  it('is found by its visible words, not by its tags, and by type and status', async () => {
    await tell('Costs', { message: [textOf('Kettle & toaster: 1 < 2')], type: 'ERROR' });
    const posted = await t.ok(maya, createNotification, {
      body: { notificationType: 'INFO', summary: 'Rates', message: '<strong>kettle</strong>s &amp; pans' },
    });
    expect(await summaries(maya, { search: 'kettle &' })).toEqual(expect.arrayContaining(['Costs', 'Rates']));
    expect(await summaries(maya, { search: '1 < 2' })).toEqual(['Costs']);
    expect([await summaries(maya, { search: 'strong' }), await summaries(maya, { search: 'amp' })]).toEqual([[], []]);
    await t.ok(maya, patchNotificationStatus, { params: { notificationId: posted.id }, body: { status: 'READ' } });
    const filtered = (field: string, values: string[]) =>
      summaries(maya, { filter: JSON.stringify([{ field, op: 'in', values }]) });
    expect(await filtered('notificationType', ['ERROR', 'ACTION_NEEDED'])).toEqual(['Costs']);
    expect(await filtered('notificationStatus', ['READ'])).toEqual(['Rates']);
    expect(await filtered('notificationStatus', ['UNREAD'])).toEqual(['Costs']);
    expect(await filtered('notificationStatus', ['DISMISSED'])).toEqual([]);
  });

  it('is listed newest or oldest first, in pages, and found by words of summary and message', async () => {
    for (const hour of ['07', '09', '08']) {
      t.setTime(`2026-11-20T${hour}:00:00.000Z`);
      await tell(`At ${hour}`, { message: [textOf(hour === '08' ? 'Kettle 50% dearer' : 'Nothing')] });
    }
    t.setTime('2026-11-20T10:00:00.000Z');
    expect(await summaries(maya)).toEqual(['At 09', 'At 08', 'At 07']);
    expect(await summaries(maya, { sort: 'messageDateTime,asc' })).toEqual(['At 07', 'At 08', 'At 09']);
    expect(await list(maya, { size: 2, page: 1 })).toMatchObject({
      content: [{ summary: 'At 07' }],
      totalElements: 3,
      totalPages: 2,
      last: true,
    });
    expect(await summaries(maya, { search: 'kettle 08' })).toEqual(['At 08']);
    expect(await summaries(maya, { search: '50%' })).toEqual(['At 08']);
    expect((await t.call(maya, listNotifications, { query: { sort: 'summary,asc' } as never })).status).toBe(422);
  });

  it('is announced on the live stream with its type and id only', async () => {
    const ben = await t.member(maya);
    const text = await readStream(t, ben, {
      enough: (x) => x.includes('"notifications"'),
      during: () => tell('Secret words', { type: 'ERROR' }),
    });
    const id = (await list(ben)).content[0]?.id;
    expect(text).toContain(`event: ERROR\ndata: {"id":"${id}"}\n`);
    expect(text).toContain(`{"ids":["${id}"],"topic":"notifications","version":null}`);
    expect(text).not.toContain('Secret words');
  });
});

describe.each([
  ['anything', createNotification],
  ['people', postUserNotification],
  ['invoices', postInvoiceNotification],
  ['products', postProductNotification],
  ['reports', postReportingNotification],
] as const)('a notification posted by a job about %s', (_, endpoint) => {
  const body = {
    notificationType: 'INFO' as const,
    summary: 'Rates <are> in',
    message: 'Two lines<br /><b>of HTML</b> &amp; no more',
  };

  it('is returned and stored as it was written, and logged', async () => {
    const answer = await t.call(maya, endpoint, { body });
    expect([answer.status, answer.body]).toEqual([201, (await list(await t.member(maya))).content[0]]);
    expect(answer.body).toMatchObject({ ...body, notificationStatus: 'UNREAD', about: null });
    const log = await t.work(maya, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select(['person_id', 'subject_ids'])
        .where('action', '=', 'notification.posted')
        .execute(),
    );
    expect(log).toEqual([{ person_id: maya.userId, subject_ids: [answer.body.id] }]);
  });

  it('is stored without forbidden HTML, and refused if no words are left', async () => {
    const { body: kept } = await t.call(maya, endpoint, {
      body: { ...body, message: '<p onclick="x()">Pay <a href="javascript:x()">here</a></p><script>x()</script>' },
    });
    expect(kept.message).toBe('<p>Pay <a>here</a></p>');
    expect((await list(maya)).content.map((n) => n.message)).toEqual([kept.message]);
    const empty = await t.call(maya, endpoint, { body: { ...body, message: '<script>x()</script>' } });
    expect([empty.status, empty.error.errors?.map((e) => e.field)]).toEqual([422, ['message']]);
  });

  it('is created once per idempotency key, and refused to viewers and for an unknown type', async () => {
    const headers = { 'idempotency-key': 'n-1' };
    const [first, again] = [
      await t.call(maya, endpoint, { body, headers }),
      await t.call(maya, endpoint, { body, headers }),
    ];
    expect([again.status, again.body.id, (await list(maya)).totalElements]).toEqual([201, first.body.id, 1]);
    expect((await t.call(await t.member(maya), endpoint, { body })).status).toBe(403);
    expect(
      (await t.call(maya, endpoint, { body: { ...body, notificationType: 'PANIC' as never } })).error.errors?.map(
        (e) => e.field,
      ),
    ).toEqual(['notificationType']);
  });
});
