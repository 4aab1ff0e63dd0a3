import { ROLES } from '@quayside/domain/lists';
import { z } from 'zod';
import { newPassword } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { listQuery, page } from './paging.ts';
import { email, id, instant, requiredText, userAnd, userPath, version } from './primitives.ts';
import { INVITATION_ACTIONS, invitationResultSchema } from './users.ts';
import { sayInSchema } from './texts/catalogue.ts';

// People of an account: who belongs to it, with which role, and who is invited.

/** The roles that an account gives; the third one stands above accounts. */
export const ACCOUNT_ROLES = ['sv-account-admin', 'sv-account-viewer'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];
export const INVITATION_STATUSES = ['INVITED', 'ACCEPTED', 'REJECTED', 'REVOKED'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** A person as the account knows them. Until they have accepted, name and address are those that the admin typed. */
export const accountUserSchema = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(z.enum(ACCOUNT_ROLES)),
  invitationStatus: z.enum(INVITATION_STATUSES),
  isOwner: z.boolean(),
  isYou: z.boolean(),
  /** The only one left who may manage the account. */
  isLastAdmin: z.boolean(),
  /** Null: was there from the beginning. */
  invitedAt: instant.nullable(),
  /** Last use of a session in this account. */
  lastSeenAt: instant.nullable(),
  version,
});
export type AccountUser = z.infer<typeof accountUserSchema>;

export const accountUserFilters = { role: ['in'], invitationStatus: ['in'] } as const;
export const accountUserSort = ['name', 'email', 'role', 'invitationStatus', 'invitedAt', 'lastSeenAt'] as const;
export const listAccountUsers = endpoint({
  id: 'listAccountUsers',
  method: 'GET',
  path: '/users/{userId}/account/users',
  access: 'accountAdmin',
  summary: 'People of the account, and who is invited',
  params: userPath,
  query: listQuery({ sort: accountUserSort, filters: accountUserFilters }),
  response: page(accountUserSchema),
});

/** One role today; a list, because the documents have one. */
const roles = z
  .array(z.enum(ACCOUNT_ROLES, sayInSchema('choose.role')), sayInSchema('choose.role'))
  .length(1, sayInSchema('choose.role'));
export const addAccountUserBody = z.strictObject({
  email,
  firstName: requiredText(100, sayInSchema('field.name')),
  lastName: requiredText(100, sayInSchema('field.name')),
  roles,
});
export const addAccountUser = endpoint({
  id: 'addAccountUser',
  method: 'POST',
  path: '/users/{userId}/account/users',
  access: 'accountAdmin',
  idempotent: true,
  summary: 'Invite somebody by e-mail',
  description:
    'The answer does not tell whether the address has an account already. Somebody who is invited, rejected or revoked is invited anew. An admin is invited with a recent proof.',
  proof: 'sometimes',
  params: userPath,
  body: addAccountUserBody,
  response: accountUserSchema,
  status: 201,
  errors: ['too_many'],
});

const deletePath = userAnd('deleteUserId');
export const removeAccountUser = endpoint({
  id: 'removeAccountUser',
  method: 'DELETE',
  path: '/users/{userId}/account/users/{deleteUserId}',
  access: 'accountAdmin',
  summary: 'Remove somebody from the account',
  description:
    'Ends their sessions in this account. Somebody who is only invited has the invitation revoked. If-Match may carry the version. A member is removed with a recent proof.',
  proof: 'sometimes',
  params: deletePath,
  errors: ['not_found', 'conflict_version', 'people.owner', 'people.oneself', 'people.last_admin'],
});

const updatePath = userAnd('updateUserId');
export const updateAccountUserRoles = endpoint({
  id: 'updateAccountUserRoles',
  method: 'PUT',
  path: '/users/{userId}/account/users/{updateUserId}',
  access: 'accountAdmin',
  summary: 'Give somebody another role',
  description:
    'Ends their sessions in this account: they sign in again and have the new rights. Somebody is made an admin with a recent proof.',
  proof: 'sometimes',
  params: updatePath,
  body: z.strictObject({ roles, version: version.optional() }),
  response: accountUserSchema,
  errors: ['not_found', 'conflict_version', 'people.owner', 'people.oneself', 'people.last_admin'],
});

