import { describe, expect, it } from 'vitest';
import { nextRun, type Schedule } from './schedule.ts';

const ACCOUNT = '0195c1f0-0000-7000-8000-000000000001';
const night: Schedule = { job: 'test.night', cron: '0 3 * * *', for: 'account' };
const next = (timeZone: string, after: string, schedule = night, account = ACCOUNT) =>
  nextRun(schedule, account, timeZone, new Date(after)).toISOString();

describe('the next run of a schedule', () => {
  it.each([
    ['Europe/London', '2026-11-20T02:59:59Z', '2026-11-20T03:00:00.000Z'],
    ['Europe/London', '2026-11-20T03:00:00Z', '2026-11-21T03:00:00.000Z'],
    ['Asia/Shanghai', '2026-11-20T10:00:00Z', '2026-11-20T19:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-20T10:59:00Z', '2026-11-20T11:00:00.000Z'],
  ])('uses the clock of %s: after %s it is at %s', (timeZone, after, at) => {
    expect(next(timeZone, after)).toBe(at);
  });

  it('keeps its hour when summer time begins and ends', () => {
    expect(next('Europe/London', '2027-03-27T04:00:00Z')).toBe('2027-03-28T02:00:00.000Z');
    expect(next('Europe/London', '2026-10-24T04:00:00Z')).toBe('2026-10-25T03:00:00.000Z');
  });

  it('comes soon after an hour that summer time skips, and once in an hour that it repeats', () => {
    const early: Schedule = { ...night, cron: '30 1 * * *' };
    const left = new Date(next('Europe/London', '2027-03-27T12:00:00Z', early));
    expect(left.getTime()).toBeGreaterThanOrEqual(Date.parse('2027-03-28T01:00:00Z'));
    expect(left.getTime()).toBeLessThanOrEqual(Date.parse('2027-03-28T02:00:00Z'));
    const twice = next('Europe/London', '2026-10-24T12:00:00Z', early);
    expect(next('Europe/London', twice, early).slice(0, 10)).toBe('2026-10-26');
  });

  it('spreads the accounts over the following minutes, each at the same time every day', () => {
    const spread: Schedule = { ...night, spreadMinutes: 60 };
    const times = Array.from({ length: 200 }, (_, i) =>
      next('UTC', '2026-11-20T12:00:00Z', spread, ACCOUNT.slice(0, -3) + String(i).padStart(3, '0')),
    );
    expect(times.every((at) => at >= '2026-11-21T03:00:00.000Z' && at < '2026-11-21T04:00:00.000Z')).toBe(true);
    expect(new Set(times).size).toBeGreaterThan(150);
    const [first = ''] = times;
    const again = next('UTC', first, spread, ACCOUNT.slice(0, -3) + '000');
    expect(Date.parse(again) - Date.parse(first)).toBe(24 * 3_600_000);
  });
});
