import { listProducts } from '@quayside/contracts/product-lists';
import { createPurchaseOrder } from '@quayside/contracts/purchase-orders';
import { createSupplier } from '@quayside/contracts/suppliers';
import { callAs } from './support/api.ts';
import { addProducts, addSupplier } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { wordFile } from './support/files.ts';
import { expect, test } from './support/test.ts';

test('a purchase order is written with the keyboard alone, saves itself, and is opened', async ({ page }) => {
  await signUp(page);
  await addProducts(page, [
    { sku: 'LMP-01', name: 'Reading lamp' },
    { sku: 'LMP-02', name: 'Desk lamp' },
  ]);
  await addSupplier(page, { name: 'Shenzhen Brightway', local: '明途电子', currency: 'GBP' });
  await page.goto('/invoices-purchase-orders/purchase-orders');
  await expect(page.getByText('No orders yet')).toBeVisible();

  await test.step('a draft begins with its supplier', async () => {
    await page.keyboard.press('c');
    await page.keyboard.press('o');
    await expect(page.getByRole('combobox', { name: 'Supplier' })).toBeFocused();
    await page.keyboard.type('Brightway');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Internal PO number')).toHaveValue(/^PO-\d{4}-0001$/);
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/purchase-order\/[0-9a-f-]{36}$/);
  });

  await test.step('items are typed one below the other', async () => {
    await expect(page.getByLabel('Item 1, product')).toBeFocused();
    for (const key of [
      'LMP-01',
      'Tab',
      'Tab',
      '1440',
      'Tab',
      '6.85',
      'Tab',
      'LMP-02',
      'Tab',
      'Tab',
      '777',
      'Tab',
      '0.0135',
    ])
      await (key === 'Tab' ? page.keyboard.press('Tab') : page.keyboard.type(key));
    await page.keyboard.press('Control+s');
    const sums = page.getByRole('region', { name: 'Sums of the purchase order' });
    // 1,440 × 6.85 + 777 × 0.0135, each rounded once.
    await expect(sums).toContainText('9,874.49');
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Preview' }).getByText('PDF, A4, 1 page')).toBeVisible();
  });

  await test.step('it is stored, and opened after a confirmation', async () => {
    await page.reload();
    await expect(page.getByLabel('Item 2, price')).toHaveValue('0.0135');
    await page.getByRole('button', { name: /^More actions for PO-/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Open', exact: true }).press('Enter');
    await expect(page.getByRole('dialog', { name: /^Open PO-/ })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).press('Enter');
    await expect(page.getByText(/is open$/)).toBeVisible();
    await expect(page.getByText('Status: Open')).toBeAttached();
  });
});

test('the PDF of a purchase order is generated, read and sent with artwork, and what was sent to whom is seen', async ({
  page,
}) => {
  await signUp(page);
  await addProducts(page, [{ sku: 'LMP-01', name: 'Reading lamp' }]);
  const { content: products } = await callAs(page, listProducts, { query: { search: 'LMP-01' } });
  // Other accounts of this server have the same numbers.
  const address = `orders${Date.now()}@brightway.example`;
  const supplier = await callAs(page, createSupplier, {
    body: { companyName: 'Shenzhen Brightway', localName: '明途电子', currency: 'GBP', email: address },
  });
  const order = await callAs(page, createPurchaseOrder, {
    body: {
      supplierId: supplier.id,
      notes: '请用素色纸箱包装',
      items: [{ productId: products[0]?.id ?? '', quantity: '1440', unitPrice: '6.85' }],
    },
  });
  const number = order.poNumber;

  await test.step('the PDF shows what is ordered, and opens the draft', async () => {
    await page.goto(`/purchase-order/${order.id}/generate`);
    const pdf = page.getByRole('region', { name: `Document ${number}.pdf` });
    for (const words of ['Reading lamp', '9,864.00', '明途电子', '请用素色纸箱包装'])
      await expect(pdf.getByText(words).first()).toBeAttached();
    await page.getByRole('button', { name: 'Generate PDF' }).click();
    await expect(page.getByText(`Revision 1 of ${number} is generated`)).toBeVisible();
    await expect(page.getByText('Status: Open')).toBeAttached();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe(`${number}.pdf`);
  });

  await test.step('artwork is attached, and goes with it', async () => {
    await page.getByRole('link', { name: number }).click();
    await page.getByLabel('File of the purchase order').setInputFiles(wordFile('lamp-artwork.docx'));
    await page.getByRole('checkbox', { name: 'Send lamp-artwork.docx with the PDF' }).check();
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await page.getByRole('button', { name: 'Send or download' }).click();
    await expect(page.getByText(address)).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Attach lamp-artwork.docx' })).toBeChecked();
    await page.getByRole('button', { name: 'Send purchase order' }).click();
    await expect(page.getByRole('main').getByText('Purchase Order Sent!')).toBeVisible();
  });

  await test.step('the mail leaves, and is listed with its files', async () => {
    const sent = page.getByRole('list', { name: 'What was sent to whom' }).getByRole('listitem');
    await expect(sent).toContainText('Sent');
    await expect(sent).not.toContainText('On its way', { timeout: 30_000 });
    await expect(sent).toContainText(address);
    await expect(sent.getByRole('button', { name: new RegExp(`^${number}\\.pdf`) })).toBeVisible();
    await expect(sent.getByRole('button', { name: /^lamp-artwork\.docx/ })).toBeVisible();
    await page.goto('/mailbox');
    await page
      .getByRole('link', { name: `Purchase order ${number}` })
      .first()
      .click();
    const mail = page.getByRole('region', { name: `Purchase order ${number}` });
    await expect(mail).toContainText(address);
    await expect(mail.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveText([
      new RegExp(`^${number}\\.pdf`),
      /^lamp-artwork\.docx/,
    ]);
  });

  await test.step('the invoice of the supplier starts from it, and its lines are as agreed', async () => {
    await page.goto(`/invoices/add?order=${order.id}`);
    await expect(page.getByRole('combobox', { name: /^Purchase order/ })).toHaveValue(number);
    await page.getByRole('button', { name: 'Create invoice' }).click();
    await expect(page.getByRole('button', { name: 'Line 1, line of a purchase order' })).toContainText('As agreed');
    await page.getByLabel('Line 1, amount').fill('9952.78');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('group', { name: 'Match of line 1' })).toContainText('88.78 more (0.9');
  });
});
