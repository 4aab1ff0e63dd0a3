import {
  type AccountUser,
  type AccountRole,
  addAccountUser,
  listAccountUsers,
  removeAccountUser,
  resendInvitation,
  revokeInvitation,
  updateAccountUserRoles,
} from '@quayside/contracts/people';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { call } from '../../lib/call.ts';
import { queryClient, read } from '../../lib/query-client.ts';

/** Loads at most two members, which is enough to tell whether the person is the only one. */
export const fewPeopleQuery = () => read('account', listAccountUsers, { query: { size: 2 } });

const refresh = () => queryClient.invalidateQueries({ queryKey: ['account', listAccountUsers.path] });
async function andRefresh<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    await refresh();
  }
}

export const invite = (body: BodyIn<typeof addAccountUser>, idempotencyKey: string): Promise<AccountUser> =>
  andRefresh(call(addAccountUser, { body, idempotencyKey }));
export const setRole = ({ id, version }: AccountUser, role: AccountRole): Promise<AccountUser> =>
  andRefresh(call(updateAccountUserRoles, { params: { updateUserId: id }, body: { roles: [role], version } }));
export const resend = ({ id }: AccountUser): Promise<AccountUser> =>
  andRefresh(call(resendInvitation, { params: { updateUserId: id } }));
export const revoke = ({ id }: AccountUser): Promise<AccountUser> =>
  andRefresh(call(revokeInvitation, { params: { updateUserId: id } }));
export const remove = ({ id, version }: AccountUser): Promise<unknown> =>
  andRefresh(call(removeAccountUser, { params: { deleteUserId: id }, ifMatch: version }));
