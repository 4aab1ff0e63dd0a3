import {
  createCartonType,
  deleteCartonType,
  getCartonSummary,
  listCartons,
  listCartonTypes,
  updateCartonType,
} from '@quayside/contracts/shipments/cartons';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../../testing/axe.ts';
import { aPage } from '../../../../testing/pages.ts';
import { idOf } from '../../../../testing/person.ts';
import { renderScreen, startApi } from '../../../../testing/render-app.tsx';
import { aCartonType } from '../../testing/an-order.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');

async function open(types = [aCartonType()]) {
  const api = startApi();
  api.on(listCartons, aPage([]));
  api.on(getCartonSummary, {
    total: 0,
    count: 0,
    byStatus: { OPEN: 0, IN_TRANSIT: 0, RECEIVED: 0, CLOSED: 0 },
    totalVolume: '0',
    totalWeight: '0',
    withoutVolume: 0,
    withoutWeight: 0,
  });
  api.on(listCartonTypes, types);
  renderScreen(paths.cartons());
  await main.getByRole('button', { name: 'Carton types' }).first().click();
  return api;
}

describe('the carton types', () => {
  it('are listed with sides, volume, empty weight and the rows that use them', async () => {
    await open([
      aCartonType(),
      aCartonType({ id: idOf(851), name: 'Bag', length: null, width: null, height: null, volume: null, weight: null }),
    ]);
    await expect
      .element(dialog.getByRole('row', { name: /Export box/ }))
      .toMatchTextContent(/60 × 40 × 40 cm.*0\.096 m³.*0\.8 kg.*12.*1/);
    await expect.element(dialog.getByRole('row', { name: /Bag/ })).toMatchTextContent(/–.*–.*–/);
    await expectNoSeriousFindings();
  });

  it('are made with units that a person chooses, and none is assumed', async () => {
    const api = await open([]);
    api.on(createCartonType, aCartonType({ name: 'Crate' }));
    await expect.element(dialog.getByText(/^No carton types yet/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add carton type' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Crate');
    for (const side of ['Length', 'Width', 'Height'])
      await dialog.getByRole('textbox', { name: new RegExp(`^${side}`) }).fill('24');
    await dialog.getByRole('button', { name: 'Add carton type' }).click();
    await expect.element(dialog.getByText('Choose the unit.')).toBeVisible();
    expect(api.asked(createCartonType)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Unit of sides' }).click();
    await page.getByRole('option', { name: 'in', exact: true }).click();
    await dialog.getByRole('button', { name: 'Add carton type' }).click();
    await expect.element(page.getByText('Crate was saved.')).toBeVisible();
    expect(api.asked(createCartonType)[0]?.body).toMatchObject({
      name: 'Crate',
      length: '24',
      dimensionUnit: 'IN',
      weight: null,
      maxUnits: null,
    });
  });

  it('are changed, and what the server refuses stands at its field', async () => {
    const api = await open();
    const message = 'Another carton type has this name';
    api.refuse(updateCartonType, 'bad_input', {
      errors: [{ field: 'name', code: 'shipments.type_name_taken', message }],
    });
    await dialog.getByRole('button', { name: 'Change Export box' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bag');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText(message)).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  });

  it('are deleted after a question, and one in use stays, with its rows', async () => {
    const api = await open();
    api.refuse(deleteCartonType, 'shipments.in_use', { uses: [{ type: 'CARTON', id: idOf(800), label: 'CT-0001' }] });
    await dialog.getByRole('button', { name: 'Delete Export box' }).click();
    await page.getByRole('button', { name: 'Delete carton type' }).click();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'CT-0001' })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).last().click();
    api.on(deleteCartonType, undefined);
    api.on(listCartonTypes, []);
    await dialog.getByRole('button', { name: 'Delete Export box' }).click();
    await page.getByRole('button', { name: 'Delete carton type' }).click();
    await expect.element(page.getByText('Export box was deleted.')).toBeVisible();
    await expect.element(dialog.getByText(/^No carton types yet/)).toBeVisible();
  });
});
