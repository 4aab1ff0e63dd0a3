import { createSupplier } from '@quayside/contracts/suppliers';
import { callAs } from './support/api.ts';
import { addProducts } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { moveInvoice } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

test('a purchase order by keyboard alone: sent with its PDF, its deposit paid, invoiced, and closed by that', async ({
  page,
}) => {
  await signUp(page);
  await addProducts(page, [{ sku: 'LMP-01', name: 'Reading lamp' }]);
  // Other accounts of this server send mails too.
  const address = `orders${Date.now()}@haosheng.example`;
  await callAs(page, createSupplier, {
    body: {
      companyName: 'Ningbo Haosheng',
      localName: '宁波豪盛',
      currency: 'CNY',
      email: address,
      paymentTerms: [
        { percent: '30', event: 'ORDER' },
        { percent: '70', event: 'BEFORE_SHIPPING' },
      ],
    },
  });
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().press('Enter');
  let order = '';

  await test.step('it is written, and its PDF generated', async () => {
    await openScreen(page, '/invoices-purchase-orders/purchase-orders');
    await expect(page.getByText('No orders yet')).toBeVisible();
    await page.keyboard.press('c');
    await page.keyboard.press('o');
    await expect(page.getByRole('combobox', { name: 'Supplier' })).toBeFocused();
    await page.keyboard.type('Haosheng');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByLabel('Item 1, product')).toBeFocused();
    order = new URL(page.url()).pathname;
    for (const text of ['LMP-01', '', '1440']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('6.85');
    await page.getByRole('textbox', { name: 'CNY for 1 GBP' }).focus();
    await page.keyboard.type('9.25');
    await page.keyboard.press('Control+s');
    const sums = page.getByRole('region', { name: 'Sums of the purchase order' });
    await expect(sums).toContainText('9,864.00');
    await expect(sums).toContainText('2,959.20');
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/generate$/);
    await expect(
      page
        .getByRole('region', { name: /^Document / })
        .getByText('9,864.00')
        .first(),
    ).toBeAttached();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/^Revision 1 of PO-.* is generated$/)).toBeVisible();
  });

  await test.step('it is sent, and lies in the mailbox with its PDF', async () => {
    await page.getByRole('link', { name: 'Send by mail' }).press('Enter');
    await expect(page.getByText(address)).toBeVisible();
    await press(/^Send purchase order/);
    await expect(page.getByRole('main').getByText('Purchase Order Sent!')).toBeVisible();
    const sent = page.getByRole('list', { name: 'What was sent to whom' }).getByRole('listitem');
    await expect(sent.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
    await openScreen(page, '/mailbox');
    await page.getByRole('link', { name: new RegExp(address) }).press('Enter');
    await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveText([/^PO-.*\.pdf/]);
  });

  await test.step('the bank took another amount for the deposit than the rate says', async () => {
    await openScreen(page, order);
    const deposit = page.getByRole('list', { name: 'Payments of the purchase order' }).getByRole('listitem').first();
    await expect(deposit).toContainText('CNY 2,959.20');
    await deposit.getByRole('button', { name: 'Mark paid' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
    await dialog.getByLabel('Left the bank').fill('322.00');
    await expect(dialog.getByText('CNY 2,959.20 at 9.1901 CNY per GBP.', { exact: false })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('CNY 2,959.20 to Ningbo Haosheng is recorded as paid.')).toBeVisible();
    await expect(deposit.getByText('Paid', { exact: true })).toBeVisible();
  });

  await test.step('the invoice starts from it, 0.9 % above what was agreed, with the deposit taken off', async () => {
    await openScreen(page, `/invoices/add?order=${order.split('/').pop() ?? ''}`);
    await expect(page.getByRole('combobox', { name: /^Purchase order/ })).toHaveValue(/^PO-/);
    await page.getByLabel('Number').fill('HS-77');
    await page.getByLabel('Invoice total').fill('9952.78');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: 'Line 1, line of a purchase order' })).toContainText('As agreed');
    await page.getByLabel('Line 1, amount').fill('9952.78');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('button', { name: 'Line 1, line of a purchase order' })).toContainText('tolerated');
    await expect(page.getByRole('group', { name: 'Match of line 1' })).toContainText('88.78 more (0.9');
    await moveInvoice(page, 'confirm');
    const invoice = new URL(page.url()).pathname;
    await openScreen(page, `${invoice}?tab=schedule`);
    await expect(page.getByRole('list', { name: 'Deposits taken off' })).toContainText('CNY 2,959.20');
    await openScreen(page, invoice);
    await moveInvoice(page, 'close');
  });

  await test.step('all is invoiced, so it is closed', async () => {
    await openScreen(page, order);
    await expect(page.getByText('Status: Closed').first()).toBeAttached();
    await expect(page.getByText('Status: Open')).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Taken off invoices' })).toContainText('HS-77');
  });
});
