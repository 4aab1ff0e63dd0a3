import type { ResponseOf } from '@quayside/contracts/endpoint';
import { getMailboxMail, listMailbox } from '@quayside/contracts/mailbox';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { idOf } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

type MailboxMail = ResponseOf<typeof getMailboxMail>;
const WELCOME: MailboxMail = {
  id: idOf(81),
  to: 'ada@crane.example',
  from: 'Quayside <noreply@quayside.example>',
  cc: '',
  attachments: [],
  subject: 'Verify your e-mail address',
  sentAt: '2026-11-16T09:00:00Z',
  text: 'Open this link: https://quayside.example/login/verify/1',
};
const RESET: MailboxMail = { ...WELCOME, id: idOf(82), subject: 'Choose a new password' };
const main = page.getByRole('main');
const mails = main.getByRole('navigation', { name: 'Mails' });
const shown = (subject: string) => main.getByRole('heading', { level: 2, name: subject });

/**
 * Starts the mailbox with these mails. The tests read them as plain text, because the frame of an HTML mail would load
 * from a real server.
 */
function startWith(kept: readonly MailboxMail[] = [WELCOME, RESET]) {
  const api = startApi({ as: null });
  api.on(listMailbox, [...kept]);
  api.on(getMailboxMail, ({ params }) => kept.find(({ id }) => id === params.mailId) ?? WELCOME);
  return api;
}

describe('the local mailbox', () => {
  afterEach(() => page.viewport(1440, 900));

  it('lists the mails and shows the newest one, also as plain text', async () => {
    startWith();
    renderApp(paths.mailbox());
    await expect.element(shown('Verify your e-mail address')).toBeVisible();
    await main.getByText('Plain text').click();
    const text = main.getByRole('region', { name: 'Text of the mail' });
    await expect.element(text.getByRole('link')).toHaveAttribute('href', 'https://quayside.example/login/verify/1');
    await expect.element(mails.getByRole('link', { name: /Choose a new password/ })).toBeVisible();
    await expectNoSeriousFindings('/mailbox');
  });
  it('shows the selected mail', async () => {
    startWith();
    renderApp(paths.mailbox());
    await mails.getByRole('link', { name: /Choose a new password/ }).click();
    await expect.element(shown('Choose a new password')).toBeVisible();
  });
  it('is a list on a phone, and a mail has a link back to it', async () => {
    await page.viewport(390, 844);
    startWith();
    renderApp(paths.mailbox());
    await mails.getByRole('link', { name: /Choose a new password/ }).click();
    await expect.element(shown('Choose a new password')).toBeVisible();
    await expect.element(mails).not.toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
    await main.getByRole('link', { name: 'All mails' }).click();
    await expect.element(mails).toBeVisible();
    await expect.element(shown('Choose a new password')).not.toBeInTheDocument();
  });
  it('says that there is no mail yet', async () => {
    startWith([]);
    renderApp(paths.mailbox());
    await expect.element(main.getByRole('heading', { name: 'No mails yet' })).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(listMailbox, 'internal');
    renderApp(paths.mailbox());
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listMailbox, [RESET]);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(shown('Choose a new password')).toBeVisible();
  });
  it('says that a mail is no longer stored', async () => {
    startWith().refuse(getMailboxMail, 'not_found');
    renderApp(paths.mailbox(idOf(83)));
    await expect.element(main.getByRole('heading', { name: 'This mail is no longer here' })).toBeVisible();
  });
  it('does not exist if mails are really sent', async () => {
    startWith().refuse(listMailbox, 'not_found');
    renderApp(paths.mailbox());
    await expect
      .element(main.getByRole('heading', { name: 'The page you were looking for does not exist' }))
      .toBeVisible();
  });
});
