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
const ALL: NavVisitor = { flags: { isManagementSectionEnabled: true, isResourcesEnabled: true }, isAdmin: true, links: LINKS };
const shown = (visitor: NavVisitor) =>
  navGroups(visitor).map(({ key, items, isLocked }) => `${key}${isLocked ? ' locked' : ''}: ${items.map((i) => i.key).join()}`);

describe('the groups of the drawer', () => {
  it('are those of the documents, in their order', () =>
    expect(shown(ALL)).toEqual([
      'resources: community,funding,tariff,reimbursement,bookkeeper,listBusiness',
      'management: suppliers,products,invoices,assignedCosts',
      'account: profile,notifications,users,auditLog',
    ]));

  it('have no resources when their flag is off, and no entry without an address outside', () => {
    expect(shown({ ...ALL, flags: { ...ALL.flags, isResourcesEnabled: false } })[0]).toMatch(/^management/);
    expect(shown({ ...ALL, links: { ...LINKS, community: null, reimbursement: null } })[0]).toBe('resources: funding,tariff,bookkeeper,listBusiness');
    expect(shown({ ...ALL, links: undefined })[0]).toBe('resources: funding,tariff,bookkeeper,listBusiness');
  });

  it('keep management, locked, when its flag is off, and show users to admins alone', () => {
    const [, management, account] = shown({ ...ALL, flags: { ...ALL.flags, isManagementSectionEnabled: false }, isAdmin: false });
    expect([management, account]).toEqual(['management locked: suppliers,products,invoices,assignedCosts', 'account: profile,notifications']);
  });

  it('lead to screens that exist', () => {
    const inside = [DASHBOARD, ...navGroups(ALL).flatMap(({ items }) => items)].filter(({ isOutside }) => !isOutside);
    expect(inside).toHaveLength(13);
    for (const { to } of inside) {
      const route = matchRoutes([...screens], to)?.at(-1)?.route;
      expect(route, to).toBeDefined();
      expect(isAbsent(route?.path ?? ''), to).toBe(false);
    }
  });

  it('lead outside only where they say so', () =>
    expect(navGroups(ALL).flatMap(({ items }) => items.filter(({ isOutside }) => isOutside).map(({ to }) => to))).toEqual([
      'https://community.example.com/',
      'https://money.example.com/',
    ]));
});

describe('the entry where a person is', () => {
  it.each([
    ['/', '/', true],
    ['/', '/products', false],
    ['/products', '/products/KTL-1/costs', true],
    ['/products', '/products-old', false],
    ['/find-a-Bookkeeper', '/find-a-bookkeeper', true],
    ['/invoices-purchase-orders/invoices', '/invoice-matching/1', true],
    ['/transactions/assigned-costs', '/transactions/restatements', true],
  ])('%s at %s: %s', (to, pathname, is) => expect(isHere(to, pathname)).toBe(is));
});
