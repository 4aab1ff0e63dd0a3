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

/** The names of the files of the only mail to somebody. */
export async function mailedFiles(page: Page, to: string): Promise<string[]> {
  const read = async (path: string) => (await (await page.request.get(`/api/v2/mailbox${path}`)).json()) as unknown;
  const mails = ((await read('')) as { id: string; to: string }[]).filter((mail) => mail.to === to);
  expect(mails).toHaveLength(1);
  const { attachments } = (await read(`/${mails[0]?.id}`)) as { attachments: { fileName: string }[] };
  return attachments.map(({ fileName }) => fileName);
}
