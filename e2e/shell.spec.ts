import { openDemo, signInToDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';

test.describe('offline', () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/], prefetch: true });

  test('the chunks that people open next are prefetched', async ({ page, context }) => {
    // Wait for the chunk that is prefetched last.
    const fetched = page.waitForResponse(/assets\/documents-page-/);
    await openDemo(page);
    await fetched;
    await context.setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
    await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});

test('the dark theme survives a reload, and a list in it prints black on white, without an empty last sheet', async ({
  page,
}) => {
  await signInToDemo(page);
  await page.goto('/users');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await page.keyboard.press('Control+.');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByTestId('print-table')).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(27, 35, 41)');
  await page.emulateMedia({ media: 'screen' });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
