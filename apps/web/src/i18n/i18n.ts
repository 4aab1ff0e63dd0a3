import type { Language } from '@quayside/contracts/texts/languages';
import i18next, { type ParseKeys, type TypeOptions } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { auth } from './en/auth.ts';
import { common } from './en/common.ts';
import { errors } from './en/errors.ts';
import { palette } from './en/palette.ts';
import { shell } from './en/shell.ts';
import { switcher } from './en/switcher.ts';

/** The texts of some areas, as i18next keeps them. */
export type Texts = Readonly<Record<string, object>>;

/**
 * English words of the first screen and of what the shell says; the others are in part-texts.ts. Those of a feature
 * are in `features/<area>/texts`: `en.shell.ts` comes with the shell, `en.ts` later. Another language has a folder
 * beside `en` and a file in `texts`, with as many of these words as there are (language.ts).
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

/** All areas: the words of `common` need no area in front of them. */
type Areas = readonly ['common', ...(keyof TypeOptions['resources'])[]];
// Each key names its area and all words are in the bundle, so i18next is told of the default area alone.
const AREAS = ['common'] as const as unknown as Areas;

export const i18n = i18next;

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { ...shellTexts } },
  ns: ['common'],
  defaultNS: 'common',
  // They are in the bundle: the first render already has its words.
  initAsync: false,
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** Takes in the words of further areas, or of another language; from then on `t` knows them. */
export function addTexts(texts: Texts, language: Language = 'en'): void {
  for (const [area, words] of Object.entries(texts)) i18n.addResourceBundle(language, area, words);
}

/** The words: `t('save')` from common, `t('shell:menu')` from an area. */
export function useT() {
  return useTranslation(AREAS).t;
}
export type T = ReturnType<typeof useT>;
/** The key of a text, with the area in front of it. */
export type TextKey = ParseKeys<typeof AREAS>;
/** The words of keys that a value of a feature holds, where the compiler cannot know which key it is. */
export function useText(): (key: TextKey, values?: { readonly count: number }) => string {
  return useT() as unknown as ReturnType<typeof useText>;
}
/** The same outside of components. */
export const t: T = i18n.getFixedT(null, AREAS) as unknown as T;
