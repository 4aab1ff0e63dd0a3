import { getInstallation, OUTBOUND_LINKS, type OutboundLink } from '@quayside/contracts/installation';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { app } from '../../lib/kept/kept-state.ts';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import type { Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const drawer = page.getByRole('navigation', { name: 'Main' });
const link = (name: string) => drawer.getByRole('link', { name });
const names = () =>
  drawer
    .getByRole('link')
    .elements()
    .map((one) => one.textContent);

const COMMUNITY = 'https://community.example/start';
const storedLayout = () =>
  (JSON.parse(localStorage.getItem('quayside.app') ?? '{}') as { data?: ReturnType<typeof app.get> }).data?.layout;

/** Opens a page that is in no group of the drawer, and expands the drawer. */
async function open({
  as = 'admin' as Visitor,
  settings = {},
  links = {} as Partial<Record<OutboundLink, string>>,
} = {}) {
  start({ as, settings, links });
  await drawer.getByRole('button', { name: 'Expand' }).click();
  await expect.element(link('Dashboard')).toMatchTextContent('Dashboard');
}
function start({
  as = 'admin' as Visitor,
  settings = {},
  links = {} as Partial<Record<OutboundLink, string>>,
  reportIssueUrl = null as string | null,
} = {}) {
  const api = startApi({ as, settings });
  const none = Object.fromEntries(OUTBOUND_LINKS.map((name) => [name, null])) as Record<OutboundLink, null>;
  api.on(getInstallation, {
    supportEmail: 'help@quay.example',
    links: { ...none, ...links },
    reportIssueUrl,
    chatUrl: null,
  });
  renderApp('/no-such-page');
}

afterEach(() => page.viewport(1440, 900));

describe('the drawer', () => {
  it('is a column of labelled icons until it is expanded, which this browser stores', async () => {
    await open();
    await expect.element(link('Suppliers')).toMatchTextContent('Suppliers');
    expect(storedLayout()).toMatchObject({ isDrawerMini: false, unfolded: [] });
    await drawer.getByRole('button', { name: 'Collapse' }).click();
    await expect.element(link('Suppliers')).not.toMatchTextContent('Suppliers');
    await expect.element(link('Suppliers')).toHaveAttribute('href', paths.suppliers());
    expect(storedLayout()).toMatchObject({ isDrawerMini: true });
  });
  it('lists the dashboard, its groups, support and the settings in this order', async () => {
    await open({ links: { community: COMMUNITY, reimbursement: 'https://money.example/' } });
    await drawer.getByRole('button', { name: 'Resources' }).click();
    await expect
      .poll(names)
      .toEqual([
        'Dashboard',
        ...['Community', 'Funding', 'Smart tariff classifier', 'Reimbursement', 'Bookkeeper', 'List my business'],
        ...['Suppliers', 'Products', 'Invoices', 'Orders', 'Bills', 'Exchange rates'],
        ...['Profile', 'Notifications', 'Users', 'Audit log'],
        ...['Support', 'Settings'],
      ]);
    expect(storedLayout()).toMatchObject({ unfolded: ['resources'] });
    await expect
      .element(link('Support, by mail to help@quay.example'))
      .toHaveAttribute('href', 'mailto:help@quay.example');
  });
  it('expands the resources, with outside pages only if the installation configures them', async () => {
    await open({ links: { community: COMMUNITY } });
    expect(link('Funding').query()).toBeNull();
    await drawer.getByRole('button', { name: 'Resources' }).click();
    await expect.element(link('Funding')).toHaveAttribute('href', paths.funding());
    const community = link('Community (opens in a new tab)');
    await expect.element(community).toHaveAttribute('href', COMMUNITY);
    await expect.element(community).toHaveAttribute('target', '_blank');
    await expect.element(community).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link('Reimbursement (opens in a new tab)').query()).toBeNull();
    await expectNoSeriousFindings();
  });
  it('shows an admin the people, the audit log and the settings', async () => {
    await open();
    await expect.poll(names).toEqual(expect.arrayContaining(['Users', 'Audit log', 'Settings', 'Support']));
    expect(names()).not.toContain('Background work');
  });
  it('shows a viewer none of these', async () => {
    await open({ as: 'viewer' });
    await expect.poll(names).toEqual(expect.arrayContaining(['Profile', 'Notifications', 'Support']));
    for (const name of ['Users', 'Audit log', 'Settings']) expect(names()).not.toContain(name);
  });
  it('locks the management section, and hides the resources, if the account does not have them', async () => {
    start({ settings: { isManagementSectionEnabled: false, isResourcesEnabled: false } });
    for (const name of ['Suppliers', 'Products', 'Invoices', 'Orders', 'Bills']) {
      const locked = link(`${name}: Not in your plan`);
      await expect.element(locked).toHaveAttribute('aria-disabled', 'true');
      await expect.element(locked).not.toHaveAttribute('href');
    }
    await expect.element(drawer.getByLabelText('Management: Not in your plan')).toBeVisible();
    expect(drawer.getByRole('button', { name: 'Resources' }).query()).toBeNull();
  });
  it('has orders only if the account has orders and shipping', async () => {
    await open({ settings: { isOrdersAndShippingEnabled: false } });
    await expect.element(link('Bills')).toBeVisible();
    expect(names()).not.toContain('Orders');
  });
  it('highlights the entry of the current page', async () => {
    await open();
    await drawer.getByRole('button', { name: 'Resources' }).click();
    await link('List my business').click();
    await expect.element(link('List my business')).toHaveAttribute('aria-current', 'page');
    await expect.element(link('Suppliers')).not.toHaveAttribute('aria-current');
  });
  it('is a bar at the bottom of a phone, and opens over the page', async () => {
    await page.viewport(390, 844);
    start({ reportIssueUrl: 'https://forms.example/f/1' });
    await expect.poll(names).toEqual(['Dashboard', 'Suppliers', 'Products', 'Invoices', 'Bills']);
    await expect.element(page.getByRole('link', { name: 'Quayside, home' })).toHaveAttribute('href', paths.home());
    await page.getByRole('button', { name: /menu/i }).first().click();
    const over = page.getByRole('dialog').getByRole('navigation', { name: 'Main' });
    await expect.element(over.getByRole('link', { name: 'Audit log' })).toBeVisible();
    await expect.element(over.getByRole('link', { name: /^Support/ })).toBeVisible();
    expect(over.getByRole('button', { name: 'Collapse' }).query()).toBeNull();
    await over.getByRole('button', { name: 'Resources' }).click();
    await expect.element(over.getByRole('link', { name: 'Funding' })).toBeVisible();
    await over.getByRole('button', { name: 'Report An Issue' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Report An Issue' })).toBeVisible();
    expect(over.query()).toBeNull();
  });
  it('closes with Escape on a phone', async () => {
    await page.viewport(390, 844);
    start();
    await page.getByRole('button', { name: /menu/i }).first().click();
    await expect.element(page.getByRole('dialog').getByRole('link', { name: 'Settings' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
  it('offers on a phone to add records', async () => {
    await page.viewport(390, 844);
    start();
    await page.getByRole('button', { name: /menu/i }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add new' }).click();
    await expect
      .element(page.getByRole('dialog', { name: 'Add new' }).getByRole('link', { name: /^Invoices/ }))
      .toHaveAttribute('href', '/invoices/add');
  });
});
