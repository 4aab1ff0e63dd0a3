import { getAccountSettings } from '@quayside/contracts/accounts/accounts';
import { deleteDocument, restoreDocument, uploadDocument } from '@quayside/contracts/documents/documents';
import { listInvoices } from '@quayside/contracts/invoices/invoices';
import { listPackLists } from '@quayside/contracts/shipments/pack-lists';
import {
  addShipmentPlanPackLists,
  getShipmentPlan,
  getShipmentPlanCsv,
  listContainerTypes,
  listShipmentPlanHistory,
  patchShipmentPlan,
  removeShipmentPlanPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { undoOperation } from '@quayside/contracts/undo';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatDay } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { AUTOSAVE_MS } from '../../../lib/editing/save-queue.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutFigures } from '../../../testing/cut-figures.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, someSettings } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aDocument } from '../../documents/testing/a-document.ts';
import { invoiceOf } from '../../invoices/testing/start-invoice.tsx';
import { YES } from '../testing/an-order.ts';
import { failed } from './testing/a-comparison.ts';
import { aPlan, looseKettles, packedKettles, plansAway } from './testing/a-plan.ts';
import { HISTORY, openPlan, OPERATION, startPlan } from './testing/start-plan.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string | RegExp) => main.getByRole('button', { name });
const days = main.getByRole('region', { name: 'Days of the plan' });
const day = (name: string) => days.getByRole('textbox', { name, exact: true });
const inPlan = main.getByRole('list', { name: 'Pack lists of SP-0118' });
const loose = main.getByRole('list', { name: 'Ready, not in a plan' });
const meter = (name: string) => main.getByRole('meter', { name });
const ZERO = { restored: 1, keptCount: 0, kept: [] };

/** Types a day into a field and leaves it. */
async function typeDay(field: ReturnType<typeof day>, text: string) {
  (await field.findElement()).focus();
  await userEvent.keyboard(`{Control>}a{/Control}${text}{Tab}`);
}
const bodies = (api: ReturnType<typeof startPlan>['api']) => api.asked(patchShipmentPlan).map(({ body }) => body);

describe('the costs of a shipment plan', () => {
  it('are those of its pack lists, and the invoices that are paired with it', async () => {
    const cost = { currency: 'GBP', factory: '6000.00', inbound: '1740.00', landed: '7740.00', perUnit: '7.678571' };
    const { api } = startPlan(aPlan({ packLists: [packedKettles({ cost })] }));
    api.on(
      listInvoices,
      aPage([
        invoiceOf([], {
          invoiceNumber: 'MOF-88214',
          currency: 'USD',
          totals: { ...invoiceOf([]).totals, total: { document: '3480.00', account: '2660.55' } },
        }),
      ]),
    );
    openPlan();
    const costs = main.getByRole('table', { name: 'What the pack lists cost' });
    await expect
      .element(costs.getByRole('row', { name: /PL-0412/ }))
      .toMatchTextContent('PL-0412HP-KTL-171,0086,000.001,740.007,740.007.6786');
    const invoices = main.getByRole('table', { name: 'Invoices of this shipment' });
    const row = invoices.getByRole('row', { name: /MOF-88214/ });
    await expect.element(row).toMatchTextContent(/USD 3,480\.00/);
    await expect.element(row.getByRole('link', { name: 'MOF-88214' })).toHaveAttribute('href', paths.invoice(idOf(10)));
    expect(api.asked(listInvoices)[0]?.query.filter).toContainEqual({
      field: 'shipmentPlan',
      op: 'in',
      values: [idOf(900)],
    });
    await expectNoSeriousFindings();
  });
  it('begin with an invoice of its carrier that is paired with it', async () => {
    startPlan(aPlan());
    openPlan();
    await expect.element(main.getByText('No invoice is paired with this plan yet.')).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Invoice for this shipment' }))
      .toHaveAttribute('href', paths.invoiceOfShipmentPlan(idOf(900), idOf(100)));
  });
  it('can be read by a viewer, who adds no invoice; a failed list can be read again', async () => {
    const { api } = startPlan(aPlan(), { as: 'viewer' });
    api.refuse(listInvoices, 'unavailable');
    openPlan();
    await expect.element(main.getByRole('heading', { name: 'Invoices of this shipment' })).toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
    expect(main.getByRole('link', { name: 'Invoice for this shipment' }).query()).toBeNull();
    api.on(listInvoices, aPage([]));
    await button('Try again').click();
    await expect.element(main.getByText('No invoice is paired with this plan yet.')).toBeVisible();
  });
});

