import { expect, type Page } from '@playwright/test';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { type LocalInput, urlOf } from '../../apps/server/src/http/local-client.ts';

/** The session as the browser stores it. */
interface HeldSession {
  readonly accessToken: string;
  readonly userId: string;
}

/** Reads the session of the open page. */
const heldSession = (page: Page): Promise<HeldSession> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: HeldSession }).data);

/** Makes a call of the API with the session of the page. The test fails if the call does not succeed. */
export async function callAs<E extends EndpointSpec>(
  page: Page,
  endpoint: E,
  { params, query, body, file }: LocalInput<E> = {},
): Promise<ResponseOf<E>> {
  const { accessToken, userId } = await heldSession(page);
  const url = urlOf(endpoint, { userId, ...(params as Record<string, string> | undefined) }, query ?? {});
  const answer = await page.request.fetch(url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(endpoint.method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body !== undefined && { data: body }),
    ...(file && {
      multipart: { file: { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.content) } },
    }),
  });
  expect(answer.ok(), `${endpoint.id}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as ResponseOf<E>;
}
