import {
  createDutyRate,
  deleteDutyRate,
  type DutyRate,
  dutyRateTotals,
  getDutyRate,
  listDutyDestinations,
  listDutyRates,
  patchDutyRate,
  resetDutyDestination,
  setDutyDestination,
} from '@quayside/contracts/freight/duty-rates';
import { listCountries } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutWords } from '../../../testing/cut-words.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aDutyRate } from '../testing/a-rate.ts';

const PATH = '/orders-shipments/duty-rates';
const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const PAN = aDutyRate({
  id: idOf(851),
  product: { id: idOf(300), sku: 'PAN-28', name: 'Cast iron pan' },
  hsCode: null,
  country: 'US',
  percent: '0',
  validTo: '2026-10-31',
  validity: 'EXPIRED',
  productCount: 1,
});
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(rates: DutyRate[] = [aDutyRate(), PAN], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listDutyRates, aPage(rates));
  api.on(dutyRateTotals, { count: rates.length, countries: 2, expired: 1 });
  api.on(getDutyRate, ({ params }) => rates.find(({ id }) => id === params.id) ?? aDutyRate());
  api.on(listCountries, [
    { value: 'GB', label: 'United Kingdom' },
    { value: 'US', label: 'United States' },
  ]);
  return api;
}

describe('the page of duty rates', () => {
  afterEach(() => page.viewport(1440, 900));

  it('shows whose rate each is, where, and whether it holds today', async () => {
    startWith();
    renderScreen(PATH);
    await expect.element(rowOf('HS 8516.79.70').getByText(/4\.5/)).toBeVisible();
    await expect.element(rowOf('PAN-28 · Cast iron pan').getByText('Expired')).toBeVisible();
    await expect.element(main.getByText('2 rates')).toBeVisible();
    // It is sorted by two columns, which their headings say beside their names.
    await expect.poll(cutWords).toEqual([]);
    await expectNoSeriousFindings('/orders-shipments/duty-rates');
  });
  it('shows no row before the response arrives, and an error with a retry', async () => {
    const api = startWith();
    const release = api.hold(listDutyRates);
    renderScreen(PATH);
    await expect.poll(() => api.asked(listDutyRates)).toHaveLength(1);
    expect(rowOf('HS 8516').query()).toBeNull();
    api.refuse(listDutyRates, 'internal');
    release();
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  it('explains itself while it is empty, and a viewer has no buttons that change', async () => {
    startWith([], 'viewer');
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { name: 'No duty rates yet' })).toBeVisible();
    expect(main.getByRole('button', { name: 'Add rate' }).query()).toBeNull();
  });
  it('does not exist for an account without orders and shipping', async () => {
    const api = startApi({ settings: { isOrdersAndShippingEnabled: false } });
    renderScreen(PATH);
    await expect.element(page.getByRole('heading', { name: /not found|does not exist|cannot find/i })).toBeVisible();
    expect(api.asked(listDutyRates)).toHaveLength(0);
  });
  it('fits a phone as cards', async () => {
    await page.viewport(390, 844);
    startWith();
    renderScreen(PATH);
    await expect.element(main.getByText('HS 8516.79.70').first()).toBeVisible();
  });
});

