import { confirmInvoice } from '@quayside/contracts/invoice-moves';
import { createProduct } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import type { Locator, Page } from '@playwright/test';
import { callAs } from './support/api.ts';
import { addInvoice } from './support/arrange.ts';
import { verifyAddress } from './support/database.ts';
import { signUp } from './support/demo.ts';
import { mailedFiles } from './support/mail.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const FACTORY = 'Ningbo Haosheng';
const DAY_MS = 86_400_000;

/** A day in so many days, as lists show it: 6 Dec. */
const shownIn = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });

/** Adds a forwarder, and an order of 1,000 lamps of which 70 % are to be paid on the day on which they leave. */
async function arrange(page: Page, forwarder: string): Promise<void> {
  await callAs(page, createSupplier, { body: { companyName: 'Meridian Freight', currency: 'USD', email: forwarder } });
  const paymentTerms = [
    { percent: '30', event: 'INVOICE' as const },
    { percent: '70', event: 'SHIPPING' as const },
  ];
  const factory = await callAs(page, createSupplier, { body: { companyName: FACTORY, currency: 'CNY', paymentTerms } });
  const casePackaging = { length: 60, width: 40, height: 30, weight: 14_000, unitsPerCase: 12 };
  const lamp = { sku: 'LMP-01', name: 'Reading lamp', weight: '1100', casePackaging, supplierIds: [factory.id] };
  await callAs(page, createProduct, { body: lamp });
  const path = await addInvoice(page, {
    ...{ supplier: FACTORY, number: 'HS-1', total: '10000.00', rate: '0.1' },
    lines: [{ product: 'LMP-01', quantity: 1000, amount: '10000.00' }],
  });
  await callAs(page, confirmInvoice, { params: { id: path.split('/').pop() ?? '' }, body: {} });
}

/** The cells of a packing list as they are copied from a spreadsheet. */
const packingList = (...rows: readonly string[]): string => rows.join('\n').replaceAll('|', '\t');

/** Types a day of the open plan as a number of days from today, and waits until it is saved. */
async function typeDay(page: Page, label: 'ETD' | 'ETA', days: number): Promise<void> {
  const field = page.getByRole('region', { name: 'Days of the plan' }).getByRole('textbox', { name: label });
  await field.fill(`+${days}`);
  await field.press('Tab');
  await expect(field).toHaveValue(new RegExp(shownIn(days)));
  await expect(page.getByText(/^Saved /)).toBeVisible();
}

