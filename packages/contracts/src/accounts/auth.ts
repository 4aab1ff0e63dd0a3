import { z } from 'zod';
import { newPassword } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { email, id, userPath } from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

/**
 * The token of a mailed link. A malformed token gets the same refusal as an unknown one, so the schema does not check
 * its form.
 */
const verificationToken = z
  .string({ error: sayInSchema('field.required') })
  .trim()
  .min(1, sayInSchema('field.required'))
  .max(200, sayInSchema('field.max_length', { max: 200 }));
const typedPassword = z
  .string({ error: sayInSchema('field.password_required') })
  .min(1, sayInSchema('field.password_required'))
  .max(1024);
const linkPath = z.strictObject({ userId: id, verificationToken });
const LINK_ERRORS = ['accounts.link_used', 'accounts.link_expired', 'accounts.link_unknown', 'too_many'] as const;
const verified = z.object({ isVerified: z.boolean() });

export const forgottenPassword = endpoint({
  id: 'forgottenPassword',
  method: 'POST',
  path: '/auth/forgotten-password',
  access: 'public',
  withoutToken: true,
  summary: 'Request a link to choose a new password',
  description:
    'The answer is the same whether or not anybody has this e-mail address. The link is valid for one hour. A ' +
    'person who was invited and has no password yet gets the invitation again. At most five mails are sent per ' +
    'hour, and the link in the last one is valid for that long.',
  params: z.strictObject({}),
  body: z.strictObject({ email }),
  errors: ['too_many'],
});

export const resetForgottenPassword = endpoint({
  id: 'resetForgottenPassword',
  method: 'POST',
  path: '/auth/{userId}/reset-forgotten-password',
  access: 'public',
  withoutToken: true,
  summary: 'Choose a new password with the link from the mail',
  description:
    'Ends all sessions of the person. Also verifies the e-mail address, because the person has read the mail.',
  params: userPath,
  body: z.strictObject({ password: newPassword, verificationToken, userId: id }),
  errors: [...LINK_ERRORS],
});

const VERIFY = {
  path: '/auth/{userId}/verify/{verificationToken}',
  access: 'public',
  withoutToken: true,
  params: linkPath,
  response: verified,
  errors: [...LINK_ERRORS],
} as const;
export const verifyUser = endpoint({
  ...VERIFY,
  id: 'verifyUser',
  method: 'GET',
  changesData: true,
  summary: 'Verify the e-mail address of a person',
  description:
    'Changes data although it is a GET, as the specification requires, and is never cached. The link in the mail ' +
    'opens a page that calls the POST instead.',
});
export const verifyUserByClick = endpoint({
  ...VERIFY,
  id: 'verifyUserByClick',
  method: 'POST',
  summary: 'Verify the e-mail address after a click, so that a mail scanner cannot use up the link',
});

export const triggerVerifyEmail = endpoint({
  id: 'triggerVerifyEmail',
  method: 'GET',
  changesData: true,
  path: '/users/{userId}/verify-email',
  access: 'self',
  summary: 'Send the mail that verifies your own e-mail address',
  description: 'At most 5 mails per hour. Sends nothing if the address is already verified. Older links stop working.',
  params: userPath,
  response: verified,
  errors: ['too_many'],
});

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/users/{userId}/password',
  access: 'self',
  idempotent: true,
  summary: 'Change your own password',
  description:
    'Needs the current password. Ends all other sessions of the person and notifies them by mail. A person with a ' +
    'second factor also needs a recent proof of identity.',
  proof: 'in-body',
  params: userPath,
  body: z.strictObject({ currentPassword: typedPassword, newPassword }),
  response: z.object({ endedSessions: z.int().meta({ description: 'Number of other sessions that were ended' }) }),
  errors: ['accounts.wrong_password', 'too_many'],
});

export const changeEmail = endpoint({
  id: 'changeEmail',
  method: 'POST',
  path: '/users/{userId}/email',
  access: 'self',
  idempotent: true,
  summary: 'Request a change of your e-mail address',
  description:
    'Sends a link to the new address and a notice to the current one. Only opening the link changes the address. ' +
    'Needs a recent proof of identity if `password` is absent or the person has a second factor.',
  proof: 'in-body',
  params: userPath,
  body: z.strictObject({ email, password: typedPassword.optional() }),
  response: z.object({ pendingEmail: z.string() }),
  errors: ['accounts.wrong_password', 'too_many'],
});

// The client sends its access token if it has one: the session in which the link is opened continues, and all other
// sessions end.
const NEW_ADDRESS = {
  path: '/auth/{userId}/new-address/{verificationToken}',
  access: 'public',
  params: linkPath,
  response: z.object({ email: z.string() }),
  errors: [...LINK_ERRORS],
} as const;
export const proveNewAddress = endpoint({
  ...NEW_ADDRESS,
  id: 'proveNewAddress',
  method: 'GET',
  changesData: true,
  summary: 'Change the e-mail address of a person to the one that they requested',
  description:
    'Changes data although it is a GET, like the call that verifies an address. Ends all other sessions of the ' +
    'person.',
});
export const proveNewAddressByClick = endpoint({
  ...NEW_ADDRESS,
  id: 'proveNewAddressByClick',
  method: 'POST',
  summary: 'Change the e-mail address after a click, so that a mail scanner cannot use up the link',
});
