import { z } from 'zod';
import { typedCode } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { instant, userPath } from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// The second factor of the signed-in person, and the renewed proof of identity that dangerous calls require (see
// `proof` in endpoint.ts). None of these calls takes an Idempotency-Key, because the stored answer would contain the
// secret and the codes.

/** How many minutes a proof of identity lasts before dangerous calls require it again. */
export const PROOF_MINUTES = 5;
/** How many minutes a person has to enter the first code after starting the set-up. */
export const SET_UP_MINUTES = 15;
export const RECOVERY_CODES = 10;

const secondFactorSchema = z.object({
  isOn: z.boolean(),
  /** When the second factor was turned on; null while it is off. */
  since: instant.nullable(),
  /** The number of unused recovery codes. */
  recoveryCodesLeft: z.int(),
  /** The names of the person's accounts that require a second factor. While there are any, it cannot be turned off. */
  requiredBy: z.array(z.string()),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;
const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({ description: 'Shown only once; each code works once' }),
});

const path = '/users/{userId}/second-factor';
const shared = { access: 'self', params: userPath } as const;

export const getSecondFactor = endpoint({
  ...shared,
  id: 'getSecondFactor',
  method: 'GET',
  path,
  summary: 'Whether the second factor is on, and how many recovery codes are left',
  response: secondFactorSchema,
});
export const beginSecondFactor = endpoint({
  ...shared,
  id: 'beginSecondFactor',
  method: 'POST',
  path,
  summary: 'Start to set up a second factor (TOTP)',
  description:
    'Returns the secret, once. The second factor is turned on when its first code is sent within ' +
    `${SET_UP_MINUTES} minutes. It then replaces the second factor that was on before, if there was one.`,
  proof: 'recent',
  response: z.object({
    secret: z.string().meta({ description: 'Base32, to be typed into the authenticator app' }),
    uri: z.string().meta({ description: 'otpauth:// URL, to be shown as a QR code' }),
  }),
});
export const confirmSecondFactor = endpoint({
  ...shared,
  id: 'confirmSecondFactor',
  method: 'POST',
  path: `${path}/confirm`,
  summary: 'Turn the second factor on with its first code',
  description:
    `Returns ${RECOVERY_CODES} recovery codes, once; older codes stop working. Ends all other sessions of the ` +
    'person and notifies them by mail.',
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
  description:
    'Refused while an account of the person requires a second factor. To change to another phone, start the set-up ' +
    'again.',
  proof: 'recent',
  errors: ['accounts.second_factor_off', 'accounts.second_factor_kept'],
});
export const renewRecoveryCodes = endpoint({
  ...shared,
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: `${path}/recovery-codes`,
  summary: 'Create new recovery codes; the previous ones stop working',
  proof: 'recent',
  response: recoveryCodes,
  errors: ['accounts.second_factor_off'],
});

export const prove = endpoint({
  ...shared,
  id: 'prove',
  method: 'POST',
  path: '/users/{userId}/proof',
  summary: 'Prove your identity again with the password, and with a code if the second factor is on',
  description:
    `A dangerous call without a recent proof of identity is refused with \`proof_required\`. After this call, ` +
    `dangerous calls of the same session are accepted for ${PROOF_MINUTES} minutes.`,
  body: z.strictObject({
    password: z
      .string({ error: sayInSchema('field.password_required') })
      .min(1, sayInSchema('field.password_required'))
      .max(1024),
    code: typedCode.optional().meta({ description: 'Required if the second factor is on' }),
  }),
  response: z.object({ provedUntil: instant }),
  errors: ['accounts.wrong_password', 'accounts.wrong_code', 'too_many'],
});
