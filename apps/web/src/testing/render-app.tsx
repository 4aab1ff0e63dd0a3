import { type AccountSettings, getAccountSettings, getMe, type Me } from '@quayside/contracts/accounts/accounts';
import { proposeExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { getInstallation, OUTBOUND_LINKS, type OutboundLink } from '@quayside/contracts/installation';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { paymentTotals } from '@quayside/contracts/payments/payments';
import { listViews } from '@quayside/contracts/views';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Providers } from '../app/providers.tsx';
import { ProofHost } from '../app/proof-host.tsx';
import { Screen, SignedIn } from '../app/route-guard.tsx';
import { ErrorPage } from '../app/pages/error.page.tsx';
import { NotFoundPage } from '../app/pages/not-found.page.tsx';
import { screens } from '../app/routes.tsx';
import shell from '../app/shell/shell.module.css';
import { useLive } from '../app/shell/use-live.ts';
import { createAppRouter } from '../app/router.tsx';
import { useDropGuard } from '../lib/page/drop-guard.ts';
import { closeLayersOnBack } from '../lib/page/back-layers.ts';
import { pausedSession } from '../lib/session/paused-session.ts';
import { proof } from '../lib/session/proof.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { session } from '../lib/session/session-store.ts';
import { resetPageStores } from '../lib/store.ts';
import { clearToasts } from '../lib/toasts/toasts.ts';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { aPage } from './pages.ts';
import { ACCOUNT_ID, personAs, someSettings, type Visitor } from './person.ts';
import { aToken } from './a-token.ts';

interface Options {
  /** The signed-in person, by default an admin; `null` if nobody is signed in. */
  readonly as?: Visitor | null;
  readonly me?: Partial<Me>;
  readonly settings?: Partial<AccountSettings>;
}

let api: FakeApi | undefined;
let root: Root | undefined;
let router: ReturnType<typeof createBrowserRouter> | undefined;
let leaveHistory: () => void = () => undefined;

/**
 * Creates the fake API of a test. It must be called before rendering. The fake API has the signed-in person and an
 * empty account.
 */
export function startApi({ as = 'admin', me, settings }: Options = {}): FakeApi {
  const person = as === null ? undefined : { ...personAs(as), ...me };
  api = createFakeApi(person?.accountRoles.map(({ name }) => name));
  window.fetch = api.fetch;
  window.XMLHttpRequest = api.uploads.Request;
  api.on(getInstallation, {
    supportEmail: null,
    links: Object.fromEntries(OUTBOUND_LINKS.map((name) => [name, null])) as Record<OutboundLink, null>,
    reportIssueUrl: null,
    chatUrl: null,
  });
  if (!person) return api;
  api.on(getMe, person);
  api.on(getAccountSettings, { ...someSettings(), ...settings });
  api.on(listNotifications, { ...aPage([]), unread: 0 });
  api.on(listViews, []);
  api.on(paymentTotals, { count: 0, owed: [], accountCurrency: 'GBP', openInAccountCurrency: '0.00', withoutRate: 0 });
  api.on(proposeExchangeRate, { proposal: null });
  session.start(aToken());
  session.setAccount(ACCOUNT_ID);
  return api;
}

/** Renders the whole app at a path, with shell, guard and screen, as main.tsx does. */
export function renderApp(path: string): void {
  window.history.replaceState(null, '', path);
  router = createAppRouter();
  show(router);
}

/**
 * Renders the screen of a path without the toolbar, the drawer and the overlays, which most tests do not need. Use
 * `renderApp` where a test uses these, or leaves for a path outside of the shell.
 */
export function renderScreen(path: string): void {
  window.history.replaceState(null, '', path);
  router = createBrowserRouter([
    {
      element: (
        <SignedIn>
          <ProofHost />
          <Frame />
        </SignedIn>
      ),
      errorElement: <ErrorPage isInside />,
      children: [
        {
          element: (
            <Screen>
              <Outlet />
            </Screen>
          ),
          children: [...screens],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
  show(router);
}

/** The place that the shell gives to a page, with its live stream and its guard against dropped files. */
function Frame() {
  useLive();
  useDropGuard();
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  return (
    <div className={shell.app}>
      <div className={shell.bar} />
      <div className={shell.middle}>
        {!isPhone && <div className={shell.nav} data-mini />}
        <div className={shell.column}>
          <main id="main" className={shell.main} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      {isPhone && (
        <div className={shell.bottom}>
          <div style={{ height: 52 }} />
        </div>
      )}
    </div>
  );
}

/** Renders one component inside the app's providers, for the signed-in person. */
export function renderPart(part: ReactNode, path = '/'): void {
  window.history.replaceState(null, '', path);
  router = createBrowserRouter([
    {
      element: (
        <SignedIn>
          <ProofHost />
          <Outlet />
        </SignedIn>
      ),
      children: [{ path: '*', element: <main style={WHOLE_WINDOW}>{part}</main> }],
    },
  ]);
  show(router);
}

/** The same layout that the shell gives to a page, so that the component fills the window. */
const WHOLE_WINDOW = { display: 'flex', flexDirection: 'column', height: '100vh' } as const;

function show(shown: ReturnType<typeof createBrowserRouter>): void {
  leaveHistory = closeLayersOnBack(shown);
  const element = document.createElement('div');
  element.id = 'root';
  document.body.append(element);
  root = createRoot(element);
  root.render(
    <Providers>
      <RouterProvider router={shown} />
    </Providers>,
  );
}

/** The route pattern of the current screen, such as `/products/:sku`. */
export const shownScreen = (): string | undefined =>
  router?.state.matches.findLast(({ route }) => route.path)?.route.path;

/** Follows a link to a path, within the current task. */
export const followLink = (path: string): void => void router?.navigate(path);

/** Unmounts the page and clears its state. Returns the violations of the API contract that the fake API recorded. */
export function closeApp(): readonly string[] {
  clearToasts();
  proof.answer(false);
  root?.unmount();
  leaveHistory();
  router?.dispose();
  document.getElementById('root')?.remove();
  session.end('signedOut');
  pausedSession.giveUp();
  queryClient.clear();
  localStorage.clear();
  // Dispatch the event that a browser sends when another tab clears the storage. The stores then drop their copies.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  resetPageStores();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  const problems = [...(api?.problems ?? [])];
  if (document.getElementById('root')) problems.push('a page that was opened before is still there');
  api?.close();
  [root, router, api] = [undefined, undefined, undefined];
  return problems;
}