describe('a duty rate', () => {
  it('is typed for an HS code, and wants one', async () => {
    const api = startWith([]);
    api.on(createDutyRate, aDutyRate());
    renderScreen(PATH);
    await main.getByRole('button', { name: 'Add rate' }).first().click();
    await expect.element(dialog.getByRole('radio', { name: 'All products with an HS code' })).toHaveFocus();
    await dialog.getByRole('combobox', { name: 'Destination' }).fill('United Kingdom');
    await page.getByRole('option', { name: 'United Kingdom' }).click();
    await dialog.getByRole('textbox', { name: 'Duty rate in %' }).fill('4,5');
    await dialog.getByRole('button', { name: 'Add rate' }).click();
    await expect.element(dialog.getByText('Choose a product or enter an HS code')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'HS code' }).fill('8516.79.70');
    await dialog.getByRole('button', { name: 'Add rate' }).click();
    await expect
      .poll(() =>
        api.asked(createDutyRate).map(({ body }) => [body.hsCode, body.productId, body.country, body.percent]),
      )
      .toEqual([['8516.79.70', null, 'GB', '4.5']]);
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('is changed from its panel with the version that was shown', async () => {
    const api = startWith([PAN]);
    api.on(patchDutyRate, { ...PAN, percent: '3', version: 2 });
    renderScreen(`${PATH}?duty=${idOf(851)}`);
    const panel = page.getByRole('complementary', { name: 'PAN-28' });
    await expect.element(panel.getByRole('link', { name: 'Cast iron pan' })).toBeVisible();
    await panel.getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('textbox', { name: 'Duty rate in %' }).fill('3');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect
      .poll(() => api.asked(patchDutyRate).map(({ body }) => [body.productId, body.hsCode, body.percent, body.version]))
      .toEqual([[idOf(300), null, '3', 1]]);
  });
  it('shows both versions when somebody else has changed it, and saves what the person chooses', async () => {
    const api = startWith([PAN]);
    const theirs = { ...PAN, percent: '3.7', notes: 'By the ruling', product: null, hsCode: '73239300', version: 2 };
    api.on(patchDutyRate, ({ body }) => {
      if (body.version === 1) throw refusal('conflict_version', { current: theirs });
      return { ...theirs, percent: body.percent ?? '', version: 3 };
    });
    renderScreen(`${PATH}?duty=${idOf(851)}`);
    const panel = page.getByRole('complementary', { name: 'PAN-28' });
    await panel.getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('textbox', { name: 'Duty rate in %' }).fill('3');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    const versions = page.getByRole('table', { name: 'Somebody changed this while you were editing' });
    await expect.element(versions.getByRole('row', { name: /Duty rate in %/ })).toMatchTextContent(/3.*3\.7/);
    await expect.element(versions.getByRole('row', { name: /^Product/ })).toMatchTextContent(/PAN-28 · Cast iron pan/);
    await expect
      .element(versions.getByRole('row', { name: /It is the rate of/ }))
      .toMatchTextContent(/One product.*All products with an HS code/);
    await page.getByRole('button', { name: 'Save these values' }).click();
    // What was not typed here is that of the other person.
    await expect
      .poll(() => api.asked(patchDutyRate).at(-1)?.body)
      .toMatchObject({ percent: '3', notes: 'By the ruling', productId: null, hsCode: '7323.93.00', version: 2 });
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('is deleted, and the delete is undone', async () => {
    const api = startWith();
    api.on(deleteDutyRate, { operationId: idOf(900) });
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    renderScreen(`${PATH}?duty=${idOf(850)}`);
    await page.getByRole('complementary', { name: 'HS 8516.79.70' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(900)]);
  });
});

describe('what duty is charged on', () => {
  it('is chosen for a destination, and goes back to the default', async () => {
    const api = startWith();
    api.on(listDutyDestinations, [
      { country: 'GB', customsValue: 'CIF', isOwn: false },
      { country: 'AU', customsValue: 'FOB', isOwn: true },
    ]);
    api.on(setDutyDestination, { country: 'GB', customsValue: 'FOB', isOwn: true });
    api.on(resetDutyDestination, { country: 'AU', customsValue: 'CIF', isOwn: false });
    renderScreen(PATH);
    await main.getByRole('button', { name: 'Customs value' }).first().click();
    await dialog.getByRole('combobox', { name: 'Customs value in United Kingdom' }).click();
    await page.getByRole('option', { name: 'FOB' }).click();
    await expect
      .poll(() => api.asked(setDutyDestination).map(({ params, body }) => [params.country, body.customsValue]))
      .toEqual([['GB', 'FOB']]);
    await dialog.getByRole('button', { name: 'Go back to the default of Australia' }).click();
    await expect.poll(() => api.asked(resetDutyDestination).map(({ params }) => params.country)).toEqual(['AU']);
  });
});
