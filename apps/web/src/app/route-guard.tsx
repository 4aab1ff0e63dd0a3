import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { queueQuery } from '../features/notifications/api.ts';
import { isSessionOver } from '../lib/errors/api-error.ts';
import { isSecondFactorMissing, meQuery, settingsQuery } from '../lib/session/account.ts';
import { installationQuery } from '../lib/installation.ts';
import { lazyPart } from '../lib/page/load-part.ts';
import { paths } from '../lib/paths.ts';
import { pausedSession } from '../lib/session/paused-session.ts';
import { storePerson } from '../lib/session/kept-person.ts';
import { useSession } from '../lib/session/session.ts';
import type { ScreenNeed } from '../lib/screen-need.ts';
import { session } from '../lib/session/session-store.ts';
import { useStore } from '../lib/store.ts';
import { useSwitching } from '../lib/session/switching.ts';
import { NotFoundPage } from './pages/not-found.page.tsx';
import { useOwnLanguage } from './own-language.ts';
import { decide } from './route-decision.ts';
import { visitorOf } from './home.ts';
import { Splash } from './shell/splash.tsx';

const SignInAgain = lazyPart(() => import('./pages/sign-in-again.tsx').then((m) => m.SignInAgain));
const SecondFactorGate = lazyPart(() => import('./pages/second-factor-gate.tsx').then((m) => m.SecondFactorGate));

/**
 * Loads the person and the account before the shell renders. Without a session, redirects to sign-in with the URL to
 * return to. If the session has ended over unsaved input, the page stays and the person signs in over it.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const held = useSession();
  const paused = useStore(pausedSession);
  const isSwitching = useSwitching();
  const location = useLocation();
  // Render and fetch nothing during an account switch. Data of the former account must not appear, and requests for
  // that data must not be sent to the new account.
  if (isSwitching) return <Splash />;
  if (!held && !paused) {
    const back = ['signedOut', 'switched'].includes(session.endReason() ?? '')
      ? undefined
      : `${location.pathname}${location.search}`;
    return <Navigate to={paths.login(back)} replace />;
  }
  return (
    <>
      <Loaded key={held?.userId ?? paused?.userId}>{children}</Loaded>
      {!held && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </>
  );
}

function Loaded({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery());
  const settings = useQuery(settingsQuery());
  useOwnLanguage(me.data);
  // Whether the person is setting up a second factor. The gate stays open until the recovery codes were shown, although
  // the second factor is on as soon as the first code was entered.
  const [isEnrolling, setEnrolling] = useState(false);
  // Prefetch the data that the page needs next, in parallel. The shell does not wait for it.
  usePrefetchQuery(queueQuery());
  usePrefetchQuery(installationQuery());
  // Only an answer that there is no session for this person ends the session. After any other refusal, such as too many
  // calls, the screen stays and the call is repeated.
  const refusal = [me.error, settings.error].find(isSessionOver);
  const accountId = me.data?.currentAccountId;
  const left = session.leftAccount();
  const isElsewhere = accountId !== undefined && left !== null && left !== accountId;
  useEffect(() => {
    if (!accountId) return;
    session.setAccount(accountId);
    if (!isElsewhere) session.forgetLeftAccount();
  }, [accountId, isElsewhere]);
  useEffect(() => {
    // If the person cannot be loaded, the session is over (shell specification, §4).
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

/**
 * Opens the home screen. The return URL cannot be used, because it belongs to the account that was left and does not
 * exist in this one.
 */
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
    // `SignedIn` handles both cases: it redirects to sign-in or shows the second-factor gate.
    case 'signIn':
    case 'enrol':
      return null;
    default:
      return <NotFoundPage />;
  }
}
