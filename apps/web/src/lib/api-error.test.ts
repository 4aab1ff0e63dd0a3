import { describe, expect, it } from 'vitest';
import { errorOf, whileBusy } from './api-error.ts';

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
    expect(whileBusy.retryDelay(0, await answer(429, '7'))).toBe(7_000);
    expect(whileBusy.retryDelay(0, await answer(503, '3600'))).toBe(60_000);
    expect(whileBusy.retryDelay(0, await answer(429, 'Wed, 21 Oct 2026 07:28:00 GMT'))).toBe(1_000);
    expect([0, 1, 2].map((failures) => whileBusy.retryDelay(failures, new Error('x')))).toEqual([1_000, 2_000, 4_000]);
  });
});
