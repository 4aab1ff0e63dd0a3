import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import { routes } from '../lib/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { mailRoutes } from './mail-routes.tsx';
import { ErrorPage } from './pages/error.page.tsx';
import { NotFoundPage } from './pages/not-found.page.tsx';
import { ProofHost } from './proof-host.tsx';
import { Screen, SignedIn } from './route-guard.tsx';
import { screen, screens } from './routes.tsx';
import { Shell } from './shell/shell.tsx';
import { Splash } from './shell/splash.tsx';

/** Shown for an unknown URL. A signed-in person sees it inside the shell. */
function UnknownPath() {
  return useSession() ? (
    <SignedIn>
      <Shell>
        <NotFoundPage />
      </Shell>
    </SignedIn>
  ) : (
    <NotFoundPage isAlone />
  );
}

/**
 * All routes. Sign-in and registration are outside the shell, and all other screens are inside. Any other URL is "not
 * found".
 */
export const appRoutes: readonly RouteObject[] = [
  {
    element: (
      <>
        <ProofHost />
        <Outlet />
      </>
    ),
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Splash />,
    children: [
      screen(routes.login, () => import('./pages/login.page.tsx').then((m) => m.LoginPage)),
      screen(routes.invitation, () => import('./pages/invitation.page.tsx').then((m) => m.InvitationPage)),
      ...routes.invitationOld.map((path) =>
        screen(path, () => import('./pages/invitation.page.tsx').then((m) => m.OldInvitationPath)),
      ),
      ...mailRoutes,
      screen(routes.loginInvitation, () =>
        import('./pages/invitation-link.page.tsx').then((m) => m.InvitationLinkPage),
      ),
      screen(routes.verifyUserInvitation, () =>
        import('./pages/invitation-link.page.tsx').then((m) => m.InvitationLinkPage),
      ),
      screen(routes.register, () => import('./pages/register.page.tsx').then((m) => m.RegisterPage)),
      screen(routes.mailbox, () => import('./pages/mailbox.page.tsx').then((m) => m.MailboxPage)),
      {
        element: (
          <SignedIn>
            <Shell />
          </SignedIn>
        ),
        children: [
          {
            element: (
              <Screen>
                <Outlet />
              </Screen>
            ),
            errorElement: <ErrorPage isInside />,
            children: [...screens],
          },
        ],
      },
      { path: '*', element: <UnknownPath /> },
    ],
  },
];

export const createAppRouter = () => createBrowserRouter([...appRoutes]);
