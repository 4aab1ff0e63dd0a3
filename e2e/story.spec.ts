import { listingsReport } from './support/amazon-report.ts';
import { addInvoice, addSupplier } from './support/arrange.ts';
import { typeInvoice, typeSupplier, choose, pairWith } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const LISTINGS = [
  { sku: 'KETTLE-1L', name: 'Pour-over kettle 1.0 l – crème', asin: 'B06XHNK8NP' },
  { sku: 'LAMP-CLIP', name: 'Clip-on reading lamp, 3 W, € plug', asin: 'B06XHNK8NQ' },
  { sku: 'TOWEL-4', name: 'Waffle bath towels, set of 4', asin: 'B06XHNK8NR' },
  { sku: 'BREAD-L', name: 'Bamboo bread box "large"', asin: 'B06XHNK8NS' },
];
const FACTORY = {
  name: 'Shenzhen Lumitek Electronics',
  local: '深圳市光泰电子有限公司',
  country: 'China',
  currency: 'CNY',
};

test('from a supplier invoice to a landed cost that explains itself', async ({ page, context }) => {
  test.setTimeout(120_000);

  await test.step('register and start with an empty account', async () => {
    await page.goto('/register');
    await page.getByLabel('First name').fill('Ines');
    await page.getByLabel('Last name').fill('Marsh');
    await page.getByLabel('E-mail').fill(`ines${Date.now()}@example.test`);
    await page.getByLabel('Password', { exact: true }).fill('tide-and-lantern');
    await page.getByLabel('Repeat password').fill('tide-and-lantern');
    await choose(page, 'Currency of your costs', 'GBP');
    await page.getByRole('button', { name: 'Start free trial' }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.getByRole('button', { name: 'Hide until the next sign-in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products', exact: true }).click();
    await expect(page.getByText('Add your first product')).toBeVisible();
  });

  await test.step('import the catalogue from the listings report of Amazon, after a dry run', async () => {
    await openScreen(page, '/products/import');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'All+Listings+Report.txt', mimeType: 'text/plain', buffer: listingsReport(LISTINGS) });
    await expect(page.getByText('Every row can be imported.')).toBeVisible();
    await page.getByRole('button', { name: /^Add 4 products/ }).click();
    await expect(page.getByText('Products imported')).toBeVisible();
    await openScreen(page, '/products');
    await expect(page.getByText('Pour-over kettle 1.0 l – crème')).toBeVisible();
    await expect(page.getByText('Clip-on reading lamp, 3 W, € plug')).toBeVisible();
  });

  await test.step('enter a supplier in Shenzhen', async () => {
    await typeSupplier(page, FACTORY);
    await expect(page.getByText(FACTORY.local).first()).toBeVisible();
  });
  // Another supplier, a forwarder and a broker were entered earlier.
  await addSupplier(page, { name: 'Ningbo Haosheng Houseware', currency: 'CNY' });
  await addSupplier(page, { name: 'Meridian Ocean Freight', currency: 'USD' });
  await addSupplier(page, { name: 'Harwich Customs Brokers', currency: 'GBP' });

  const factory = await test.step('enter a factory invoice in yuan with three products', () =>
    typeInvoice(page, {
      supplier: FACTORY.name,
      number: 'LT-1',
      total: '24000.00',
      rate: '10',
      lines: [
        { product: 'KETTLE-1L', quantity: '100', amount: '10000' },
        { product: 'LAMP-CLIP', quantity: '200', amount: '120*0.85+7898' },
        { product: 'TOWEL-4', quantity: '50', amount: '6000.00' },
      ],
    }));
  await addInvoice(page, {
    supplier: 'Ningbo Haosheng Houseware',
    number: 'HS-1',
    total: '5000.00',
    rate: '0.1',
    lines: [{ product: 'BREAD-L', quantity: 50, amount: '5000' }],
  });

  const freight = await test.step('enter a freight invoice in dollars that names no product and covers both', () =>
    typeInvoice(page, {
      supplier: 'Meridian Ocean Freight',
      number: 'MOF-1',
      total: '1000.00',
      rate: '1.25',
      paired: ['LT-1', 'HS-1'],
      lines: [{ name: 'Sea freight', costType: 'SHIPPING', quantity: '1', amount: '1000' }],
    }));
  await addInvoice(page, {
    supplier: 'Harwich Customs Brokers',
    number: 'HCB-1',
    total: '290.00',
    paired: ['LT-1', 'HS-1'],
    lines: [{ name: 'Import duty', costType: 'CUSTOMS_AND_DUTIES', quantity: 1, amount: '290' }],
  });

  // The freight of 1000 USD at 1.25 is 800.00, which is 2.00 for each of 400 units. The duty of 290.00 on goods worth
  // 2900.00 is a tenth of the factory price.
  const products = await context.newPage();
  await test.step('every product shows factory, inbound and landed cost per unit', async () => {
    await openScreen(products, '/products');
    const row = (sku: string) => products.getByRole('row').filter({ hasText: sku });
    await expect(row('KETTLE-1L')).toContainText('10.0000');
    await expect(row('KETTLE-1L')).toContainText('3.0000');
    await expect(row('KETTLE-1L')).toContainText('13.0000');
    await expect(row('LAMP-CLIP')).toContainText('6.4000');
    await expect(row('TOWEL-4')).toContainText('15.2000');
    await expect(row('BREAD-L')).toContainText('13.0000');
  });

  await test.step('click a unit cost and see where every cent came from', async () => {
    await products
      .getByRole('row')
      .filter({ hasText: 'KETTLE-1L' })
      .getByRole('button', { name: /13\.0000/ })
      .click();
    const panel = products.getByRole('dialog').or(products.getByRole('complementary')).filter({ hasText: 'Explain' });
    await expect(panel).toContainText('1,300.00');
    await expect(panel).toContainText('MOF-1');
    await expect(panel).toContainText(/add up/);
    await products.keyboard.press('Escape');
  });

  await test.step('correct a quantity, and the list in the second tab changes by itself', async () => {
    await openScreen(page, factory);
    const quantity = page.getByLabel('Line 1, quantity');
    await quantity.fill('500');
    await quantity.press('Tab');
    // The freight is now allocated to 800 units, 1.00 each. 1000 + 500 + 100 for 500 units is 3.20 each.
    await expect(products.getByRole('row').filter({ hasText: 'KETTLE-1L' })).toContainText('3.2000');
    await expect(products.getByRole('row').filter({ hasText: 'LAMP-CLIP' })).toContainText('5.4000');
    await quantity.fill('100');
    await quantity.press('Tab');
    await expect(products.getByRole('row').filter({ hasText: 'KETTLE-1L' })).toContainText('13.0000');
  });

  await test.step('the invoice closes when nothing on it is unassigned, and not before', async () => {
    await openScreen(page, freight);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Confirm invoice' }).click();
    const close = page.getByRole('button', { name: /Close invoice/ });
    await expect(close).toBeEnabled();
    // Without a pairing with the factory invoice, the cost of this invoice cannot be assigned.
    const paired = page.getByRole('combobox', { name: 'Paired with' });
    await paired.press('Backspace');
    await paired.press('Backspace');
    await paired.press('Tab');
    await expect(page.getByText('No orders').first()).toBeVisible();
    await expect(close).toBeDisabled();
    await pairWith(page, ['LT-1', 'HS-1']);
    await expect(close).toBeEnabled();
    await page.getByRole('button', { name: /Close invoice/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close invoice' }).click();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  });
});
