import { z } from 'zod';
import { accountUserSettingsSchema } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { id, instant, userAnd, userPath } from '../primitives.ts';

/** A browser in which the person is signed in. */
const sessionSchema = z.object({
  id,
  /** The name of the browser, such as "Firefox", and of its operating system, such as "Windows"; null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
  /** Whether this is the session that makes the call. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof sessionSchema>;

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/users/{userId}/sessions',
  access: 'self',
  summary: 'Your sessions: the current one first, then by last use',
  params: userPath,
  response: z.array(sessionSchema),
});
export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/users/{userId}/sessions/{sessionId}',
  access: 'self',
  summary: 'End one of your sessions and close its live streams',
  params: userAnd('sessionId'),
  errors: ['not_found'],
});
export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'POST',
  path: '/users/{userId}/sessions/end-others',
  access: 'self',
  summary: 'End all your sessions except the current one',
  params: userPath,
  response: z.object({ ended: z.int() }),
});

const ownSwitches = { isAccountSummaryEmailEnabled: z.boolean(), isDailyFeeChangeEmailEnabled: z.boolean() };
/** The person's switches for mails that the account sends to its admins. */
const adminSwitches = {
  isInvoiceUploadedEmailWanted: z.boolean(),
  isCostCheckEmailWanted: z.boolean(),
  isBankDetailsEmailWanted: z.boolean(),
  isPaymentDueEmailWanted: z.boolean(),
  isPaymentPaidEmailWanted: z.boolean(),
};
const userSettingsSchema = z.object({
  ...ownSwitches,
  ...adminSwitches,
  accountUserSettings: accountUserSettingsSchema,
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

export const getUserSettings = endpoint({
  id: 'getUserSettings',
  method: 'GET',
  path: '/users/{userId}/settings',
  access: 'self',
  summary: 'Which mails the person receives, and the fee tracker mails of the account',
  params: userPath,
  response: userSettingsSchema,
});
export const updateUserSettings = endpoint({
  id: 'updateUserSettings',
  method: 'PUT',
  path: '/users/{userId}/settings',
  access: 'self',
  summary: 'Choose which mails the person receives',
  params: userPath,
  description: 'Switches for mails to the admins of this account keep their value when they are absent.',
  body: z.strictObject({ ...ownSwitches, ...z.object(adminSwitches).partial().shape }),
  response: userSettingsSchema,
});
export const updateAccountUserSettings = endpoint({
  id: 'updateAccountUserSettings',
  method: 'PATCH',
  path: '/users/{userId}/account/user-settings',
  access: 'accountAdmin',
  summary: 'Switch the daily fee tracker mails of the account on or off',
  params: userPath,
  body: z
    .strictObject({
      isFeeTrackerDailyFoundEmailEnabled: z.boolean(),
      isFeeTrackerDailyNotFoundEmailEnabled: z.boolean(),
      userId: id.meta({ description: 'The documented clients send it; the person is the one in the path' }),
    })
    .partial(),
  response: accountUserSettingsSchema,
});
