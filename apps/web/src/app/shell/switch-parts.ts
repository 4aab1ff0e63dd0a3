import { logout } from '@quayside/contracts/accounts/accounts';
import { actOnInvitation, patchUser } from '@quayside/contracts/accounts/users';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '../../i18n/i18n.ts';
import { meQuery, settingsQuery } from '../../lib/session/account.ts';
import { clearAccount } from '../../lib/session/forget-account.ts';
import { call } from '../../lib/api/call.ts';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { session } from '../../lib/session/session-store.ts';
import { switching } from '../../lib/session/switching.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { visitorOf } from '../home.ts';
import { homeOf } from '../route-decision.ts';
import type { InvitationParts, Place } from './switch-account.ts';

/** The pages that can be the home screen of an account. */
const HOMES = [paths.home(), paths.feeTracker()];
const PLACES: Readonly<Record<Place, () => string | Promise<string>>> = {
  signIn: () => paths.login(),
  // Reload the person and the settings, because the new account may have another tier and other flags.
  home: async () => {
    const [me, settings] = await Promise.all([
      queryClient.fetchQuery(meQuery()),
      queryClient.fetchQuery(settingsQuery()),
    ]);
    return homeOf(visitorOf(me, settings));
  },
  trialExpired: () => paths.trialExpired(),
};

/** Implements, for the browser, the side effects of switching to another account. */
export function useSwitchParts(): InvitationParts {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useMemo(
    () => ({
      act: (accountId, action) => call(actOnInvitation, { params: { accountId, invitationAction: action } }),
      save: (accountId) => call(patchUser, { body: { currentAccountId: accountId } }),
      enter(accountId) {
        clearAccount();
        session.setAccount(accountId);
        queryClient.clear();
      },
      async leave() {
        // A failure can be ignored: if the server cannot be reached, the token expires by itself.
        await call(logout, {}).catch(() => undefined);
        session.end('switched');
      },
      tellSwitched: () => void toast('info', t('switcher:switched'), { scope: 'global' }),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      isTierExpired: async () => (await queryClient.fetchQuery(meQuery())).isTierExpired,
      isAtHome: () => HOMES.includes(pathname),
      emitSwitchUser: () => void queryClient.invalidateQueries(),
      go: async (place) => {
        await navigate(await PLACES[place]());
      },
      log: (error) => console.warn('The account could not be switched', error),
      setPhase: switching.set,
    }),
    [navigate, pathname],
  );
}
