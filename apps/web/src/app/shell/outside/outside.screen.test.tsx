import { getInstallation, OUTBOUND_LINKS, type OutboundLink } from '@quayside/contracts/installation';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { USER_ID } from '../../../testing/person.ts';
import { renderApp, startApi } from '../../../testing/render-app.tsx';

const FORM = 'https://forms.example/f/1';
const CHAT = 'https://chat.example/box?who={id}&name={name}&mail={email}';
const toolbar = page.getByRole('banner');
const drawer = page.getByRole('navigation', { name: 'Main' });
const dialog = page.getByRole('dialog', { name: 'Report An Issue' });
const chat = page.getByRole('region', { name: 'Chat with support' });

async function open(reportIssueUrl: string | null, chatUrl: string | null) {
  startApi().on(getInstallation, {
    supportEmail: null,
    links: Object.fromEntries(OUTBOUND_LINKS.map((name) => [name, null])) as Record<OutboundLink, null>,
    reportIssueUrl,
    chatUrl,
  });
  renderApp(paths.listBusiness());
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}

describe('the form to report an issue', () => {
  it('is an outside page in a frame without access to ours, with a link that opens it directly', async () => {
    await open(FORM, null);
    await toolbar.getByRole('button', { name: 'Report An Issue' }).click();
    const frame = dialog.getByTitle('Report An Issue');
    await expect.element(frame).toHaveAttribute('src', FORM);
    await expect.element(frame).toHaveAttribute('sandbox', expect.not.stringContaining('allow-top-navigation'));
    await expect.element(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect.element(dialog.getByRole('link')).toHaveAttribute('href', FORM);
    await expectNoSeriousFindings();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('reports that the browser blocked the page, and loads it again', async () => {
    await open(FORM, null);
    await toolbar.getByRole('button', { name: 'Report An Issue' }).click();
    await expect.element(dialog.getByRole('link')).toBeVisible();
    document.dispatchEvent(
      new SecurityPolicyViolationEvent('securitypolicyviolation', {
        effectiveDirective: 'frame-src',
        documentURI: window.location.href,
        originalPolicy: 'frame-src',
        violatedDirective: 'frame-src',
        disposition: 'enforce',
        statusCode: 200,
      }),
    );
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  });
  it('is not offered if the installation configures none', async () => {
    await open(null, null);
    expect(toolbar.getByRole('button', { name: 'Report An Issue' }).query()).toBeNull();
    expect(drawer.getByRole('button', { name: 'Chat with support' }).query()).toBeNull();
  });
});

describe('the support chat', () => {
  it('gets id, name and e-mail address of the person, and continues where it was closed', async () => {
    await open(null, CHAT);
    const press = drawer.getByRole('button', { name: 'Chat with support' });
    await press.click();
    await expect.element(chat).toHaveFocus();
    const frame = chat.getByTitle('Chat with support').element();
    const sent = new URL(frame.getAttribute('src') ?? '').searchParams;
    expect(Object.fromEntries(sent)).toEqual({ who: USER_ID, name: 'Ada Crane', mail: 'ada@crane.example' });
    await expectNoSeriousFindings();
    await chat.getByRole('button', { name: 'Close' }).click();
    await expect.element(chat).not.toBeInTheDocument();
    await press.click();
    await expect.element(chat).toBeVisible();
    expect(chat.getByTitle('Chat with support').element()).toBe(frame);
  });
});
