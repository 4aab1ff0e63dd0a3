import { FLAGS, type Flag } from '@quayside/domain/access/access';
import { ROLES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  blankToNull,
  currencyCode,
  dayOfBirth,
  email,
  id,
  instant,
  optionalText,
  requiredText,
  telephone,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';
import { LANGUAGES } from '../texts/languages.ts';

/**
 * A password of 8 to 128 characters without composition rules. The server also refuses common passwords and the
 * person's own words.
 */
export const newPassword = z
  .string({ error: sayInSchema('field.password_required') })
  .min(1, sayInSchema('field.password_required'))
  .min(8, sayInSchema('field.password_short', { min: 8 }))
  .max(128, sayInSchema('field.max_length', { max: 128 }));
export const timeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      // Throws if the time zone does not exist.
      new Intl.DateTimeFormat('en', { timeZone: zone }).format();
      return zone !== '';
    } catch {
      return false;
    }
  }, sayInSchema('choose.time_zone'))
  .meta({ description: 'IANA time zone', examples: ['Europe/London'] });

export const tokenSchema = z.object({
  access_token: z.string(),
  expires_in: z.int().meta({ description: 'Seconds until the access token expires' }),
  refresh_token: z.string().meta({ description: 'Empty for the web client, which gets the token as a cookie' }),
  refresh_expires_in: z.int().meta({ description: 'Seconds until the refresh token expires' }),
  scope: z.string(),
  session_state: z.string(),
  userId: id,
});
export type Token = z.infer<typeof tokenSchema>;

/**
 * A code of the authenticator app, or a recovery code. Spaces and dashes are removed, because people write codes down
 * with them.
 */
export const typedCode = z
  .string({ error: sayInSchema('field.required') })
  .transform((code) => code.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(
    z
      .string()
      .min(1, sayInSchema('field.required'))
      .max(64, sayInSchema('field.max_length', { max: 64 })),
  )
  .meta({ description: 'The 6-digit code of the authenticator app, or a recovery code' });

export const authenticate = endpoint({
  id: 'authenticate',
  method: 'POST',
  path: '/gateway/authenticate',
  access: 'public',
  withoutToken: true,
  summary: 'Sign in with e-mail and password',
  description:
    'A person with a second factor gets 401 `second_factor_required` for a correct password alone, and sends the ' +
    'same call again with `code`: the code of the authenticator app, or a recovery code. With `X-Client: web` the ' +
    'refresh token is sent only as an HttpOnly cookie, and `refresh_token` is empty.',
  params: z.strictObject({}),
  body: z.strictObject({
    userName: email,
    password: z
      .string({ error: sayInSchema('field.password_required') })
      .min(1, sayInSchema('field.password_required'))
      .max(1024),
    code: typedCode.optional(),
  }),
  response: tokenSchema,
  errors: [
    'wrong_credentials',
    'second_factor_required',
    'accounts.wrong_code',
    'not_activated',
    'people.rejected',
    'too_many',
  ],
});

export const renewToken = endpoint({
  id: 'getGatewayToken',
  method: 'GET',
  changesData: true,
  path: '/gateway/{userId}/token',
  access: 'public',
  summary: 'Renew the session',
  description:
    'Takes a refresh token, as the cookie of the web app or as the bearer token. It can be used only once. An access ' +
    'token renews nothing.',
  params: userPath,
  response: tokenSchema,
  errors: ['not_signed_in', 'session_ended'],
});

export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: '/gateway/{userId}/logout',
  access: 'self',
  summary: 'End the current session and close its live streams',
  params: userPath,
});

export const demoStatus = endpoint({
  id: 'getDemoStatus',
  method: 'GET',
  path: '/gateway/demo',
  access: 'public',
  summary: 'Whether this installation has a demo seller',
  params: z.strictObject({}),
  response: z.object({
    available: z.boolean(),
    hasMailbox: z.boolean().meta({ description: 'Whether mails can be read at /mailbox of this installation' }),
  }),
});

export const openDemo = endpoint({
  id: 'openDemo',
  method: 'POST',
  path: '/gateway/demo',
  access: 'public',
  summary: 'Sign in to the demo seller as its admin or its viewer',
  params: z.strictObject({}),
  body: z.strictObject({ as: z.enum(['admin', 'viewer']).default('admin') }),
  response: tokenSchema,
  errors: ['not_found', 'too_many'],
});

export const registerTrialBody = z.strictObject({
  firstName: requiredText(100, sayInSchema('field.name')),
  lastName: requiredText(100, sayInSchema('field.name')),
  email,
  password: newPassword,
  phone: telephone.nullish(),
  company: optionalText(200).optional(),
  currency: currencyCode.default('USD'),
  timeZone: timeZone.default('UTC'),
});
export const registerTrial = endpoint({
  id: 'registerTrial',
  method: 'POST',
  path: '/auth/register/trial',
  access: 'public',
  withoutToken: true,
  summary: 'Start a free 14-day trial without a payment card',
  description:
    'Creates a person and an account with its currency and time zone, and signs the person in. A repeated request ' +
    'signs the person in again.',
  params: z.strictObject({}),
  body: registerTrialBody,
  response: tokenSchema,
  status: 201,
  errors: ['accounts.email_taken', 'too_many'],
});

/** The switches for mails to the admins of an account, one for each kind of mail. */
export const ADMIN_MAILS = [
  'isInvoiceUploadedEmailEnabled',
  'isPaymentDueEmailEnabled',
  'isPaymentPaidEmailEnabled',
  'isFeeChangeEmailEnabled',
  'isSubscriptionEmailEnabled',
] as const;
export type AdminMail = (typeof ADMIN_MAILS)[number];
export const MOST_ARCHIVE_DAYS = 3650;

