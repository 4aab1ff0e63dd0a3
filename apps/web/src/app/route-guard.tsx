import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { queueQuery } from '../features/notifications/api.ts';
import { isApiError } from '../lib/api-error.ts';
import { isSecondFactorMissing, meQuery, settingsQuery } from '../lib/account.ts';
import { installationQuery } from '../lib/installation.ts';
import { lazyPart } from '../lib/load-part.ts';
import { paths } from '../lib/paths.ts';
import { keepPerson } from '../lib/person-state.ts';
import { useSession } from '../lib/session.ts';
import { session } from '../lib/session-store.ts';
import { useSwitching } from '../lib/switching.ts';
import { NotFoundPage } from './pages/not-found.page.tsx';
import { decide, type ScreenNeed } from './route-decision.ts';
import { visitorOf } from './home.ts';
import { Splash } from './shell/splash.tsx';

const SecondFactorGate = lazyPart(() => import('./pages/second-factor-gate.tsx').then((m) => m.SecondFactorGate));

/** Loads the person and the account, then lets the shell be drawn. Without a session: to sign-in, with the way back. */
export function SignedIn({ children }: { children: ReactNode }) {
  const held = useSession();
  const isSwitching = useSwitching();
  const location = useLocation();
  // Nothing of the former account stays on the screen, and nothing of it is asked for in the new one.
  if (isSwitching) return <Splash />;
  if (!held) {
    const back = ['signedOut', 'switched'].includes(session.endReason() ?? '') ? undefined : `${location.pathname}${location.search}`;
    return <Navigate to={paths.login(back)} replace />;
  }
  return <Loaded key={held.userId}>{children}</Loaded>;
}

function Loaded({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery());
  const settings = useQuery(settingsQuery());
  // Until the recovery codes were seen, although the person has it from the first code on.
  const [isEnrolling, setEnrolling] = useState(false);
  // Asked for at the same time; the shell does not wait for them.
  usePrefetchQuery(queueQuery());
  usePrefetchQuery(installationQuery());
  // A page whose account was left in another tab is on its way to start again; that ends no session.
  const refusal = [me.error, settings.error].find(
    (error) => isApiError(error) && error.status >= 400 && error.status < 500 && !['conflict_account', 'second_factor_missing'].includes(error.code),
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
    // A person that cannot be loaded is nobody (shell §4).
    if (refusal) session.end('expired');
  }, [refusal]);
  useEffect(() => {
    if (me.data && settings.data) keepPerson(me.data, settings.data);
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
  return <Splash error={error && !refusal ? error : undefined} onRetry={() => (void me.refetch(), void settings.refetch())} />;
}

/** The way back leads to a page of the account that was left; in this one there is nothing at that address. */
function StartAtHome() {
  useEffect(() => session.forgetLeftAccount(), []);
  return <Navigate to={paths.home()} replace />;
}

/** Inside the shell: may this person see this screen? */
export function Screen({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery()).data;
  const settings = useQuery(settingsQuery()).data;
  const need = useMatches().reduce<ScreenNeed>((all, match) => ({ ...all, ...(match.handle as ScreenNeed | undefined) }), {});
  switch (decide(need, me !== undefined, me && settings ? visitorOf(me, settings) : undefined)) {
    case 'show':
      return children;
    case 'trialExpired':
      return <Navigate to={paths.trialExpired()} replace />;
    case 'feeTracker':
      return <Navigate to={paths.feeTracker()} replace />;
    // The guard around the shell shows the sign-in page, and the way to a second factor.
    case 'signIn':
    case 'enrol':
      return null;
    default:
      return <NotFoundPage />;
  }
}
