import { signInToDemo, signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';

test('registration shows errors at their fields and keeps the input', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('E-mail').fill('not an address');
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await page.getByLabel('Repeat password').fill('password2');
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await expect(page.getByText('E-mail must be valid')).toBeVisible();
  await expect(page.getByText('Password must match')).toBeVisible();
  await expect(page.getByLabel('Last name')).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
});

test('a wrong password is reported on the sign-in form', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('nobody@example.test');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(
    page.getByText('The username or password entered are incorrect, or the account is inactive.'),
  ).toBeVisible();
});

test('a SKU that exists already is refused at its field', async ({ page }) => {
  await signInToDemo(page);
  await page.goto('/products/add');
  await page.getByLabel('Name', { exact: true }).fill('Twin');
  await page.getByLabel('SKU', { exact: true }).fill('hp-ktl-01');
  const suppliers = page.getByRole('combobox', { name: 'Suppliers' });
  await suppliers.fill('Ningbo');
  await page
    .getByRole('option', { name: /Ningbo/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByText('SKU must be unique')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Twin');
});

test('a file with an unclosed quote, a file that is not a table and a file with invalid cells are refused with an explanation', async ({
  page,
}) => {
  await signUp(page);
  const drop = async (name: string, content: string | Buffer) => {
    await page.goto('/products/import');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  };
  await drop('open-quote.csv', 'sku,name\nA-1,"never closed\nA-2,two\n');
  await expect(page.getByText(/quote/i).first()).toBeVisible();
  await drop('picture.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 0]));
  await expect(page.getByRole('alert').first()).toBeVisible();
  await drop('wrong-cells.csv', '\ufeffsku,name,weight (g)\nA-1,One,heavy\n,Two,5\n');
  await expect(page.getByText('heavy').first()).toBeVisible();
  await expect(page.getByText(/2 rows? ha(s|ve) errors|2 errors/).first()).toBeVisible();
});
