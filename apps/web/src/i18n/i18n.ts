import type { Language } from '@quayside/contracts/texts/languages';
import i18next, { type FormatterModule, type ParseKeys, type TypeOptions } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { auth } from './en/auth.ts';
import { common } from './en/common.ts';
import { errors } from './en/errors.ts';
import { palette } from './en/palette.ts';
import { shell } from './en/shell.ts';
import { switcher } from './en/switcher.ts';

/** Strings by area, in the format of i18next. */
export type Texts = Readonly<Record<string, object>>;

/**
 * The English strings that the first screen and the shell need. The other strings of app and kit are in part-texts.ts.
 * The strings of a feature are in `features/<area>/texts`: `en.shell.ts` is loaded with the shell, `en.ts` later. Each
 * other language has a folder beside `en` and a file in each `texts` folder; a translation may be incomplete (see
 * language.ts).
 */
export const houseTexts = {
  common,
  shell,
  palette,
  auth,
  switcher,
  errors,
} as const;
const featureTexts = import.meta.glob<Texts>('../features/*/texts/en.shell.ts', { eager: true });
export const shellTexts: Texts = Object.assign({ ...houseTexts }, ...Object.values(featureTexts));

/** All areas. Keys of the area `common` need no prefix. */
type Areas = readonly ['common', ...(keyof TypeOptions['resources'])[]];
// At run time, i18next needs only the default area, because all other keys have their area as a prefix.
const AREAS = ['common'] as const as unknown as Areas;

export const i18n = i18next;

const numbers = new Intl.NumberFormat('en-GB');
/** Formats a number with separators between its thousands: 12,345. */
export const groupNumber = (value: number): string => numbers.format(value).replace('-', '−');

/** Groups each number that is put into a string, so that no caller has to. */
const grouping: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown) => (typeof value === 'number' ? groupNumber(value) : (value as string)),
};

void i18n
  .use(grouping)
  .use(initReactI18next)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { ...shellTexts } },
    ns: ['common'],
    defaultNS: 'common',
    // All strings are in the bundle, so initialise synchronously. The first render then already has its strings.
    initAsync: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
    returnNull: false,
  });

/** Adds the strings of further areas or of another language. */
export function addTexts(texts: Texts, language: Language = 'en'): void {
  for (const [area, words] of Object.entries(texts)) i18n.addResourceBundle(language, area, words);
}

/**
 * Returns the function that looks up strings: `t('cancel')` from the area `common`, `t('shell:menu')` from another area.
 */
export function useT() {
  return useTranslation(AREAS).t;
}
export type T = ReturnType<typeof useT>;
/** The key of a string, prefixed with its area. */
export type TextKey = ParseKeys<typeof AREAS>;
/** Like `useT`, for keys that the compiler cannot know because they come from the value of a feature. */
export function useText(): (key: TextKey, values?: { readonly count: number }) => string {
  return useT() as unknown as ReturnType<typeof useText>;
}
/** Looks up strings like the function of `useT`, but can be used outside components. */
export const t: T = i18n.getFixedT(null, AREAS) as unknown as T;
