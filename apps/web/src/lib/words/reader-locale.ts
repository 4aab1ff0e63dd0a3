import { i18n } from '../../i18n/i18n.ts';

/** The locale for a region in which no variety of the language is spoken. */
const FALLBACKS: Readonly<Record<string, string>> = { en: 'en-GB', zh: 'zh-CN' };

/**
 * The locale by which the reader writes days and times: the language of the app, as it is used in the region of the
 * browser. A German who reads the app in English writes 23 Nov 2026, and an American Nov 23, 2026.
 */
function readerLocale(): string {
  const [language = 'en'] = i18n.language.split('-');
  const region = navigator.languages.map((name) => new Intl.Locale(name).region).find((found) => found !== undefined);
  const resolved = region && new Intl.DateTimeFormat(`${language}-${region}`).resolvedOptions().locale;
  return resolved && new Intl.Locale(resolved).region === region ? resolved : (FALLBACKS[language] ?? language);
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** The format of the reader for days and times in this style. Formats are kept, because it takes long to make them. */
export function readerFormat(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([i18n.language, navigator.languages, style]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(readerLocale(), style);
  formats.set(key, format);
  return format;
}

/** Whether the reader writes the month before the day. */
export const isMonthFirst = (): boolean =>
  readerFormat({ day: 'numeric', month: 'numeric' })
    .formatToParts(0)
    .find(({ type }) => type === 'day' || type === 'month')?.type === 'month';
