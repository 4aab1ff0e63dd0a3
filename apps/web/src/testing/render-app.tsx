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
  /** Who looks; an admin where nothing is said, nobody for `null`. */
  readonly as?: Visitor | null;
  readonly me?: Partial<Me>;
  readonly settings?: Partial<AccountSettings>;
}

let api: FakeApi | undefined;
let root: Root | undefined;
let router: ReturnType<typeof createBrowserRouter> | undefined;

/** The API of this test, before anything is shown: knows the signed-in person and an account without anything in it. */
export function startApi({ as = 'admin', me, settings }: Options = {}): FakeApi {
  api = createFakeApi();
  window.fetch = api.fetch;
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

/** The whole app at an address, as main.tsx starts it: shell, guard, screen. */
export function renderApp(path: string): void {
  window.history.replaceState(null, '', path);
  router = createAppRouter();
  show(router);
}

/** One part of the app alone, for the signed-in person, with all that the app provides. */
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

/** As the shell gives it to a page: what fills the page fills the window. */
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

/** Takes the page away, and all that it kept. Answers what went against the contract meanwhile. */
export function closeApp(): readonly string[] {
  clearToasts();
  for (const opened of [phoneDrawer, addNewDialog, reportDialog, chatPanel]) opened.set(false);
  root?.unmount();
  router?.dispose();
  document.getElementById('root')?.remove();
  session.end('signedOut');
  queryClient.clear();
  localStorage.clear();
  // As when another tab cleared the storage: whoever holds a copy drops it.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  const problems = api?.problems ?? [];
  api?.close();
  [root, router, api] = [undefined, undefined, undefined];
  return problems;
}