describe('the page of a shipment plan', () => {
  it('shows its days, what it holds, how full the container is and what it costs; no figure is cut', async () => {
    await page.viewport(1440, 900);
    startPlan(aPlan({ freightRateId: idOf(1001) }), { preFlight: failed() });
    renderScreen(paths.shipmentPlan(idOf(900)));
    await expect.element(main.getByRole('heading', { name: 'SP-0118' })).toBeVisible();
    await expect.element(main.getByText('Spring, by sea').first()).toBeVisible();
    await expect.element(day('ETD')).toHaveValue('21 Dec 2026');
    await expect.element(inPlan).toMatchTextContent(/Pour-over kettle.*PL-0412.*HP-KTL-17.*NB-7001, line 5/);
    await expect.element(inPlan).toMatchTextContent(/1,440\.0 kg · 84 cartons.*1,008 units · 5\.440 m³/);
    await expect.element(loose.getByRole('button', { name: 'Add PL-0413' })).toBeVisible();
    await expect.element(main.getByText('26.000 m³ usable, 28,180.0 kg payload')).toBeVisible();
    await expect.element(meter('Volume')).toHaveAttribute('aria-valuetext', '20.9\u2009%');
    await expect.element(main.getByText(/20\.9\u2009% full · 20\.560 m³ free/)).toBeVisible();
    await expect.element(meter('Weight')).toHaveAttribute('aria-valuetext', '5.1\u2009%');
    await expect.element(main.getByText('£2,096.00')).toBeVisible();
    // With what-if and findings on the page, all of it is checked.
    await expect.element(main.getByRole('list', { name: 'Findings of pre-flight' })).toBeVisible();
    await expect.element(main.getByRole('table', { name: 'Estimate per SKU' })).toBeVisible();
    expect(cutFigures()).toEqual([]);
    await expectNoSeriousFindings('/orders-shipments/shipment-plans/:id');
  });
  it('says that it waits while it is loaded', async () => {
    const { api } = startPlan(aPlan());
    const release = api.hold(getShipmentPlan);
    openPlan();
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(day('ETD')).toHaveValue('21 Dec 2026');
  });
  it('can be loaded again after an error, and says when there is no such plan', async () => {
    const { api } = startPlan(aPlan());
    api.refuse(getShipmentPlan, 'internal');
    openPlan();
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^An error occured trying to get shipment plan/);
    api.refuse(getShipmentPlan, 'shipments.unknown_plan');
    await button('Try again').click();
    await expect.element(page.getByText('This shipment plan does not exist')).toBeVisible();
  });
  it('can be read by a viewer, who can change nothing', async () => {
    const { api } = startPlan(aPlan({ readyOn: '2026-11-16' }), { as: 'viewer' });
    openPlan();
    await expect.element(main.getByText(/may read this, but not change it/).first()).toBeVisible();
    await expect.element(days.getByText('21 Dec 2026')).toBeVisible();
    await expect.element(days.getByText('Ready 16 Nov 2026')).toBeVisible();
    expect(day('ETD').query()).toBeNull();
    expect(button(/^Correct/).query()).toBeNull();
    expect(loose.query()).toBeNull();
    expect(document.querySelector('[draggable="true"]')).toBeNull();
    await expect.element(button('Shipped')).toBeDisabled();
    expect(api.asked(listPackLists)).toEqual([]);
  });
  it('is not found in an account without orders and shipping', async () => {
    const { api } = startPlan(aPlan());
    api.on(getAccountSettings, someSettings({ isOrdersAndShippingEnabled: false }));
    renderScreen(paths.shipmentPlan(idOf(900)));
    await expect.element(page.getByRole('heading', { name: /not found|does not exist|cannot find/i })).toBeVisible();
    expect(api.asked(getShipmentPlan)).toEqual([]);
  });
  it('follows a second tab, keeps what is typed here, and says that the plan is gone there', async () => {
    const { api, change } = startPlan(aPlan());
    renderScreen(paths.shipmentPlan(idOf(900)));
    await expect.element(day('ETA')).toHaveValue('25 Jan 2027');
    change({ eta: '2027-01-28' });
    api.tellChanged('shipment-plans', [idOf(900)]);
    await expect.element(day('ETA')).toHaveValue('28 Jan 2027');
    api.refuse(getShipmentPlan, 'shipments.unknown_plan');
    api.tellChanged('shipment-plans', [idOf(900)]);
    await expect.element(page.getByText('This shipment plan does not exist')).toBeVisible();
  });
});

