import { z } from 'zod';
import { meSchema, personShape, timeZone } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { blankToNull, dayOfBirth, id, optionalText, requiredText, telephone, userPath, version } from './primitives.ts';
import { sayInSchema } from './texts/catalogue.ts';
import { LANGUAGES } from './texts/languages.ts';

/** The signed-in person, or a member whom an admin looks up. */
export const userSchema = z.object({
  ...personShape,
  bio: z.string().nullable(),
  dateOfBirth: dayOfBirth.nullable(),
  /** Where somebody is looked up by an admin: this account. Null: a person without any account. */
  currentAccountId: id.nullable(),
  version,
});
export type User = z.infer<typeof userSchema>;

export const getUser = endpoint({
  id: 'getUserByIdOrEmail',
  method: 'GET',
  path: '/users/{id}',
  access: 'self',
  summary: 'A person by id or by e-mail address',
  description:
    'Oneself always; members of the current account for its admins; anybody for system admins; else not found.',
  params: z.strictObject({ id: z.string().min(1).max(254) }),
  response: userSchema,
});

const profileShape = {
  firstName: requiredText(100, sayInSchema('field.name')),
  lastName: requiredText(100, sayInSchema('field.name')),
  phone: z.preprocess(blankToNull, telephone.nullable()),
  timeZone,
  language: z
    .preprocess(blankToNull, z.enum(LANGUAGES, { error: sayInSchema('choose.language') }).nullable())
    .optional()
    .meta({ description: 'Null: that of the browser. Mails are in it too' }),
  company: optionalText(200),
  bio: optionalText(2000),
  dateOfBirth: z.preprocess(blankToNull, dayOfBirth.nullable()),
};
export const replaceUser = endpoint({
  id: 'replaceUser',
  method: 'PUT',
  path: '/users/{userId}',
  access: 'self',
  summary: 'Change the own profile',
  description: 'Another address is asked for by a call of its own, because it has to be proved first.',
  params: userPath,
  body: z.strictObject({ ...profileShape, version: version.optional() }),
  response: userSchema,
  errors: ['conflict_version'],
});
export const patchUser = endpoint({
  id: 'patchUser',
  method: 'PATCH',
  path: '/users/{userId}',
  access: 'self',
  summary: 'Change parts of the own profile, or the account',
  description:
    '`currentAccountId` opens another account in this session and makes it the default of the next sign-in; alone in its request.',
  params: userPath,
  body: z.strictObject({ ...profileShape, currentAccountId: id, version }).partial(),
  response: userSchema,
  errors: ['conflict_version', 'not_found'],
});

/** One of a person's accounts, as the switch shows it. */
export const accountSchema = meSchema.shape.accounts.element;
export type Account = z.infer<typeof accountSchema>;
export const listAccounts = endpoint({
  id: 'listAccounts',
  method: 'GET',
  path: '/users/{userId}/accounts',
  access: 'self',
  summary: 'Accounts that the person belongs to or is invited to, by name',
  description: 'Invitations are shown once the address of the person is verified.',
  params: userPath,
  response: z.array(accountSchema),
});
export const getAccount = endpoint({
  id: 'getAccount',
  method: 'GET',
  path: '/users/{userId}/account',
  access: 'self',
  summary: 'The current account',
  params: userPath,
  response: accountSchema,
});

export const INVITATION_ACTIONS = ['ACCEPT', 'REJECT'] as const;
export const invitationResultSchema = z.object({ isActive: z.boolean(), isVerified: z.boolean() });
// A word that is none of the two is a wrong field (422), while a malformed id is an unknown one (404).
const invitationPath = z.strictObject({
  userId: id,
  accountId: id,
  invitationAction: z
    .string()
    .max(40)
    .meta({ enum: [...INVITATION_ACTIONS] }),
});
export const actOnInvitation = endpoint({
  id: 'actOnInvitation',
  method: 'GET',
  path: '/users/{userId}/accounts/{accountId}/{invitationAction}',
  access: 'self',
  summary: 'Accept or reject an invitation as the signed-in person',
  description:
    'Changes something although it is a GET, as documented: never cached, and the same again changes nothing. While the address of the person is not verified nothing is accepted, and the answer says so.',
  params: invitationPath,
  response: invitationResultSchema,
  errors: ['not_found'],
});
