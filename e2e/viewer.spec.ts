import { expect, test } from './support/test.ts';

test('a viewer reads everything and is offered no change', async ({ page, baseURL }) => {
  // The sign-in page opens the admin; the viewer comes in as a program would.
  await page.goto('/login');
  const token = await page.evaluate(
    async () =>
      (await fetch('/api/v2/gateway/demo', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"as":"viewer"}' })).json() as Promise<{
        userId: string;
        access_token: string;
      }>,
  );
  const api = (path: string, init: RequestInit = {}) =>
    fetch(`${baseURL}/api/v2${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json', ...init.headers },
    });
  expect((await api(`/suppliers/${token.userId}`)).status).toBe(200);
  expect((await api(`/suppliers/${token.userId}`, { method: 'POST', body: '{"companyName":"x"}' })).status).toBe(403);
});

test('a stranger is sent to sign in and comes back to the page they asked for', async ({ page }) => {
  await page.goto('/products/HP-KTL-01');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByRole('button', { name: 'Open the demo seller' }).click();
  await expect(page).toHaveURL(/\/products\/HP-KTL-01$/);
});