export const resendInvitation = endpoint({
  id: 'resendInvitation',
  method: 'POST',
  path: '/users/{userId}/account/users/{updateUserId}/resend-invitation',
  access: 'accountAdmin',
  idempotent: true,
  summary: 'Send the invitation once more',
  description: 'The link of the mail before opens nothing any more. A rejected or revoked invitation is made anew.',
  params: updatePath,
  response: accountUserSchema,
  errors: ['not_found', 'people.is_member', 'too_many'],
});
export const revokeInvitation = endpoint({
  id: 'revokeInvitation',
  method: 'POST',
  path: '/users/{userId}/account/users/{updateUserId}/revoke-invitation',
  access: 'accountAdmin',
  idempotent: true,
  summary: 'Take an invitation back',
  params: updatePath,
  response: accountUserSchema,
  errors: ['not_found', 'people.is_member'],
});

export const listAccountUserRoles = endpoint({
  id: 'listAccountUserRoles',
  method: 'GET',
  path: '/users/{userId}/account/user-roles',
  access: 'accountAdmin',
  summary: 'All roles, and which of them an account can give',
  params: userPath,
  response: z.array(z.object({ name: z.enum(ROLES), canBeGiven: z.boolean() })),
});

// ------------------------------------------------------------------ the link of an invitation, without a sign-in
const token = z.string().min(1).max(200);
export const readInvitation = endpoint({
  id: 'readInvitation',
  method: 'GET',
  path: '/auth/{userId}/invitation/{accountId}/{verificationToken}',
  access: 'public',
  summary: 'What an invitation says, for who has its link',
  params: userAnd('accountId').extend({ verificationToken: token }),
  response: z.object({
    accountName: z.string(),
    /** Null: whoever it was is gone. */
    invitedBy: z.string().nullable(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    roles: z.array(z.enum(ACCOUNT_ROLES)),
    /** True: the person has chosen a password meanwhile, and accepts signed in. */
    needsSignIn: z.boolean(),
  }),
  errors: ['people.invitation_used', 'people.invitation_expired', 'people.invitation_unknown', 'too_many'],
});
export const verifyInvitation = endpoint({
  id: 'verifyInvitation',
  method: 'GET',
  path: '/auth/{userId}/invitation/{accountId}/{verificationToken}/{invitationAction}',
  access: 'public',
  summary: 'Accept or reject an invitation by the link of its mail',
  description:
    'Changes something although it is a GET, as documented: never cached. Who accepts like this chooses a password by the forgotten-password mail.',
  params: userAnd('accountId').extend({ verificationToken: token, invitationAction: z.enum(INVITATION_ACTIONS) }),
  response: invitationResultSchema,
  errors: [
    'people.invitation_used',
    'people.invitation_expired',
    'people.invitation_unknown',
    'people.sign_in_first',
    'too_many',
  ],
});
export const answerInvitation = endpoint({
  id: 'answerInvitation',
  method: 'POST',
  path: '/auth/{userId}/invitation/{accountId}',
  access: 'public',
  summary: 'Accept an invitation with a first password, or reject it',
  description:
    'The twin of verifyInvitation that our page calls after a press. Accepting sets the password and verifies the address.',
  params: userAnd('accountId'),
  body: z.discriminatedUnion('invitationAction', [
    z.strictObject({ invitationAction: z.literal('ACCEPT'), verificationToken: token, password: newPassword }),
    z.strictObject({ invitationAction: z.literal('REJECT'), verificationToken: token }),
  ]),
  response: invitationResultSchema,
  errors: [
    'people.invitation_used',
    'people.invitation_expired',
    'people.invitation_unknown',
    'people.sign_in_first',
    'too_many',
  ],
});
