import type { Catalogue, Text } from './catalogue.ts';
import { errors } from './en/errors.ts';
import { headings } from './en/headings.ts';
import { mails } from './en/mails.ts';
import { notifications } from './en/notifications.ts';
import { refusals } from './en/refusals.ts';
import { rules } from './en/rules.ts';
import { waiting } from './en/waiting.ts';
import type { Language } from './languages.ts';
import { render } from './render.ts';
import { errors as errorsInChinese } from './zh-cn/errors.ts';
import { headings as headingsInChinese } from './zh-cn/headings.ts';
import { mails as mailsInChinese } from './zh-cn/mails.ts';
import { notifications as notificationsInChinese } from './zh-cn/notifications.ts';
import { rules as rulesInChinese } from './zh-cn/rules.ts';
import { waiting as waitingInChinese } from './zh-cn/waiting.ts';

const ENGLISH = {
  ...errors,
  ...rules,
  ...refusals,
  ...waiting,
  ...notifications,
  ...mails,
  ...headings,
} as const satisfies Catalogue;

/** All catalogues by language, for the server. The browser only loads the language that it shows. */
export const CATALOGUES: Readonly<Record<Language, Catalogue>> = {
  en: ENGLISH,
  'zh-CN': {
    ...errorsInChinese,
    ...rulesInChinese,
    ...notificationsInChinese,
    ...mailsInChinese,
    ...headingsInChinese,
    ...waitingInChinese,
  },
};

/** Renders a text in a language, or in English where a translation is missing. */
export const wordsOf = (text: Text, language: Language = 'en'): string =>
  render(text, { language, catalogues: [CATALOGUES[language], ENGLISH] });

/** Whether this version has words for a text, which a newer version may have stored. */
export const hasWords = ({ code }: Text): boolean => code in ENGLISH || `${code}_other` in ENGLISH;

/** Renders a stored text. Texts that were stored before codes existed are English strings and stay as they are. */
export const wordsOfStored = (stored: Text | string, language: Language): string =>
  typeof stored === 'string' ? stored : wordsOf(stored, language);
