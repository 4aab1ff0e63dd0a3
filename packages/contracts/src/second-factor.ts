import { z } from 'zod';
import { typedCode } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { instant, userPath } from './primitives.ts';
import { sayInSchema } from './texts/catalogue.ts';

// The second factor of the signed-in person, and the proof that what is dangerous asks for.
// None of these calls takes an Idempotency-Key: stored answers would hold the secret and the codes.

/** How long what is dangerous is not asked for again. */
export const PROOF_MINUTES = 5;
/** How long a set-up waits for its first code. */
export const SET_UP_MINUTES = 15;
export const RECOVERY_CODES = 10;

export const secondFactorSchema = z.object({
  isOn: z.boolean(),
  /** Since when; null while it is off. */
  since: instant.nullable(),
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: z.int(),
  /** Names of the person's accounts that ask for one: while there are any, it cannot be turned off. */
  requiredBy: z.array(z.string()),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;
const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({ description: 'Shown once; each works once' }),
});

const path = '/users/{userId}/second-factor';
const shared = { access: 'self', params: userPath } as const;

export const getSecondFactor = endpoint({
  ...shared,
  id: 'getSecondFactor',
  method: 'GET',
  path,
  summary: 'Is the second factor on, and how many recovery codes are left',
  response: secondFactorSchema,
});
export const beginSecondFactor = endpoint({
  ...shared,
  id: 'beginSecondFactor',
  method: 'POST',
  path,
  summary: 'Begin to set up a second factor by TOTP',
  description: `Answers the secret, once. Nothing is on until its first code is sent within ${SET_UP_MINUTES} minutes. With one that is on already, the new one takes its place then.`,
  proof: 'recent',
  response: z.object({
    secret: z.string().meta({ description: 'Base32, for typing' }),
    uri: z.string().meta({ description: 'otpauth://, for the code that a phone reads' }),
  }),
});
export const confirmSecondFactor = endpoint({
  ...shared,
  id: 'confirmSecondFactor',
  method: 'POST',
  path: `${path}/confirm`,
  summary: 'Turn the second factor on with its first code',
  description: `Answers ${RECOVERY_CODES} recovery codes, once; older ones work no more. Ends all other sessions of the person, and tells them by mail.`,
  body: z.strictObject({ code: typedCode }),
  response: recoveryCodes,
  errors: ['accounts.wrong_code', 'accounts.set_up_over', 'too_many'],
});
export const turnOffSecondFactor = endpoint({
  ...shared,
  id: 'turnOffSecondFactor',
  method: 'POST',
  path: `${path}/turn-off`,
  summary: 'Turn the second factor off',
  description: 'Refused while an account of the person asks for one; another phone is set up by beginning anew.',
  proof: 'recent',
  errors: ['accounts.second_factor_off', 'accounts.second_factor_kept'],
});
export const renewRecoveryCodes = endpoint({
  ...shared,
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: `${path}/recovery-codes`,
  summary: 'New recovery codes; the ones before work no more',
  proof: 'recent',
  response: recoveryCodes,
  errors: ['accounts.second_factor_off'],
});

export const prove = endpoint({
  ...shared,
  id: 'prove',
  method: 'POST',
  path: '/users/{userId}/proof',
  summary: 'Type the password again, and the code where the second factor is on',
  description: `What is dangerous is answered with \`proof_required\` without it, and may be sent again for ${PROOF_MINUTES} minutes after it, in this session.`,
  body: z.strictObject({
    password: z
      .string({ error: sayInSchema('field.password_required') })
      .min(1, sayInSchema('field.password_required'))
      .max(1024),
    code: typedCode.optional().meta({ description: 'Needed where the second factor is on' }),
  }),
  response: z.object({ provedUntil: instant }),
  errors: ['accounts.wrong_password', 'accounts.wrong_code', 'too_many'],
});
