import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { accountSettingsSchema, meSchema } from '@quayside/contracts/accounts/accounts';
import { z } from 'zod';
import { migrateOldNames } from './kept-old-names.ts';
import { kept, type Slice, slice } from './kept-storage.ts';
import { useStore } from '../store.ts';

/** The names of all values that the app stores in this browser: the five documented keys (shell specification, §3). */
export const STATE_NAMES = ['app', 'auth', 'user', 'grid', 'account-settings'] as const;
type StateName = (typeof STATE_NAMES)[number];
/** The version of the stored shapes. Increase it when a shape changes; values of an older version are then dropped. */
const VERSION = 1;

/**
 * The steps of the onboarding are counted from 1. When all steps are done, the stored number is one higher than that of
 * the last step.
 */
const FIRST_STEP = 1;
export const LAST_STEP = 5;
const onboardingSchema = z.object({
  /** Whether the dashboard shows the card with the first steps. The person can close the card. */
  shown: z.boolean().catch(true),
  /** Whether the card with the first steps is collapsed to one line. */
  minimised: z.boolean().catch(false),
  step: z
    .int()
    .min(FIRST_STEP)
    .max(LAST_STEP + 1)
    .catch(FIRST_STEP),
});
/** The columns of the lines of an invoice that a person can show and hide. */
export const LINE_COLUMNS = ['account', 'internalReference', 'purchaseOrderLine'] as const;
const layoutSchema = z.object({
  /** Whether the drawer shows only icons. Null, the default, means yes, as documented, until the person chooses. */
  isDrawerMini: z.boolean().nullable().catch(null),
  /** The expanded groups of the drawer. */
  unfolded: z.array(z.string()).catch([]),
  /** The width of the document beside a form, in pixels. */
  documentPane: z.number().nullable().catch(null),
  isDocumentHidden: z.boolean().catch(false),
  /** Whether lists are tables in a narrow window, too, and not cards. */
  isTableInNarrow: z.boolean().catch(false),
  /** The further columns of the lines of an invoice. Null, the default, means those in which a line has a value. */
  lineColumns: z.array(z.enum(LINE_COLUMNS)).nullable().catch(null),
});
const INITIAL_ONBOARDING = { shown: true, minimised: false, step: FIRST_STEP };
const INITIAL_LAYOUT = {
  isDrawerMini: null as boolean | null,
  unfolded: [] as string[],
  documentPane: null,
  isDocumentHidden: false,
  isTableInNarrow: false,
  lineColumns: null,
};

// The state of this browser. public/first-paint.js reads `theme` from it before the first paint.
const appSchema = z.object({
  darkMode: z.boolean().catch(false),
  /** The colour scheme that the person has chosen. `auto`, the default, follows the system. */
  theme: z.enum(['light', 'dark', 'auto']).catch('auto'),
  /** The language that the person has chosen. Null, the default, means the language of the browser. */
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

/** A value for headers and paths, which therefore may contain only these characters. */
const word = z.string().regex(/^[\w.~-]{1,512}$/);
const heldSchema = z.object({
  accessToken: word,
  userId: word,
  /** The time in milliseconds since 1970, according to this browser's clock. */
  issuedAt: z.number(),
  expiresAt: z.number(),
  /** The account that this tab shows; null until the person is loaded. */
  accountId: word.nullable(),
});
/**
 * The part of a session that scripts can read. The refresh token is not included, because it is an HTTP-only cookie.
 */
export type HeldSession = z.infer<typeof heldSchema>;

const recentRecord = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  to: z.string().regex(/^\/(?![/\\])/),
});
/** A record that was recently opened from the palette. */
export type RecentRecord = z.infer<typeof recentRecord>;
const userSchema = z.object({
  userId: z.string(),
  /** The account to which `me` and `recent` belong. */
  accountId: z.string().nullable(),
  /** The person as last loaded. After a reload, the shell renders from this value while the person is fetched again. */
  me: meSchema.nullable().catch(null),
  /** Whether the reminder to verify the e-mail address is hidden until the next sign-in. */
  isVerifyHidden: z.boolean().catch(false),
  recent: z.array(recentRecord).catch([]),
});
export type UserState = z.infer<typeof userSchema>;
const accountSettingsState = z.object({ userId: z.string(), accountId: z.string(), settings: accountSettingsSchema });

/** The state for a person of whom nothing is stored. */
export const NOBODY: UserState = { userId: '', accountId: null, me: null, isVerifyHidden: false, recent: [] };

migrateOldNames();

const storageOf = <T>(name: StateName, schema: z.ZodType<T>) => kept(name, VERSION, schema);
/** Colour scheme, onboarding and layout. They belong to this browser, regardless of who is signed in. */
export const app: Slice<AppState> = slice(storageOf('app', appSchema), INITIAL_APP);
/** The session. Only session-store.ts reads and writes it. */
export const authStorage = storageOf('auth', heldSchema);
/** State of the signed-in person. Only kept-person.ts reads and writes it. */
export const userStorage = storageOf('user', userSchema);
/** State of the account. Only kept-person.ts reads and writes it. */
export const accountSettingsStorage = storageOf('account-settings', accountSettingsState);
const grids = storageOf('grid', z.record(z.string(), z.unknown()));

/**
 * The stored state of one table. The table itself defines the shape of its columns, filters and rows per page. `owner`
 * names the person and account of this tab: only they get the filters back, because filters refer to rows of an
 * account. Nothing has to be cleared for that when the person leaves, so it holds also for a tab that was loaded anew.
 */
export function storedGrid<T extends object>(
  key: string,
  schema: z.ZodType<T>,
  owner: string | undefined,
): { read(): T | undefined; write(value: T): void } {
  return {
    read() {
      const all = grids.read();
      const stored = all && Object.hasOwn(all, key) ? ownedSchema.safeParse(all[key]).data : undefined;
      if (!stored) return undefined;
      const { of, ...state } = stored;
      return schema.safeParse(owner !== undefined && of === owner ? state : withoutChips(state)).data;
    },
    write: (value) => grids.write({ ...grids.read(), [key]: { ...value, of: owner } }),
  };
}
const ownedSchema = z.looseObject({ of: z.string().optional().catch(undefined) });

/**
 * Removes the filters from all stored table states, because filters refer to rows of an account. Columns and rows per
 * page are kept.
 */
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
/** Shows the words of the drawer to a newcomer, unless somebody has already chosen in this browser. */
export function showDrawerToNewcomer(): void {
  if (app.get().layout.isDrawerMini === null) setLayout({ isDrawerMini: false });
}
export const setOnboarding = (change: Partial<AppState['onboarding']>): void =>
  app.update((now) => ({ ...now, onboarding: { ...now.onboarding, ...change } }));
