import { z } from 'zod';
import { accountUserSettingsSchema, meSchema, personShape, timeZone } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import {
  blankToNull,
  dayOfBirth,
  id,
  optionalLines,
  optionalText,
  requiredText,
  telephone,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';
import { LANGUAGES } from '../texts/languages.ts';

/** The signed-in person, or a member of the account whom an admin looks up. */
const userSchema = z.object({
  ...personShape,
  /** When an admin looks up a member, the id of the admin's own account. Null: the person belongs to no account. */
  currentAccountId: id.nullable(),
  /** The settings of the current account; null: the person belongs to no account. */
  accountUserSettings: accountUserSettingsSchema.nullable(),
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
    'Callers always find themselves. Admins find the members of the current account, and system admins find ' +
    'everybody. Otherwise the answer is 404. Of the accounts of a member, an admin sees only the current one.',
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
    .meta({
      description:
        'Language of the app and of mails. Null: the app uses the language of the browser, and mails are in English',
    }),
  company: optionalText(200),
  bio: optionalLines(2000),
  dateOfBirth: z.preprocess(blankToNull, dayOfBirth.nullable()),
};
export const replaceUser = endpoint({
  id: 'replaceUser',
  method: 'PUT',
  path: '/users/{userId}',
  access: 'self',
  summary: 'Change your own profile',
  description: 'Changing the e-mail address needs a separate call, because the new address must be verified first.',
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
  summary: 'Change parts of your own profile, or switch the account',
  description:
    '`currentAccountId` switches this session to another account and makes it the default at the next sign-in. It ' +
    'must be the only field of the request.',
  params: userPath,
  body: z.strictObject({ ...profileShape, currentAccountId: id, version }).partial(),
  response: userSchema,
  errors: ['conflict_version', 'not_found'],
});

/** One of the person's accounts, as the account switch shows it. */
const accountSchema = meSchema.shape.accounts.element;
export type Account = z.infer<typeof accountSchema>;
export const listAccounts = endpoint({
  id: 'listAccounts',
  method: 'GET',
  path: '/users/{userId}/accounts',
  access: 'self',
  summary: 'Accounts that the person belongs to or is invited to, by name',
  description: 'Invitations are listed only after the person has verified the e-mail address.',
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
// Any other action than these two is an invalid field (422). A malformed id is treated as an unknown id (404).
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
  changesData: true,
  path: '/users/{userId}/accounts/{accountId}/{invitationAction}',
  access: 'self',
  summary: 'Accept or reject an invitation as the signed-in person',
  description:
    'Changes data although it is a GET, as the specification requires, and is never cached. Repeating the call ' +
    'changes nothing. While the e-mail address of the person is not verified, nothing is accepted, and the answer ' +
    'says so.',
  params: invitationPath,
  response: invitationResultSchema,
  errors: ['not_found'],
});
