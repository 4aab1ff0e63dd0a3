import { type AccountSettings, getAccountSettings, getMe, type Me } from '@quayside/contracts/accounts';
import { getInstallation, OUTBOUND_LINKS, type OutboundLink } from '@quayside/contracts/installation';
import { listNotifications } from '@quayside/contracts/notifications';
import { listViews } from '@quayside/contracts/views';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Providers } from '../app/providers.tsx';
import { ProofHost } from '../app/proof-host.tsx';
import { SignedIn } from '../app/route-guard.tsx';
import { createAppRouter } from '../app/router.tsx';
import { addNewDialog, phoneDrawer } from '../app/shell/drawer-state.ts';
import { chatPanel, reportDialog } from '../app/shell/outside/outside-state.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session-store.ts';
import { clearToasts } from '../lib/toasts.ts';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { aPage } from './pages.ts';
import { ACCOUNT_ID, personAs, someSettings, USER_ID, type Visitor } from './person.ts';

interface Options {
  /** The signed-in person: an admin by default; `null` for nobody. */
  readonly as?: Visitor | null;
  readonly me?: Partial<Me>;
  readonly settings?: Partial<AccountSettings>;
}

let api: FakeApi | undefined;
let root: Root | undefined;
let router: ReturnType<typeof createBrowserRouter> | undefined;

/**
 * Creates the fake API of a test, to be called before rendering. It knows the signed-in person and an empty account.
 */
export function startApi({ as = 'admin', me, settings }: Options = {}): FakeApi {
  api = createFakeApi();
  window.fetch = api.fetch;
  window.XMLHttpRequest = api.uploads.Request;
  api.on(getInstallation, {
    supportEmail: null,
    links: Object.fromEntries(OUTBOUND_LINKS.map((name) => [name, null])) as Record<OutboundLink, null>,
    reportIssueUrl: null,
    chatUrl: null,
  });
  if (as === null) return api;
  api.on(getMe, { ...personAs(as), ...me });
  api.on(getAccountSettings, { ...someSettings(), ...settings });
  api.on(listNotifications, { ...aPage([]), unread: 0 });
  api.on(listViews, []);
  session.start({
    access_token: 'token',
    expires_in: 1800,
    refresh_token: '',
    refresh_expires_in: 1,
    scope: '',
    session_state: '',
    userId: USER_ID,
  });
  session.setAccount(ACCOUNT_ID);
  return api;
}

/** Renders the whole app at an address, as main.tsx does: shell, guard and screen. */
export function renderApp(path: string): void {
  window.history.replaceState(null, '', path);
  router = createAppRouter();
  show(router);
}

/** Renders one component for the signed-in person, inside the app's providers. */
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

/** The size that the shell gives to a page: the component fills the window. */
const WHOLE_WINDOW = { display: 'flex', flexDirection: 'column', height: '100vh' } as const;

function show(shown: ReturnType<typeof createBrowserRouter>): void {
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

/** Unmounts the page and clears its state. Answers the violations of the contract. */
export function closeApp(): readonly string[] {
  clearToasts();
  for (const opened of [phoneDrawer, addNewDialog, reportDialog, chatPanel]) opened.set(false);
  root?.unmount();
  router?.dispose();
  document.getElementById('root')?.remove();
  session.end('signedOut');
  queryClient.clear();
  localStorage.clear();
  // Dispatch the event of another tab clearing the storage, so that stores drop their copies.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  const problems = api?.problems ?? [];
  api?.close();
  [root, router, api] = [undefined, undefined, undefined];
  return problems;
}
