import { describe, expect, it } from 'vitest';
import type { Role } from '../lists.ts';
import {
  type AccessKind,
  type AccessRefusal,
  type Caller,
  FLAGS,
  type Flag,
  isAccountAdmin,
  isSystemAdmin,
  refusalOf,
} from './access.ts';

const allFlags = (value: boolean): Record<Flag, boolean> =>
  Object.fromEntries(FLAGS.map((flag) => [flag, value])) as Record<Flag, boolean>;
const caller = (role: Role, change: Partial<Caller> = {}): Caller => ({
  roles: [role],
  flags: allFlags(true),
  tierExpired: false,
  secondFactorMissing: false,
  ...change,
});

/**
 * The expected refusal per kind of call for a viewer, an account admin and a system admin; '-' means that the call is
 * allowed.
 */
const TABLE: readonly (readonly [AccessKind, string, string, string, string])[] = [
  ['public', '-', '-', '-', 'anyone'],
  ['self', '-', '-', '-', 'what concerns only oneself'],
  ['read', '-', '-', '-', 'a viewer reads'],
  ['write', 'role_too_low', '-', '-', 'a viewer changes nothing'],
  ['accountAdmin', 'role_too_low', '-', '-', 'people and settings'],
  ['systemAdmin', 'role_too_low', 'role_too_low', '-', 'the installation'],
];

describe('refusalOf', () => {
  it.each(TABLE)(
    'for the access %s: viewer %s, account admin %s, system admin %s (%s)',
    (access, viewer, accountAdmin, systemAdmin) => {
      const told = (role: Role): string => refusalOf({ access }, caller(role)) ?? '-';
      expect([told('sv-account-viewer'), told('sv-account-admin'), told('sv-admin')]).toEqual([
        viewer,
        accountAdmin,
        systemAdmin,
      ]);
    },
  );

  it.each(TABLE)('for the access %s without a session', (access) => {
    expect(refusalOf({ access }, undefined)).toBe(access === 'public' ? undefined : 'not_signed_in');
  });

  it.each<[AccessKind, AccessRefusal | undefined]>([
    ['public', undefined],
    ['self', undefined],
    ['read', undefined],
    ['write', 'tier_expired'],
    ['accountAdmin', 'tier_expired'],
    ['systemAdmin', 'tier_expired'],
  ])('for the access %s after the tier has ended', (access, expected) => {
    expect(refusalOf({ access }, caller('sv-admin', { tierExpired: true }))).toBe(expected);
  });

  it.each<[AccessKind, AccessRefusal | undefined]>([
    ['public', undefined],
    ['self', undefined],
    ['read', 'second_factor_missing'],
    ['write', 'second_factor_missing'],
    ['accountAdmin', 'second_factor_missing'],
    ['systemAdmin', 'second_factor_missing'],
  ])('for the access %s without the second factor that the account requires', (access, expected) => {
    // A missing second factor is reported before any other obstacle.
    const missing = caller('sv-account-viewer', {
      secondFactorMissing: true,
      tierExpired: true,
      flags: allFlags(false),
    });
    expect(refusalOf({ access, flags: access === 'self' ? [] : [['isFeeTrackerActive']] }, missing)).toBe(expected);
  });

  it.each<[string, Flag[][] | undefined, Flag[], AccessRefusal | undefined]>([
    ['a call without flags is open', undefined, [], undefined],
    ['a call with an empty list of flags is open', [], [], undefined],
    ['the required flag is on', [['isManagementSectionEnabled']], ['isManagementSectionEnabled'], undefined],
    ['the required flag is off', [['isManagementSectionEnabled']], ['isFeeTrackerActive'], 'flag_off'],
    [
      'all flags of a group are required',
      [['isMarketPlacesEnabled', 'isFeeTrackerActive']],
      ['isFeeTrackerActive'],
      'flag_off',
    ],
    [
      'all flags of a group are on',
      [['isMarketPlacesEnabled', 'isFeeTrackerActive']],
      ['isFeeTrackerActive', 'isMarketPlacesEnabled'],
      undefined,
    ],
    [
      'one complete group is enough',
      [['isManagementSectionEnabled'], ['isOrdersAndShippingEnabled']],
      ['isOrdersAndShippingEnabled'],
      undefined,
    ],
  ])('flags: %s', (_reason, flags, on, expected) => {
    const set = { ...allFlags(false), ...Object.fromEntries(on.map((flag) => [flag, true])) };
    expect(refusalOf({ access: 'read', flags }, caller('sv-account-viewer', { flags: set }))).toBe(expected);
  });

  it('reports a switched-off section before a missing role, and a missing role before an expired tier', () => {
    const viewer = caller('sv-account-viewer', { flags: allFlags(false), tierExpired: true });
    expect(refusalOf({ access: 'write', flags: [['isFeeTrackerActive']] }, viewer)).toBe('flag_off');
    expect(refusalOf({ access: 'write' }, viewer)).toBe('role_too_low');
  });
});

it('system admins and account admins are recognised by their roles', () => {
  expect([isSystemAdmin(['sv-admin']), isSystemAdmin(['sv-account-admin']), isSystemAdmin([])]).toEqual([
    true,
    false,
    false,
  ]);
  expect([
    isAccountAdmin(['sv-account-admin']),
    isAccountAdmin(['sv-admin']),
    isAccountAdmin(['sv-account-viewer']),
  ]).toEqual([true, true, false]);
});
