import { expect, type Locator, type Page } from '@playwright/test';
import { openScreen } from './open-screen.ts';

/** Chooses an option of a searchable list by typing. */
export async function choose(page: Page, label: string, text: string): Promise<void> {
  const field = page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first();
  await field.click();
  await field.fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/** Adds a supplier with the form, as a person does. */
export async function typeSupplier(
  page: Page,
  supplier: { name: string; local?: string; country?: string; currency: string },
): Promise<void> {
  await openScreen(page, '/suppliers/add');
  await page.getByLabel('Company name').fill(supplier.name);
  if (supplier.local) await page.getByLabel('Local name').fill(supplier.local);
  if (supplier.country) await choose(page, 'Country', supplier.country);
  await choose(page, 'Currency', supplier.currency);
  // The list is still fading out, and the bar below is still changing its width, so a click at this moment would miss
  // its target.
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'unsaved' })).toBeVisible();
  await page.getByRole('button', { name: 'Add supplier' }).click();
  await expect(page).not.toHaveURL(/\/add$/);
}

interface Line {
  readonly product?: string;
  readonly name?: string;
  readonly costType?: string;
  readonly quantity?: string;
  readonly amount: string;
}

/** Pairs the open invoice with these invoices. */
export async function pairWith(page: Page, invoices: readonly string[]): Promise<void> {
  for (const other of invoices) {
    await page.getByRole('combobox', { name: 'Paired with' }).fill(other);
    await page.getByRole('option', { name: other }).first().click();
    await page.keyboard.press('Tab');
  }
}

/** Enters an invoice with the form and returns the path of its page. */
export async function typeInvoice(
  page: Page,
  invoice: {
    supplier: string;
    number: string;
    total: string;
    rate?: string;
    paired?: readonly string[];
    lines: readonly Line[];
  },
): Promise<string> {
  await openScreen(page, '/invoices/add');
  await choose(page, 'Supplier', invoice.supplier);
  await page.getByLabel('Number').fill(invoice.number);
  await page.getByLabel('Invoice total').fill(invoice.total);
  if (invoice.rate) await page.getByLabel(/ per /).fill(invoice.rate);
  await page.getByRole('button', { name: 'Create invoice' }).click();
  await expect(page.getByRole('heading', { name: invoice.number })).toBeVisible();
  await pairWith(page, invoice.paired ?? []);
  for (const [i, line] of invoice.lines.entries()) {
    const cell = (name: string) => page.getByLabel(`Line ${i + 1}, ${name}`);
    await page.getByRole('button', { name: i === 0 ? /Add the first line|Add line/ : 'Add line' }).click();
    if (line.product) {
      await cell('product').fill(line.product);
      await page.getByRole('option', { name: line.product }).first().click();
    }
    if (line.name) await cell('name').fill(line.name);
    if (line.costType) await cell('cost type').selectOption(line.costType);
    if (line.quantity) await cell('quantity').fill(line.quantity);
    await cell('amount').fill(line.amount);
    await cell('amount').press('Tab');
  }
  await expect(page.getByText(/^Saved/)).toBeVisible();
  return page.url();
}

const MOVES = {
  confirm: { button: /^Confirm/, action: 'Confirm invoice', chip: 'Status: Open' },
  close: { button: /^Close invoice/, action: 'Close invoice', chip: 'Status: Closed' },
  reopen: { button: /^Re-open/, action: 'Re-open invoice', chip: 'Status: Open' },
} as const;

/** Confirms, closes or re-opens the open invoice, and waits for the new status. */
export async function moveInvoice(page: Page, move: keyof typeof MOVES): Promise<void> {
  const { button, action, chip } = MOVES[move];
  await page.getByRole('main').getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
  await expect(page.getByText(chip)).toBeVisible();
}

/** Opens the dialog that credits the open invoice. */
export async function creditDialog(page: Page, number: string): Promise<Locator> {
  await page.getByRole('button', { name: `More actions for ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Credit this invoice' }).click();
  const dialog = page.getByRole('dialog', { name: `Credit ${number}` });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Enters a credit note from its document. */
export async function typeCredit(page: Page, number: string, total: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Invoice total' }).fill(total);
  await page.getByRole('textbox', { name: 'Invoice total' }).press('Tab');
  await page.getByRole('link', { name: 'Details' }).click();
  await page.getByLabel('Number', { exact: true }).fill(number);
  await page.getByLabel('Number', { exact: true }).press('Tab');
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await page.getByRole('link', { name: 'Line items' }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
}

/** The size of a phone's screen in CSS pixels. */
export const PHONE = { width: 390, height: 844 } as const;

/** Yesterday, in the format that a person types. */
export const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Finds an invoice by its number, and opens it. */
export async function openInvoice(page: Page, number: string): Promise<void> {
  await openScreen(page, '/invoices-purchase-orders/invoices');
  await page.getByRole('searchbox').fill(number);
  // The list re-renders when the response arrives, so a click before that would be lost.
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('link', { name: number, exact: true }).click();
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
}

/** A cell of a line in the table of invoice lines. */
export const lineCell = (page: Page, line: number, cell: string) => page.getByLabel(`Line ${line}, ${cell}`);

/** The bar with the totals below the lines of an invoice. */
export const invoiceTotals = (page: Page) => page.getByRole('group', { name: 'Totals' });

/** The row of a product in the list of products. */
export const productRow = (page: Page, sku: string) => page.getByRole('row').filter({ hasText: sku });

/** Sets the viewport to the size of a phone and checks that nothing is wider than it. */
export async function expectToFitPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
}
