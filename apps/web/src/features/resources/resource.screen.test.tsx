import { getInstallation } from '@quayside/contracts/installation';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';

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
  async function open(path: string, title: string) {
    startApi();
    renderScreen(path);
    await expect.element(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(main.getByRole('heading', { name: 'When it helps' })).toBeVisible();
    await expect.element(main.getByRole('heading', { name: 'What your own data shows' })).toBeVisible();
  }
  it('describe funding', async () => {
    await open(paths.funding(), 'Funding');
    await expectNoSeriousFindings('/funding');
  });
  it('describe the classification of tariffs', async () => {
    await open(paths.tariff(), 'Smart tariff classifier');
    await expectNoSeriousFindings('/smart-tariff-classifications');
  });
  it('describe bookkeepers', async () => {
    await open(paths.bookkeeper(), 'Find a bookkeeper');
    await expectNoSeriousFindings('/find-a-Bookkeeper');
  });
  it('describe how to list a business', async () => {
    await open(paths.listBusiness(), 'List my business');
    await expectNoSeriousFindings('/list-my-business');
  });
  it('link to an outside page if the installation has configured it', async () => {
    const api = startApi();
    api.on(getInstallation, { ...NOWHERE, links: { ...NO_LINKS, funding: 'https://lender.example/apply' } });
    renderScreen(paths.funding());
    const out = main.getByRole('link', { name: 'Look for funding' });
    await expect.element(out).toHaveAttribute('href', 'https://lender.example/apply');
    await expect.element(out).toHaveAttribute('rel', 'noopener noreferrer');
    await expect.element(main.getByText(/Opens lender.example in a new tab/)).toBeVisible();
  });
  it('link to a mail if there is only an e-mail address', async () => {
    const api = startApi();
    api.on(getInstallation, { ...NOWHERE, supportEmail: 'help@quay.example' });
    renderScreen(paths.tariff());
    await expect
      .element(main.getByRole('link', { name: 'Send a mail' }))
      .toHaveAttribute('href', 'mailto:help@quay.example?subject=Smart%20tariff%20classifier');
  });
  it('link to no outside page without either', async () => {
    startApi();
    renderScreen(paths.funding());
    await expect.element(main.getByRole('heading', { level: 1, name: 'Funding' })).toBeVisible();
    expect(main.getByRole('link', { name: 'Look for funding' }).query()).toBeNull();
    expect(main.getByRole('link', { name: 'Send a mail' }).query()).toBeNull();
  });
  it('link a viewer to the costs, but not to the users', async () => {
    startApi({ as: 'viewer' });
    renderScreen(paths.bookkeeper());
    await expect
      .element(main.getByRole('link', { name: 'Every allocated cost, as CSV or XLSX' }))
      .toHaveAttribute('href', paths.assignedCosts());
    expect(main.getByRole('link', { name: /Invite them as a viewer/ }).query()).toBeNull();
  });
  it('link an admin without the management section only to the users', async () => {
    startApi({ settings: { isManagementSectionEnabled: false } });
    renderScreen(paths.bookkeeper());
    await expect
      .element(main.getByRole('link', { name: /Invite them as a viewer/ }))
      .toHaveAttribute('href', paths.users());
    expect(main.getByRole('link', { name: /Every share of every cost/ }).query()).toBeNull();
  });
  it('do not exist if the section is switched off', async () => {
    startApi({ settings: { isResourcesEnabled: false } });
    renderScreen(paths.funding());
    await expect
      .element(main.getByRole('heading', { name: 'The page you were looking for does not exist' }))
      .toBeVisible();
  });
});