describe('the days of a plan', () => {
  it('are typed in the strip and stored by themselves', async () => {
    const { api } = startPlan(aPlan());
    openPlan();
    await typeDay(day('ETA'), '28 Jan 2027');
    await expect.poll(() => bodies(api)).toEqual([{ eta: '2027-01-28', version: 1 }]);
    await expect.element(main.getByText(/^Saved /)).toBeVisible();
    await days.getByRole('button', { name: 'Goods are ready' }).click();
    await typeDay(day('Ready on'), 't');
    await expect.poll(() => bodies(api).at(-1)).toEqual({ readyOn: todayIn(Date.now(), 'Europe/London'), version: 2 });
  });
  it('are refused at the field while they contradict each other, and stored together once they agree', async () => {
    const { api } = startPlan(aPlan());
    openPlan();
    await typeDay(day('ETD'), '27 Jan 2027');
    await expect.element(main.getByText('1 field needs attention')).toBeVisible();
    await expect.element(day('ETA')).toHaveAttribute('aria-invalid', 'true');
    await typeDay(day('ETA'), '1 Mar 2027');
    await typeDay(day('Delivery'), '5 Mar 2027');
    await expect
      .poll(() => Object.assign({}, ...bodies(api)))
      .toMatchObject({ estimatedShipDate: '2027-01-27', eta: '2027-03-01', estimatedDeliveryDate: '2027-03-05' });
    await expect.element(day('ETA')).not.toHaveAttribute('aria-invalid', 'true');
  });
  it('that happened stand beside the expected ones, and are corrected only with words', async () => {
    const { api } = startPlan(plansAway());
    openPlan();
    await expect.element(days).toMatchTextContent(/Ready 16 Nov 2026.*Left 20 Nov 2026/);
    expect(day('Arrived on').query()).toBeNull();
    await days.getByRole('button', { name: 'It has arrived' }).click();
    await expect.element(day('Arrived on')).toBeVisible();
    await button('Correct the day on which it left').click();
    await dialog.getByRole('button', { name: 'Correct the day' }).click();
    await expect.element(dialog.getByText('This field is required')).toBeVisible();
    await typeDay(dialog.getByRole('textbox', { name: 'Left on' }), '19 Nov 2026');
    await dialog.getByLabelText('Why?').fill('The vessel left a day early');
    await dialog.getByRole('button', { name: 'Correct the day' }).click();
    await expect.element(page.getByText('The day is corrected')).toBeVisible();
    expect(bodies(api)).toEqual([
      { shippedOn: '2026-11-19', correctionReason: 'The vessel left a day early', version: 1 },
    ]);
    await expect.element(days).toMatchTextContent(/Left 19 Nov 2026/);
  });
  it('that has passed without departure is marked as late', async () => {
    startPlan(aPlan({ isLate: true, estimatedShipDate: '2026-11-20' }));
    openPlan();
    await expect.element(days.getByText('ETD has passed')).toBeVisible();
  });
});

