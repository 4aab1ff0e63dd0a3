import { expect, it, vi } from 'vitest';
import { CHUNK_LOAD_TIMEOUT_MS, inTime, PartTimeout } from './load-part.ts';

it('a chunk times out after 120 seconds, and its screen offers to load again', async () => {
  vi.useFakeTimers();
  const outcome = inTime(new Promise(() => undefined)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(CHUNK_LOAD_TIMEOUT_MS - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBeInstanceOf(PartTimeout);
  expect(CHUNK_LOAD_TIMEOUT_MS).toBe(120_000);
  vi.useRealTimers();
});

it('a chunk that arrives or fails settles at once', async () => {
  await expect(inTime(Promise.resolve('page'))).resolves.toBe('page');
  await expect(
    inTime(Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
  ).rejects.toBeInstanceOf(TypeError);
});
