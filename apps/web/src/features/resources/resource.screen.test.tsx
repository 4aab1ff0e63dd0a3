import { getInstallation } from '@quayside/contracts/installation';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const main = page.getByRole('main');
const NO_LINKS = {
  community: null,
  funding: null,
  tariff: null,
  reimbursement: null,
  bookkeeper: null,
  listBusiness: null,
};
const NOWHERE = { supportEmail: null, links: NO_LINKS, reportIssueUrl: null, chatUrl: null };

describe('the pages of the group Resources', () => {
  it.each([
    [paths.funding(), 'Funding'],
    [paths.tariff(), 'Smart tariff classifier'],
    [paths.bookkeeper(), 'Find a bookkeeper'],
    [paths.listBusiness(), 'List my business'],
  ])('at %s tell about: %s', async (path, title) => {
    startApi();
    renderApp(path);
    await expect.element(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(main.getByRole('heading', { name: 'When it helps' })).toBeVisible();
    await expect.element(main.getByRole('heading', { name: 'What your own data shows' })).toBeVisible();
  });
  it('lead outside where the installation says so', async () => {
    const api = startApi();
    api.on(getInstallation, { ...NOWHERE, links: { ...NO_LINKS, funding: 'https://lender.example/apply' } });
    renderApp(paths.funding());
    const out = main.getByRole('link', { name: 'Look for funding' });
    await expect.element(out).toHaveAttribute('href', 'https://lender.example/apply');
    await expect.element(out).toHaveAttribute('rel', 'noopener noreferrer');
    await expect.element(main.getByText(/Opens lender.example in a new tab/)).toBeVisible();
  });
  it('lead to a mail where there is only an address', async () => {
    const api = startApi();
    api.on(getInstallation, { ...NOWHERE, supportEmail: 'help@quay.example' });
    renderApp(paths.tariff());
    await expect
      .element(main.getByRole('link', { name: 'Write a mail' }))
      .toHaveAttribute('href', 'mailto:help@quay.example?subject=Smart%20tariff%20classifier');
  });
  it('lead nowhere outside without either', async () => {
    startApi();
    renderApp(paths.funding());
    await expect.element(main.getByRole('heading', { level: 1, name: 'Funding' })).toBeVisible();
    expect(main.getByRole('link', { name: 'Look for funding' }).query()).toBeNull();
    expect(main.getByRole('link', { name: 'Write a mail' }).query()).toBeNull();
  });
  it('lead a viewer to the costs, but not to the people of the account', async () => {
    startApi({ as: 'viewer' });
    renderApp(paths.bookkeeper());
    await expect
      .element(main.getByRole('link', { name: 'Every share of every cost, as CSV or XLSX' }))
      .toHaveAttribute('href', paths.assignedCosts());
    expect(main.getByRole('link', { name: /Invite them as a viewer/ }).query()).toBeNull();
  });
  it('lead an admin without the management section to the people alone', async () => {
    startApi({ settings: { isManagementSectionEnabled: false } });
    renderApp(paths.bookkeeper());
    await expect
      .element(main.getByRole('link', { name: /Invite them as a viewer/ }))
      .toHaveAttribute('href', paths.users());
    expect(main.getByRole('link', { name: /Every share of every cost/ }).query()).toBeNull();
  });
  it('are not there where the section is switched off', async () => {
    startApi({ settings: { isResourcesEnabled: false } });
    renderApp(paths.funding());
    await expect
      .element(main.getByRole('heading', { name: 'The page you were looking for does not exist' }))
      .toBeVisible();
  });
});