describe('the moves of a plan', () => {
  it('marks it as shipped, today by default; its pack lists are then locked, and it can go one step back', async () => {
    const { api, change } = startPlan(aPlan({ estimatedShipDate: null }));
    api.on(patchShipmentPlan, ({ body }) =>
      change(body.shippedOn ? plansAway({ shippedOn: body.shippedOn }) : { ...aPlan(), version: 2 }),
    );
    openPlan();
    await button('Shipped').click();
    const today = todayIn(Date.now(), 'Europe/London');
    await expect.element(dialog.getByRole('textbox', { name: 'Left on' })).toHaveValue(formatDay(today));
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect.element(page.getByText('SP-0118 is in transit')).toBeVisible();
    expect(bodies(api)).toEqual([{ shippedOn: today, version: 1 }]);
    await expect.element(main.getByText(/^The shipment plan has left/)).toBeVisible();
    expect(loose.query()).toBeNull();

    await button('More actions for SP-0118').click();
    await page.getByRole('menuitem', { name: 'Back to open' }).click();
    await dialog.getByRole('button', { name: 'Back to open' }).click();
    await expect.element(dialog.getByText('This field is required')).toBeVisible();
    await dialog.getByLabelText('Why?').fill('Rolled to the next vessel');
    await dialog.getByRole('button', { name: 'Back to open' }).click();
    await expect.element(page.getByText('SP-0118 is open again')).toBeVisible();
    expect(bodies(api).at(-1)).toMatchObject({ status: 'OPEN', correctionReason: 'Rolled to the next vessel' });
    await expect.element(loose).toBeVisible();
  });
  it('that is late moves ETA and delivery along, unless a person does not want it', async () => {
    const today = todayIn(Date.now(), 'Europe/London');
    const days = { estimatedShipDate: addDays(today, -9), eta: addDays(today, 20), estimatedDeliveryDate: null };
    const { api } = startPlan(aPlan({ ...days, isLate: true }));
    openPlan();
    await button('Shipped').click();
    const along = dialog.getByRole('checkbox', { name: /it leaves 9 days after ETD$/ });
    await expect.element(along).toBeChecked();
    await expect.element(dialog.getByText(`ETA ${formatDay(addDays(today, 29))}`)).toBeVisible();
    await typeDay(dialog.getByRole('textbox', { name: 'Left on' }), addDays(today, -9));
    expect(along.query()).toBeNull();
    await typeDay(dialog.getByRole('textbox', { name: 'Left on' }), addDays(today, -1));
    await expect.element(dialog.getByText(`ETA ${formatDay(addDays(today, 28))}`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect
      .poll(() => bodies(api))
      .toEqual([{ shippedOn: addDays(today, -1), eta: addDays(today, 28), version: 1 }]);
  });
  it('that is late leaves ETA as it is where a person says so', async () => {
    const today = todayIn(Date.now(), 'Europe/London');
    const { api } = startPlan(aPlan({ estimatedShipDate: addDays(today, -9), isLate: true }));
    openPlan();
    await button('Shipped').click();
    const along = dialog.getByRole('checkbox', { name: /it leaves 9 days after ETD$/ });
    await expect.element(along).toBeChecked();
    await along.click();
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect.poll(() => bodies(api)).toEqual([{ shippedOn: today, version: 1 }]);
  });
  it('that has left before moves nothing along by itself, because its days may count with the delay', async () => {
    const today = todayIn(Date.now(), 'Europe/London');
    const { api } = startPlan(aPlan({ estimatedShipDate: addDays(today, -9), isLate: true }));
    api.on(listShipmentPlanHistory, aPage([HISTORY, { ...HISTORY, id: idOf(981), action: 'shipment-plan.shipped' }]));
    openPlan();
    await button('Shipped').click();
    const along = dialog.getByRole('checkbox', { name: /it leaves 9 days after ETD$/ });
    await expect.poll(() => api.asked(listShipmentPlanHistory).length).toBeGreaterThan(0);
    await expect.element(along).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect.poll(() => bodies(api)).toEqual([{ shippedOn: today, version: 1 }]);
  });
  it('says who has changed the plan meanwhile and when, and is tried again on their version', async () => {
    const { api, change } = startPlan(aPlan());
    let isStale = true;
    api.on(patchShipmentPlan, ({ body }) => {
      if (isStale) {
        isStale = false;
        throw refusal('conflict_version', { current: change({ eta: '2027-01-28' }) });
      }
      return change(plansAway({ shippedOn: body.shippedOn ?? null }));
    });
    openPlan();
    await button('Shipped').click();
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent(/^Grace Hopper changed this plan .+\. The page shows it as it is now/);
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect.element(page.getByText('SP-0118 is in transit')).toBeVisible();
    expect(bodies(api).map(({ version }) => version)).toEqual([1, 2]);
  });
  it('shows the reason when the day is refused', async () => {
    const { api } = startPlan(aPlan());
    const message = 'A day after today has not happened yet';
    api.refuse(patchShipmentPlan, 'bad_input', {
      message,
      errors: [{ field: 'shippedOn', code: 'bad_input', message }],
    });
    openPlan();
    await button('Shipped').click();
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(new RegExp(message));
  });
});

describe('the pack lists of a plan', () => {
  it('are added and removed by their buttons and by the keyboard, with Undo', async () => {
    const { api, change } = startPlan(aPlan());
    api.on(undoOperation, () => {
      change({ packLists: [packedKettles()] });
      return ZERO;
    });
    openPlan();
    (await loose.getByRole('button', { name: 'Add PL-0413' }).findElement()).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('PL-0413 is in the plan.')).toBeVisible();
    await expect.element(inPlan).toMatchTextContent(/PL-0412.*PL-0413/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('The pack lists are as they were')).toBeVisible();
    expect(api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([OPERATION]);
    await expect.element(inPlan).not.toMatchTextContent(/PL-0413/);
    expect(api.asked(addShipmentPlanPackLists).map(({ body }) => body)).toEqual([
      { shipmentPlanId: idOf(900), packListIds: [idOf(702)] },
    ]);
  });
  it('are dragged into the plan and out of it', async () => {
    const { api } = startPlan(
      aPlan({
        packLists: [packedKettles(), packedKettles({ packListId: idOf(703), number: 'PL-0420', cartonId: idOf(803) })],
      }),
    );
    openPlan();
    await expect.element(loose.getByText(/^PL-0413 ·/)).toBeVisible();
    const tell = (target: Element | null | undefined, type: string, data: DataTransfer) =>
      target?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    const drag = async (number: string, onto: Element) => {
      const data = new DataTransfer();
      tell(document.querySelector(`[data-pack-list="${number}"]`), 'dragstart', data);
      await expect.poll(() => document.querySelector('[data-open]')).not.toBeNull();
      tell(onto, 'dragover', data);
      tell(onto, 'drop', data);
    };
    await drag('PL-0413', await meter('Volume').findElement());
    await expect.element(page.getByText('PL-0413 is in the plan.')).toBeVisible();
    await drag('PL-0420', await main.getByText('Ready, not in a plan').findElement());
    await expect.element(page.getByText('PL-0420 is out of the plan.')).toBeVisible();
    expect(api.asked(removeShipmentPlanPackLists).map(({ body }) => body.packListIds)).toEqual([[idOf(703)]]);
  });
  it('bring along those in the same cartons, and say so', async () => {
    startPlan(aPlan(), { loose: [looseKettles(), looseKettles({ packListId: idOf(704), number: 'PL-0414' })] });
    openPlan();
    await expect.element(loose.getByText('In the same cartons as PL-0414, so they travel together')).toBeVisible();
    await loose.getByRole('button', { name: 'Add PL-0413' }).click();
    await expect
      .element(page.getByText('PL-0413 is in the plan. PL-0414 came along, because it is in the same cartons.'))
      .toBeVisible();
    await expect.element(main.getByText(/^Every pack list is in a plan/)).toBeVisible();
  });
  it('ask before the last one is taken out, because the plan goes with it', async () => {
    const { api } = startPlan(aPlan());
    openPlan();
    await button('Take PL-0412 out of the plan').click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(api.asked(removeShipmentPlanPackLists)).toEqual([]);
    await button('Take PL-0412 out of the plan').click();
    await dialog.getByRole('button', { name: 'Remove the plan' }).click();
    await expect.element(page.getByText('PL-0412 is out, and SP-0118 is gone with it.')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(paths.shipmentPlans());
    api.on(undoOperation, ZERO);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => window.location.pathname).toBe(paths.shipmentPlan(idOf(900)));
  });
  it('stay when the server refuses, with the reason', async () => {
    const { api } = startPlan(aPlan());
    const message = 'The shipment plan has left, so its pack lists and cartons stay as they are.';
    api.refuse(addShipmentPlanPackLists, 'shipments.locked', { message });
    openPlan();
    await loose.getByRole('button', { name: 'Add PL-0413' }).click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(loose.getByText(/^PL-0413 ·/)).toBeVisible();
  });
  it('without a plan are searched, and can be loaded again after an error', async () => {
    const { api } = startPlan(aPlan());
    api.refuse(listPackLists, 'unavailable');
    openPlan();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listPackLists, ({ query }) => aPage(query.search === 'nothing' ? [] : [looseKettles()]));
    await button('Try again').click();
    await expect.element(loose.getByText(/^PL-0413 ·/)).toBeVisible();
    expect(api.asked(listPackLists).at(-1)?.query.filter).toEqual([{ field: 'plan', op: 'isEmpty', values: [] }]);
    await main.getByLabelText('Search pack lists, SKUs, products').fill('nothing');
    await expect.element(main.getByText('No pack list without a plan matches.')).toBeVisible();
  });
});

describe('the container', () => {
  it('says plainly what is unknown: which products lack a volume, and that the plan holds more', async () => {
    const unknown = packedKettles({
      packListId: idOf(705),
      number: 'PL-0430',
      sku: 'HP-JAR-06',
      productId: idOf(202),
      volume: null,
    });
    startPlan(
      aPlan({
        packLists: [packedKettles(), unknown],
        volume: null,
        chargeableWeight: null,
        estimatedCost: null,
        estimatedCostInAccountCurrency: null,
        calculateBy: 'SHIPPING_RATE',
        lacking: { reason: 'MISSING_VOLUME', products: [{ productId: idOf(202), sku: 'HP-JAR-06' }] },
      }),
    );
    openPlan();
    await expect.element(main.getByText('at least 5.440 m³')).toBeVisible();
    await expect.element(main.getByText(/^It holds more: the volume of these products is unknown/)).toBeVisible();
    await expect
      .element(main.getByText(/^The chargeable weight is unknown, because these products have no volume/))
      .toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'HP-JAR-06' }).last())
      .toHaveAttribute('href', paths.product('HP-JAR-06', 'case-packaging'));
  });
  it('is chosen, warns when it is nearly full, and says by how much it is over', async () => {
    const { api } = startPlan(aPlan({ packLists: [packedKettles({ volume: '25', weight: '29000' })] }));
    openPlan();
    await expect.element(main.getByText(/102\.9\u2009%, too much by 820\.0 kg/)).toBeVisible();
    await expect.element(meter('Volume')).toHaveAttribute('aria-valuetext', '96.2\u2009%');
    await main.getByRole('combobox', { name: 'Container' }).click();
    await page.getByRole('option', { name: /^LCL/ }).click();
    await expect.poll(() => bodies(api).at(-1)).toMatchObject({ containerType: 'LCL' });
    await expect.element(main.getByText('Less than a container has no limit of its own')).toBeVisible();
    expect(meter('Volume').query()).toBeNull();
  });
  it('can be loaded again after an error', async () => {
    const { api } = startPlan(aPlan());
    api.refuse(listContainerTypes, 'unavailable');
    openPlan();
    await expect.element(main.getByRole('alert')).toBeVisible();
    expect(meter('Volume').query()).toBeNull();
    await expect.element(main.getByText('5.440 m³').first()).toBeVisible();
  });
});

