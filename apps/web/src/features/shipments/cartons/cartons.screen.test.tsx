import {
  type Carton,
  createCarton,
  deleteCarton,
  getCarton,
  getCartonSummary,
  listCartons,
  listCartonTypes,
  removeCartonPackLists,
  updateCarton,
} from '@quayside/contracts/shipments/cartons';
import { exportCartons } from '@quayside/contracts/exports';
import { listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutFigures } from '../../../testing/cut-figures.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aCarton, aCartonType, aPackList, no } from '../testing/an-order.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const row = (name: RegExp) => main.getByRole('row', { name });
const cell = (text: string) => main.getByRole('gridcell').filter({ hasText: text });
const panel = page.getByRole('complementary', { name: 'CT-0001' });
const LOOSE = aPackList({ packListId: idOf(720), number: 'PL-0020', quantity: 1000 });
const LOOSE_TOO = aPackList({ packListId: idOf(721), number: 'PL-0021', sku: 'JAR-06', quantity: 84 });

function start(cartons: readonly Carton[] = [aCarton()], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listCartons, aPage(cartons));
  api.on(getCartonSummary, {
    total: 50 * cartons.length,
    count: cartons.length,
    byStatus: { OPEN: 50 * cartons.length, IN_TRANSIT: 0, RECEIVED: 0, CLOSED: 0 },
    totalVolume: '4.8',
    totalWeight: '1480',
    withoutVolume: 0,
    withoutWeight: 0,
  });
  api.on(getCarton, ({ params }) => cartons.find(({ id }) => id === params.id) ?? aCarton());
  api.on(listCartonTypes, [aCartonType()]);
  api.on(listPackLists, aPage([LOOSE, LOOSE_TOO]));
  return api;
}

afterEach(() => page.viewport(1440, 900));

