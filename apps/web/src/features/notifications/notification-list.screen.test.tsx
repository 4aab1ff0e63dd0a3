import {
  listNotifications,
  type Notification,
  patchNotificationStatus,
  readNotifications,
} from '@quayside/contracts/notifications';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const FAILED: Notification = {
  id: idOf(51),
  summary: 'The import failed',
  message: '<p>Row 7 has no SKU.</p>',
  messageDateTime: 1_795_000_000,
  messageDate: '2026-11-18T11:06:40Z',
  notificationType: 'ERROR',
  notificationStatus: 'UNREAD',
  about: { type: 'SUPPLIER', id: idOf(100), label: 'Ningbo Haosheng' },
};
const DONE: Notification = {
  ...FAILED,
  id: idOf(52),
  summary: 'The costs add up',
  notificationType: 'INFO',
  notificationStatus: 'READ',
  about: null,
};
const main = page.getByRole('main');
const button = (name: string) => main.getByRole('button', { name });

/** A server that keeps what was read and dismissed. */
function startWith(rows = [FAILED, DONE], as: Visitor = 'admin') {
  const api = startApi({ as });
  let stored = rows;
  api.on(listNotifications, () => ({
    ...aPage(stored),
    unread: stored.filter(({ notificationStatus }) => notificationStatus === 'UNREAD').length,
  }));
  api.on(patchNotificationStatus, ({ params, body }) => {
    const changed = stored.map((row) =>
      row.id === params.notificationId ? { ...row, notificationStatus: body.status } : row,
    );
    stored = changed.filter(({ notificationStatus }) => notificationStatus !== 'DISMISSED');
    return changed.find(({ id }) => id === params.notificationId) ?? FAILED;
  });
  api.on(readNotifications, () => {
    stored = stored.map((row) => ({ ...row, notificationStatus: 'READ' }));
    return { read: 1 };
  });
  return api;
}

describe('the list of notifications', { timeout: 60_000 }, () => {
  it('shows each of them, with the way to what it is about', async () => {
    startWith();
    renderApp(paths.notifications());
    await expect.element(button('Unread: The import failed')).toBeVisible();
    await expect.element(button('The costs add up')).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Open supplier Ningbo Haosheng' }))
      .toHaveAttribute('href', paths.supplier(idOf(100)));
    await expect.element(main.getByText('2 notifications')).toBeVisible();
  });
  it('marks all as read', async () => {
    const api = startWith();
    renderApp(paths.notifications());
    await button('Mark all as read').click();
    await expect.element(button('The import failed')).toBeVisible();
    expect(api.asked(readNotifications).map(({ body }) => body.notificationIds)).toEqual([[]]);
    expect(button('Mark all as read').query()).toBeNull();
  });
  it('opens one, which is read from then on', async () => {
    const api = startWith();
    renderApp(paths.notifications());
    await button('Unread: The import failed').click();
    await expect.element(page.getByRole('dialog').getByText('Row 7 has no SKU.')).toBeVisible();
    await expect
      .poll(() => api.asked(patchNotificationStatus).map(({ params, body }) => [params.notificationId, body.status]))
      .toEqual([[FAILED.id, 'READ']]);
  });
  it('dismisses one, which is gone', async () => {
    const api = startWith();
    renderApp(paths.notifications());
    await button('Dismiss The import failed').click();
    await expect.element(main.getByText('1 notification')).toBeVisible();
    expect(button('Unread: The import failed').query()).toBeNull();
    expect(api.asked(patchNotificationStatus).at(-1)?.body.status).toBe('DISMISSED');
  });
  it('brings back what could not be dismissed', async () => {
    const api = startWith();
    api.refuse(patchNotificationStatus, 'internal');
    renderApp(paths.notifications());
    await button('Dismiss The import failed').click();
    await expect.element(page.getByText(/An error occured trying to update notification/)).toBeVisible();
    await expect.element(button('Unread: The import failed')).toBeVisible();
  });
  it('says so when nothing is left', async () => {
    startWith([]);
    renderApp(paths.notifications());
    await expect.element(main.getByRole('heading', { name: 'You are up to date' })).toBeVisible();
  });
  it('leads out of a search that finds nothing', async () => {
    const api = startWith([]);
    renderApp(`${paths.notifications()}?status=READ`);
    await expect.element(main.getByRole('heading', { name: 'No notification matches' })).toBeVisible();
    await button('Clear search and filters').click();
    await expect.element(main.getByRole('heading', { name: 'You are up to date' })).toBeVisible();
    expect(api.asked(listNotifications).length).toBeGreaterThan(1);
  });
  it('that cannot be read can be asked for again', async () => {
    const api = startWith([], 'viewer');
    api.refuse(listNotifications, 'internal');
    renderApp(paths.notifications());
    await expect.element(main.getByText('Failed to get notifications.')).toBeVisible();
    api.on(listNotifications, { ...aPage([DONE]), unread: 0 });
    await button('Try again').click();
    await expect.element(button('The costs add up')).toBeVisible();
  });
});