describe('the form of a plan', () => {
  it('is stored by itself: method, route, carrier, references, notes and hazardous goods', async () => {
    const { api } = startPlan(aPlan());
    openPlan();
    await main.getByText('Air').click();
    await main.getByRole('checkbox', { name: 'Hazardous goods' }).click();
    await main.getByLabelText('Tracking number').fill('MSCU-1');
    await main.getByLabelText('Warehouse reference').fill('WH-9');
    await main.getByLabelText('Notes').fill('Keep dry');
    await main.getByRole('combobox', { name: 'Goods are ready' }).click();
    await page.getByRole('option', { name: 'Ready', exact: true }).click();
    await expect
      .poll(() => Object.assign({}, ...bodies(api)))
      .toMatchObject({
        shippingMethod: 'AIR',
        isHazardousGoods: true,
        trackingNumber: 'MSCU-1',
        warehouseReference: 'WH-9',
        notes: 'Keep dry',
        goodsTimeline: 'READY',
      });
  });
  it('takes a sum as rate or estimate, and the rate of a foreign currency', async () => {
    const { api } = startPlan(aPlan({ rate: null, estimatedCostInAccountCurrency: null }));
    openPlan();
    await main.getByLabelText('Estimate, USD').fill('2620+185.50');
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => bodies(api).at(-1)).toMatchObject({ shippingRateOrContainerEstimate: '2805.50' });
    await expect.element(main.getByLabelText('Estimate, USD')).toHaveValue('2805.5');
    await main.getByLabelText('USD for 1 GBP').fill('1.25');
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => bodies(api).at(-1)).toMatchObject({ rate: '0.8', rateSource: 'manual' });
  });
  it('sends no half-typed figure, and Ctrl Z puts back what the field held when it was entered', async () => {
    const { api } = startPlan(aPlan());
    openPlan();
    const estimate = main.getByLabelText('Estimate, USD');
    await estimate.click();
    await userEvent.keyboard('{Control>}a{/Control}28');
    // Longer than the pause after which a finished input is saved.
    await new Promise((resolve) => setTimeout(resolve, 2 * AUTOSAVE_MS));
    expect(bodies(api)).toEqual([]);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(estimate).toHaveValue('2620');
    await userEvent.keyboard('{Control>}a{/Control}2800{Enter}');
    await expect.poll(() => bodies(api)).toEqual([{ shippingRateOrContainerEstimate: '2800.00', version: 1 }]);
    await userEvent.keyboard('{Control>}z{/Control}{Tab}');
    await expect.poll(() => bodies(api).at(-1)).toEqual({ shippingRateOrContainerEstimate: '2620.00', version: 2 });
  });
  it('keeps what the server refuses, with the reason at the field', async () => {
    const { api } = startPlan(aPlan());
    const message = 'The amount is too large';
    api.refuse(patchShipmentPlan, 'bad_input', {
      message,
      errors: [{ field: 'shippingRateOrContainerEstimate', code: 'bad_input', message }],
    });
    openPlan();
    await main.getByLabelText('Estimate, USD').fill('999999999');
    await userEvent.keyboard('{Tab}');
    await expect.element(main.getByText(message)).toBeVisible();
    await expect.element(main.getByLabelText('Estimate, USD')).toHaveValue('999999999');
    await expect.element(main.getByText('1 field needs attention')).toBeVisible();
    expect(bodies(api)).toHaveLength(1);
  });
  it('tries again by itself when nothing is answered, and says that it is not saved', async () => {
    const { api } = startPlan(aPlan());
    api.cut(patchShipmentPlan);
    openPlan();
    await main.getByLabelText('Notes').fill('Keep dry');
    await userEvent.keyboard('{Tab}');
    await expect.element(main.getByText(/^Not saved, trying again/)).toBeVisible();
    api.on(patchShipmentPlan, ({ body }) => aPlan({ notes: body.notes ?? null, version: 2 }));
    await button('Try now').click();
    await expect.element(main.getByText(/^Saved /)).toBeVisible();
  });
  it('shows both versions when somebody else has changed the same field, with who and when', async () => {
    const { api, change } = startPlan(aPlan());
    let isRefused = false;
    openPlan();
    await expect.element(day('ETD')).toHaveValue('21 Dec 2026');
    const current = change({ jobNumber: 'MOF-J3000' });
    api.on(patchShipmentPlan, ({ body }) => {
      if (isRefused) return change({ jobNumber: body.jobNumber ?? null });
      isRefused = true;
      throw refusal('conflict_version', { current });
    });
    await main.getByLabelText('Job number').fill('MOF-J4000');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('MOF-J3000')).toBeVisible();
    await expect.element(dialog.getByText('MOF-J4000')).toBeVisible();
    await expect.element(dialog).toMatchTextContent(/Changed by Grace Hopper, /);
    await dialog.getByRole('button', { name: 'Save these values' }).click();
    await expect.poll(() => bodies(api).at(-1)).toMatchObject({ jobNumber: 'MOF-J4000', version: 2 });
  });
});

