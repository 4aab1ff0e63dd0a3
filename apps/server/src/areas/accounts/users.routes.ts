import * as calls from '@quayside/contracts/accounts/users';
import type { Work } from '../../db/tx.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { switchAccount } from './settings/account-switch.service.ts';
import { actOnInvitation } from './people/invitations.service.ts';
import * as memberships from './people/memberships.service.ts';
import * as users from './people/users.service.ts';

/** Mounts the calls for the signed-in person, their accounts and the account switch. */
export function mountUsers(m: Mounting): void {
  const { deps } = m;
  mount(m, calls.getUser)((w, i) => users.getUser(deps, w, i.params.id));
  // Removes the session from the sign-in cache, because its account or language changed. The caches of other server
  // processes are updated within seconds.
  const forgetSession = ({ scope }: Work) => {
    if (scope.sessionId !== null) deps.signIn.forgetSessions([scope.sessionId]);
  };
  mount(
    m,
    calls.replaceUser,
  )(async (w, i) => {
    const user = await users.replaceUser(deps, w, i.body);
    forgetSession(w);
    return user;
  });
  mount(
    m,
    calls.patchUser,
  )(async (w, i) => {
    const accountId = users.accountOfPatch(i.body);
    if (accountId === undefined) {
      const user = await users.patchProfile(deps, w, i.body);
      forgetSession(w);
      return user;
    }
    await switchAccount(deps, w, accountId);
    forgetSession(w);
    return users.getOpened(deps, w, accountId);
  });
  mount(m, calls.listAccounts)((w) => memberships.listAccounts(w));
  mount(m, calls.getAccount)((w) => memberships.getAccount(w));
  mount(m, calls.actOnInvitation)((w, i) => actOnInvitation(deps, w, i.params.accountId, i.params.invitationAction));
}
