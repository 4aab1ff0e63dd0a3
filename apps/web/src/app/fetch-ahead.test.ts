import { afterEach, expect, it, vi } from 'vitest';
import { fetchAhead } from './fetch-ahead.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [true, 0],
  [false, 1],
])('whoever saves data (%s) fetches nothing ahead', async (saveData, asked) => {
  vi.stubGlobal('window', { requestIdleCallback: (work: () => void) => work() });
  vi.stubGlobal('navigator', { connection: { saveData } });
  const isOver = vi.fn(() => true);
  await fetchAhead(isOver);
  expect(isOver).toHaveBeenCalledTimes(asked);
});