describe('beside the plan', () => {
  it('its CSV is downloaded, after everything that was typed is stored', async () => {
    const { api } = startPlan(aPlan());
    api.on(getShipmentPlanCsv, new File(['a'], 'SP-0118.csv', { type: 'text/csv' }));
    openPlan();
    await main.getByLabelText('Notes').fill('Keep dry');
    await button('CSV').click();
    await expect.poll(() => api.asked(getShipmentPlanCsv).length).toBe(1);
    expect(bodies(api)).toEqual([{ notes: 'Keep dry', version: 1 }]);
  });
  it('documents are attached, and removed with Undo; mails about the plan are named', async () => {
    const booking = aDocument({ id: idOf(70), fileName: 'booking.pdf' });
    const { api, change } = startPlan(aPlan());
    api.on(uploadDocument, ({ query, file }) => {
      expect([query.entityType, query.entityId, file?.name]).toEqual(['SHIPMENT_PLAN', idOf(900), 'booking.pdf']);
      change({ uploadedDocuments: [booking] });
      return booking;
    });
    api.on(deleteDocument, () => void change({ uploadedDocuments: [] }));
    api.on(restoreDocument, () => {
      change({ uploadedDocuments: [booking] });
      return booking;
    });
    openPlan('documents');
    await expect.element(main.getByText(/^No documents yet/)).toBeVisible();
    await expect.element(main.getByText('Nothing was sent yet.')).toBeVisible();
    await main.getByLabelText('Document of the plan').upload(new File(['%PDF-1.4'], 'booking.pdf'));
    await expect.element(main.getByRole('link', { name: 'booking.pdf' })).toBeVisible();
    await button('Delete booking.pdf').click();
    await expect.element(main.getByText(/^No documents yet/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(main.getByRole('link', { name: 'booking.pdf' })).toBeVisible();
  });
  it('its history says who changed what', async () => {
    startPlan(aPlan());
    openPlan();
    await main.getByRole('link', { name: 'History' }).click();
    await expect.element(main.getByText(/Grace Hopper/)).toBeVisible();
    await expect.element(main.getByText('28 Jan 2027')).toBeVisible();
    await expect.element(main.getByText('40 ft')).toBeVisible();
  });
  it('says when it was sent and that the forwarder knows less', async () => {
    startPlan(aPlan({ sentAt: '2026-11-20T10:00:00Z', isChangedSinceSent: true }));
    openPlan();
    await expect.element(main.getByText(/^Changed since it was sent/)).toBeVisible();
  });
});

describe('a plan on a phone', () => {
  it('can be looked at and marked as shipped; nothing is cut off', async () => {
    await page.viewport(390, 844);
    const { api } = startPlan(aPlan());
    renderScreen(paths.shipmentPlan(idOf(900)));
    await expect.element(inPlan).toMatchTextContent(/PL-0412/);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await button('Shipped').click();
    await page.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect.poll(() => bodies(api).length).toBe(1);
    await page.viewport(1440, 900);
  });
});

it('names no action that the plan does not allow', async () => {
  const no = { allowed: false, reason: 'It has no pack lists, so nothing can leave.' };
  startPlan(aPlan({ can: { ...aPlan().can, edit: YES, changePackLists: YES, ship: no, stepBack: no } }));
  openPlan();
  await expect.element(button('Shipped')).toBeDisabled();
  expect(button(/^More actions/).query()).toBeNull();
});
