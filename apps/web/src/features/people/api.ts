import {
  type AccountUser,
  type AccountRole,
  addAccountUser,
  listAccountUsers,
  removeAccountUser,
  resendInvitation,
  revokeInvitation,
  updateAccountUserRoles,
} from '@quayside/contracts/accounts/people';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { call } from '../../lib/api/call.ts';
import { read, refetchShown } from '../../lib/api/query-client.ts';

/** Loads at most two members, which is enough to tell whether the person is the only one. */
export const fewPeopleQuery = () => read('account', listAccountUsers, { query: { size: 2 } });

/** Runs a write. If it is refused, somebody else may have changed the person. */
async function orRefetch<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    refetchShown();
    throw error;
  }
}

export const invite = (body: BodyIn<typeof addAccountUser>, idempotencyKey: string): Promise<AccountUser> =>
  orRefetch(call(addAccountUser, { body, idempotencyKey }));
export const setRole = ({ id, version }: AccountUser, role: AccountRole): Promise<AccountUser> =>
  orRefetch(call(updateAccountUserRoles, { params: { updateUserId: id }, body: { roles: [role], version } }));
export const resend = ({ id }: AccountUser): Promise<AccountUser> =>
  orRefetch(call(resendInvitation, { params: { updateUserId: id } }));
export const revoke = ({ id }: AccountUser): Promise<AccountUser> =>
  orRefetch(call(revokeInvitation, { params: { updateUserId: id } }));
export const remove = ({ id, version }: AccountUser): Promise<unknown> =>
  orRefetch(call(removeAccountUser, { params: { deleteUserId: id }, ifMatch: version }));
