import type { Locator, Page } from '@playwright/test';
import { createCashEntry } from '@quayside/contracts/payments/cash-calendar';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { patchProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { callAs } from './support/api.ts';
import { addInvoice, addProducts } from './support/arrange.ts';
import { verifyAddress } from './support/database.ts';
import { signUp } from './support/demo.ts';
import { creditDialog, moveInvoice, typeCredit } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const FACTORY = 'Ningbo Haosheng';
const TODAY = todayIn(Date.now(), 'Europe/Berlin');
/** A day as screens show it: "23 Nov". */
const shown = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));
const rowOf = (page: Page, name: RegExp): Locator => page.getByRole('grid').getByRole('row', { name });
const paymentsOf = (page: Page) =>
  page.getByRole('list', { name: 'Payments of the purchase order' }).getByRole('listitem');

/** Creates two products in cases of 24 pieces: 0.06 m³ and 12.5 kg, and 0.04 m³ and 10 kg. */
async function addLamps(page: Page): Promise<void> {
  await addProducts(page, [
    { sku: 'LMP-01', name: 'Reading lamp' },
    { sku: 'LMP-02', name: 'Desk lamp' },
  ]);
  const { content } = await callAs(page, listProducts, { query: {} });
  for (const { id, sku } of content) {
    const box =
      sku === 'LMP-01'
        ? { length: '50', height: '30', weight: '12500' }
        : { length: '40', height: '25', weight: '10000' };
    const body = {
      dimensionUnit: 'CM',
      weightUnit: 'GR',
      casePackaging: { ...box, width: '40', unitsPerCase: 24 },
    } as const;
    await callAs(page, patchProduct, { params: { id }, body });
  }
}

/** Adds a confirmed invoice of the factory, which is due today, at 0.125 pounds per yuan. */
async function addBill(page: Page, number: string, total: string): Promise<void> {
  const path = await addInvoice(page, {
    ...{ supplier: FACTORY, number, total, rate: '0.125' },
    lines: [{ name: 'Moulds', costType: 'OTHER', quantity: 1, amount: total }],
  });
  await callAs(page, confirmInvoice, { params: { id: path.slice('/invoices/'.length) }, body: {} });
}

