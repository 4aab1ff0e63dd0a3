import type { Page } from '@playwright/test';
import { PASSWORD, signUp } from './support/demo.ts';
import { addInvoice, addSupplier } from './support/arrange.ts';
import { choose, expectToFitPhone, PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const IBAN = 'GB29 NWBK 6016 1331 9268 19';
const duplicates = (page: Page) => page.getByRole('list', { name: 'Suppliers that may be the same company' });
const bankCard = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Bank details', exact: true }) });

/** The dialog that asks for the password before a dangerous action. */
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

/** Enters bank details for the first time. A wrong password stores nothing and keeps the input. */
async function addBankDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add bank details' }).click();
  const dialog = page.getByRole('dialog', { name: /^Bank details of/ });
  await dialog.getByLabel('Beneficiary').fill('Ningbo Haosheng Houseware');
  await dialog.getByLabel('Account number or IBAN').fill(IBAN);
  await dialog.getByLabel('SWIFT code').fill('nwbkgb2l');
  await dialog.getByRole('button', { name: 'Save bank details' }).click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await dialog.getByRole('button', { name: 'Save bank details' }).click();
  await question(page).getByLabel('Your password').fill('not-my-password');
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText('This is not your password.');
  await question(page).getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

test('a supplier is created with terms and with bank details that a password protects', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page);
  await openScreen(page, '/suppliers/add');
  await page.getByLabel('Company name').fill('Ningbo Haosheng');
  await choose(page, 'Currency', 'CNY');

  await test.step('payment shares are added up, and a share that is too large is refused at its field', async () => {
    const terms = page.getByRole('region', { name: 'Payment schedule' });
    const share = (n: number) => terms.getByRole('combobox', { name: `Instalment ${n}, per cent` });
    await terms.getByRole('button', { name: 'Add an instalment' }).click();
    await share(1).fill('30');
    await share(1).press('Escape');
    await expect(terms.getByRole('status')).toHaveText('70 % are missing');
    await terms.getByRole('button', { name: 'Add an instalment' }).click();
    await expect(share(2)).toHaveValue('70');
    await expect(terms.getByRole('status')).toHaveText('Adds up to 100 %');
    await share(2).fill('80');
    await share(2).press('Escape');
    await page.getByRole('button', { name: 'Add supplier' }).click();
    await expect(terms.getByRole('status')).toHaveText('10 % too much');
    await expect(page).toHaveURL(/\/add$/);
    await share(2).fill('70');
    await share(2).press('Escape');
  });

  await test.step('lead times are summed', async () => {
    const table = page.getByRole('table', { name: 'Lead times' });
    await table.getByLabel('Sea, Production, days').fill('30');
    await table.getByLabel('Sea, Transit, days').fill('35');
    await table.getByLabel('Sea, Check-in, days').fill('5');
    await expect(table.getByRole('row').filter({ hasText: 'Sea' })).toContainText('70 days');
  });
  await page.getByRole('button', { name: 'Add supplier' }).click();
  await expect(page).not.toHaveURL(/\/add$/);

  await test.step('bank details are stored and masked', async () => {
    await addBankDetails(page);
    await expect(bankCard(page)).toContainText('•••• 6819');
    await expect(page.getByText(IBAN)).toHaveCount(0);
  });

  await test.step('an admin with recent proof sees the unmasked details for a minute', async () => {
    await page.clock.install();
    await page.getByRole('button', { name: 'Reveal' }).click();
    await expect(bankCard(page)).toContainText(IBAN);
    await expect(bankCard(page).getByRole('button', { name: 'Copy Account number or IBAN' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'History of bank details' }).getByRole('listitem')).toContainText([
      /^Seen by Nora Quint/,
      /^Changed by Nora Quint/,
    ]);
    await page.clock.fastForward(61_000);
    await expect(bankCard(page)).toContainText('•••• 6819');
    await expect(page.getByText(IBAN)).toHaveCount(0);
  });

  await test.step('the list shows payment terms and lead time', async () => {
    await openScreen(page, '/suppliers');
    await expect(page.getByRole('row').filter({ hasText: 'Ningbo Haosheng' })).toContainText(
      '30 % with the order, 70 % before shipping',
    );
    await expectToFitPhone(page);
    await page.getByRole('link', { name: /Ningbo Haosheng/ }).click();
    await expect(page.getByRole('main').getByText('30 % with the order, 70 % before shipping')).toBeVisible();
    await expectToFitPhone(page);
    await page.getByRole('link', { name: 'Stored, encrypted' }).click();
    await expect(bankCard(page)).toContainText('•••• 6819');
    await expectToFitPhone(page);
  });
});

