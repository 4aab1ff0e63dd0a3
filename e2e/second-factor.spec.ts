import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { seriousFindings } from './support/axe.ts';
import { requireSecondFactor } from '../apps/server/src/testing/memberships.ts';
import { PASSWORD, signUp } from './support/demo.ts';
import { openScreen } from './support/open-screen.ts';
import { signOut } from './support/sign-in.ts';
import { PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const STEP_MS = 30_000;
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

/**
 * Generates codes as an authenticator app does. The server accepts each code only once. The next code is therefore that
 * of the following time step, which the server accepts in advance.
 */
function phone(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  let last = 0;
  return {
    next: async (page: Page): Promise<string> => {
      // The time step of the next code: later than that of the last accepted code, and at most one step ahead of the
      // clock.
      const step = Math.max(last + 1, Math.floor(Date.now() / STEP_MS));
      await expect.poll(() => Math.floor(Date.now() / STEP_MS) + 1 >= step, { timeout: 2 * STEP_MS }).toBe(true);
      last = step;
      expect(page.isClosed()).toBe(false);
      return totp.generate({ timestamp: step * STEP_MS });
    },
  };
}

async function typePassword(page: Page, email: string): Promise<void> {
  await openScreen(page, '/login?redirect=%2Fprofile%2Fsecurity');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
}

test('a member without the required second factor sets one up first; it is asked for at sign-in, and bypassed once by a recovery code', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  const email = await signUp(page);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await requireSecondFactor(product.dataDir, email);
  await page.goto('/suppliers?q=ningbo');
  await expect(page.getByRole('heading', { name: 'You need a second factor' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);

  const setUp = page.getByRole('dialog', { name: 'Set up a second factor' });
  const codes = await test.step('set up', async () => {
    await page.getByRole('button', { name: 'Set it up' }).click();
    await question(page).getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const app = phone(await setUp.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText());
    await setUp.getByLabel('The code that the app shows now').fill('000000');
    await page.keyboard.press('Enter');
    await expect(setUp.getByText('This code is not right', { exact: false }).first()).toBeVisible();
    await setUp.getByLabel('The code that the app shows now').fill(await app.next(page));
    await page.keyboard.press('Enter');
    return app;
  });

  const recovery = await test.step('the recovery codes are a file, too; then the requested page is shown', async () => {
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(shown.getByRole('listitem')).toHaveCount(10);
    const first = await shown.getByRole('listitem').first().innerText();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      shown.getByRole('button', { name: 'Download as text' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('quayside-recovery-codes.txt');
    await shown.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByRole('heading', { name: 'Suppliers', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/suppliers\?q=ningbo$/);
    return first;
  });

  await test.step('the password alone does not sign in; password and code do', async () => {
    await signOut(page);
    await typePassword(page, email);
    await page.getByLabel('Code', { exact: true }).fill('123456');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This code is not right', { exact: false }).first()).toBeVisible();
    const code = await codes.next(page);
    await page.getByLabel('Code', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/profile\/security$/);
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  });

  await test.step('a recovery code works once', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signOut(page);
    await typePassword(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill(recovery);
    await page.keyboard.press('Enter');
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  });
});
