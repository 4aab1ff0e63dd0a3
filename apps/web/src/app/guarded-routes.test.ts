import { type Caller, FLAGS, type Flag } from '@quayside/domain/access/access';
import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ABSENT_SCREENS } from './absent-screens.ts';
import { mailRoutes } from './mail-routes.tsx';
import { type Decision, decide, homeOf, type Visitor } from './route-decision.ts';
import type { ScreenNeed } from '../lib/screen-need.ts';
import { screens } from './routes.tsx';

/**
 * The access rule of each route as documented (shell specification, §2.1; decisions G-004 to G-006, G-034, G-074). The
 * rules are repeated here, so that the test does not depend on the router's own table.
 */
type Rule = readonly [
  path: string,
  level: 'token' | 'admin' | 'system',
  flags: readonly Flag[],
  more?: 'lifetime' | 'home' | 'expired',
];
const M = 'isManagementSectionEnabled';
const O = 'isOrdersAndShippingEnabled';
const P = 'isPoAndInventoryEnabled';
const MARKETS = 'isMarketPlacesEnabled';
const OLD = ['isMarketPlacesEnabled', 'isSv1Enabled'] as const;
const DOCUMENTED: readonly Rule[] = [
  ['/', 'token', [], 'home'],
  ['/products', 'token', [M]],
  ['/products/add', 'token', [M]],
  ['/products/KTL-1', 'token', [M]],
  ['/profile', 'token', []],
  ['/profile/company', 'token', []],
  ['/profile/notification-settings', 'token', []],
  ['/profile/billing', 'token', [], 'lifetime'],
  ['/profile/subscription-history', 'token', [], 'lifetime'],
  ['/transactions', 'token', [M]],
  ['/transactions/bills', 'token', [M]],
  ['/transactions/payables', 'token', [M]],
  ['/transactions/assigned-costs', 'token', [M]],
  ['/trial-expired', 'token', [], 'expired'],
  ['/integrations', 'admin', []],
  ['/integrations/default', 'admin', []],
  ['/integrations/connected', 'admin', []],
  ['/integrations/applications', 'admin', []],
  ['/integrations/xero/redirect', 'admin', []],
  ['/integrations/amazon/redirect', 'admin', []],
  ['/users', 'admin', []],
  ['/account-settings', 'admin', []],
  ['/analytics', 'token', [MARKETS]],
  ['/fee-tracker-pro', 'token', [MARKETS, 'isFeeTrackerActive']],
  ['/marketplace-overview', 'token', OLD],
  ['/service-fees', 'token', OLD],
  ['/product-sales', 'token', OLD],
  ['/product-profitability', 'token', OLD],
  ['/product-order-metrics', 'token', OLD],
  ['/funding', 'token', ['isResourcesEnabled']],
  ['/smart-tariff-classifications', 'token', ['isResourcesEnabled']],
  ['/find-a-Bookkeeper', 'token', ['isResourcesEnabled']],
  ['/find-a-bookkeeper', 'token', ['isResourcesEnabled']],
  ['/list-my-business', 'token', ['isResourcesEnabled']],
  ['/suppliers', 'token', [M]],
  ['/suppliers/add', 'token', [M]],
  ['/suppliers/01a1', 'token', [M]],
  ['/orders-shipments', 'token', [M, O]],
  ['/orders-shipments/orders', 'token', [M, O]],
  ['/orders-shipments/shipment-plans', 'token', [M, O]],
  ['/orders-shipments/cartons', 'token', [M, O]],
  ['/orders-shipments/stock', 'token', [M, O]],
  ['/orders-shipments/counts', 'token', [M, O]],
  ['/shipment-plan/01a1/send', 'token', [M, O]],
  ['/user-management', 'system', []],
  ['/user-details/01a1', 'system', []],
  ['/notifications', 'token', []],
  ['/demo/settings', 'token', []],
  ['/onboarding', 'token', []],
  ['/invoices-purchase-orders', 'token', [M]],
  ['/invoices-purchase-orders/invoices', 'token', [M]],
  ['/invoices-purchase-orders/purchase-orders', 'token', [P]],
  ['/invoices/add', 'token', [M]],
  ['/invoice-matching/01a1', 'token', [M]],
  ['/invoices/01a1', 'token', [M]],
  ['/purchase-order/draft', 'token', [P]],
  ['/purchase-order/01a1', 'token', [P]],
  ['/purchase-order/01a1/generate', 'token', [P]],
  ['/purchase-orders/01a1/send', 'token', [P]],
];

const routeOf = (path: string): RouteObject | undefined => matchRoutes([...screens], path)?.at(-1)?.route;
const ROLES: readonly Caller['roles'][] = [
  ['sv-account-viewer'],
  ['sv-account-admin'],
  ['sv-account-viewer', 'sv-admin'],
];

/**
 * Every combination of three sets of roles, each flag on or off, an expired tier or not, a missing second factor or
 * not, and three tiers of the account.
 */
const VISITORS: readonly Visitor[] = ROLES.flatMap((roles) =>
  Array.from(
    { length: 2 ** FLAGS.length },
    (_, bits) => Object.fromEntries(FLAGS.map((flag, i) => [flag, (bits & (2 ** i)) !== 0])) as Caller['flags'],
  ).flatMap((flags) =>
    [false, true].flatMap((tierExpired) =>
      [false, true].flatMap((secondFactorMissing) =>
        [null, 'MONTHLY', 'LIFETIME'].map(
          (accountTier): Visitor => ({ roles, flags, tierExpired, secondFactorMissing, accountTier }),
        ),
      ),
    ),
  ),
);

