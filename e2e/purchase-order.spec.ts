import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { callAs } from './support/api.ts';
import { addProducts } from './support/arrange.ts';
import { verifyAddress } from './support/database.ts';
import { signUp } from './support/demo.ts';
import { wordFile } from './support/files.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

test('a purchase order is written, generated and sent by keyboard alone, with its PDF and the artwork', async ({
  page,
  product,
}) => {
  await verifyAddress(product, await signUp(page));
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
    // A file is chosen in a dialog of the system.
    await page.getByLabel('File of the purchase order').setInputFiles(wordFile('lamp-artwork.docx'));
    await page.getByRole('checkbox', { name: 'Send lamp-artwork.docx with the PDF' }).press('Space');
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

  await test.step('it is sent, and lies in the mailbox with both files', async () => {
    await page.getByRole('link', { name: 'Send by mail' }).press('Enter');
    await expect(page.getByText(address)).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Attach lamp-artwork.docx' })).toBeChecked();
    await press(/^Send purchase order/);
    await expect(page.getByRole('main').getByText('Purchase Order Sent!')).toBeVisible();
    const sent = page.getByRole('list', { name: 'What was sent to whom' }).getByRole('listitem');
    await expect(sent.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
    await openScreen(page, '/mailbox');
    await page.getByRole('link', { name: new RegExp(address) }).press('Enter');
    await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveText([
      /^PO-.*\.pdf/,
      /^lamp-artwork\.docx/,
    ]);
  });
});