test('money out: from a purchase order to what changing money cost, to the cent', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(180_000);
  await verifyAddress(product, await signUp(page));
  await addLamps(page);
  // Other accounts of this server send mails too.
  const address = `orders${Date.now()}@haosheng.example`;
  await callAs(page, createSupplier, {
    body: { companyName: FACTORY, localName: '宁波豪盛', currency: 'CNY', email: address },
  });
  let order = '';

  // 1,000 are asked for and snapped to 1,008, which are 42 cases of 24. 1,440 are 60 cases.
  // 1,008 × 2.705 = 2,726.64 and 1,440 × 6.85 = 9,864.00 make 12,590.64, of which 30 % are 3,777.192.
  // 42 × 0.06 + 60 × 0.04 = 4.92 m³ and 42 × 12.5 + 60 × 10 = 1,125 kg.
  await test.step('a purchase order shows volume, weight and deposit while it is typed', async () => {
    await openScreen(page, '/purchase-order/draft');
    await page.getByRole('combobox', { name: 'Supplier' }).fill('Haosheng');
    await page.getByRole('option', { name: FACTORY }).click();
    await page.getByRole('button', { name: 'Create draft' }).click();
    await expect(page.getByLabel('Item 1, product')).toBeFocused();
    order = new URL(page.url()).pathname;
    const sums = page.getByRole('region', { name: 'Sums of the purchase order' });
    for (const key of ['LMP-01', '', '1000', '2.705', 'LMP-02', '', '1440', '6.85']) {
      await page.keyboard.type(key);
      await page.keyboard.press('Tab');
    }
    await expect(sums).toContainText('CNY 12,590.64');
    await expect(page.getByText('1,000 asked')).toBeVisible();
    await page.getByRole('textbox', { name: 'CNY for 1 GBP' }).fill('8');
    for (const [n, percent] of ['30', '70'].entries()) {
      await page.getByRole('button', { name: 'Add term' }).click();
      await page.getByRole('combobox', { name: `Percent of payment ${n + 1}` }).fill(percent);
    }
    await page.getByRole('combobox', { name: 'Event of payment 2' }).click();
    await page.getByRole('option', { name: 'Shipping', exact: true }).click();
    await page.getByLabel('ETD').fill(addDays(TODAY, 30));
    await page.getByLabel('Notes').fill('请用素色纸箱包装');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Saved /)).toBeVisible();
    for (const text of ['4.920 m³', '2,448 units', '1,125.0 kg', '102 cartons', '£1,573.83', 'CNY 3,777.19', '£472.15'])
      await expect(sums).toContainText(text);
  });

  await test.step('the PDF shows what is ordered, and is downloaded', async () => {
    await openScreen(page, `${order}/generate`);
    const pdf = page.getByRole('region', { name: /^Document PO-/ });
    for (const words of ['Reading lamp', '12,590.64', '3,777.19', '宁波豪盛', '请用素色纸箱包装'])
      await expect(pdf.getByText(words).first()).toBeAttached();
    await page.getByRole('button', { name: 'Generate PDF' }).click();
    await expect(page.getByText('Status: Open')).toBeAttached();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/^PO-\d{4}-0001\.pdf$/);
  });

  // The rate says 3,777.19 ÷ 8 = 472.15. 475.00 are 2.85 more, at 3,777.19 ÷ 475.00 = 7.9520.
  await test.step('the bank takes another amount for the deposit than the rate says', async () => {
    await openScreen(page, order);
    await paymentsOf(page).first().getByRole('button', { name: 'Mark paid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
    await dialog.getByLabel('Left the bank').fill('475');
    const rates = 'CNY 3,777.19 at 7.9520 CNY per GBP. Its own rate is 8.0000 CNY per GBP.';
    await expect(dialog.getByText(rates, { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Mark paid, £475.00' }).click();
    await expect(paymentsOf(page).first().getByText('Paid', { exact: true })).toBeVisible();
  });

  // 9,952.78 − 9,864.00 = 88.78, which is 0.90 % of 9,864.00. 2,726.64 + 9,952.78 = 12,679.42, and without the deposit
  // of 3,777.19 that leaves 8,902.23.
  let invoice = '';
  await test.step('the invoice starts from the order with the deposit taken off, and one line is 0.9 % above', async () => {
    await openScreen(page, `/invoices/add?order=${order.split('/').pop() ?? ''}`);
    await expect(page.getByRole('combobox', { name: /^Purchase order/ })).toHaveValue(/^PO-/);
    await page.getByLabel('Number').fill('HS-1');
    await page.getByLabel('Invoice total').fill('12679.42');
    await page.getByRole('button', { name: 'Create invoice' }).click();
    await expect(page.getByRole('button', { name: 'Line 2, line of a purchase order' })).toContainText('As agreed');
    await page.getByLabel('Line 2, amount').fill('9952.78');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('button', { name: 'Line 2, line of a purchase order' })).toContainText('tolerated');
    await expect(page.getByRole('group', { name: 'Match of line 2' })).toContainText('88.78 more (0.9');
    await moveInvoice(page, 'confirm');
    invoice = new URL(page.url()).pathname;
    await openScreen(page, `${invoice}?tab=schedule`);
    const deposit = page.getByRole('list', { name: 'Deposits taken off' });
    await expect(deposit).toContainText('CNY 3,777.19');
    await expect(deposit).toContainText('£475.00');
  });

  const instalments = page.getByRole('listitem').filter({ hasText: /Details of payment \d/ });
  const [deposit, balance] = [instalments.nth(0), instalments.nth(1)];
  const other = await context.newPage();
  await test.step('ETD slips nine days in a second tab: the balance moves, the paid deposit does not', async () => {
    await expect(balance).toContainText('CNY 8,902.23');
    await expect(balance).toContainText(shown(addDays(TODAY, 30)));
    await expect(deposit).toContainText(shown(TODAY));
    await openScreen(other, order);
    await other.getByLabel('ETD').fill(addDays(TODAY, 39));
    await other.getByLabel('ETD').press('Tab');
    await expect(balance).toContainText(shown(addDays(TODAY, 39)));
    await expect(deposit).toContainText(shown(TODAY));
    await expect(deposit.getByText('Paid', { exact: true })).toBeVisible();
  });

  // 8,902.23 − 91.23 = 8,811.00.
  await test.step('a credit note for twelve broken lamps shrinks the balance', async () => {
    await openScreen(page, invoice);
    const dialog = await creditDialog(page, 'HS-1');
    await dialog.getByRole('button', { name: 'None' }).click();
    await dialog.getByLabel('Line 2, amount').fill('91.23');
    await dialog.getByLabel('Line 2, quantity').fill('12');
    await dialog.getByRole('button', { name: 'Create credit note' }).click();
    await expect(page).not.toHaveURL(new RegExp(invoice));
    // The old invoice stays on the screen until the new one is read; what is typed until then goes into the old one.
    await expect(page.getByText('Credits line 2 of HS-1')).toBeVisible();
    await typeCredit(page, 'HS-1-C', '-91.23');
    await moveInvoice(page, 'confirm');
    await openScreen(page, `${invoice}?tab=schedule`);
    await expect(balance).toContainText('8,811.00 open');
  });

  // HS-1, HS-2 and HS-3 are 8,811.00 + 500.00 + 333.33 = 9,644.33. The 1,215.00 that leave for them are 1,110.0165,
  // 62.9904 and 41.9932, cut to 1,110.01, 62.99 and 41.99; the missing penny goes to HS-1, whose rest is the largest.
  // The fee of 9.00 is 8.2223, 0.4666 and 0.3111; its penny goes to HS-2.
  await test.step('three bills are paid in one transfer', async () => {
    for (const [number, total] of Object.entries({ 'HS-2': '500.00', 'HS-3': '333.33', 'HS-4': '1000.00' }))
      await addBill(page, number, total);
    await openScreen(page, '/transactions/payables');
    for (const name of [/HS-1\b/, /HS-2/, /HS-3/]) await rowOf(page, name).getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Pay together/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('CNY 9,644.33');
    await dialog.getByLabel('Left the bank').fill('1215');
    await dialog.getByLabel('Bank fee').fill('9');
    const shares = dialog.getByRole('table', { name: 'How it is shared' });
    for (const text of ['1,110.02', '8.22', '62.99', '0.47', '41.99', '0.31']) await expect(shares).toContainText(text);
    await dialog.getByRole('button', { name: 'Mark paid, £1,215.00' }).click();
    await expect(rowOf(page, /HS-3/)).toHaveCount(0);
  });

  await test.step('a slip is undone before the mail about it has left', async () => {
    await rowOf(page, /HS-4/).getByRole('button', { name: 'Mark paid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
    await dialog.getByRole('button', { name: 'Send a confirmation by mail' }).click();
    await dialog.getByLabel('Confirmation to').fill(`slip-${address}`);
    await dialog.getByRole('button', { name: 'Mark paid, £125.00' }).click();
    await expect(page.getByText(`The confirmation to slip-${address} leaves in 60 seconds.`)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Its confirmation was not sent.')).toBeVisible();
    await expect(rowOf(page, /HS-4/)).toContainText('1,000.00');
  });

  await test.step('the supplier shows what is owed: the slip alone, and that it is due', async () => {
    await openScreen(page, '/suppliers');
    await page.getByRole('link', { name: /^Ningbo Haosheng/ }).click();
    await page.getByRole('link', { name: 'Statement' }).click();
    const owed = page.getByRole('region', { name: 'What is owed to the supplier' });
    for (const text of ['1 payment', 'CNY 1,000.00', '£125.00 in account currency', 'Nothing is overdue.'])
      await expect(owed).toContainText(text);
  });

  // 500.00 − 700.00 of tax in ten days = −200.00; with 900.00 in twenty days it ends at 700.00. HS-4 has no terms, so
  // it has no day yet and stands beside the weeks.
  await test.step('the cash calendar shows the low point', async () => {
    const entry = { kind: 'PAYOUT', name: 'Marketplace', amount: '900.00', repeat: 'ONCE' } as const;
    await callAs(page, createCashEntry, { body: { ...entry, firstDay: addDays(TODAY, 20) } });
    await openScreen(page, '/transactions/calendar');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Type the opening balance' }).click();
    await dialog.getByRole('textbox', { name: 'Balance' }).fill('500');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Add entry' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('VAT');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('700');
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Tax' }).click();
    await dialog.getByRole('combobox', { name: 'Repeats' }).click();
    await page.getByRole('option', { name: 'Once' }).click();
    await dialog.getByRole('textbox', { name: 'Day' }).fill(addDays(TODAY, 10));
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    const summary = page.getByRole('region', { name: 'Cash calendar' });
    for (const text of ['−£200.00', shown(addDays(TODAY, 10)), 'Below zero', '£700.00'])
      await expect(summary).toContainText(text);
    await expect(page.getByRole('heading', { name: '1 payment has no day yet' })).toBeVisible();
  });

  // Booked for HS-1: 2,726.64 × 0.125 = 340.83 and 9,952.78 × 0.125 = 1,244.10, together 1,584.93. What left for it:
  // 475.00 of the deposit, 11.41 of the credit note (1,244.10 − 9,861.55 × 0.125, which is 1,232.69) and 1,110.02,
  // together 1,596.43, which is 11.50 more. HS-2: 62.99 − 62.50 = 0.49. HS-3: 41.99 − 41.67 = 0.32. Together 12.31.
  await test.step('exchange differences show what changing money cost', async () => {
    await openScreen(page, '/transactions/exchange-differences?by=INVOICE');
    for (const [name, ...texts] of [
      [/HS-1\b/, '1,596.43', '1,584.93', '+11.50', '8.22'],
      [/HS-2/, '62.99', '62.50', '+0.49', '0.47'],
      [/HS-3/, '41.99', '41.67', '+0.32', '0.31'],
    ] as const)
      for (const text of texts) await expect(rowOf(page, name)).toContainText(text);
    // The bank debited 475.00 + 1,215.00 + 9.00; 1,701.41 are that without the fee, and with the credit note.
    for (const text of ['1,701.41', '1,689.10', '+12.31', '9.00'])
      await expect(page.getByRole('grid').getByRole('row').last()).toContainText(text);
  });

  await test.step('the invoice is paid, so it can be closed; what it took off its purchase order stays', async () => {
    await openScreen(page, `${invoice}?tab=schedule`);
    await page.getByRole('button', { name: /Details of payment 2$/ }).click();
    const entries = page.getByRole('list', { name: 'What was paid' });
    await expect(entries).toContainText('£1,110.02 at 7.9377 CNY per GBP');
    await expect(entries).toContainText('transfer of 3 instalments');
    await moveInvoice(page, 'close');
    await expect(other.getByRole('list', { name: 'Taken off invoices' })).toContainText('CNY 3,777.19');
  });

  await test.step('no mail about the slip was sent', async () => {
    const mails = (await (await page.request.get('/api/v2/mailbox')).json()) as { to: string }[];
    expect(mails.filter(({ to }) => to === `slip-${address}`)).toEqual([]);
  });
});
