import { afterEach, expect, it, vi } from 'vitest';
import { fetchAhead } from './fetch-ahead.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [true, 0],
  [false, 1],
])('nothing is prefetched for a person who saves data (%s)', async (saveData, asked) => {
  vi.stubGlobal('window', { requestIdleCallback: (work: () => void) => work() });
  vi.stubGlobal('navigator', { connection: { saveData } });
  let isOver = false;
  const first = vi.fn(async () => {
    isOver = true;
  });
  await fetchAhead(first, () => isOver);
  expect(first).toHaveBeenCalledTimes(asked);
});
