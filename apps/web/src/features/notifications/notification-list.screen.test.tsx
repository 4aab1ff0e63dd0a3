import { getAccountSettings, getMe } from '@quayside/contracts/accounts/accounts';
import {
  dismissNotifications,
  listNotifications,
  type Notification,
  patchNotificationStatus,
  readNotifications,
} from '@quayside/contracts/notifications/notifications';
import { getProductImport } from '@quayside/contracts/products/product-imports';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
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

/** Starts a fake server that stores which notifications were read and dismissed. */
function startWith(rows = [FAILED, DONE], as: Visitor = 'admin') {
  const api = startApi({ as });
  let stored = rows;
  api.on(listNotifications, ({ query }) => ({
    ...aPage(
      stored.filter(({ notificationType }) =>
        (query.filter ?? []).every(
          ({ field, values }) => field !== 'notificationType' || values.includes(notificationType),
        ),
      ),
    ),
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
  api.on(dismissNotifications, ({ body }) => {
    const { length } = stored;
    stored = stored.filter(({ id }) => !body.notificationIds.includes(id));
    return { dismissed: length - stored.length };
  });
  return api;
}

/** Similar unread notifications, newest first. */
const someNotifications = (count: number, summaryOf: (n: number) => string, over: Partial<Notification> = {}) =>
  Array.from({ length: count }, (_, at) => ({
    ...FAILED,
    ...{ id: idOf(300 + count - at), summary: summaryOf(count - at), notificationType: 'INFO' as const, about: null },
    ...over,
  }));

describe('the list of notifications', { timeout: 60_000 }, () => {
  it('shows each of them with a link to its subject', async () => {
    startWith();
    renderApp(paths.notifications());
    await expect.element(button('Unread: The import failed')).toBeVisible();
    await expect.element(button('The costs add up')).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Open supplier Ningbo Haosheng' }))
      .toHaveAttribute('href', paths.supplier(idOf(100)));
    await expect.element(main.getByText('2 notifications')).toBeVisible();
    await expectNoSeriousFindings('/notifications');
  });
  it('shows a toast when an urgent one arrives', async () => {
    const api = startWith([DONE]);
    renderApp(paths.notifications());
    await expect.element(button('The costs add up')).toBeVisible();
    api.on(listNotifications, { ...aPage([FAILED, DONE]), unread: 1 });
    api.tellNotified('ERROR', FAILED.id);
    await expect.element(page.getByRole('alert').getByText('The import failed')).toBeVisible();
  });
  it('shows a loading state', async () => {
    const release = startWith().hold(listNotifications);
    renderApp(paths.notifications());
    await expect.element(main.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    expect(button('The costs add up').query()).toBeNull();
    expect(main.getByText('You have no notifications').query()).toBeNull();
    release();
    await expect.element(button('The costs add up')).toBeVisible();
  });
  it('marks all as read', async () => {
    const api = startWith();
    renderApp(paths.notifications());
    await button('Mark all as read').click();
    await expect.element(button('The import failed')).toBeVisible();
    expect(api.asked(readNotifications).map(({ body }) => body.notificationIds)).toEqual([[]]);
    expect(button('Mark all as read').query()).toBeNull();
  });
  it('opens a notification, which is read from then on', async () => {
    const api = startWith();
    renderApp(paths.notifications());
    await button('Unread: The import failed').click();
    await expect.element(page.getByRole('dialog').getByText('Row 7 has no SKU.')).toBeVisible();
    await expect
      .poll(() => api.asked(patchNotificationStatus).map(({ params, body }) => [params.notificationId, body.status]))
      .toEqual([[FAILED.id, 'READ']]);
    await expectNoSeriousFindings();
    // The last one is the button in the footer, beside the cross in the corner.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
  it('removes a dismissed notification', async () => {
    const api = startWith();
    renderApp(paths.notifications());
    await button('Dismiss The import failed').click();
    await expect.element(main.getByText('1 notification')).toBeVisible();
    expect(button('Unread: The import failed').query()).toBeNull();
    expect(api.asked(patchNotificationStatus).at(-1)?.body.status).toBe('DISMISSED');
  });
  it('restores a notification that could not be dismissed', async () => {
    const api = startWith();
    api.refuse(patchNotificationStatus, 'internal');
    renderApp(paths.notifications());
    await button('Dismiss The import failed').click();
    await expect.element(page.getByText(/An error occured trying to update notification/)).toBeVisible();
    await expect.element(button('Unread: The import failed')).toBeVisible();
  });
  it('says that there are none left', async () => {
    startWith([]);
    renderApp(paths.notifications());
    await expect.element(main.getByRole('heading', { name: 'You are up to date' })).toBeVisible();
  });
  it('offers to clear a search without results', async () => {
    const api = startWith([]);
    renderApp(`${paths.notifications()}?status=READ`);
    await expect.element(main.getByRole('heading', { name: 'No notification matches' })).toBeVisible();
    await button('Clear search and filters').click();
    await expect.element(main.getByRole('heading', { name: 'You are up to date' })).toBeVisible();
    expect(api.asked(listNotifications).length).toBeGreaterThan(1);
  });
  it('can be loaded again after an error', async () => {
    const api = startWith([], 'viewer');
    api.refuse(listNotifications, 'internal');
    renderApp(paths.notifications());
    await expect.element(main.getByText('Failed to get notifications.')).toBeVisible();
    api.on(listNotifications, { ...aPage([DONE]), unread: 0 });
    await button('Try again').click();
    await expect.element(button('The costs add up')).toBeVisible();
  });
});

describe('a list of many notifications', () => {
  const REPORTS = someNotifications(3, (n) => `Report ${n} is ready`);

  it('groups similar ones into one row, which expands to show each of them', async () => {
    startWith([FAILED, ...REPORTS]);
    renderApp(paths.notifications());
    await button('Unread: Report 3 is ready, and 2 more like it').click();
    await expect.element(button('Unread: Report 1 is ready')).toBeVisible();
  });
  it('links each of several finished imports to its own page', async () => {
    const [second, first] = someNotifications(2, (n) => `Import finished: ${n}`, { message: '1 created' });
    const about = { type: 'IMPORT', id: idOf(90), label: 'two.csv' } as const;
    if (!second || !first) throw new Error('two notifications were made');
    const api = startWith([
      { ...second, about },
      { ...first, about },
    ]);
    api.refuse(getProductImport, 'not_found');
    renderApp(paths.notifications());
    await button('Unread: 2 imports finished').click();
    await button('Unread: Import finished: 2').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open import' }).click();
    await expect.poll(() => window.location.pathname).toBe(`/products/import/${idOf(90)}`);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
  it('is dismissed as a whole after a confirmation, and is then empty in the bell too', async () => {
    startWith([FAILED, ...REPORTS]);
    renderApp(paths.notifications());
    await button('Dismiss all').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss all' }).click();
    await expect.element(main.getByRole('heading', { name: 'You are up to date' })).toBeVisible();
    const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications', exact: true });
    await bell.click();
    await expect.element(page.getByRole('dialog').getByText('You are up to date')).toBeVisible();
  });
  it('is filtered by type, and opens a notification in a dialog of at most 680 px that can dismiss it', async () => {
    startWith([FAILED, ...REPORTS]);
    renderApp(paths.notifications());
    await main.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Error' }).click();
    await expect.poll(() => window.location.search).toBe('?type=ERROR');
    const rows = main.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem');
    await expect.poll(() => rows.elements().length).toBe(1);
    await button('Unread: The import failed').click();
    const viewer = page.getByRole('dialog').filter({ hasText: 'Row 7 has no SKU.' });
    await expect.element(viewer).toBeVisible();
    expect(viewer.element().getBoundingClientRect().width).toBeLessThanOrEqual(680);
    await viewer.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(main.getByRole('heading', { name: 'No notification matches' })).toBeVisible();
  });
});

describe('the bell', () => {
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications, 1 unread' });
  const anyBell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  const latest = page.getByRole('dialog');
  afterEach(() => page.viewport(1440, 900));

  it('shows the latest notifications, and one of them in full', async () => {
    startWith();
    renderApp(paths.listBusiness());
    await bell.click();
    await expect.element(latest.getByRole('listitem').nth(1)).toMatchTextContent('The costs add up');
    await expectNoSeriousFindings();
    await latest.getByRole('button', { name: /The import failed/ }).click();
    await expect.element(latest.getByText('Row 7 has no SKU.')).toBeVisible();
  });
  it('shows a skeleton, then ten of twelve, 387 px wide and up to 300 px tall', async () => {
    const api = startWith(someNotifications(12, (n) => `Message number ${n}`));
    const release = api.hold(listNotifications);
    renderApp(paths.listBusiness());
    await anyBell.click();
    await expect.element(latest.getByRole('status', { name: 'Notifications are loading' })).toBeVisible();
    await expect
      .poll(() => api.asked(listNotifications).map(({ query }) => [query.page, query.size]))
      .toEqual([[0, 200]]);
    release();
    await expect.element(latest.getByRole('listitem').first()).toMatchTextContent('Message number 12');
    expect(latest.getByRole('listitem').elements()).toHaveLength(10);
    // Poll for the final width, because the dropdown grows while it opens.
    await expect.poll(() => Math.round(latest.element().getBoundingClientRect().width)).toBe(387);
    expect(Math.round(latest.element().getBoundingClientRect().height)).toBeLessThanOrEqual(300);
    await expect.element(anyBell).toHaveAccessibleName('Notifications, 12 unread');
  });
  it('marks all as read and keeps the focus in its list, which links to all notifications', async () => {
    startWith(someNotifications(12, (n) => `Message number ${n}`));
    renderApp(paths.listBusiness());
    await anyBell.click();
    await latest.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.element(anyBell).toHaveAccessibleName('Notifications');
    await expect.element(latest.getByRole('listitem').first().getByRole('button')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(latest.getByRole('listitem').nth(1).getByRole('button')).toHaveFocus();
    await latest.getByRole('link', { name: 'View All' }).click();
    await expect.poll(() => window.location.pathname).toBe(paths.notifications());
    await expect.element(latest).not.toBeInTheDocument();
  });
  it('fits the screen of a phone, whose page does not scroll sideways', async () => {
    await page.viewport(390, 844);
    startWith();
    renderApp(paths.notifications());
    await expect.element(button('Unread: The import failed')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(390);
    await bell.click();
    await expect.element(latest).toBeVisible();
    const { left, right } = latest.element().getBoundingClientRect();
    expect([left >= 0, right <= 390]).toEqual([true, true]);
  });
  it('loads its notifications in parallel with the person and the settings', async () => {
    const api = startWith();
    const calls = [getMe, getAccountSettings, listNotifications];
    const releases = calls.map((call) => api.hold(call));
    renderApp(paths.listBusiness());
    await expect.poll(() => calls.map((call) => api.asked(call).length)).toEqual([1, 1, 1]);
    for (const release of releases) release();
    await expect.element(bell).toBeVisible();
  });
});
