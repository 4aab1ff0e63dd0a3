import { accountSettingsSchema, meSchema } from '@quayside/contracts/accounts';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { migrateOldNames } from './old-state.ts';
import { kept, type Slice, slice } from './persist.ts';

/** All that this browser keeps of the product, by the five names of the documents (shell §3). */
export const STATE_NAMES = ['app', 'auth', 'user', 'grid', 'account-settings'] as const;
export type StateName = (typeof STATE_NAMES)[number];
/** What has a shape that an earlier version did not know, or knew otherwise, gets the next number; the older one is dropped. */
const VERSION = 1;

/** The steps of the onboarding, counted from 1; the one behind the last is "done". */
export const FIRST_STEP = 1;
export const LAST_STEP = 5;
const onboardingSchema = z.object({
  /** The card is on the dashboard until somebody closes it. */
  shown: z.boolean().catch(true),
  /** One line instead of the steps. */
  minimised: z.boolean().catch(false),
  step: z
    .int()
    .min(FIRST_STEP)
    .max(LAST_STEP + 1)
    .catch(FIRST_STEP),
});
const layoutSchema = z.object({
  /** A row of icons, as the documents say; then as the person left it. */
  isDrawerMini: z.boolean().catch(true),
  /** The groups of the drawer that somebody opened. */
  unfolded: z.array(z.string()).catch([]),
  /** Width of the document beside a form, px. */
  documentPane: z.number().nullable().catch(null),
  isDocumentHidden: z.boolean().catch(false),
});
const INITIAL_ONBOARDING = { shown: true, minimised: false, step: FIRST_STEP };
const INITIAL_LAYOUT = { isDrawerMini: true, unfolded: [] as string[], documentPane: null, isDocumentHidden: false };

// public/first-paint.js reads `theme` of it, before anything is painted.
const appSchema = z.object({
  darkMode: z.boolean().catch(false),
  /** `auto` until somebody chooses: then the system's counts. */
  theme: z.enum(['light', 'dark', 'auto']).catch('auto'),
  onboarding: onboardingSchema.catch(INITIAL_ONBOARDING),
  layout: layoutSchema.catch(INITIAL_LAYOUT),
});
export type AppState = z.infer<typeof appSchema>;
export const INITIAL_APP: AppState = { darkMode: false, theme: 'auto', onboarding: INITIAL_ONBOARDING, layout: INITIAL_LAYOUT };

/** It goes into a header and into paths: nothing else than that is believed. */
const word = z.string().regex(/^[\w.~-]{1,512}$/);
const heldSchema = z.object({
  accessToken: word,
  userId: word,
  /** Milliseconds since 1970, by this browser's clock. */
  issuedAt: z.number(),
  expiresAt: z.number(),
  /** The account that this tab shows; known once the person is loaded. */
  accountId: word.nullable(),
});
/** What the client holds of a session. The refresh token is a cookie that scripts cannot read. */
export type HeldSession = z.infer<typeof heldSchema>;

const recentRecord = z.object({ id: z.string(), title: z.string(), detail: z.string().optional(), to: z.string().regex(/^\/(?![/\\])/) });
/** A record that was opened by the palette. */
export type RecentRecord = z.infer<typeof recentRecord>;
const userSchema = z.object({
  userId: z.string(),
  /** The account in which `me` and `recent` were seen. */
  accountId: z.string().nullable(),
  /** As the server told them last: a reload paints the shell with it, and asks again. */
  me: meSchema.nullable().catch(null),
  /** The reminder of the unverified address is put away until the next sign-in. */
  isVerifyHidden: z.boolean().catch(false),
  recent: z.array(recentRecord).catch([]),
});
export type UserState = z.infer<typeof userSchema>;
const accountSettingsState = z.object({ userId: z.string(), accountId: z.string(), settings: accountSettingsSchema });
export type AccountSettingsState = z.infer<typeof accountSettingsState>;

/** What a person without anything kept has. */
export const NOBODY: UserState = { userId: '', accountId: null, me: null, isVerifyHidden: false, recent: [] };

migrateOldNames();

const storageOf = <T>(name: StateName, schema: z.ZodType<T>) => kept(name, VERSION, schema);
/** Look, onboarding and layout: of this browser, whoever signs in. */
export const app: Slice<AppState> = slice(storageOf('app', appSchema), INITIAL_APP);
/** The session; read and written by session-store.ts alone. */
export const authStorage = storageOf('auth', heldSchema);
/** Of the signed-in person; read and written by person-state.ts alone. */
export const userStorage = storageOf('user', userSchema);
/** Of the account; read and written by person-state.ts alone. */
export const accountSettingsStorage = storageOf('account-settings', accountSettingsState);
const grids = storageOf('grid', z.record(z.string(), z.unknown()));

/** What is kept of one table; its columns, filters and rows per page in the table's own shape. */
export function keptGrid<T>(key: string, schema: z.ZodType<T>): { read(): T | undefined; write(value: T): void } {
  return {
    read() {
      const all = grids.read();
      return all && Object.hasOwn(all, key) ? schema.safeParse(all[key]).data : undefined;
    },
    write: (value) => grids.write({ ...grids.read(), [key]: value }),
  };
}

/** The filters of every table go, because they name rows of an account; columns and rows per page stay. */
export function forgetFilters(): void {
  const all = grids.read();
  if (all) grids.write(Object.fromEntries(Object.entries(all).map(([key, state]) => [key, withoutChips(state)])));
}
const withoutChips = (state: unknown): unknown => (typeof state === 'object' && state !== null && 'chips' in state ? { ...state, chips: [] } : state);

/** The app state in a component. */
export const useAppState = <T>(pick: (state: AppState) => T): T => useSyncExternalStore(app.subscribe, () => pick(app.get()));
export const setLayout = (change: Partial<AppState['layout']>): void => app.update((now) => ({ ...now, layout: { ...now.layout, ...change } }));
export const setOnboarding = (change: Partial<AppState['onboarding']>): void => app.update((now) => ({ ...now, onboarding: { ...now.onboarding, ...change } }));
