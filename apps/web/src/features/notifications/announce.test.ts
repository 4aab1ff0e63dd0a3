import { notificationsStore } from '@mantine/notifications';
import { afterEach, expect, it, vi } from 'vitest';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';
import { aToken } from '../../testing/a-token.ts';

installBrowserGlobals();
const { announce } = await import('./announce.ts');
const { queueQuery } = await import('./api.ts');
const { queryClient } = await import('../../lib/api/query-client.ts');
const { session } = await import('../../lib/session/session-store.ts');

afterEach(() => vi.unstubAllGlobals());

it('a notification is shown if it was created while an earlier fetch of the list was running', async () => {
  const old = { content: [] };
  const now = { content: [{ id: 'n1', notificationType: 'ACTION_NEEDED', summary: 'Deposit is due' }] };
  const first = Promise.withResolvers<Response>();
  const answers = [first.promise, Promise.resolve(new Response(JSON.stringify(now)))];
  vi.stubGlobal('fetch', () => answers.shift());
  vi.stubGlobal('document', { visibilityState: 'visible' });
  session.start(aToken({ access_token: 'live', userId: 'me' }));
  session.setAccount('acc');
  const loading = queryClient.fetchQuery(queueQuery());
  const announced = announce('ACTION_NEEDED', 'n1');
  first.resolve(new Response(JSON.stringify(old)));
  await loading;
  await announced;
  expect(notificationsStore.getState().notifications).toMatchObject([{ autoClose: 5_000 }]);
});

it.each([
  ['/products/import/i1', 'INFO', [['PATCH', { status: 'READ' }]]],
  ['/products', 'INFO', []],
  ['/products/import/i1', 'ERROR', []],
] as const)('on %s, %s about the import i1 is marked as read: %j', async (pathname, type, expected) => {
  const about = { type: 'IMPORT', id: 'i1', label: 'a.csv' };
  const one = { id: 'n2', notificationType: type, notificationStatus: 'UNREAD', summary: 'Imported', about };
  const writes: unknown[] = [];
  vi.stubGlobal('fetch', async (_: unknown, { method, body }: RequestInit) => {
    if (method !== 'GET') writes.push([method, JSON.parse(body as string)]);
    return Response.json({ content: [one] });
  });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('window', { location: { pathname } });
  session.start(aToken({ access_token: 'live', userId: 'me' }));
  session.setAccount('acc');
  await announce(type, 'n2');
  expect(writes).toEqual(expected);
});
