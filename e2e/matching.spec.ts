import type { Page } from '@playwright/test';
import { addInvoice, addSupplier } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { dropOn, pdfOf, PICTURE, wordFile } from './support/files.ts';
import { PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const LIST = '/invoices-purchase-orders/invoices';
const FACTORY = 'Ningbo Haosheng Houseware';
const PDF_INVOICE = pdfOf('scan-0301.pdf', {
  from: `${FACTORY} Co., Ltd.`,
  number: 'HS-2001',
  currency: 'CNY',
  lines: [
    { name: 'Bamboo bread box', units: '50', price: '65.00', amount: '3,250.00' },
    { name: 'Walnut tray', units: '70', price: '25.00', amount: '1,750.00' },
  ],
  total: '5,000.00',
});
const OTHER_BILL = pdfOf('scan-0302.pdf', {
  from: `${FACTORY} Co., Ltd.`,
  number: 'HS-2002',
  currency: 'CNY',
  lines: [{ name: 'Stoneware mug', units: '100', price: '12.40', amount: '1,240.00' }],
  total: '1,240.00',
});

const drop = async (page: Page, ...files: Parameters<typeof dropOn>[2]) => {
  await openScreen(page, LIST);
  const title = page.getByRole('heading', { name: 'Invoices', exact: true });
  await expect(title).toBeVisible();
  await dropOn(page, title, files);
};
const candidates = (page: Page) => page.getByRole('region', { name: 'It may belong to' });
const viewer = (page: Page, name: string) => page.getByRole('region', { name: `Document ${name}` });

test('a dropped document finds its invoice, is attached with one click, and highlights the value of the focused field', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signUp(page);
  await addSupplier(page, { name: FACTORY, currency: 'CNY' });
  const invoice = await addInvoice(page, {
    supplier: FACTORY,
    number: 'HS-2001',
    total: '5000.00',
    rate: '0.1',
    lines: [
      { name: 'Bread boxes', amount: '3250' },
      { name: 'Trays', amount: '1750' },
    ],
  });

  await test.step('a document dropped on the list of invoices opens the matching screen', async () => {
    await drop(page, PDF_INVOICE);
    await expect(page).toHaveURL(/\/invoice-matching\/[\w-]+$/);
    await expect(page.getByRole('heading', { name: 'Which invoice is it?' })).toBeVisible();
    const reasons = candidates(page).getByRole('list', { name: 'Why HS-2001' });
    await expect(reasons).toContainText('Number HS-2001 on page 1');
    await expect(reasons).toContainText(`Supplier ${FACTORY} on page 1`);
    await expect(reasons).toContainText(/Total 5,?000\.00 on page 1/);
    await expect(viewer(page, PDF_INVOICE.name).getByText('HS-2001')).toBeVisible();
  });
  await test.step('the attached document is shown beside the form', async () => {
    await candidates(page).getByRole('button', { name: 'Attach to HS-2001' }).click();
    await expect(page).toHaveURL(invoice);
    await expect(viewer(page, PDF_INVOICE.name).getByText('3,250.00')).toBeVisible();
  });

  await test.step('the amount of the focused field is highlighted in the document', async () => {
    const marks = viewer(page, PDF_INVOICE.name).locator('[data-mark]');
    await expect(marks).toHaveCount(0);
    await page.getByLabel('Line 1, amount').focus();
    await expect(marks).toHaveCount(1);
    await expect.poll(() => overlap(page, '3,250.00')).toBeGreaterThan(0.8);
    await page.getByLabel('Line 2, amount').focus();
    await expect.poll(() => overlap(page, '1,750.00')).toBeGreaterThan(0.8);
  });

  await test.step('the same file dropped again names the invoice that it is attached to', async () => {
    await drop(page, { ...PDF_INVOICE, name: 'the same again.pdf' });
    await expect(page.getByRole('heading', { name: 'Which invoice is it?' })).toBeVisible();
    const note = page.getByRole('status').filter({ hasText: /is attached to|Attached to/ });
    await expect(note.getByRole('link', { name: 'HS-2001' })).toBeVisible();
  });
});

test('a file that is no document is refused with a message, and a Word document can be downloaded', async ({
  page,
}) => {
  await signUp(page);
  const text = { name: 'container.txt', mimeType: 'text/plain', buffer: Buffer.from('Container MSKU 1234565') };
  await drop(page, text, { ...PICTURE, name: 'looks-like-a.pdf', mimeType: 'application/pdf' });
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await expect(uploads.getByRole('listitem').filter({ hasText: 'container.txt' })).toContainText(
    'Only Pdf, Doc, Docx files are allowed',
  );
  // A file with the extension of a PDF but other content.
  await expect(uploads.getByRole('listitem').filter({ hasText: 'looks-like-a.pdf' })).toContainText(
    'Only Pdf, Doc, Docx files are allowed',
  );

  await drop(page, wordFile('packing list.docx'));
  await expect(page.getByText('The document contains no text')).toBeVisible();
  const document = viewer(page, 'packing list.docx');
  await expect(document).toContainText('Word documents are not shown here.');
  const saved = page.waitForEvent('download');
  await document.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('packing list.docx');
});

test('on a phone, a document becomes an invoice in review, and a second document is attached to it', async ({
  page,
}) => {
  await signUp(page);
  await addSupplier(page, { name: FACTORY, currency: 'CNY' });
  await page.setViewportSize(PHONE);

  await test.step('a document chosen with the button is read and becomes an invoice', async () => {
    await openScreen(page, LIST);
    await page.getByLabel('Documents to upload').first().setInputFiles(OTHER_BILL);
    await expect(page.getByText('No invoice fits')).toBeVisible();
    const supplier = page
      .getByRole('combobox', { name: 'Supplier' })
      .or(page.getByRole('textbox', { name: 'Supplier' }))
      .first();
    await expect(supplier).toHaveValue(FACTORY);
    await page.getByRole('button', { name: 'Create an invoice from it' }).click();
    await expect(page.getByText('Status: Review')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add the first line' })).toBeVisible();
  });

  await test.step('a second document is attached to the invoice', async () => {
    await page.getByRole('link', { name: 'Uploaded file' }).click();
    await expect(viewer(page, OTHER_BILL.name).getByText('HS-2002').first()).toBeVisible();
    await page.getByLabel('Documents to upload').setInputFiles(PDF_INVOICE);
    await expect(page.getByRole('button', { name: `Show ${PDF_INVOICE.name}` })).toBeVisible();
    await page.getByRole('button', { name: `Show ${PDF_INVOICE.name}` }).click();
    await expect(viewer(page, PDF_INVOICE.name).getByText('3,250.00')).toBeVisible();
  });
});

/** How much of a text's box in the document the first highlight covers, as a fraction from 0 to 1. */
async function overlap(page: Page, text: string): Promise<number> {
  const [mark, word] = await Promise.all([
    viewer(page, PDF_INVOICE.name).locator('[data-mark][data-first]').boundingBox(),
    viewer(page, PDF_INVOICE.name).getByText(text, { exact: true }).boundingBox(),
  ]);
  if (!mark || !word) return 0;
  const width = Math.min(mark.x + mark.width, word.x + word.width) - Math.max(mark.x, word.x);
  const height = Math.min(mark.y + mark.height, word.y + word.height) - Math.max(mark.y, word.y);
  return (Math.max(0, width) * Math.max(0, height)) / (word.width * word.height);
}
