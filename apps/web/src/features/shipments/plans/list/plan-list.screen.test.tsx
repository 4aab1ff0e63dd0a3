import { exportShipmentPlans } from '@quayside/contracts/exports';
import {
  listShipmentPlans,
  shipmentPlanTotals,
  type ShipmentPlanWithPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { listCountries } from '@quayside/contracts/suppliers/suppliers';
import { searchRecords } from '@quayside/contracts/search';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../../testing/axe.ts';
import { cutFigures } from '../../../../testing/cut-figures.ts';
import { cutWords } from '../../../../testing/cut-words.ts';
import { aPage } from '../../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../../testing/person.ts';
import { renderApp, renderScreen, startApi } from '../../../../testing/render-app.tsx';
import { aPlan, plansAway } from '../testing/a-plan.ts';

const OPEN = aPlan();
const AWAY = plansAway({ id: idOf(901), number: 'SP-0117', name: null, shippingMethod: 'AIR' });
const LATE = aPlan({
  id: idOf(902),
  number: 'SP-0116',
  estimatedShipDate: '2026-11-20',
  isLate: true,
  volume: null,
  weight: null,
  estimatedCost: null,
  estimatedCostInAccountCurrency: null,
});
const TOTALS = {
  count: 3,
  packLists: 3,
  units: 3024,
  cartons: 252,
  weight: '2880',
  volume: '10.88',
  withoutWeight: 1,
  withoutVolume: 1,
  accountCurrency: 'GBP',
  estimatedCost: '4192.00',
  received: 0,
  missing: 0,
  withoutCost: 1,
};

const main = page.getByRole('main');
const rowOf = (number: string) => main.getByRole('row', { name: new RegExp(number) });

function openList(plans: readonly ShipmentPlanWithPackLists[] = [OPEN, AWAY, LATE], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listShipmentPlans, aPage(plans));
  api.on(shipmentPlanTotals, { ...TOTALS, count: plans.length });
  api.on(listCountries, [
    { value: 'CN', label: 'China' },
    { value: 'GB', label: 'United Kingdom' },
  ]);
  return { api, show: () => renderScreen(paths.shipmentPlans()) };
}

