import { exportAccountUsers } from '@quayside/contracts/exports';
import {
  addAccountUser,
  answerInvitation,
  listAccountUserRoles,
  listAccountUsers,
  readInvitation,
  removeAccountUser,
  resendInvitation,
  revokeInvitation,
  updateAccountUserRoles,
  verifyInvitation,
  ACCOUNT_ROLES,
} from '@quayside/contracts/accounts/people';
import { ROLES } from '@quayside/domain/lists';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount, mountPublic } from '../../http/mount.ts';
import * as invitations from './people/invitations.service.ts';
import { peopleExport } from './people/people.export.ts';
import { pageOfPeople } from './people/people.list.ts';
import { readPeople } from './rows/people.queries.ts';
import * as people from './people/people.service.ts';

const GIVEN: readonly string[] = ACCOUNT_ROLES;

/** Mounts the calls for the people of an account and their invitations. */
export function mountPeople(m: Mounting): void {
  const { deps } = m;
  mount(m, listAccountUsers)(async (w, i) => pageOfPeople(await readPeople(w), i.query));
  mountExport(m, exportAccountUsers)(peopleExport);
  mount(m, listAccountUserRoles)(async () => ROLES.map((name) => ({ name, canBeGiven: GIVEN.includes(name) })));
  mount(m, addAccountUser, (scope, i) => invitations.countInvitation(deps, scope, i.body.email))((w, i) =>
    invitations.invite(w, deps, i.body),
  );
  mount(
    m,
    updateAccountUserRoles,
  )((w, i) => people.changeRoles(w, deps, i.params.updateUserId, i.body.roles, i.body.version));
  mount(m, removeAccountUser)((w, i) => people.removePerson(w, deps, i.params.deleteUserId, i.ifMatch));
  mount(m, resendInvitation, (scope, i) => invitations.countResend(deps, scope, i.params.updateUserId))((w, i) =>
    invitations.resend(w, deps, i.params.updateUserId),
  );
  mount(m, revokeInvitation)((w, i) => people.revokeInvitation(w, deps, i.params.updateUserId));

  mountPublic(
    m,
    readInvitation,
  )(async (i) => {
    await invitations.countLink(deps, i.request.ip);
    return invitations.lookAtInvitation(deps, i.params);
  });
  mountPublic(
    m,
    verifyInvitation,
  )(async (i) => {
    await invitations.countLink(deps, i.request.ip);
    return invitations.answerByLink(deps, i.params, { action: i.params.invitationAction });
  });
  mountPublic(
    m,
    answerInvitation,
  )(async (i) => {
    await invitations.countLink(deps, i.request.ip);
    const { invitationAction: action, verificationToken } = i.body;
    return invitations.answerByLink(
      deps,
      { ...i.params, verificationToken },
      { action, ...(i.body.invitationAction === 'ACCEPT' && { password: i.body.password }) },
    );
  });
}
