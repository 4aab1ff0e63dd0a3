import { describe, expect, it } from 'vitest';
import { invitationOf, paths, safeRedirect } from './paths.ts';

describe('paths', () => {
  it('are URL-encoded', () => {
    expect(paths.product('A/B 1?')).toBe('/products/A%2FB%201%3F');
    expect(paths.invoice('x', 'l 1')).toBe('/invoices/x?line=l%201');
  });
  it('filter a list by the invoice that changed it', () => {
    expect(paths.restatements()).toBe('/transactions/restatements');
    expect(paths.restatements({ invoice: 'i1', from: '2026-10-31' })).toBe(
      '/transactions/restatements?from=2026-10-31&f.invoice.in=i1',
    );
  });
  it('include the return path to sign-in, except for the home screen', () => {
    expect(paths.login('/products?f.status.in=ACTIVE')).toBe('/login?redirect=%2Fproducts%3Ff.status.in%3DACTIVE');
    expect(paths.login('/')).toBe('/login');
  });
});

describe('paths in older mails', () => {
  it.each([
    ['u/a/t/ACCEPT', '/login/verify/invite/u/a/t/ACCEPT'],
    ['user/u/a/REJECT', '/login/verify/invite/user/u/a/REJECT'],
    ['u/a/ACCEPT', '/login/u/a/ACCEPT'],
    ['u/a/t?x/ACCEPT', '/login/verify/invite/u/a/t%3Fx/ACCEPT'],
    ['//evil.example/ACCEPT', undefined],
    ['u/a', undefined],
    ['', undefined],
  ])('%s leads to %s', (rest, expected) => expect(invitationOf(rest)).toBe(expected));
});

describe('the return path after sign-in', () => {
  it.each([
    ['/products?x=1', '/products?x=1'],
    [null, '/'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/login?redirect=/login', '/'],
    ['/login/reset', '/'],
    ['/register', '/'],
  ])('%s leads to %s', (target, expected) => expect(safeRedirect(target)).toBe(expected));
});
