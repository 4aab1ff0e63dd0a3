import { type Caller, FLAGS, type Flag } from '@quayside/domain/access/access';
import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { isAbsent } from '../absent-screens.ts';
import { screens } from '../routes.tsx';
import { DASHBOARD, isHere, navGroups, type NavVisitor } from './nav-items.ts';

const LINKS = {
  community: 'https://community.example.com/',
  reimbursement: 'https://money.example.com/',
  funding: null,
  tariff: null,
  bookkeeper: null,
  listBusiness: null,
};
const flagsBut = (off?: Flag) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, flag !== off])) as unknown as Caller['flags'];
const ALL: NavVisitor = { flags: flagsBut(), roles: ['sv-account-admin', 'sv-admin'], links: LINKS };
const DOCUMENTED = [
  ...['community', 'funding', 'tariff', 'reimbursement', 'bookkeeper', 'listBusiness'],
  ...['suppliers', 'products', 'invoices', 'bills', 'profile', 'notifications', 'users'],
  ...['auditLog', 'backgroundWork'],
];
/** The visible groups and entries, limited to the documented ones. A group may also contain other entries. */
const shown = (visitor: NavVisitor) =>
  navGroups(visitor).map(({ key, items, isLocked }) => {
    const keys = items.map((item) => item.key).filter((item) => DOCUMENTED.includes(item));
    return `${key}${isLocked ? ' locked' : ''}: ${keys.join()}`;
  });

describe('the groups of the drawer', () => {
  it('have the documented order', () =>
    expect(shown(ALL)).toEqual([
      'resources: community,funding,tariff,reimbursement,bookkeeper,listBusiness',
      'management: suppliers,products,invoices,bills',
      'account: profile,notifications,users,auditLog',
      'system: backgroundWork',
    ]));

  it('omit resources when their flag is off, and outside pages without a URL', () => {
    expect(shown({ ...ALL, flags: flagsBut('isResourcesEnabled') })[0]).toMatch(/^management/);
    expect(shown({ ...ALL, links: { ...LINKS, community: null, reimbursement: null } })[0]).toBe(
      'resources: funding,tariff,bookkeeper,listBusiness',
    );
    expect(shown({ ...ALL, links: undefined })[0]).toBe('resources: funding,tariff,bookkeeper,listBusiness');
  });

  it('show management as locked when its flag is off, and users only to admins', () => {
    const [, management, account, system] = shown({
      ...ALL,
      flags: flagsBut('isManagementSectionEnabled'),
      roles: ['sv-account-viewer'],
    });
    expect([management, account, system]).toEqual([
      'management locked: suppliers,products,invoices,bills',
      'account: profile,notifications',
      undefined,
    ]);
  });

  it('link to existing screens', () => {
    const inside = [DASHBOARD, ...navGroups(ALL).flatMap(({ items }) => items)].filter(({ isOutside }) => !isOutside);
    expect(inside.length).toBeGreaterThanOrEqual(14);
    for (const { to } of inside) {
      const route = matchRoutes([...screens], to)?.at(-1)?.route;
      expect(route, to).toBeDefined();
      expect(isAbsent(route?.path ?? ''), to).toBe(false);
    }
  });

  it('mark outside links and only these', () =>
    expect(
      navGroups(ALL).flatMap(({ items }) => items.filter(({ isOutside }) => isOutside).map(({ to }) => to)),
    ).toEqual(['https://community.example.com/', 'https://money.example.com/']));
});

describe('the current entry', () => {
  it.each([
    ['/', '/', true],
    ['/', '/products', false],
    ['/products', '/products/KTL-1/costs', true],
    ['/products', '/products-old', false],
    ['/find-a-Bookkeeper', '/find-a-bookkeeper', true],
    ['/invoices-purchase-orders/invoices', '/invoice-matching/1', true],
    ['/transactions/bills', '/transactions/restatements', true],
  ])('%s at %s: %s', (to, pathname, is) => {
    const entries = [DASHBOARD, ...navGroups(ALL).flatMap(({ items }) => items)];
    const entry = entries.find((one) => one.to === to);
    expect(isHere(entry ?? { to: '?' }, pathname)).toBe(is);
  });
});
