import { createInvoice } from '@quayside/contracts/invoices/invoices';
import {
  createNotification,
  dismissNotifications,
  listNotifications,
  patchNotificationStatus,
  readNotifications,
  UNREAD_CAP,
} from '@quayside/contracts/notifications/notifications';
import { createSupplier, updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { NOTIFICATION_STATUSES, type NotificationStatus } from '@quayside/domain/lists';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { readStream } from '../../testing/live.ts';
import { textOf } from '../../testing/texts.ts';
import { notify } from './public.ts';

let t: TestApp;
let maya: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  maya = await t.admin();
  ben = await t.member(maya);
});

const list = (who: TestPerson) => t.ok(who, listNotifications);
const seen = async (who: TestPerson) =>
  Object.fromEntries((await list(who)).content.map((n) => [n.summary, n.notificationStatus]));
async function tell(...summaries: string[]): Promise<string[]> {
  const made: string[] = [];
  for (const summary of summaries)
    made.push(
      (await t.ok(maya, createNotification, { body: { notificationType: 'INFO', summary, message: 'Words' } })).id,
    );
  return made;
}
const set = (who: TestPerson, notificationId: string, status: NotificationStatus) =>
  t.call(who, patchNotificationStatus, { params: { notificationId }, body: { status } });

describe('the status of a notification', () => {
  it.each(NOTIFICATION_STATUSES.flatMap((from) => NOTIFICATION_STATUSES.map((to) => [from, to] as const)))(
    'changes from %s to %s only forward',
    async (from, to) => {
      const [id = ''] = await tell('One');
      await set(maya, id, from);
      const allowed = from === to || (from === 'UNREAD' && to !== 'UNREAD') || (from === 'READ' && to === 'DISMISSED');
      const answer = await set(maya, id, to);
      if (allowed) expect(answer.body).toMatchObject({ id, summary: 'One', notificationStatus: to });
      else expect([answer.status, answer.error.errors?.map((e) => e.field)]).toEqual([422, ['status']]);
      const now = allowed ? to : from;
      expect(await seen(maya)).toEqual(now === 'DISMISSED' ? {} : { One: now });
      expect(await seen(ben)).toEqual({ One: 'UNREAD' });
    },
  );

  it('counts as read for members who joined after it; newer notifications are unread for them', async () => {
    await tell('Before', 'Before too');
    t.setTime('2026-11-20T10:05:00Z');
    const cleo = await t.member(maya);
    expect(await seen(cleo)).toEqual({ Before: 'READ', 'Before too': 'READ' });
    expect((await list(cleo)).unread).toBe(0);
    await tell('After');
    const [after] = (await list(cleo)).content;
    expect([after?.summary, after?.notificationStatus, (await list(cleo)).unread, (await list(ben)).unread]).toEqual([
      'After',
      'UNREAD',
      1,
      3,
    ]);
    const unread = await t.ok(cleo, listNotifications, {
      query: { filter: JSON.stringify([{ field: 'notificationStatus', op: 'in', values: ['UNREAD'] }]) },
    });
    expect(unread.content.map((n) => n.summary)).toEqual(['After']);
    expect(await t.ok(cleo, readNotifications, { body: {} })).toEqual({ read: 1 });
    expect(await t.ok(cleo, dismissNotifications, { body: {} })).toEqual({ dismissed: 3 });
    t.setTime('2026-11-20T10:00:00Z');
  });

  it('cannot be set to an unknown value', async () => {
    const [id = ''] = await tell('One');
    expect((await set(maya, id, 'GONE' as never)).error.errors?.map((e) => e.field)).toEqual(['status']);
  });

  it('stays dismissed when it is read in another tab at the same moment', async () => {
    const ids = await tell(...Array.from({ length: 8 }, (_, i) => `N${i}`));
    await Promise.all(
      ids.flatMap((id) => [
        set(maya, id, 'DISMISSED'),
        set(maya, id, 'READ'),
        t.call(maya, readNotifications, { body: {} }),
      ]),
    );
    expect(await seen(maya)).toEqual({});
  });

  it('cannot be changed by another account, one by one or in a list', async () => {
    const [id = ''] = await tell('One');
    const stranger = await t.admin();
    expect((await set(stranger, id, 'READ')).status).toBe(404);
    for (const endpoint of [dismissNotifications, readNotifications])
      expect((await t.call(stranger, endpoint, { body: { notificationIds: [id] } })).status).toBe(404);
    expect((await t.call(stranger, dismissNotifications, { body: {} })).body).toEqual({ dismissed: 0 });
    expect([await seen(maya), await seen(ben)]).toEqual([{ One: 'UNREAD' }, { One: 'UNREAD' }]);
  });
});

