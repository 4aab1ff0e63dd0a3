import { demoStatus } from '@quayside/contracts/accounts/accounts';
import { postTestEmail } from '@quayside/contracts/mailbox';
import { postUserNotification } from '@quayside/contracts/notifications/notifications';
import { createTestProductOrder } from '@quayside/contracts/shipments/orders';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { packedOrder } from '../../features/shipments/testing/an-order.ts';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const main = page.getByRole('main');
const sendMail = main.getByRole('button', { name: 'Send a test mail' });

function startWith(as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(demoStatus, { available: true, hasMailbox: true });
  return api;
}

describe('the demo settings', () => {
  it('send a notification of the chosen kind', async () => {
    const api = startWith();
    api.on(postUserNotification, ({ body }) => ({
      ...body,
      id: idOf(5),
      messageDateTime: 1_795_000_000,
      messageDate: '2026-11-16T09:00:00Z',
      notificationStatus: 'UNREAD' as const,
      about: null,
    }));
    renderApp(paths.demoSettings());
    await main.getByRole('button', { name: 'Report an error' }).click();
    await expect.element(page.getByText('The notification is on its way')).toBeVisible();
    expect(api.asked(postUserNotification).map(({ body }) => [body.notificationType, body.summary])).toEqual([
      ['ERROR', 'A test: an error would have occurred'],
    ]);
  });
  it('send a mail to the person, and say to which address', async () => {
    const api = startWith();
    api.on(postTestEmail, { email: 'ada@crane.example' });
    renderApp(paths.demoSettings());
    await sendMail.click();
    await expect.element(page.getByText('A test mail is on its way to ada@crane.example')).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Open the mailbox' })).toHaveAttribute('href', paths.mailbox());
    await expectNoSeriousFindings('/demo/settings');
  });
  it('create a sample order in the demo account, and lead to it', async () => {
    const api = startApi({ me: { isDemo: true } });
    api.on(demoStatus, { available: true, hasMailbox: false });
    api.on(createTestProductOrder, packedOrder([], { orderId: idOf(600), sku: 'TEST-1' }));
    renderApp(paths.demoSettings());
    await main.getByRole('button', { name: 'Create a sample order' }).click();
    await expect.element(page.getByText('TEST-1 and its order were created')).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Open the order of TEST-1' }))
      .toHaveAttribute('href', paths.order(idOf(600)));
    await main.getByRole('button', { name: 'Create a sample order' }).click();
    await expect.poll(() => api.asked(createTestProductOrder)).toHaveLength(2);
  });
  it('offer no sample order outside the demo account', async () => {
    startWith();
    renderApp(paths.demoSettings());
    await expect.element(sendMail).toBeVisible();
    expect(main.getByRole('button', { name: 'Create a sample order' }).query()).toBeNull();
  });
  it('let no viewer create a sample order', async () => {
    const api = startApi({ as: 'viewer', me: { isDemo: true } });
    api.on(demoStatus, { available: true, hasMailbox: false });
    renderApp(paths.demoSettings());
    await expect.element(main.getByRole('button', { name: 'Create a sample order' })).toBeDisabled();
  });
  it('report that a mail could not be sent', async () => {
    const api = startWith();
    api.refuse(postTestEmail, 'internal');
    renderApp(paths.demoSettings());
    await sendMail.click();
    await expect.element(page.getByText(/An error occured trying to create mail/)).toBeVisible();
    await expect.element(sendMail).toBeEnabled();
  });
  it('do not let a viewer send notifications', async () => {
    startWith('viewer');
    renderApp(paths.demoSettings());
    await expect.element(main.getByRole('button', { name: 'Send an info' })).toBeDisabled();
    await expect.element(sendMail).toBeEnabled();
  });
  it('do not exist without a demo seller', async () => {
    const api = startWith();
    api.on(demoStatus, { available: false, hasMailbox: false });
    renderApp(paths.demoSettings());
    await expect
      .element(main.getByRole('heading', { name: 'The page you were looking for does not exist' }))
      .toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(demoStatus, 'internal');
    renderApp(paths.demoSettings());
    await expect.element(main.getByText('An error occured trying to get demo settings.')).toBeVisible();
    api.on(demoStatus, { available: true, hasMailbox: false });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(sendMail).toBeVisible();
    expect(main.getByRole('link', { name: 'Open the mailbox' }).query()).toBeNull();
  });
});
