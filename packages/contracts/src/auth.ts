import { z } from 'zod';
import { newPassword } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { email, id, userPath } from './primitives.ts';
import { sayInSchema } from './texts/catalogue.ts';

/** What a link in a mail carries. Anything that is not one of ours opens nothing; it is not told apart by its form. */
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
  summary: 'Ask for a link to choose a new password',
  description:
    'The answer is the same whether somebody has this address or not. The link holds for one hour. Who was invited and has no password yet gets the invitation again. At most five mails an hour; the link of the last one holds that long.',
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
  summary: 'Choose a new password with the link out of the mail',
  description: 'Ends all sessions of the person, and verifies the address, because the mail was read there.',
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
  summary: 'Verify the address of a person',
  description:
    'Changes something although it is a GET, as documented: never cached. The link in the mail opens a page that calls the POST instead.',
});
export const verifyUserByClick = endpoint({
  ...VERIFY,
  id: 'verifyUserByClick',
  method: 'POST',
  summary: 'The same after a click, so that a scanner of mails uses nothing up',
});

export const triggerVerifyEmail = endpoint({
  id: 'triggerVerifyEmail',
  method: 'GET',
  path: '/users/{userId}/verify-email',
  access: 'self',
  summary: 'Send the mail that verifies the own address',
  description:
    'At most 5 in an hour. Nothing is sent when the address is verified already. Older links open nothing any more.',
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
  summary: 'Change the own password',
  description:
    'Asks for the present one, ends all other sessions of the person, and tells them by mail. With a second factor a recent proof is needed, too.',
  proof: 'in-body',
  params: userPath,
  body: z.strictObject({ currentPassword: typedPassword, newPassword }),
  response: z.object({ endedSessions: z.int().meta({ description: 'How many other sessions ended' }) }),
  errors: ['accounts.wrong_password', 'too_many'],
});

export const changeEmail = endpoint({
  id: 'changeEmail',
  method: 'POST',
  path: '/users/{userId}/email',
  access: 'self',
  idempotent: true,
  summary: 'Ask for another e-mail address',
  description:
    'Sends a link to the new address and a notice to the present one. Only the link changes the address. Without `password`, or with a second factor, a recent proof is needed.',
  proof: 'in-body',
  params: userPath,
  body: z.strictObject({ email, password: typedPassword.optional() }),
  response: z.object({ pendingEmail: z.string() }),
  errors: ['accounts.wrong_password', 'too_many'],
});

// With the token where one is held: the session that opens the link goes on, all others end.
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
  summary: 'Move a person to the new address that they asked for',
  description:
    'Changes something although it is a GET, like the verification of an address. Ends all other sessions of the person.',
});
export const proveNewAddressByClick = endpoint({
  ...NEW_ADDRESS,
  id: 'proveNewAddressByClick',
  method: 'POST',
  summary: 'The same after a click, so that a scanner of mails uses nothing up',
});
