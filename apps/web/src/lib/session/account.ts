import { type AccountSettings, getAccountSettings, getMe, type Me } from '@quayside/contracts/accounts/accounts';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import {
  type AccessRefusal,
  type Caller,
  isAccountAdmin,
  isSystemAdmin,
  refusalOf,
  type Requirement,
} from '@quayside/domain/access/access';
import { useQuery } from '@tanstack/react-query';
import { i18n } from '../../i18n/i18n.ts';
import { whileBusy } from '../errors/api-error.ts';
import { storedMe, storedSettings } from './kept-person.ts';
import { read } from '../api/query-client.ts';

/**
 * The query for the signed-in person. A change of role or account arrives as a live message with the topic `account`.
 */
export const meQuery = () => ({
  ...read('account', getMe, {}),
  ...whileBusy,
  staleTime: 5 * 60_000,
  ...fromBefore(storedMe),
});
export const settingsQuery = () => ({
  ...read('account', getAccountSettings, {}),
  ...whileBusy,
  staleTime: 5 * 60_000,
  ...fromBefore(storedSettings),
});

/**
 * Shows the values that were stored on the last visit immediately. They count as stale, so the current ones are
 * fetched.
 */
const fromBefore = <T>(initialData: () => T | undefined) => ({ initialData, initialDataUpdatedAt: 0 });

const NOT_LOADED = 'The person is read before the shell has loaded it';

/** The signed-in person and the account. Inside the shell, both are always loaded. */
export function useAccount(): { me: Me; settings: AccountSettings; caller: Caller } {
  const me = useQuery(meQuery()).data;
  const settings = useQuery(settingsQuery()).data;
  if (!me || !settings) throw new Error(NOT_LOADED);
  return { me, settings, caller: callerOf(me, settings) };
}

/** The currency of the account, for figures that do not have their own currency. */
export const useCurrency = (): string => useAccount().settings.currency;

/** Whether the account requires a second factor that this person has not set up. */
export const isSecondFactorMissing = (me: Me): boolean => me.isSecondFactorRequired && !me.isSecondFactorOn;

/** The input of the access rule, which decides whether a call or screen is allowed. */
export function callerOf(me: Me, settings: AccountSettings): Caller {
  return {
    roles: me.accountRoles.map((role) => role.name),
    flags: settings,
    tierExpired: me.isTierExpired,
    secondFactorMissing: isSecondFactorMissing(me),
  };
}

/** Whether the person may use a control that writes data, and the reason if not. */
export interface Permission {
  readonly allowed: boolean;
  /** The reason as a sentence for the user; undefined when the call is allowed. */
  readonly reason: string | undefined;
}

const allowed: Permission = { allowed: true, reason: undefined };
const permissionOf = (refusal: AccessRefusal | undefined): Permission =>
  refusal ? { allowed: false, reason: i18n.t(`denied.${refusal}`) } : allowed;

/**
 * Whether this person may make a call: `usePermission(createProduct)`. The result can be passed to DeniedTooltip, or to
 * a button as `permission`.
 */
export function usePermission(need: Requirement | EndpointSpec): Permission {
  const { caller } = useAccount();
  return permissionOf(refusalOf(need, caller));
}

/** Whether the person is an admin or a system admin, for menus that only admins see. */
export function useRoles(): { isAdmin: boolean; isSystemAdmin: boolean } {
  const { caller } = useAccount();
  return { isAdmin: isAccountAdmin(caller.roles), isSystemAdmin: isSystemAdmin(caller.roles) };
}

/**
 * The time zone in which the account's days begin and end. If nobody is signed in, it is the time zone of the browser.
 */
export function useTimeZone(): string {
  const settings = useQuery({ ...settingsQuery(), enabled: false }).data;
  return settings?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
}
