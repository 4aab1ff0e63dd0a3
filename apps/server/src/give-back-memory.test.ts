import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGivingBack } from './give-back-memory.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MB = 1024 * 1024;
function started(load: number, spare: number): { readonly times: () => number } {
  let times = 0;
  startGivingBack({ collect: () => (times += 1), spare: () => spare, load: () => load });
  return { times: () => times };
}

describe('memory is given back', () => {
  it('shortly after the start', () => {
    const { times } = started(1, 0);
    vi.advanceTimersByTime(999);
    expect(times()).toBe(0);
    vi.advanceTimersByTime(2);
    expect(times()).toBe(1);
  });

  it.each([
    ['while nothing is to do and much of it is spare', 0.05, 32 * MB, 1 + 2],
    ['only once while little of it is spare', 0.05, 32 * MB - 1, 1],
    ['only once while the server works', 0.06, 500 * MB, 1],
  ])('%s', (_, load, spare, expected) => {
    const { times } = started(load, spare);
    vi.advanceTimersByTime(61_000);
    expect(times()).toBe(expected);
  });

  it('by nobody where Node was started without its collector', () => {
    startGivingBack({ collect: undefined, spare: () => 500 * MB, load: () => 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});
