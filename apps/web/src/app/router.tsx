import { createBrowserRouter, Outlet } from 'react-router';
import { routes } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { mailRoutes } from './mail-routes.tsx';
import { ErrorPage } from './pages/error.page.tsx';
import { NotFoundPage } from './pages/not-found.page.tsx';
import { ProofHost } from './proof-host.tsx';
import { Screen, SignedIn } from './route-guard.tsx';
import { screen, screens } from './routes.tsx';
import { Shell } from './shell/shell.tsx';
import { Splash } from './shell/splash.tsx';

/** An unknown address: inside the shell for a signed-in person. */
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

/** All routes: sign-in and registration without the shell, all other screens inside it, and not found for the rest. */
export function createAppRouter() {
  return createBrowserRouter([
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
  ]);
}
