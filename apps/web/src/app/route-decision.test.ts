import { type Caller, FLAGS, type Flag } from '@quayside/domain/access/access';
import { describe, expect, it } from 'vitest';
import { decide } from './route-decision.ts';

const flags = (on: boolean) => Object.fromEntries(FLAGS.map((flag) => [flag, on])) as Record<Flag, boolean>;
const viewer: Caller = {
  roles: ['sv-account-viewer'],
  flags: flags(true),
  tierExpired: false,
  secondFactorMissing: false,
};
const admin: Caller = { ...viewer, roles: ['sv-account-admin'] };

describe('access to a screen', () => {
  it.each([
    ['no token', {}, false, admin, 'signIn'],
    ['a token whose person is not known', {}, true, undefined, 'signIn'],
    [
      'nobody without the second factor that the account asks for',
      { evenExpired: true as const },
      true,
      { ...admin, secondFactorMissing: true, tierExpired: true },
      'enrol',
    ],
    ['a viewer on a common screen', {}, true, viewer, 'show'],
    ['a viewer on an admin screen', { who: 'admin' as const }, true, viewer, 'notFound'],
    ['an admin on an admin screen', { who: 'admin' as const }, true, admin, 'show'],
    ['an account admin on a system screen', { who: 'systemAdmin' as const }, true, admin, 'notFound'],
    ['a system admin everywhere', { who: 'admin' as const }, true, { ...viewer, roles: ['sv-admin' as const] }, 'show'],
    [
      'management switched off',
      { management: true as const },
      true,
      { ...admin, flags: { ...flags(true), isManagementSectionEnabled: false } },
      'notFound',
    ],
    [
      'one of two flags where either will do',
      { flags: [['isSv1Enabled'], ['isFeeTrackerActive']] as const },
      true,
      { ...admin, flags: { ...flags(false), isFeeTrackerActive: true } },
      'show',
    ],
    [
      'one of two flags where both are asked',
      { flags: [['isSv1Enabled', 'isFeeTrackerActive']] as const },
      true,
      { ...admin, flags: { ...flags(false), isFeeTrackerActive: true } },
      'notFound',
    ],
    [
      'an ended tier comes before the role',
      { who: 'admin' as const },
      true,
      { ...viewer, tierExpired: true },
      'trialExpired',
    ],
    ['an account without a tier', {}, true, { ...viewer, accountTier: null, tierExpired: false }, 'show'],
    ['an ended tier on its own screen', { evenExpired: true as const }, true, { ...viewer, tierExpired: true }, 'show'],
    ['no token comes before an ended tier', {}, false, { ...viewer, tierExpired: true }, 'signIn'],
  ])('%s', (_, need, hasSession, caller, expected) => {
    expect(decide(need, hasSession, caller)).toBe(expected);
  });
});
