import type { Language } from '@quayside/contracts/texts/languages';
import i18next, { type ParseKeys } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { auth } from './en/auth.ts';
import { common } from './en/common.ts';
import { documents } from './en/documents.ts';
import { errors } from './en/errors.ts';
import { notifications } from './en/notifications.ts';
import { onboarding } from './en/onboarding.ts';
import { palette } from './en/palette.ts';
import { profile } from './en/profile.ts';
import { shell } from './en/shell.ts';
import { switcher } from './en/switcher.ts';

/**
 * English words of the first screen and of what the shell says; the others are in part-texts.ts. Another language has
 * a folder beside `en`, with as many of these words as there are (language.ts).
 */
export const shellTexts = {
  common,
  shell,
  documents,
  onboarding,
  palette,
  auth,
  profile,
  switcher,
  notifications,
  errors,
} as const;
const NAMESPACES = [
  'common',
  'shell',
  'accounts',
  'products',
  'suppliers',
  'invoices',
  'costs',
  'documents',
  'views',
  'demo',
  'onboarding',
  'palette',
  'mailbox',
  'people',
  'audit',
  'auth',
  'profile',
  'resources',
  'switcher',
  'notifications',
  'operations',
  'errors',
] as const;

export const i18n = i18next;

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: shellTexts },
  ns: NAMESPACES,
  defaultNS: 'common',
  // They are in the bundle: the first render already has its words.
  initAsync: false,
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** Takes in the words of further areas, or of another language; from then on `t` knows them. */
export function addTexts(texts: Readonly<Record<string, object>>, language: Language = 'en'): void {
  for (const [area, words] of Object.entries(texts)) i18n.addResourceBundle(language, area, words);
}

/** The words: `t('save')` from common, `t('shell:menu')` from an area. */
export function useT() {
  return useTranslation(NAMESPACES).t;
}
export type T = ReturnType<typeof useT>;
/** The key of a text, with the area in front of it. */
export type TextKey = ParseKeys<typeof NAMESPACES>;
/** The words of keys that a value of a feature holds, where the compiler cannot know which key it is. */
export function useText(): (key: TextKey, values?: { readonly count: number }) => string {
  return useT() as unknown as ReturnType<typeof useText>;
}
/** The same outside of components. */
export const t: T = i18n.getFixedT(null, NAMESPACES) as unknown as T;
