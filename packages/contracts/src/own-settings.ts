import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, userAnd, userPath } from './primitives.ts';

/** Where somebody is signed in. */
export const sessionSchema = z.object({
  id,
  /** What the browser calls itself, as far as it is known: "Firefox" on "Windows". */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof sessionSchema>;

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/users/{userId}/sessions',
  access: 'self',
  summary: 'Where the person is signed in, this session first, then by last use',
  params: userPath,
  response: z.array(sessionSchema),
});
export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/users/{userId}/sessions/{sessionId}',
  access: 'self',
  summary: 'End one of the own sessions and close its streams',
  params: userAnd('sessionId'),
  errors: ['not_found'],
});
export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'POST',
  path: '/users/{userId}/sessions/end-others',
  access: 'self',
  summary: 'End all own sessions but this one',
  params: userPath,
  response: z.object({ ended: z.int() }),
});

/** Switches of the account about the daily look of the fee tracker. */
export const accountUserSettingsSchema = z.object({
  userId: id,
  /** The fee tracker is active and Amazon is connected; nobody needs the switches before. */
  showFeeTrackerDailySettings: z.boolean(),
  isFeeTrackerDailyFoundEmailEnabled: z.boolean(),
  isFeeTrackerDailyNotFoundEmailEnabled: z.boolean(),
});
export type AccountUserSettings = z.infer<typeof accountUserSettingsSchema>;

const ownSwitches = { isAccountSummaryEmailEnabled: z.boolean(), isDailyFeeChangeEmailEnabled: z.boolean() };
/** Mails of this account that go to its admins; each of them can do without. */
const adminSwitches = {
  isInvoiceUploadedEmailWanted: z.boolean(),
  isCostCheckEmailWanted: z.boolean(),
  isBankDetailsEmailWanted: z.boolean(),
};
export const userSettingsSchema = z.object({
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
  summary: 'Which mails the person wants, and those of the fee tracker for the account',
  params: userPath,
  response: userSettingsSchema,
});
export const updateUserSettings = endpoint({
  id: 'updateUserSettings',
  method: 'PUT',
  path: '/users/{userId}/settings',
  access: 'self',
  summary: 'Choose which mails the person wants',
  params: userPath,
  description: 'What is left out of the mails to admins of this account stays as it is.',
  body: z.strictObject({ ...ownSwitches, ...z.object(adminSwitches).partial().shape }),
  response: userSettingsSchema,
});
export const updateAccountUserSettings = endpoint({
  id: 'updateAccountUserSettings',
  method: 'PATCH',
  path: '/users/{userId}/account/user-settings',
  access: 'accountAdmin',
  summary: 'Switch the daily mails of the fee tracker for the account',
  params: userPath,
  body: z
    .strictObject({
      isFeeTrackerDailyFoundEmailEnabled: z.boolean(),
      isFeeTrackerDailyNotFoundEmailEnabled: z.boolean(),
    })
    .partial(),
  response: accountUserSettingsSchema,
});
