import { createBrowserRouter, Outlet } from 'react-router';
import { routes } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { mailRoutes } from './mail-routes.tsx';
import { ErrorPage } from './pages/error.page.tsx';
import { NotFoundPage } from './pages/not-found.page.tsx';
import { LoginPage } from './pages/login.page.tsx';
import { InvitationLinkPage } from './pages/invitation-link.page.tsx';
import { Screen, SignedIn } from './route-guard.tsx';
import { screens } from './routes.tsx';
import { Shell } from './shell/shell.tsx';
import { Splash } from './shell/splash.tsx';

/** An address that nobody knows: inside the shell for who is signed in. */
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

/** All addresses: sign-in and registration fill the screen, the rest is inside the shell, anything else is not found. */
export function createAppRouter() {
  return createBrowserRouter([
    {
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <Splash />,
      children: [
        { path: routes.login, element: <LoginPage /> },
        { path: routes.invitation, lazy: async () => ({ Component: (await import('./pages/invitation.page.tsx')).InvitationPage }) },
        ...routes.invitationOld.map((path) => ({
          path,
          lazy: async () => ({ Component: (await import('./pages/invitation.page.tsx')).OldInvitationPath }),
        })),
        ...mailRoutes,
        { path: routes.loginInvitation, element: <InvitationLinkPage /> },
        { path: routes.verifyUserInvitation, element: <InvitationLinkPage /> },
        { path: routes.register, lazy: async () => ({ Component: (await import('./pages/register.page.tsx')).RegisterPage }) },
        { path: routes.mailbox, lazy: async () => ({ Component: (await import('./pages/mailbox.page.tsx')).MailboxPage }) },
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
