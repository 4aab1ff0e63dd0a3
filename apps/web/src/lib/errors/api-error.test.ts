import { describe, expect, it } from 'vitest';
import { errorOf, whenBusy, whileBusy } from './api-error.ts';

const answer = (status: number, retryAfter?: string) =>
  errorOf(
    Response.json(
      { status, code: status === 429 ? 'too_many' : 'unavailable', message: 'Wait', requestId: 'r' },
      { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } },
    ),
    'It failed',
  );

describe('the wait of a busy server', () => {
  it('is as long as Retry-After says, at most a minute, and grows by itself without it', async () => {
    expect(whenBusy.retryDelay(0, await answer(429, '7'))).toBe(7_000);
    expect(whenBusy.retryDelay(0, await answer(503, '3600'))).toBe(60_000);
    expect(whenBusy.retryDelay(0, await answer(429, 'Wed, 21 Oct 2026 07:28:00 GMT'))).toBe(1_000);
    expect([0, 1, 2].map((failures) => whenBusy.retryDelay(failures, new Error('x')))).toEqual([1_000, 2_000, 4_000]);
  });
  it('is taken again after too many calls, and once when a dependency is down, unless the app needs the answer', async () => {
    const [tooMany, down, refused] = [await answer(429), await answer(503), await answer(403)];
    const asksAgain = (error: unknown, { retry }: typeof whenBusy) =>
      [0, 1, 4, 5].map((failures) => retry(failures, error));
    expect(asksAgain(tooMany, whenBusy)).toEqual([true, true, true, false]);
    expect(asksAgain(down, whenBusy)).toEqual([true, false, false, false]);
    expect(asksAgain(down, whileBusy)).toEqual([true, true, true, false]);
    expect(asksAgain(refused, whenBusy)).toEqual([false, false, false, false]);
  });
});