test('the form warns of a duplicate, which is merged and restored with Undo', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page);
  const first = await addSupplier(page, { name: 'Ningbo Haosheng', local: '宁波昊晟', currency: 'GBP' });
  await openScreen(page, '/suppliers/add');
  await page.getByLabel('Company name').fill('NINGBO HAOSHENG Co., Ltd.');
  await expect(duplicates(page)).toContainText('Ningbo Haosheng (same name)');
  await expect(duplicates(page).getByRole('link', { name: 'Ningbo Haosheng' })).toHaveAttribute(
    'href',
    `${first}/overview`,
  );
  const second = await addSupplier(page, { name: 'NINGBO HAOSHENG Co., Ltd.', currency: 'GBP' });
  const invoice = await addInvoice(page, {
    supplier: 'NINGBO HAOSHENG Co., Ltd.',
    number: 'HS-1',
    total: '10.00',
    lines: [],
  });
  // The merge is done on a phone. What is typed in the form is given up by the load of another page.
  await page.setViewportSize(PHONE);
  await page.goto(first);
  await duplicates(page).getByRole('button', { name: 'Merge NINGBO HAOSHENG Co., Ltd.' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Merge two suppliers' });
  const preview = dialog.getByRole('region', { name: 'What the merge does' });
  await expect(preview).toContainText('1 invoice');
  await expect(dialog).toContainText('NINGBO HAOSHENG Co., Ltd. is deleted.');

  await test.step('the merge works by keyboard, also with the other supplier staying', async () => {
    await expect(dialog.getByRole('radio', { name: 'Ningbo Haosheng', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'NINGBO HAOSHENG Co., Ltd.' })).toBeChecked();
    await expect(preview).toContainText('Local name');
    await page.keyboard.press('ArrowUp');
    await expect(preview).toContainText('1 invoice');
    await expect(dialog.getByRole('button', { name: 'Merge suppliers' })).toBeEnabled();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Merge suppliers' })).toBeFocused();
    await page.keyboard.press('Enter');
  });

  await expect(page.getByText('NINGBO HAOSHENG Co., Ltd. is part of Ningbo Haosheng now')).toBeVisible();
  await expect(duplicates(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'GBP' })).toBeVisible();
  await expect(page.getByText('Invoiced, 1 invoice')).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('NINGBO HAOSHENG Co., Ltd. is back')).toBeVisible();
  await page.goto(second);
  await expect(page.getByRole('heading', { level: 1, name: 'NINGBO HAOSHENG Co., Ltd.' })).toBeVisible();
  await openScreen(page, invoice);
  await expect(page.getByRole('main').getByText('NINGBO HAOSHENG Co., Ltd.').first()).toBeVisible();
});

test('suppliers are pasted into an empty account, edited together beside a second tab, and everything is undone', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await signUp(page);
  await openScreen(page, '/suppliers');
  await page.getByRole('main').getByRole('link', { name: 'Import' }).first().click();
  await page
    .getByLabel('Or paste cells')
    .fill(
      'Company\tCountry\tTerms\nAcme Works\tCathay\tNet 30\nAcme Works Ltd\tCN\t30% on order; 70% before shipping\n',
    );

  await test.step('an unknown word and a similar name are asked about; the answers are checked', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Pasted cells.csv' })).toBeVisible();
    await page.getByRole('combobox', { name: 'What Cathay means' }).selectOption('China');
    await page.getByRole('combobox', { name: 'What Acme Works Ltd means' }).selectOption('It is another, new supplier');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expect(page.getByText('Every row can be imported.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: 'Suppliers imported' })).toBeVisible();
  });

  const other = await context.newPage();
  await openScreen(other, '/suppliers');
  const row = (of: Page, name: string) => of.getByRole('row', { name: new RegExp(`${name}.*China`) });
  await expect(row(other, 'Acme Works Ltd')).toContainText('30 % with the order, 70 % before shipping');

  await test.step('both are changed at once and changed back; the other tab follows', async () => {
    await page.getByRole('link', { name: 'Show the suppliers' }).click();
    await row(page, 'Acme Works Ltd').getByRole('checkbox').check();
    const bar = page.getByRole('toolbar', { name: 'Selected' });
    await bar.getByRole('button', { name: 'Select all 2' }).click();
    await bar.getByRole('button', { name: 'Edit fields' }).click();
    await choose(page, 'Currency', 'CNY');
    await page.getByRole('button', { name: 'See what changes' }).click();
    await page.getByRole('button', { name: 'Change 2 suppliers' }).press('Enter');
    for (const name of ['Acme Works', 'Acme Works Ltd']) await expect(row(other, name).first()).toContainText('CNY');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 suppliers are as they were.')).toBeVisible();
    await expect(row(other, 'Acme Works Ltd')).not.toContainText('CNY');
  });

  await test.step('the undo of the import deletes them in both tabs', async () => {
    await openScreen(page, '/suppliers/import');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText('The import of Pasted cells.csv was undone').first()).toBeVisible();
    await expect(other.getByRole('heading', { name: 'No suppliers yet' })).toBeVisible();
  });
});