const switches = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<K, z.ZodBoolean>;
const flagShape: Record<Flag, z.ZodBoolean> = switches(FLAGS);
const archiveAfterDays = z
  .int({ error: sayInSchema('day.count') })
  .min(0, sayInSchema('day.between', { min: 0, max: MOST_ARCHIVE_DAYS }))
  .max(MOST_ARCHIVE_DAYS, sayInSchema('day.between', { min: 0, max: MOST_ARCHIVE_DAYS }));
const sheetUrl = z.preprocess(
  blankToNull,
  z
    .url({ protocol: /^https$/, error: sayInSchema('field.url') })
    .max(2000)
    .nullable(),
);
export const accountSettingsSchema = z.object({
  accountId: id,
  accountName: z.string(),
  currency: currencyCode,
  currencySymbol: z.string(),
  timeZone: z.string(),
  /** False once the first cost is stored, because the currency cannot be changed after that. */
  canChangeCurrency: z.boolean(),
  ...flagShape,
  costDataSheetUrl: z.string().nullable(),
  productInventorySheetUrl: z.string().nullable(),
  isArchiveWhenClosedEnabled: z.boolean(),
  archiveAfterDays: z.int(),
  /** When true, a member without a second factor must set one up before doing anything else in the account. */
  isSecondFactorRequired: z.boolean(),
  ...switches(ADMIN_MAILS),
  version,
});
export type AccountSettings = z.infer<typeof accountSettingsSchema>;

/** Which e-mails about the daily check of the fee tracker the account sends. */
export const accountUserSettingsSchema = z.object({
  userId: id,
  /** True when the fee tracker is active and Amazon is connected. Otherwise the page hides the switches. */
  showFeeTrackerDailySettings: z.boolean(),
  isFeeTrackerDailyFoundEmailEnabled: z.boolean(),
  isFeeTrackerDailyNotFoundEmailEnabled: z.boolean(),
});
export type AccountUserSettings = z.infer<typeof accountUserSettingsSchema>;

/** The fields of a person that every answer about a person has. */
export const personShape = {
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  timeZone: z.string(),
  /** The language that the person has chosen. Null: the app uses the language of the browser. */
  language: z.enum(LANGUAGES).nullable(),
  company: z.string().nullable(),
  bio: z.string().nullable(),
  dateOfBirth: dayOfBirth.nullable(),
  isVerified: z.boolean(),
  accountRoles: z.array(z.object({ name: z.enum(ROLES) })),
  accounts: z.array(
    z.object({
      id,
      name: z.string(),
      isCurrent: z.boolean(),
      accountTier: z.string().nullable(),
      tierExpiryDate: instant.nullable(),
      currentAccountUser: z.object({ invitationStatus: z.enum(['INVITED', 'ACCEPTED', 'REJECTED', 'REVOKED']) }),
    }),
  ),
};
export const meSchema = z.object({
  ...personShape,
  currentAccountId: id,
  accountUserSettings: accountUserSettingsSchema,
  /** True when the account's tier has ended and a billing provider is configured. */
  isTierExpired: z.boolean(),
  isSecondFactorOn: z.boolean(),
  /**
   * True when the current account requires a second factor. A person without one can then make only calls about
   * themselves.
   */
  isSecondFactorRequired: z.boolean(),
  isDemo: z.boolean(),
});
export type Me = z.infer<typeof meSchema>;

export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/user/me',
  access: 'self',
  summary: 'The signed-in person with their roles and accounts',
  params: z.strictObject({}),
  response: meSchema,
});

export const getAccountSettings = endpoint({
  id: 'getAccountSettings',
  method: 'GET',
  path: '/users/{userId}/account/settings',
  access: 'read',
  summary: 'Settings of the current account',
  params: userPath,
  response: accountSettingsSchema,
});

export const updateAccountSettings = endpoint({
  id: 'updateAccountSettings',
  method: 'PUT',
  path: '/users/{userId}/account/settings',
  access: 'accountAdmin',
  summary: 'Change the settings of the current account',
  description:
    'The currency is fixed once the first cost is stored. Fields other than name, currency and time zone keep their ' +
    'value when they are absent. Changing `isSecondFactorRequired` needs a recent proof of identity, and setting it ' +
    'to `true` needs a second factor of your own.',
  proof: 'sometimes',
  params: userPath,
  body: z.strictObject({
    accountName: requiredText(200),
    currency: currencyCode,
    timeZone,
    ...z
      .object({
        ...flagShape,
        costDataSheetUrl: sheetUrl,
        productInventorySheetUrl: sheetUrl,
        isArchiveWhenClosedEnabled: z.boolean(),
        archiveAfterDays,
        isSecondFactorRequired: z.boolean(),
        ...switches(ADMIN_MAILS),
        version,
      })
      .partial().shape,
  }),
  response: accountSettingsSchema,
  errors: ['accounts.currency_fixed', 'accounts.own_second_factor_first', 'conflict_version'],
});

const currencySchema = z.object({ code: currencyCode, name: z.string(), symbol: z.string(), decimals: z.int() });
export const listCurrencies = endpoint({
  id: 'listCurrencies',
  method: 'GET',
  path: '/users/{userId}/account/currencies',
  access: 'read',
  summary: 'All currencies with their symbols and numbers of decimals',
  params: userPath,
  response: z.array(currencySchema),
});

declare module '../live.ts' {
  interface Topics {
    readonly account: true;
  }
}