describe('several notifications at once', () => {
  it('are dismissed or read, either the named ones or all, and each is counted once', async () => {
    const [one = '', two = '', three = ''] = await tell('One', 'Two', 'Three');
    await set(maya, one, 'READ');
    expect((await t.ok(maya, dismissNotifications, { body: { notificationIds: [one, one, two] } })).dismissed).toBe(2);
    expect((await t.ok(maya, dismissNotifications, { body: { notificationIds: [one] } })).dismissed).toBe(0);
    expect(await seen(maya)).toEqual({ Three: 'UNREAD' });
    expect((await t.ok(maya, readNotifications, { body: { notificationIds: [one, three] } })).read).toBe(1);
    expect(await seen(maya)).toEqual({ Three: 'READ' });
    await tell('Four');
    expect((await t.ok(maya, dismissNotifications, { body: {} })).dismissed).toBe(2);
    expect([await seen(maya), Object.keys(await seen(ben)).length]).toEqual([{}, 4]);
  });

  it('stay unchanged if one of them is unknown', async () => {
    const [one = ''] = await tell('One');
    const unknown = '01a1fd84-0000-7000-8000-0000000000ff';
    expect((await t.call(maya, dismissNotifications, { body: { notificationIds: [one, unknown] } })).status).toBe(404);
    expect(await seen(maya)).toEqual({ One: 'UNREAD' });
  });
});

describe('the count of unread notifications', () => {
  it('belongs to the person, and covers the whole list whatever the page and filter', async () => {
    const [one = '', two = ''] = await tell('One', 'Two', 'Three', 'Four');
    await set(maya, one, 'READ');
    await set(maya, two, 'DISMISSED');
    expect([(await list(maya)).unread, (await list(ben)).unread]).toEqual([2, 4]);
    expect(await t.ok(maya, listNotifications, { query: { size: 1, search: 'nothing like it' } })).toMatchObject({
      content: [],
      unread: 2,
    });
  });

  it('stops at the maximum that the badge shows', async () => {
    await t.work(maya, async (w) => {
      for (let i = 0; i < UNREAD_CAP + 5; i++) await notify(w, { type: 'INFO', summary: textOf(`N${i}`), message: [] });
    });
    expect((await list(maya)).unread).toBe(UNREAD_CAP);
  });
});

describe('the live stream of a person', () => {
  it('announces a changed status to that person only, also in a replay', async () => {
    const [one = '', two = ''] = await tell('One', 'Two');
    const enough = (ids: readonly string[]) => (text: string) => ids.every((id) => text.includes(id));
    // Dispatch the events of the new notifications now, so that they are not sent on the stream that is opened next.
    await t.deps.dispatcher.drain();
    const hers = await readStream(t, maya, { enough: enough([one]), during: () => set(maya, one, 'READ') });
    expect(hers).toContain(`data: {"ids":["${one}"],"topic":"notifications","version":null}`);
    const from = /id: (\S+)\nevent: ready/.exec(hers)?.[1] ?? '';

    // Ben's stream receives the third notification. It does not receive Maya's changes, although she made them before
    // the third notification was created.
    let three = '';
    const his = await readStream(t, ben, {
      enough: (text) => three !== '' && text.includes(three),
      during: async () => {
        await set(maya, two, 'DISMISSED');
        three = (await tell('Three'))[0] ?? '';
      },
    });
    expect(his).not.toContain(two);
    expect(await readStream(t, maya, { lastEventId: from, enough: enough([one, two, three]) })).not.toContain(
      'onlyFor',
    );
    const replayed = await readStream(t, ben, { lastEventId: from, enough: enough([three]) });
    for (const id of [one, two]) expect(replayed).not.toContain(id);
    expect(replayed).not.toContain('onlyFor');
  });
});