test('an order leaves in two parts: packed by keys, planned by air and by sea, sent to the forwarder, and shipped', async ({
  page,
  context,
  product,
}) => {
  await verifyAddress(product, await signUp(page));
  // Other accounts of this server send mails too.
  const forwarder = `ops${Date.now()}@meridian.example`;
  await arrange(page, forwarder);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const press = (button: Locator) => button.press('Enter');
  const packed = main.getByRole('list', { name: 'Pack lists' }).getByRole('listitem');
  /** Makes a plan of what is in none yet, and opens it by the link in the pack lists. */
  const makePlan = async (number: string) => {
    await press(main.getByRole('button', { name: 'Add to a plan' }));
    await expect(dialog.getByText(/joins? the plan\./)).toBeVisible();
    await press(dialog.getByRole('button', { name: 'Make plan' }));
    await expect(main.getByRole('link', { name: number }).first()).toBeVisible();
  };
  let order = '';

  await test.step('600 of 1,000 are packed and planned; of 401 more, only 400 are left', async () => {
    await openScreen(page, '/orders-shipments/orders');
    await press(main.getByRole('row', { name: /LMP-01/ }).getByRole('link', { name: 'HS-1, line 1' }));
    await press(page.getByRole('link', { name: 'Open as a page' }));
    // The panel has the same field, and is still there for a moment.
    await expect(page).toHaveURL(/\/orders\/[0-9a-f-]+$/);
    const units = main.getByRole('textbox', { name: 'Units' });
    await expect(main.getByRole('heading', { name: 'HS-1, line 1', level: 1 })).toBeVisible();
    await expect(units).toHaveValue('1000');
    order = new URL(page.url()).pathname;
    await units.fill('600');
    await units.press('Enter');
    await expect(units).toHaveValue('400');
    await makePlan('SP-0001');
    await units.fill('401');
    await units.press('Enter');
    await expect(main.getByText('400 are left')).toBeVisible();
  });

  await test.step('the rest is packed by case: 33 cartons of 12 and one of 4', async () => {
    await press(main.getByRole('button', { name: 'Pack by case' }));
    await press(dialog.getByRole('button', { name: 'See what changes' }));
    await expect(dialog.getByText('33 cartons of 12')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Pack 1 order' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(packed).toHaveText([/600 units/, /396 units.*33 cartons of 12/, /4 units.*1 carton of 4/]);
    await expect(main.getByText('All units are packed.')).toBeVisible();
    await makePlan('SP-0002');
  });

  await test.step('600 fly in three days', async () => {
    await main.getByRole('list', { name: 'Pack lists' }).getByRole('link', { name: 'SP-0001' }).click();
    await main.getByText('Air', { exact: true }).click();
    await typeDay(page, 'ETD', 3);
    await typeDay(page, 'ETA', 9);
  });

  await test.step('400 go by sea; the part-carton is taken out by mistake, and put back', async () => {
    await openScreen(page, order);
    await main.getByRole('list', { name: 'Pack lists' }).getByRole('link', { name: 'SP-0002' }).first().click();
    const held = main.getByRole('list', { name: 'Pack lists of SP-0002' }).getByRole('listitem');
    await expect(held).toHaveCount(2);
    await held.getByRole('button', { name: 'Take PL-0003 out of the plan' }).click();
    await expect(held).toHaveCount(1);
    // With the mouse, it is dragged back into the container.
    await page.locator('[data-pack-list="PL-0003"]').dragTo(held.first());
    await expect(held).toHaveCount(2);
    await main.getByText('Sea', { exact: true }).click();
    await main.getByRole('combobox', { name: 'Carrier' }).fill('Meridian');
    await page.getByRole('option', { name: 'Meridian Freight' }).click();
    await expect(page.getByText(/^Saved /)).toBeVisible();
  });

  await test.step('the packing list of the factory has faults, is mended and imported, and is taken back', async () => {
    const [cells, import34] = [
      dialog.getByRole('textbox', { name: 'Or paste a block of cells' }),
      dialog.getByRole('button', { name: 'Pack 34 cartons' }),
    ];
    const rows = dialog.getByRole('table', { name: 'Rows of the packing list' });
    await press(main.getByRole('button', { name: 'Packing list' }));
    await cells.fill(packingList('C/NO.|Item|Qty/ctn|G.W./CTN', '1-33|LMP-10|12|14', '33-34|LMP-01|401|5'));
    await expect(rows).toContainText('The account has no product with the code LMP-10');
    await expect(rows).toContainText('Some of these cartons are in row 2 already');
    await expect(import34).toBeHidden();
    await press(dialog.getByRole('button', { name: 'Choose another file' }));
    await cells.fill(packingList('C/NO.|Item|Qty/ctn|G.W./CTN', '1-33|LMP-01|12|14', '34|LMP-01|4|5'));
    await expect(dialog.getByText('Plan and packing list have the same units of each product.')).toBeVisible();
    await expect(import34).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'Unit of column G.W./CTN' }).selectOption('kg');
    await expect(rows).toContainText('CT-0001 gets other measures or marks');
    await expect(import34).toBeEnabled();
    await press(import34);
    await expect(page.getByText('34 cartons are packed as the packing list says')).toBeVisible();
    await expect(main.getByText('34 cartons · 400 units')).toContainText('467.0 kg');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(main.getByText('34 cartons · 400 units')).not.toContainText('467.0 kg');
  });

  const other = await context.newPage();
  await openScreen(other, '/transactions/payables');
  const balance = other.getByRole('grid').getByRole('row', { name: /HS-1.*2 of 2/ });

  await test.step('the balance is due when the last part leaves, also in a second tab', async () => {
    await expect(balance).toBeVisible();
    await expect(balance).not.toContainText(shownIn(10));
    await typeDay(page, 'ETD', 10);
    await expect(balance).toContainText(shownIn(10));
    await typeDay(page, 'ETA', 40);
  });

  await test.step('the plan goes to the forwarder with its CSV', async () => {
    await main.getByRole('button', { name: /^Send plan/ }).click();
    await expect(main.getByText(forwarder)).toBeVisible();
    await main.getByRole('button', { name: /^Send shipment plan/ }).click();
    await expect(main.getByText('Shipment Plan Sent!')).toBeVisible();
    const sent = page.getByRole('list', { name: 'What was sent to whom' }).getByRole('listitem');
    await expect(sent.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(await mailedFiles(page, forwarder)).toEqual([expect.stringMatching(/^SP-0002.*\.csv$/)]);
  });

  await test.step('it leaves today, so the balance waits only for the part by air', async () => {
    await main.getByRole('link', { name: 'Back to the plan' }).click();
    await main.getByRole('button', { name: 'Shipped' }).click();
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect(page.getByText('SP-0002 is in transit')).toBeVisible();
    await expect(balance).toContainText(shownIn(3));
  });

  await test.step('the order is in transit in part', async () => {
    await openScreen(page, order);
    await expect(packed).toHaveText([/Open.*SP-0001/, /In transit.*SP-0002/, /In transit.*SP-0002/]);
    await openScreen(page, '/orders-shipments/orders');
    await expect(main.getByRole('row', { name: /LMP-01/ })).toContainText('Open');
  });
});
