import { type AccountSettings, getAccountSettings, getMe, type Me } from '@quayside/contracts/accounts';
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
import { i18n } from '../i18n/i18n.ts';
import { storedMe, storedSettings } from './kept-person.ts';
import { read } from './query-client.ts';

/** The signed-in person; a change of role or account arrives by the live topic `account`. */
export const meQuery = () => ({ ...read('account', getMe, {}), staleTime: 5 * 60_000, ...fromBefore(storedMe) });
export const settingsQuery = () => ({
  ...read('account', getAccountSettings, {}),
  staleTime: 5 * 60_000,
  ...fromBefore(storedSettings),
});

/** Shows the values stored at the last visit at once. They count as stale, so they are fetched again. */
const fromBefore = <T>(initialData: () => T | undefined) => ({ initialData, initialDataUpdatedAt: 0 });

const NOT_LOADED = 'The person is read before the shell has loaded it';

/** Person and account; inside the shell they are always loaded. */
export function useAccount(): { me: Me; settings: AccountSettings; caller: Caller } {
  const me = useQuery(meQuery()).data;
  const settings = useQuery(settingsQuery()).data;
  if (!me || !settings) throw new Error(NOT_LOADED);
  return { me, settings, caller: callerOf(me, settings) };
}

/** The account's currency, for figures without one of their own. */
export const useCurrency = (): string => useAccount().settings.currency;

/** The account asks for a second factor, and this person has none yet. */
export const isSecondFactorMissing = (me: Me): boolean => me.isSecondFactorRequired && !me.isSecondFactorOn;

/** The inputs of the one access rule. */
export function callerOf(me: Me, settings: AccountSettings): Caller {
  return {
    roles: me.accountRoles.map((role) => role.name),
    flags: settings,
    tierExpired: me.isTierExpired,
    secondFactorMissing: isSecondFactorMissing(me),
  };
}

/** Whether a button that writes is enabled, and the reason when it is not. */
export interface Permission {
  readonly allowed: boolean;
  /** The reason as a sentence for the user; undefined when the call is allowed. */
  readonly reason: string | undefined;
}

const allowed: Permission = { allowed: true, reason: undefined };
const permissionOf = (refusal: AccessRefusal | undefined): Permission =>
  refusal ? { allowed: false, reason: i18n.t(`denied.${refusal}`) } : allowed;

/**
 * May this person make this call? `usePermission(createProduct)`; pass the result to DeniedTooltip or as the
 * `permission` of a button.
 */
export function usePermission(need: Requirement | EndpointSpec): Permission {
  const { caller } = useAccount();
  return permissionOf(refusalOf(need, caller));
}

/** For menus that only admins see. */
export function useRoles(): { isAdmin: boolean; isSystemAdmin: boolean } {
  const { caller } = useAccount();
  return { isAdmin: isAccountAdmin(caller.roles), isSystemAdmin: isSystemAdmin(caller.roles) };
}

/** The time zone in which the account's days begin and end. The browser's zone while nobody is signed in. */
export function useTimeZone(): string {
  const settings = useQuery({ ...settingsQuery(), enabled: false }).data;
  return settings?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
}
