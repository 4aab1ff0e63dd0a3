import * as calls from '@quayside/contracts/users';
import { type Mounting, mount } from '../../http/mount.ts';
import { switchAccount } from './account-switch.service.ts';
import { actOnInvitation } from './invitations.service.ts';
import * as memberships from './memberships.service.ts';
import * as users from './users.service.ts';

/** The person, their accounts, and the way between them. */
export function mountUsers(m: Mounting): void {
  const { deps } = m;
  mount(m, calls.getUser)((w, i) => users.getUser(deps, w, i.params.id));
  mount(m, calls.replaceUser)((w, i) => users.replaceUser(deps, w, i.body));
  mount(
    m,
    calls.patchUser,
  )(async (w, i) => {
    const accountId = users.accountOfPatch(i.body);
    if (accountId === undefined) return users.patchProfile(deps, w, i.body);
    await switchAccount(deps, w, accountId);
    // This process knows at once; the others hear of it.
    if (w.scope.sessionId !== null) deps.signIn.forgetSessions([w.scope.sessionId]);
    return users.getOpened(deps, w, accountId);
  });
  mount(m, calls.listAccounts)((w) => memberships.listAccounts(w));
  mount(m, calls.getAccount)((w) => memberships.getAccount(w));
  mount(m, calls.actOnInvitation)((w, i) => actOnInvitation(deps, w, i.params.accountId, i.params.invitationAction));
}
