import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Sends a test mail to a person of the demo seller. Each person can send five an hour. */
export async function sendTestMail(page: Page, as: 'admin' | 'viewer'): Promise<void> {
  const signedIn = await page.request.post('/api/v2/gateway/demo', { data: { as } });
  const { userId, access_token } = (await signedIn.json()) as { userId: string; access_token: string };
  const asked = await page.request.post(`/api/v2/users/${userId}/test-email`, {
    data: {},
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(asked.status()).toBe(200);
}
