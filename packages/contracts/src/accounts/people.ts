import { ROLES } from '@quayside/domain/lists';
import { z } from 'zod';
import { newPassword } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { email, id, instant, requiredText, userAnd, userPath, version } from '../primitives.ts';
import { INVITATION_ACTIONS, invitationResultSchema } from './users.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// People of an account: who belongs to it, with which role, and who is invited.

/** The roles that an account can give. The third role, system admin, does not depend on an account. */
export const ACCOUNT_ROLES = ['sv-account-admin', 'sv-account-viewer'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];
export const INVITATION_STATUSES = ['INVITED', 'ACCEPTED', 'REJECTED', 'REVOKED'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/**
 * A person as the account sees them. Until they accept the invitation, their name and e-mail address are those that the
 * admin typed.
 */
const accountUserSchema = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(z.enum(ACCOUNT_ROLES)),
  invitationStatus: z.enum(INVITATION_STATUSES),
  isOwner: z.boolean(),
  isYou: z.boolean(),
  /** True when no other member can manage the account. */
  isLastAdmin: z.boolean(),
  /** When the person was invited. Null: the person was a member from the beginning and was never invited. */
  invitedAt: instant.nullable(),
  /** When the person last used a session in this account. */
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
  summary: 'Members of the account and people who are invited',
  params: userPath,
  query: listQuery({ sort: accountUserSort, filters: accountUserFilters }),
  response: page(accountUserSchema),
});

/** Always contains exactly one role. It is a list because the specification defines a list. */
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
    'The answer does not reveal whether the e-mail address already has an account. A person whose invitation is ' +
    'pending, rejected or revoked is invited again. Inviting an admin needs a recent proof of identity.',
  proof: 'sometimes',
  params: userPath,
  body: addAccountUserBody,
  response: accountUserSchema,
  status: 201,
  errors: ['people.is_member', 'accounts.address_unverified', 'too_many'],
});

const deletePath = userAnd('deleteUserId');
export const removeAccountUser = endpoint({
  id: 'removeAccountUser',
  method: 'DELETE',
  path: '/users/{userId}/account/users/{deleteUserId}',
  access: 'accountAdmin',
  summary: 'Remove a person from the account',
  description:
    'Ends their sessions in this account. If the person is only invited, the invitation is revoked. If-Match can ' +
    'contain the version. Removing a member needs a recent proof of identity.',
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
  summary: 'Change the role of a person',
  description:
    'Ends their sessions in this account, so that they sign in again with the new rights. Making somebody an admin ' +
    'needs a recent proof of identity.',
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
  summary: 'Send an invitation again',
  description: 'The link in the previous mail stops working. A rejected or revoked invitation is renewed.',
  params: updatePath,
  response: accountUserSchema,
  errors: ['not_found', 'people.is_member', 'accounts.address_unverified', 'too_many'],
});
export const revokeInvitation = endpoint({
  id: 'revokeInvitation',
  method: 'POST',
  path: '/users/{userId}/account/users/{updateUserId}/revoke-invitation',
  access: 'accountAdmin',
  idempotent: true,
  summary: 'Revoke an invitation',
  params: updatePath,
  response: accountUserSchema,
  errors: ['not_found', 'people.is_member'],
});

export const listAccountUserRoles = endpoint({
  id: 'listAccountUserRoles',
  method: 'GET',
  path: '/users/{userId}/account/user-roles',
  access: 'accountAdmin',
  summary: 'All roles, and which of them an account can assign',
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
  summary: 'Details of an invitation, for whoever has its link',
  params: userAnd('accountId').extend({ verificationToken: token }),
  response: z.object({
    accountName: z.string(),
    /** The name of the person who sent the invitation; null when that person no longer exists. */
    invitedBy: z.string().nullable(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    roles: z.array(z.enum(ACCOUNT_ROLES)),
    /** True when the person already has a password and must sign in to accept. */
    needsSignIn: z.boolean(),
  }),
  errors: ['people.invitation_used', 'people.invitation_expired', 'people.invitation_unknown', 'too_many'],
});
export const verifyInvitation = endpoint({
  id: 'verifyInvitation',
  method: 'GET',
  changesData: true,
  path: '/auth/{userId}/invitation/{accountId}/{verificationToken}/{invitationAction}',
  access: 'public',
  summary: 'Accept or reject an invitation with the link from its mail',
  description:
    'Changes data although it is a GET, as the specification requires, and is never cached. A person who accepts in ' +
    'this way chooses a password with the forgotten-password mail.',
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
  summary: 'Accept an invitation and choose a first password, or reject it',
  description:
    'The counterpart of verifyInvitation that the page of the app calls after a click. Accepting sets the password ' +
    'and verifies the e-mail address.',
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