describe('the list of cartons', () => {
  it('shows what each carton holds, its measures and those of the row, with the sums of the filter', async () => {
    start();
    renderScreen(paths.cartons());
    await expect
      .element(row(/CT-0001/))
      .toMatchTextContent(/CT-0001.*50.*12 × KTL-17.*Export box.*29\.6 kg.*0\.096 m³.*1,480\.0 kg.*4\.800 m³.*Open/);
    await expect.element(row(/^Total, 1/)).toMatchTextContent(/50.*1,480\.0 kg.*4\.800 m³/);
    await expect
      .element(main.getByRole('list', { name: 'Cartons by status' }))
      .toMatchTextContent(/Open 50.*Without weight 0/);
    expect(cutFigures()).toEqual([]);
    await expectNoSeriousFindings('/orders-shipments/cartons');
  });

  it('is empty at first, and leads to the case packaging of products', async () => {
    start([]);
    renderScreen(paths.cartons());
    await expect.element(main.getByRole('heading', { name: 'No cartons yet' })).toBeVisible();
    await expect
      .element(main.getByText('Give a product its case packaging and cartons are counted for you.'))
      .toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Go to products' })).toHaveAttribute('href', paths.products());
  });

  it('says so when it cannot be loaded, and tries again', async () => {
    const api = start();
    api.refuse(listCartons, 'internal');
    renderScreen(paths.cartons());
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listCartons, aPage([aCarton()]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row(/CT-0001/)).toBeVisible();
  });

  it('keeps its place while it loads, and follows what another tab changes', async () => {
    const api = start();
    const release = api.hold(listCartons);
    renderScreen(paths.cartons());
    await expect.element(main.getByRole('heading', { name: 'Cartons', level: 1 })).toBeVisible();
    expect(row(/CT-0001/).query()).toBeNull();
    release();
    await expect.element(row(/CT-0001/)).toBeVisible();
    api.on(listCartons, aPage([aCarton({ count: 60, version: 2 })]));
    api.tellChanged('cartons', [idOf(800)]);
    await expect.element(row(/CT-0001/)).toMatchTextContent(/60/);
  });

  it('does not exist for an account without orders and shipping', async () => {
    const api = startApi({ settings: { isOrdersAndShippingEnabled: false } });
    renderScreen(paths.cartons());
    await expect.element(page.getByRole('heading', { name: /not found|does not exist|cannot find/i })).toBeVisible();
    expect(api.asked(listCartons)).toEqual([]);
  });

  it('is read by a viewer, who changes nothing', async () => {
    start([aCarton()], 'viewer');
    renderScreen(paths.cartons());
    await row(/CT-0001/)
      .getByRole('link', { name: 'CT-0001' })
      .click();
    await expect.element(panel.getByText('PL-0001')).toBeVisible();
    expect(
      panel
        .getByRole('button')
        .elements()
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Close']);
    expect(main.getByRole('button', { name: 'Create cartons' }).query()).toBeNull();
    await main.getByRole('button', { name: 'Carton types' }).click();
    await expect.element(dialog.getByRole('row', { name: /Export box/ })).toBeVisible();
    expect(dialog.getByRole('button', { name: /Add|Change|Delete/ }).query()).toBeNull();
  });

  it('has cards on a phone', async () => {
    await page.viewport(390, 844);
    start();
    renderScreen(paths.cartons());
    await expect
      .element(main.getByRole('listitem').filter({ hasText: 'CT-0001' }))
      .toMatchTextContent(/50.*12 × KTL-17.*Cartons.*Open/);
  });

  it('is exported with the unit of each measured weight', async () => {
    const api = start();
    api.on(exportCartons, new File(['Number'], 'cartons.csv'));
    renderScreen(paths.cartons());
    await expect.element(row(/CT-0001/)).toBeVisible();
    await main.getByRole('button', { name: /Export/ }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).first().click();
    await expect
      .poll(() => api.asked(exportCartons)[0]?.query.columns)
      .toEqual(expect.arrayContaining(['number', 'count', 'contents', 'measuredWeight', 'weightUnit']));
  });
});

describe('the measured weight of a carton', () => {
  it('is typed with its unit, and refused without one', async () => {
    const api = start();
    api.on(updateCarton, ({ body }) => {
      const { measuredWeight = null, weightUnit = 'KG' } = body;
      const stored = aCarton({ measuredWeight, weightUnit, version: 2 });
      api.on(listCartons, aPage([stored]));
      return stored;
    });
    renderScreen(paths.cartons());
    await row(/CT-0001/)
      .getByRole('gridcell')
      .nth(4)
      .dblClick();
    await main.getByRole('textbox', { name: /Measured/ }).fill('31');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByText('Type a weight with its unit, for example 14.2 kg or 31 lb.').first())
      .toBeVisible();
    expect(api.asked(updateCarton)).toEqual([]);
    await cell('31').dblClick();
    await main.getByRole('textbox', { name: /Measured/ }).fill('31 lb');
    await userEvent.keyboard('{Enter}');
    await expect.element(cell('31 lb')).toBeVisible();
    expect(api.asked(updateCarton)[0]?.body).toEqual({ measuredWeight: '31', weightUnit: 'LB', version: 1 });
  });
});