/** The decision that the shell specification (§2.2) requires, computed here without the code of the guard. */
function documented([, level, needed, more]: Rule, who: Visitor, isTrackerBuilt: boolean): Decision {
  const isSystem = who.roles.some((role) => role === 'sv-admin');
  const isAdmin = isSystem || who.roles.some((role) => role === 'sv-account-admin');
  if (who.secondFactorMissing) return 'enrol';
  if (who.tierExpired && more !== 'expired') return 'trialExpired';
  if (
    (level === 'admin' && !isAdmin) ||
    (level === 'system' && !isSystem) ||
    (more === 'lifetime' && who.accountTier === 'LIFETIME')
  )
    return 'notFound';
  const isTrackerReached = isTrackerBuilt && who.flags.isMarketPlacesEnabled && who.flags.isFeeTrackerActive;
  if ((needed.includes(M) || more === 'home') && !who.flags[M])
    return isTrackerReached ? 'feeTracker' : more === 'home' ? 'show' : 'notFound';
  return needed.every((flag) => who.flags[flag]) ? 'show' : 'notFound';
}
const described = (who: Visitor) =>
  `${who.roles.join('+')}, ${who.accountTier}${who.tierExpired ? ', expired' : ''}, ` +
  FLAGS.filter((flag) => who.flags[flag]).join();

describe('every documented route', () => {
  it.each(DOCUMENTED.map((rule) => [rule[0], rule] as const))(
    '%s is known, and guarded for everybody in the documented order',
    (path, rule) => {
      const need = routeOf(path)?.handle as ScreenNeed | undefined;
      expect(need, 'the table knows it').toBeDefined();
      expect(decide(need ?? {}, false, undefined)).toBe('signIn');
      const wrong = [false, true].flatMap((isTrackerBuilt) =>
        VISITORS.flatMap((who) => {
          const [is, shouldBe] = [decide(need ?? {}, true, who, isTrackerBuilt), documented(rule, who, isTrackerBuilt)];
          return is === shouldBe ? [] : [`${described(who)}: ${is}, not ${shouldBe}`];
        }),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('is checked for three roles and all flags and tiers', () => expect(VISITORS).toHaveLength(3 * 2 ** 7 * 2 * 2 * 3));

  it('has no duplicate path, and no path of an existing screen is listed as absent', () => {
    const all = screens.map(({ path }) => path);
    expect(all.filter((path, i) => all.indexOf(path) !== i)).toEqual([]);
    expect(
      Object.keys(ABSENT_SCREENS).filter(
        (path) => !DOCUMENTED.some(([documented]) => routeOf(documented)?.path === path),
      ),
    ).toEqual([]);
  });
});

describe('the fixed segments of paths', () => {
  it.each([
    ['/products/add', '/products/add'],
    ['/suppliers/add', '/suppliers/add'],
    ['/invoices/add', '/invoices/add'],
    ['/purchase-order/draft', '/purchase-order/draft'],
    ['/purchase-order/generate', '/purchase-order/:id'],
    ['/integrations/amazon/redirect', '/integrations/amazon/redirect'],
    ['/integrations/xero/redirect', '/integrations/:integrationId/redirect'],
    ['/Find-A-BOOKKEEPER', '/find-a-Bookkeeper'],
  ])('%s is %s, never a parameter', (path, pattern) => expect(routeOf(path)?.path).toBe(pattern));

  it('are the same in all route tables', () => {
    const turned = [...screens].toReversed();
    for (const word of [
      '/products/add',
      '/suppliers/add',
      '/invoices/add',
      '/purchase-order/draft',
      '/integrations/amazon/redirect',
    ])
      expect(matchRoutes(turned, word)?.at(-1)?.route.path).toBe(word);
    expect(
      matchRoutes([{ path: '/login/:userId/:accountId/:invitationAction' }, ...mailRoutes], '/login/verify/u/t')?.at(-1)
        ?.route.path,
    ).toContain('verify');
  });
});

describe('home', () => {
  const flags = (...on: Flag[]) =>
    Object.fromEntries(FLAGS.map((flag) => [flag, on.includes(flag)])) as Caller['flags'];
  const at = (...on: Flag[]): Visitor => ({
    roles: ['sv-account-viewer'],
    flags: flags(...on),
    tierExpired: false,
    secondFactorMissing: false,
  });
  it.each([
    ['the dashboard with management', at(M, MARKETS, 'isFeeTrackerActive'), true, '/'],
    ['the fee tracker without it', at(MARKETS, 'isFeeTrackerActive'), true, '/fee-tracker-pro'],
    ['the dashboard where the fee tracker is closed too', at('isFeeTrackerActive'), true, '/'],
    ['the dashboard while there is no fee tracker', at(MARKETS, 'isFeeTrackerActive'), false, '/'],
    [
      'the same when the tier is over',
      { ...at(MARKETS, 'isFeeTrackerActive'), tierExpired: true },
      true,
      '/fee-tracker-pro',
    ],
  ])('is %s', (_, who, isTrackerBuilt, home) => {
    expect(homeOf(who, isTrackerBuilt)).toBe(home);
  });

  it('never redirects to a screen that redirects back', () => {
    const needs = new Map(['/', '/fee-tracker-pro'].map((home) => [home, routeOf(home)?.handle as ScreenNeed]));
    for (const isTrackerBuilt of [false, true])
      for (const who of VISITORS.filter(
        ({ tierExpired, secondFactorMissing }) => !tierExpired && !secondFactorMissing,
      )) {
        const home = homeOf(who, isTrackerBuilt);
        expect(decide(needs.get(home) ?? { who: 'systemAdmin' }, true, who, isTrackerBuilt)).toBe('show');
      }
  });
});
