import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { LEGACY } from '../lib/paths.ts';
import { mailRoutes } from './mail-routes.tsx';

/**
 * Fixed segments that could be mistaken for the parameters after /login: person, account and action of an invitation.
 */
const withParameters: RouteObject[] = [
  { path: '/login/:userId/:accountId/:invitationAction' },
  ...mailRoutes,
  { path: '*' },
];
const found = (address: string) => matchRoutes(withParameters, address)?.at(-1);

describe('target pages of mailed links', () => {
  it.each([
    ['/login/reset', '/login/reset'],
    ['/login/new-password/01a1fd84/qs_a', '/login/new-password/:userId/:verificationToken'],
    ['/login/verify/01a1fd84/qs_a', '/login/verify/:userId/:verificationToken'],
    ['/login/new-address/01a1fd84/qs_a', '/login/new-address/:userId/:verificationToken'],
    ['/login/01a1fd84/01a1fd85/ACCEPT', '/login/:userId/:accountId/:invitationAction'],
    ['/login/verify', '*'],
  ])('%s is %s, and a fixed word is never taken for a person', (address, pattern) =>
    expect(found(address)?.route.path).toBe(pattern),
  );

  it.each([
    ['/newPassword/01a1fd84/qs_a', '/newPassword', '01a1fd84/qs_a'],
    ['/new-password/01a1fd84/qs_a', '/new-password', '01a1fd84/qs_a'],
    ['/verify/01a1fd84/qs_a', '/verify', '01a1fd84/qs_a'],
  ])('%s of an older mail keeps what follows', (address, from, rest) => {
    const match = found(address);
    expect([match?.route.path, match?.params['*']]).toEqual([`${from}/*`, rest]);
    expect((match?.route.element as { props?: { to?: string } } | undefined)?.props?.to).toBe(LEGACY[from]);
  });
});
