import { addInvoice, addProducts, addSupplier } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { pairWith } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

test('from a supplier invoice to a landed cost that explains itself', async ({ page, context }) => {
  test.setTimeout(120_000);

  await signUp(page);
  await addProducts(
    page,
    ['KETTLE-1L', 'LAMP-CLIP', 'TOWEL-4', 'BREAD-L'].map((sku) => ({ sku, name: `Product ${sku}` })),
  );
  const [shenzhen, ningbo, forwarder, broker] = ['Shenzhen Lumitek', 'Ningbo Haosheng', 'Meridian Ocean', 'Harwich'];
  await addSupplier(page, { name: shenzhen, local: '深圳市光泰电子有限公司', currency: 'CNY' });
  await addSupplier(page, { name: ningbo, currency: 'CNY' });
  await addSupplier(page, { name: forwarder, currency: 'USD' });
  await addSupplier(page, { name: broker, currency: 'GBP' });
  const factory = await addInvoice(page, {
    ...{ supplier: shenzhen, number: 'LT-1', total: '24000.00', rate: '0.1' },
    lines: [
      { product: 'KETTLE-1L', quantity: 100, amount: '10000' },
      { product: 'LAMP-CLIP', quantity: 200, amount: '8000' },
      { product: 'TOWEL-4', quantity: 50, amount: '6000' },
    ],
  });
  await addInvoice(page, {
    ...{ supplier: ningbo, number: 'HS-1', total: '5000.00', rate: '0.1' },
    lines: [{ product: 'BREAD-L', quantity: 50, amount: '5000' }],
  });
  // The invoices of forwarder and broker name no product, and cover both factories.
  const paired = ['LT-1', 'HS-1'];
  const freight = await addInvoice(page, {
    ...{ supplier: forwarder, number: 'MOF-1', total: '1000.00', rate: '0.8', paired },
    lines: [{ name: 'Sea freight', costType: 'SHIPPING', quantity: 1, amount: '1000' }],
  });
  await addInvoice(page, {
    ...{ supplier: broker, number: 'HCB-1', total: '290.00', paired },
    lines: [{ name: 'Import duty', costType: 'CUSTOMS_AND_DUTIES', quantity: 1, amount: '290' }],
  });

  // The freight of 1000 USD at 0.8 is 800.00, which is 2.00 for each of 400 units. The duty of 290.00 on goods worth
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