describe('a row of cartons', () => {
  it('is made of loose pack lists; one that does not divide evenly says so in its line, and nothing is sent', async () => {
    const api = start([]);
    api.on(createCarton, aCarton({ number: 'CT-0002', count: 84 }));
    renderScreen(paths.cartons());
    await main.getByRole('button', { name: 'Create cartons' }).first().click();
    await dialog.getByRole('textbox', { name: 'Cartons' }).fill('84');
    await dialog.getByRole('checkbox', { name: 'PL-0020 KTL-17' }).click();
    await dialog.getByRole('button', { name: 'Create cartons' }).click();
    await expect.element(dialog.getByRole('row', { name: /PL-0020/ })).toMatchTextContent(/83 cartons.*4/);
    expect(api.asked(createCarton)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'PL-0020 KTL-17' }).click();
    await dialog.getByRole('checkbox', { name: 'PL-0021 JAR-06' }).click();
    await expect.element(dialog.getByRole('row', { name: /PL-0021/ })).toMatchTextContent(/1 in each/);
    await expectNoSeriousFindings();
    await dialog.getByRole('button', { name: 'Create cartons' }).click();
    await expect.element(page.getByText('CT-0002 was saved.')).toBeVisible();
    expect(api.asked(createCarton)[0]?.body).toEqual({
      count: 84,
      cartonTypeId: null,
      measuredWeight: null,
      marks: null,
      packListIds: [idOf(721)],
    });
  });

  it('shows the split that the server refuses in the line of the pack list', async () => {
    const api = start([]);
    api.refuse(createCarton, 'bad_input', {
      errors: [{ field: 'packListIds.0', code: 'carton.split', message: '85 units are 42 cartons of 2 and 1 of 1' }],
    });
    renderScreen(paths.cartons());
    await main.getByRole('button', { name: 'Create cartons' }).first().click();
    await dialog.getByRole('textbox', { name: 'Cartons' }).fill('84');
    await dialog.getByRole('checkbox', { name: 'PL-0021 JAR-06' }).click();
    await dialog.getByRole('button', { name: 'Create cartons' }).click();
    await expect
      .element(dialog.getByRole('row', { name: /PL-0021/ }))
      .toMatchTextContent(/85 units are 42 cartons of 2 and 1 of 1/);
  });

  it('asks for the unit of a weight, a count and a pack list', async () => {
    const api = start([]);
    renderScreen(paths.cartons());
    await main.getByRole('button', { name: 'Create cartons' }).first().click();
    await dialog.getByRole('textbox', { name: /Measured weight/ }).fill('14.2');
    await dialog.getByRole('button', { name: 'Create cartons' }).click();
    await expect.element(dialog.getByText('Choose the unit.')).toBeVisible();
    await expect.element(dialog.getByText('This field is required')).toBeVisible();
    await expect.element(dialog.getByText('Choose at least one pack list.')).toBeVisible();
    expect(api.asked(createCarton)).toEqual([]);
  });

  it('is changed with all its pack lists and the version that was read', async () => {
    const api = start();
    api.on(updateCarton, aCarton({ count: 60, version: 2 }));
    renderScreen(paths.cartons(idOf(800)));
    await panel.getByRole('button', { name: 'Change' }).click();
    await expect.element(dialog.getByRole('checkbox', { name: 'PL-0001 KTL-17' })).toBeChecked();
    await dialog.getByRole('textbox', { name: 'Cartons' }).fill('60');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('CT-0001 was saved.')).toBeVisible();
    expect(api.asked(updateCarton)[0]?.body).toMatchObject({ count: 60, packListIds: [idOf(700)], version: 1 });
  });

  it('loses a pack list that is taken out, and goes with its last one', async () => {
    const api = start();
    api.on(removeCartonPackLists, { carton: null });
    renderScreen(paths.cartons(idOf(800)));
    await panel.getByRole('button', { name: 'Take PL-0001 out' }).click();
    await expect.element(page.getByText('PL-0001 was taken out. CT-0001 is empty and was deleted.')).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    expect(api.asked(removeCartonPackLists)[0]?.body.packListIds).toEqual([idOf(700)]);
    // The row is gone, so nobody asks for it again.
    expect(api.asked(getCarton)).toHaveLength(1);
  });

  it('is deleted after a question; its pack lists stay', async () => {
    const api = start();
    api.on(deleteCarton, undefined);
    renderScreen(paths.cartons(idOf(800)));
    await panel.getByRole('button', { name: 'Delete row' }).click();
    await expect.element(dialog.getByText('Its pack list stays, without a carton.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete row' }).click();
    await expect.element(page.getByText('CT-0001 was deleted. Its pack lists are without cartons.')).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
  });

  it('stays as it is once its plan has left', async () => {
    const left = no('SP-0001 has left');
    start([
      aCarton({
        status: 'IN_TRANSIT',
        shipmentPlanId: idOf(900),
        shipmentPlanNumber: 'SP-0001',
        can: { change: left },
      }),
    ]);
    renderScreen(paths.cartons(idOf(800)));
    await expect.element(panel.getByRole('button', { name: 'Change' })).toBeDisabled();
    await expect.element(panel.getByRole('button', { name: 'Delete row' })).toBeDisabled();
    await expect
      .element(panel.getByRole('link', { name: 'SP-0001' }))
      .toHaveAttribute('href', paths.shipmentPlan(idOf(900)));
  });
});