describe('the list of shipment plans', () => {
  it('shows status, route, days that happened or are expected, measures and cost, with the sums of the filter', async () => {
    await page.viewport(1440, 900);
    const { show } = openList();
    show();
    await expect
      .element(rowOf('SP-0118').getByRole('link', { name: 'SP-0118' }))
      .toHaveAttribute('href', paths.shipmentPlan(idOf(900)));
    await expect.element(rowOf('SP-0118')).toMatchTextContent(/Spring, by sea.*Open.*United Kingdom/);
    await expect.element(rowOf('SP-0118')).toMatchTextContent(/1,008.*84.*5\.440 m³.*2,096\.00/);
    await expect.element(rowOf('SP-0117')).toMatchTextContent(/In transit/);
    await expect.element(rowOf('SP-0117').getByRole('img', { name: 'Happened' }).first()).toBeVisible();
    await expect.element(main.getByText('3 shipment plans', { exact: true })).toBeVisible();
    await expect.element(rowOf('4,192\\.00')).toMatchTextContent(/3,024.*252.*10\.880 m³/);
    await expect.element(rowOf('4,192\\.00')).toMatchTextContent(/1 plan without an estimate or a rate is left out/);
    expect(cutFigures()).toEqual([]);
    expect(cutWords()).toEqual([]);
    const last = await main.getByRole('columnheader', { name: /Estimated cost/ }).findElement();
    const table = await main.getByRole('grid').findElement();
    expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(table.getBoundingClientRect().right);
    await expectNoSeriousFindings('/orders-shipments/shipment-plans');
  });
  it('says on a phone, too, that the day of departure has passed', async () => {
    await page.viewport(390, 800);
    const { show } = openList();
    show();
    const card = main.getByRole('listitem').filter({ hasText: 'SP-0116' });
    await expect.element(card).toMatchTextContent(/Open · late/);
    await expect.element(main.getByRole('listitem').filter({ hasText: 'SP-0118' })).not.toMatchTextContent(/late/);
    await page.viewport(1440, 900);
  });
  it('marks a plan whose day of departure has passed', async () => {
    const { show } = openList();
    show();
    await expect.element(rowOf('SP-0116').getByText('20 Nov, late')).toBeVisible();
  });
  it('is filtered by what is late', async () => {
    const { api, show } = openList();
    show();
    await expect.element(rowOf('SP-0118')).toBeVisible();
    await main.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitem', { name: 'ETD has passed' }).click();
    await page.getByRole('dialog', { name: 'ETD has passed' }).getByRole('checkbox', { name: 'Yes' }).click();
    await userEvent.keyboard('{Escape}');
    await expect
      .poll(() => api.asked(listShipmentPlans).at(-1)?.query.filter)
      .toEqual([{ field: 'late', op: 'in', values: ['true'] }]);
  });
  it('is exported with the days that happened beside the expected ones', async () => {
    const { api, show } = openList();
    api.on(exportShipmentPlans, new File(['Number'], 'shipment-plans.csv'));
    show();
    await expect.element(rowOf('SP-0118')).toBeVisible();
    await main.getByRole('button', { name: /Export|Download/ }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).first().click();
    await expect.poll(() => api.asked(exportShipmentPlans).length).toBe(1);
    expect(api.asked(exportShipmentPlans)[0]?.query.columns).toContain('shippedOn');
  });
  it('is empty at first, and says what a plan is for; a viewer may read it', async () => {
    const { show } = openList([], 'viewer');
    show();
    await expect.element(main.getByText('No shipment plans yet')).toBeVisible();
    await expect
      .element(main.getByText('A plan groups pack lists so that freight and duty can be shared out per unit.'))
      .toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Go to orders' })).toHaveAttribute('href', paths.orders());
  });
  it('says so when it cannot be loaded, and tries again', async () => {
    const { api, show } = openList();
    api.refuse(listShipmentPlans, 'unavailable');
    show();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listShipmentPlans, aPage([OPEN]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('SP-0118')).toBeVisible();
  });
  it('has cards on a phone', async () => {
    await page.viewport(390, 844);
    const { show } = openList([OPEN]);
    show();
    await expect.element(main.getByRole('link', { name: /SP-0118/ })).toBeVisible();
    await expect.element(main.getByText('1,008', { exact: true }).first()).toBeVisible();
    await page.viewport(1440, 900);
  });
  it('is not found in an account without orders and shipping', async () => {
    const api = startApi({ settings: { isOrdersAndShippingEnabled: false } });
    renderScreen(paths.shipmentPlans());
    await expect.element(page.getByRole('heading', { name: /not found|does not exist|cannot find/i })).toBeVisible();
    expect(api.asked(listShipmentPlans)).toEqual([]);
  });
  it('changes when somebody else changes a plan', async () => {
    const { api, show } = openList([OPEN]);
    show();
    await expect.element(rowOf('SP-0118')).toBeVisible();
    api.on(listShipmentPlans, aPage([AWAY]));
    api.tellChanged('shipment-plans', [idOf(901)]);
    await expect.element(rowOf('SP-0117')).toBeVisible();
  });
  it('has plans that the palette finds by number', async () => {
    const { api } = openList([OPEN]);
    api.on(searchRecords, {
      records: [{ type: 'SHIPMENT_PLAN', id: idOf(900), title: 'SP-0118', detail: 'Spring, by sea', sku: null }],
    });
    renderApp(paths.shipmentPlans());
    await page.getByRole('button', { name: 'Search everything' }).click();
    await userEvent.keyboard('SP-01');
    await expect
      .element(page.getByRole('group', { name: 'Shipment plans' }).getByRole('option', { name: /SP-0118/ }))
      .toBeVisible();
  });
});
