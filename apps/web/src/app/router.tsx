import { createBrowserRouter, Outlet } from 'react-router';
import { routes } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
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
        { path: routes.loginInvitation, element: <InvitationLinkPage /> },
        { path: routes.verifyUserInvitation, element: <InvitationLinkPage /> },
        { path: routes.register, lazy: async () => ({ Component: (await import('./pages/register.page.tsx')).RegisterPage }) },
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
