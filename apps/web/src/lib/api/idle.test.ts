import { afterEach, expect, it, vi } from 'vitest';
import { idle } from './idle.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['with', { requestIdleCallback: (work: () => void) => setTimeout(work) }],
  ['without', {}],
])('waits for the queries of the screen, %s a signal of the browser that it is idle', async (_, browser) => {
  vi.useFakeTimers();
  vi.stubGlobal('window', browser);
  const answer = Promise.withResolvers<string>();
  const read = queryClient.fetchQuery({ queryKey: ['products'], queryFn: () => answer.promise });
  let isIdle = false;
  void idle().then(() => (isIdle = true));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isIdle).toBe(false);
  answer.resolve('answer');
  await read;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isIdle).toBe(true);
});
