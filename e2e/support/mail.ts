import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Somebody of the demo seller mails themselves a test. Five an hour are allowed for each person. */
export async function sendTestMail(page: Page, as: 'admin' | 'viewer'): Promise<void> {
  const signedIn = await page.request.post('/api/v2/gateway/demo', { data: { as } });
  const { userId, access_token } = (await signedIn.json()) as { userId: string; access_token: string };
  const asked = await page.request.post(`/api/v2/users/${userId}/test-email`, {
    data: {},
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(asked.status()).toBe(200);
}
