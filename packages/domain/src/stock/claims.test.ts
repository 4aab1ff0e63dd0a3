import { expect, it } from 'vitest';
import { claimDeadline } from './claims.ts';

it('a deadline is shown only where a source says so', () => {
  expect(claimDeadline('MARKETPLACE', 'IN', '2026-11-01')).toMatchObject({ day: '2026-12-31' });
  expect(claimDeadline('MARKETPLACE', 'US', '2026-11-30')).toMatchObject({ day: '2027-08-30' });
  expect(claimDeadline('MARKETPLACE', 'GB', '2026-11-01')).toBeNull();
  expect(claimDeadline('CARRIER', 'US', '2026-11-01')).toBeNull();
  expect(claimDeadline('MARKETPLACE', 'US', null)).toBeNull();
});
