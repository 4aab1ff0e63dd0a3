import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { accountSettingsSchema, meSchema } from '@quayside/contracts/accounts';
import { z } from 'zod';
import { migrateOldNames } from './kept-old-names.ts';
import { kept, type Slice, slice } from './kept-storage.ts';
import { useStore } from './store.ts';

/** All values that the product stores in this browser, under the five documented keys (shell §3). */
export const STATE_NAMES = ['app', 'auth', 'user', 'grid', 'account-settings'] as const;
type StateName = (typeof STATE_NAMES)[number];
/** A new shape needs the next version number; values of an older version are dropped. */
const VERSION = 1;

/** The steps of the onboarding, counted from 1. The number after the last step means "done". */
const FIRST_STEP = 1;
export const LAST_STEP = 5;
const onboardingSchema = z.object({
  /** The dashboard shows the card until the person closes it. */
  shown: z.boolean().catch(true),
  /** Collapses the card to one line. */
  minimised: z.boolean().catch(false),
  step: z
    .int()
    .min(FIRST_STEP)
    .max(LAST_STEP + 1)
    .catch(FIRST_STEP),
});
const layoutSchema = z.object({
  /** Starts as a row of icons, as documented; afterwards as the person left it. */
  isDrawerMini: z.boolean().catch(true),
  /** The expanded groups of the drawer. */
  unfolded: z.array(z.string()).catch([]),
  /** Width of the document beside a form, px. */
  documentPane: z.number().nullable().catch(null),
  isDocumentHidden: z.boolean().catch(false),
});
const INITIAL_ONBOARDING = { shown: true, minimised: false, step: FIRST_STEP };
const INITIAL_LAYOUT = { isDrawerMini: true, unfolded: [] as string[], documentPane: null, isDocumentHidden: false };

// public/first-paint.js reads its `theme` before the first paint.
const appSchema = z.object({
  darkMode: z.boolean().catch(false),
  /** `auto` follows the system until the person chooses. */
  theme: z.enum(['light', 'dark', 'auto']).catch('auto'),
  /** Null follows the browser until the person chooses. */
  language: z.enum(LANGUAGES).nullable().catch(null),
  onboarding: onboardingSchema.catch(INITIAL_ONBOARDING),
  layout: layoutSchema.catch(INITIAL_LAYOUT),
});
type AppState = z.infer<typeof appSchema>;
export const INITIAL_APP: AppState = {
  darkMode: false,
  theme: 'auto',
  language: null,
  onboarding: INITIAL_ONBOARDING,
  layout: INITIAL_LAYOUT,
};

/** Used in headers and in paths, so only this pattern is accepted. */
const word = z.string().regex(/^[\w.~-]{1,512}$/);
const heldSchema = z.object({
  accessToken: word,
  userId: word,
  /** Milliseconds since 1970, by this browser's clock. */
  issuedAt: z.number(),
  expiresAt: z.number(),
  /** The account that this tab shows; set once the person is loaded. */
  accountId: word.nullable(),
});
/** What the client holds of a session. The refresh token is a cookie that scripts cannot read. */
export type HeldSession = z.infer<typeof heldSchema>;

const recentRecord = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  to: z.string().regex(/^\/(?![/\\])/),
});
/** A record that was opened from the palette. */
export type RecentRecord = z.infer<typeof recentRecord>;
const userSchema = z.object({
  userId: z.string(),
  /** The account to which `me` and `recent` belong. */
  accountId: z.string().nullable(),
  /** As last loaded: a reload paints the shell from it and fetches it again. */
  me: meSchema.nullable().catch(null),
  /** The reminder of the unverified address is dismissed until the next sign-in. */
  isVerifyHidden: z.boolean().catch(false),
  recent: z.array(recentRecord).catch([]),
});
export type UserState = z.infer<typeof userSchema>;
const accountSettingsState = z.object({ userId: z.string(), accountId: z.string(), settings: accountSettingsSchema });

/** The state of a person for whom nothing is stored. */
export const NOBODY: UserState = { userId: '', accountId: null, me: null, isVerifyHidden: false, recent: [] };

migrateOldNames();

const storageOf = <T>(name: StateName, schema: z.ZodType<T>) => kept(name, VERSION, schema);
/** Colour scheme, onboarding and layout: state of this browser, for whoever signs in. */
export const app: Slice<AppState> = slice(storageOf('app', appSchema), INITIAL_APP);
/** The session. Only session-store.ts reads and writes it. */
export const authStorage = storageOf('auth', heldSchema);
/** State of the signed-in person. Only kept-person.ts reads and writes it. */
export const userStorage = storageOf('user', userSchema);
/** State of the account. Only kept-person.ts reads and writes it. */
export const accountSettingsStorage = storageOf('account-settings', accountSettingsState);
const grids = storageOf('grid', z.record(z.string(), z.unknown()));

/** The stored state of one table; the table defines the shape of its columns, filters and rows per page. */
export function storedGrid<T>(key: string, schema: z.ZodType<T>): { read(): T | undefined; write(value: T): void } {
  return {
    read() {
      const all = grids.read();
      return all && Object.hasOwn(all, key) ? schema.safeParse(all[key]).data : undefined;
    },
    write: (value) => grids.write({ ...grids.read(), [key]: value }),
  };
}

/** Removes the filters of every table, because they name rows of an account; columns and rows per page stay. */
export function clearStoredFilters(): void {
  const all = grids.read();
  if (all) grids.write(Object.fromEntries(Object.entries(all).map(([key, state]) => [key, withoutChips(state)])));
}
const withoutChips = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'chips' in state ? { ...state, chips: [] } : state;

/** Subscribes a component to the app state. */
export const useAppState = <T>(pick: (state: AppState) => T): T => useStore(app, pick);
export const setLayout = (change: Partial<AppState['layout']>): void =>
  app.update((now) => ({ ...now, layout: { ...now.layout, ...change } }));
export const setOnboarding = (change: Partial<AppState['onboarding']>): void =>
  app.update((now) => ({ ...now, onboarding: { ...now.onboarding, ...change } }));