describe('a live stream that is cut fifty times', () => {
  it('misses and repeats no notification if each connection asks for what came since', async () => {
    await t.deps.dispatcher.drain();
    const told: string[] = [];
    const raised: string[] = [];
    let lastEventId =
      /^id: (\S+)\nevent: ready/m.exec(
        await readStream(t, ben, { enough: (read) => read.includes('event: ready') }),
      )?.[1] ?? '';
    for (let cut = 0; cut < 50; cut += 1) {
      // Some notifications are created while the stream is open, and others while it is closed. The connection breaks
      // in between.
      const during = tell(`During ${cut}`, `Beside ${cut}`).then((ids) => raised.push(...ids));
      const text = await readStream(t, ben, {
        lastEventId,
        enough: (read) => /^event: INFO\n.*\n\n/m.test(read) && (cut % 3 > 0 || read.split('event: INFO').length > 2),
        during: () => during,
      });
      // Like a browser, the test ignores a message that was cut off by the end of the connection.
      for (const message of text.split('\n\n').slice(0, -1)) {
        lastEventId = /^id: (\S+)$/m.exec(message)?.[1] ?? lastEventId;
        const id = /^event: INFO$/m.test(message) ? /"id":"([^"]+)"/.exec(message)?.[1] : undefined;
        if (id !== undefined) told.push(id);
      }
      if (cut % 5 === 0) raised.push(...(await tell(`Between ${cut}`)));
    }
    const missing = () => raised.filter((id) => !told.includes(id));
    if (missing().length > 0) {
      const rest = await readStream(t, ben, {
        lastEventId,
        enough: (read) => missing().every((id) => read.includes(`{"id":"${id}"}`)),
      });
      told.push(...[...rest.matchAll(/event: INFO\ndata: \{"id":"([^"]+)"/g)].map((found) => found[1] ?? ''));
    }
    expect(raised).toHaveLength(110);
    expect([...told].sort()).toEqual([...raised].sort());
  }, 60_000);
});

describe('the record that a notification is about', () => {
  it('is shown with its current name, and without a name once it is deleted', async () => {
    const supplier = await t.ok(maya, createSupplier, { body: { companyName: 'Haosheng' } });
    const invoice = await t.ok(maya, createInvoice, {
      body: { supplierId: supplier.id, invoiceNumber: 'HS-1', currency: 'GBP', total: '10.00' },
    });
    await t.work(maya, async (w) => {
      await notify(w, {
        type: 'INFO',
        summary: textOf('S'),
        message: [],
        about: { type: 'SUPPLIER', id: supplier.id },
      });
      await notify(w, { type: 'INFO', summary: textOf('I'), message: [], about: { type: 'INVOICE', id: invoice.id } });
      for (const type of ['IMPORT', 'PRODUCT', 'DOCUMENT'] as const)
        await notify(w, { type: 'INFO', summary: textOf(type), message: [], about: { type, id: w.newId() } });
    });
    await t.ok(maya, updateSupplier, { params: { id: supplier.id }, body: { companyName: 'Ningbo Haosheng' } });
    const labels = Object.fromEntries((await list(ben)).content.map((n) => [n.summary, n.about?.label]));
    expect(labels).toEqual({ S: 'Ningbo Haosheng', I: 'HS-1', IMPORT: null, PRODUCT: null, DOCUMENT: null });
  });
});
