import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { LEGACY } from '../lib/paths.ts';
import { mailRoutes } from './mail-routes.tsx';

/** What the words after /login could be taken for: a person, an account and what to do with its invitation. */
const withParameters: RouteObject[] = [{ path: '/login/:userId/:accountId/:invitationAction' }, ...mailRoutes, { path: '*' }];
const found = (address: string) => matchRoutes(withParameters, address)?.at(-1);

describe('where the links of mails lead', () => {
  it.each([
    ['/login/reset', '/login/reset'],
    ['/login/new-password/01a1fd84/qs_a', '/login/new-password/:userId/:verificationToken'],
    ['/login/verify/01a1fd84/qs_a', '/login/verify/:userId/:verificationToken'],
    ['/login/new-address/01a1fd84/qs_a', '/login/new-address/:userId/:verificationToken'],
    ['/login/01a1fd84/01a1fd85/ACCEPT', '/login/:userId/:accountId/:invitationAction'],
    ['/login/verify', '*'],
  ])('%s is %s, and a fixed word is never taken for a person', (address, pattern) => expect(found(address)?.route.path).toBe(pattern));

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
