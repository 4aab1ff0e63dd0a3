import { expect, type Locator, type Page } from '@playwright/test';
import { listInvoices } from '@quayside/contracts/invoices/invoices';
import { callAs } from './api.ts';
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

const MOVES = {
  confirm: { button: /^Confirm/, action: 'Confirm invoice', chip: 'Status: Open' },
  close: { button: /^Close invoice/, action: 'Close invoice', chip: 'Status: Closed' },
} as const;

/** Confirms or closes the open invoice, and waits for the new status. */
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

/** Opens an invoice by its number. */
export async function openInvoice(page: Page, number: string): Promise<void> {
  const [invoice] = (await callAs(page, listInvoices, { query: { search: number } })).content;
  await openScreen(page, `/invoices/${invoice?.id}`);
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
}

/** A cell of a line in the table of invoice lines. */
export const lineCell = (page: Page, line: number, cell: string) => page.getByLabel(`Line ${line}, ${cell}`);

/** The bar with the totals below the lines of an invoice. */
export const invoiceTotals = (page: Page) => page.getByRole('group', { name: 'Totals' });

/** Sets the viewport to the size of a phone and checks that nothing is wider than it. */
export async function expectToFitPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
}
