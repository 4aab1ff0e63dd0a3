import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { LEGACY } from '../lib/paths.ts';
import { mailRoutes } from './mail-routes.tsx';

/**
 * The invitation route is placed first on purpose. Its three parameters also match paths such as /login/verify/…. The
 * routes with fixed segments must nevertheless take precedence.
 */
const withParameters: RouteObject[] = [
  { path: '/login/:userId/:accountId/:invitationAction' },
  ...mailRoutes,
  { path: '*' },
];
const found = (path: string) => matchRoutes(withParameters, path)?.at(-1);

describe('target pages of mailed links', () => {
  it.each([
    ['/login/reset', '/login/reset'],
    ['/login/new-password/01a1fd84/qs_a', '/login/new-password/:userId/:verificationToken'],
    ['/login/verify/01a1fd84/qs_a', '/login/verify/:userId/:verificationToken'],
    ['/login/new-address/01a1fd84/qs_a', '/login/new-address/:userId/:verificationToken'],
    ['/login/01a1fd84/01a1fd85/ACCEPT', '/login/:userId/:accountId/:invitationAction'],
    ['/login/verify', '*'],
  ])('%s is %s, and a fixed segment is never matched as a person', (path, pattern) =>
    expect(found(path)?.route.path).toBe(pattern),
  );

  it.each([
    ['/newPassword/01a1fd84/qs_a', '/newPassword', '01a1fd84/qs_a'],
    ['/new-password/01a1fd84/qs_a', '/new-password', '01a1fd84/qs_a'],
    ['/verify/01a1fd84/qs_a', '/verify', '01a1fd84/qs_a'],
  ])('%s of an older mail keeps the rest of the path', (path, from, rest) => {
    const match = found(path);
    expect([match?.route.path, match?.params['*']]).toEqual([`${from}/*`, rest]);
    expect((match?.route.element as { props?: { to?: string } } | undefined)?.props?.to).toBe(LEGACY[from]);
  });
});
