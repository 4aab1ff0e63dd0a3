import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { queueQuery } from '../features/notifications/api.ts';
import { isApiError } from '../lib/api-error.ts';
import { isSecondFactorMissing, meQuery, settingsQuery } from '../lib/account.ts';
import { installationQuery } from '../lib/installation.ts';
import { lazyPart } from '../lib/load-part.ts';
import { paths } from '../lib/paths.ts';
import { storePerson } from '../lib/kept-person.ts';
import { useSession } from '../lib/session.ts';
import type { ScreenNeed } from '../lib/screen-need.ts';
import { session } from '../lib/session-store.ts';
import { useSwitching } from '../lib/switching.ts';
import { NotFoundPage } from './pages/not-found.page.tsx';
import { useOwnLanguage } from './own-language.ts';
import { decide } from './route-decision.ts';
import { visitorOf } from './home.ts';
import { Splash } from './shell/splash.tsx';

const SecondFactorGate = lazyPart(() => import('./pages/second-factor-gate.tsx').then((m) => m.SecondFactorGate));

/**
 * Loads the person and the account before the shell renders. Without a session it redirects to sign-in, with a return
 * address.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const held = useSession();
  const isSwitching = useSwitching();
  const location = useLocation();
  // During a switch, render and fetch nothing: the data of the former account must not appear, and the new one must not
  // get its requests.
  if (isSwitching) return <Splash />;
  if (!held) {
    const back = ['signedOut', 'switched'].includes(session.endReason() ?? '')
      ? undefined
      : `${location.pathname}${location.search}`;
    return <Navigate to={paths.login(back)} replace />;
  }
  return <Loaded key={held.userId}>{children}</Loaded>;
}

function Loaded({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery());
  const settings = useQuery(settingsQuery());
  useOwnLanguage(me.data);
  // Keeps the gate open until the recovery codes were shown; the second factor is already on after the first code.
  const [isEnrolling, setEnrolling] = useState(false);
  // Prefetched in parallel; the shell does not wait for them.
  usePrefetchQuery(queueQuery());
  usePrefetchQuery(installationQuery());
  // These refusals do not end the session: another tab left the account and this page is about to reload, or a second
  // factor is missing.
  const refusal = [me.error, settings.error].find(
    (error) =>
      isApiError(error) &&
      error.status >= 400 &&
      error.status < 500 &&
      !['conflict_account', 'second_factor_missing'].includes(error.code),
  );
  const accountId = me.data?.currentAccountId;
  const left = session.leftAccount();
  const isElsewhere = accountId !== undefined && left !== null && left !== accountId;
  useEffect(() => {
    if (!accountId) return;
    session.setAccount(accountId);
    if (!isElsewhere) session.forgetLeftAccount();
  }, [accountId, isElsewhere]);
  useEffect(() => {
    // If the person cannot be loaded, the session is over (shell §4).
    if (refusal) session.end('expired');
  }, [refusal]);
  useEffect(() => {
    if (me.data && settings.data) storePerson(me.data, settings.data);
  }, [me.data, settings.data]);
  if (me.data && (isEnrolling || isSecondFactorMissing(me.data))) {
    const done = async () => {
      await Promise.all([me.refetch(), settings.refetch()]);
      setEnrolling(false);
    };
    return (
      <Suspense fallback={<Splash />}>
        <SecondFactorGate me={me.data} onBegin={() => setEnrolling(true)} onDone={() => void done()} />
      </Suspense>
    );
  }
  if (me.data && settings.data) return isElsewhere ? <StartAtHome /> : children;
  const error = me.error ?? settings.error;
  return (
    <Splash
      error={error && !refusal ? error : undefined}
      onRetry={() => (void me.refetch(), void settings.refetch())}
    />
  );
}

/** The return address belongs to the account that was left and does not exist in this one, so go home instead. */
function StartAtHome() {
  useEffect(() => session.forgetLeftAccount(), []);
  return <Navigate to={paths.home()} replace />;
}

/** Renders a screen inside the shell if the person may see it. */
export function Screen({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery()).data;
  const settings = useQuery(settingsQuery()).data;
  const need = useMatches().reduce<ScreenNeed>(
    (all, match) => ({ ...all, ...(match.handle as ScreenNeed | undefined) }),
    {},
  );
  switch (decide(need, me !== undefined, me && settings ? visitorOf(me, settings) : undefined)) {
    case 'show':
      return children;
    case 'trialExpired':
      return <Navigate to={paths.trialExpired()} replace />;
    case 'feeTracker':
      return <Navigate to={paths.feeTracker()} replace />;
    // SignedIn handles both: it redirects to sign-in or shows the second-factor gate.
    case 'signIn':
    case 'enrol':
      return null;
    default:
      return <NotFoundPage />;
  }
}
