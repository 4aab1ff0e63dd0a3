import { getInstallation, OUTBOUND_LINKS, type OutboundLink } from '@quayside/contracts/installation';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { renderApp, shownScreen, startApi } from '../../testing/render-app.tsx';

const main = page.getByRole('main');
const unknown = main.getByRole('heading', { name: 'The page you were looking for does not exist' });

describe('an unknown path', () => {
  it('shows "not found" inside the shell, with a link to the home screen', async () => {
    startApi();
    renderApp('/no-such-page');
    await expect.element(unknown).toBeVisible();
    await expect.element(main.getByRole('link')).toHaveAttribute('href', paths.home());
    await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expectNoSeriousFindings('*');
  });
  it('is treated like a screen whose section is switched off or that does not exist yet', async () => {
    startApi({ settings: { isManagementSectionEnabled: false, isResourcesEnabled: false } });
    renderApp('/no-such-page');
    for (const path of [
      ...['/suppliers', '/transactions', '/funding', '/FIND-A-bookkeeper'],
      ...['/fee-tracker-pro', '/analytics', '/user-management'],
    ]) {
      window.history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
      await expect
        .poll(() => [shownScreen()?.toLowerCase(), unknown.elements().length])
        .toEqual([path.toLowerCase(), 1]);
      expect(window.location.pathname).toBe(path);
    }
    await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
  it('shows "not found" without the shell if nobody is signed in', async () => {
    startApi({ as: null });
    renderApp('/no-such-page');
    await expect.element(unknown).toBeVisible();
    expect(page.getByRole('navigation', { name: 'Main' }).query()).toBeNull();
    await expectNoSeriousFindings('*');
  });
});

describe('an account whose trial has ended', () => {
  it('shows the same page for every path, with a link to support', async () => {
    const api = startApi({ me: { isTierExpired: true } });
    api.on(getInstallation, {
      supportEmail: 'help@quay.example',
      links: Object.fromEntries(OUTBOUND_LINKS.map((name) => [name, null])) as Record<OutboundLink, null>,
      reportIssueUrl: null,
      chatUrl: null,
    });
    renderApp(paths.suppliers());
    await expect.element(main.getByRole('heading', { name: 'The trial of this account has ended' })).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Support' }))
      .toHaveAttribute('href', 'mailto:help@quay.example');
    await expectNoSeriousFindings('/trial-expired');
  });
});

describe('the page about a trial that has ended', () => {
  it('says that nothing has ended where nothing has, and leads back', async () => {
    startApi();
    renderApp(paths.trialExpired());
    await expect.element(main.getByRole('heading', { name: 'Nothing of this account has ended' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', paths.home());
    expect(main.getByText(/The trial of this account has ended/).query()).toBeNull();
  });
});
